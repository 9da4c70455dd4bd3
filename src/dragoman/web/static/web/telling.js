/* The story of a game in place: stages and phases are stepped, scrubbed and played, arrows and lines explain each
   other, and the board can be brought nearer. Without this file every one of these is a link, an anchor or a title. */
(() => {
  const told = document.querySelector(".js-told");
  if (!told) return;
  const $ = (selector, root = told) => root.querySelector(selector);
  const $$ = (selector, root = told) => [...root.querySelectorAll(selector)];
  const PARTS = ["steps", "picture", "story"];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // --- frames: what stands at one address, fetched once ---

  const frames = new Map();
  const pathOf = (href) => new URL(href, location.href).pathname;
  const taken = (root) => Object.fromEntries(PARTS.map((id) => [id, root.querySelector(`#${id}`)]));
  let here = location.pathname;
  frames.set(here, Promise.resolve({ ...taken(document), title: document.title, present: "present" in told.dataset }));

  const fetched = async (href) => {
    const answer = await fetch(href, { headers: { "X-Part": "told" } });
    if (!answer.ok || answer.redirected) throw new Error(href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const root = page.querySelector(".js-told");
    return { ...taken(page), title: root.dataset.title };
  };
  const frame = (href) => {
    if (!frames.has(href)) {
      const coming = fetched(href);
      frames.set(href, coming);
      coming.catch(() => frames.delete(href));
      if (frames.size > 60) frames.delete([...frames.keys()].find((key) => key !== here && key !== href));
    }
    return frames.get(href);
  };

  const moments = () => $$("#to option");
  const present = () => moments().find((option) => !/[MRA]$/.test(option.dataset.href));
  const phaseOf = (href) => href.replace(/\/(before|after)$/, "");
  const indexOf = (href) => moments().findIndex((option) => option.dataset.href === phaseOf(href));
  const past = (href) => /[MRA]$/.test(phaseOf(href));

  let wanted = here;
  const show = async (href, { push = true, quiet = false } = {}) => {
    href = pathOf(href);
    wanted = href;
    if (href === here) return true;
    if (!past(href) && !frames.has(href)) { location.assign(href); return false; }
    let next;
    try { next = await frame(href); } catch { location.assign(href); return false; }
    if (wanted !== href) return false; // somebody has gone on meanwhile
    const focused = document.activeElement && document.activeElement.dataset.go;
    card.close();
    for (const id of PARTS) {
      const old = document.getElementById(id);
      if (old !== next[id]) old.replaceWith(next[id]);
    }
    here = href;
    document.title = next.title;
    if (push) history.pushState(null, "", href); else history.replaceState(null, "", href);
    if (focused) ($(`[data-go="${focused}"]`) || $("#steps a")).focus({ preventScroll: true });
    dress();
    if (!quiet) says.textContent = $("#moment-title").textContent + ($(".stages [aria-current]") ? `, ${$(".stages [aria-current]").textContent}` : "");
    ahead();
    return true;
  };
  const ahead = () => {
    for (const link of $$('#steps a[rel="next"], #steps .stages a')) if (past(pathOf(link.href))) frame(pathOf(link.href));
  };

  const says = document.createElement("p");
  says.className = "unseen";
  says.setAttribute("role", "status");
  told.append(says);

  told.addEventListener("click", (event) => {
    const link = event.target.closest("#steps a, a.of-moment");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    show(link.href);
  });
  const chosen = (event) => {
    const form = event.target.closest(".js-go");
    if (!form) return;
    event.preventDefault();
    stop();
    show($("option:checked", form).dataset.href);
  };
  told.addEventListener("submit", chosen);
  told.addEventListener("change", chosen);
  addEventListener("popstate", () => { stop(); show(location.pathname, { push: false }); });

  // --- scrub and play ---

  const scrub = $("#scrub");
  const slider = $("#scrubber");
  const button = scrub && $("[data-do=play]", scrub);
  let clock = 0;
  let later = 0;
  const stop = () => {
    clearTimeout(clock);
    clock = 0;
    if (button) label(false);
  };
  const label = (playing) => {
    button.setAttribute("aria-pressed", String(playing));
    $("span", button).textContent = playing ? scrub.dataset.pause : scrub.dataset.play;
    $("use", button).setAttribute("href", $("use", button).getAttribute("href").replace(/#.*/, playing ? "#pause" : "#on"));
  };
  const following = () => {
    const all = moments();
    if (past(here) && !here.endsWith("/after")) return here.endsWith("/before") ? phaseOf(here) : `${here}/after`;
    const next = all[past(here) ? indexOf(here) + 1 : 0];
    return next && next.dataset.href;
  };
  const tick = async () => {
    const next = following();
    if (!next || (!past(next) && !frames.has(next)) || !(await show(next, { push: false, quiet: true }))) return stop();
    if (!clock) return;
    if (!past(here)) return stop();
    clock = setTimeout(tick, (here.endsWith("/after") ? 1300 : 2300) * (calm.matches ? 1.5 : 1));
  };
  const play = () => {
    if (clock) return stop();
    label(true);
    clock = setTimeout(tick, 1);
  };
  if (scrub) {
    scrub.hidden = false;
    button.addEventListener("click", play);
    slider.addEventListener("input", () => {
      stop();
      const option = moments()[slider.value];
      slider.setAttribute("aria-valuetext", option.dataset.says);
      clearTimeout(later);
      later = setTimeout(() => show(option.dataset.href, { push: false, quiet: true }), 90);
    });
  }
  told.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") return card.close();
    if (!event.target.closest(".board") || event.target.closest("input, select, summary, textarea")) return;
    const all = moments();
    if (event.key === "Home" && all.length) show(all[0].dataset.href);
    else if (event.key === "End" && all.length) show(all[all.length - 1].dataset.href);
    else if (event.key === " " && button && !event.target.closest("button, a")) play();
    else if (!zoom.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  // --- cards: an arrow, a unit or a line tells what it is about ---

  const lineOf = (key) => here && past(here) && $(`#story li[data-key="${key}"]`);
  const signsOf = (key) => {
    const found = past(here) ? $$(`.map .order[data-province="${key}"]`) : [];
    return found.length ? found : $$(`.map .unit[data-province="${key}"], .map .province[data-province="${key}"]`).slice(0, 1);
  };
  const light = (key) => {
    for (const each of $$(".lit")) each.classList.remove("lit");
    const map = $(".map svg");
    if (map) map.classList.toggle("lighting", Boolean(key && past(here)));
    if (!key) return;
    for (const each of signsOf(key)) each.classList.add("lit");
    const line = lineOf(key);
    if (line) line.classList.add("lit");
  };
  const card = (() => {
    const box = document.createElement("div");
    box.className = "card";
    box.setAttribute("role", "status");
    box.hidden = true;
    told.append(box);
    const fill = (sign, line) => {
      box.replaceChildren();
      if (!line) { box.textContent = sign.dataset.says || ""; return; }
      const head = document.createElement("p");
      head.className = "of";
      head.append($("h3", line.closest("section")).firstElementChild.cloneNode(true), " ", $(".order", line).textContent);
      const goes = document.createElement("p");
      goes.className = "soft";
      goes.textContent = $(".places", line).textContent;
      const result = document.createElement("p");
      result.className = line.className.replace("lit", "");
      result.append($(".result", line).cloneNode(true));
      box.append(head, goes, result);
      const clause = $(".clause", line);
      if (!clause) return;
      const rule = document.createElement("p");
      rule.append(clause.cloneNode(true), ` ${clause.title || ""}`);
      box.append(rule);
    };
    // Beside what it tells of: to the right, to the left, below or above, wherever there is room.
    const place = (sign) => {
      const of = sign.getBoundingClientRect();
      const own = box.getBoundingClientRect();
      const gap = 12;
      const wide = document.documentElement.clientWidth;
      const high = innerHeight;
      const middle = Math.min(Math.max(of.top + of.height / 2 - own.height / 2, 4), high - own.height - 4);
      const centre = Math.min(Math.max(of.left + of.width / 2 - own.width / 2, 4), wide - own.width - 4);
      const spots = [
        [of.right + gap, middle], [of.left - gap - own.width, middle],
        [centre, of.bottom + gap], [centre, of.top - gap - own.height],
      ];
      const [x, y] = spots.find(([left, top]) =>
        left >= 0 && top >= 0 && left + own.width <= wide && top + own.height <= high) || [wide - own.width - 4, 4];
      box.style.left = `${x}px`;
      box.style.top = `${y}px`;
    };
    return {
      open(sign, key) {
        light(key);
        fill(sign, lineOf(key));
        box.hidden = !box.textContent;
        if (!box.hidden) place(sign);
      },
      close() { box.hidden = true; light(null); },
      hide() { if (!box.hidden) this.close(); },
    };
  })();

  const NEAR = [[0, 0], [5, 0], [-5, 0], [0, 5], [0, -5]];
  const signAt = (event) => {
    for (const [dx, dy] of event.clientX === undefined ? [] : NEAR) {
      const hit = document.elementFromPoint(event.clientX + dx, event.clientY + dy);
      const sign = hit && hit.closest(".map .order, .map .unit");
      if (sign) return sign;
    }
    return null;
  };
  const keyOf = (sign) => sign.dataset.province || "";
  const attend = (event) => {
    if (zoom.busy() || !event.target.closest) return;
    if (event.target.closest(".map")) {
      const sign = event.type === "focusin" ? event.target.closest(".order, .unit") : signAt(event);
      if (sign) card.open(sign, keyOf(sign)); else card.close();
      return;
    }
    const line = event.target.closest("#story li[data-key]");
    card.close();
    if (line) light(line.dataset.key);
  };
  for (const type of ["pointermove", "focusin", "click"]) told.addEventListener(type, attend);
  told.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") card.close(); });
  addEventListener("scroll", () => card.hide(), { passive: true });

  // --- nearer and farther: the board's own window is moved, so that its lines stay sharp ---

  const zoom = (() => {
    let scale = 1;
    let x = 0.5;
    let y = 0.5;
    const fingers = new Map();
    let moved = false;
    const svgOf = () => $(".map svg");
    const apply = () => {
      const svg = svgOf();
      if (!svg) return;
      svg.dataset.whole ??= svg.getAttribute("viewBox");
      const [left, top, width, height] = svg.dataset.whole.split(/[ ,]+/).map(Number);
      const half = 0.5 / scale;
      x = Math.min(Math.max(x, half), 1 - half);
      y = Math.min(Math.max(y, half), 1 - half);
      svg.setAttribute("viewBox", [left + (x - half) * width, top + (y - half) * height, width / scale, height / scale].join(" "));
      svg.parentNode.classList.toggle("near", scale > 1);
    };
    const by = (factor, event) => {
      const box = svgOf().getBoundingClientRect();
      const at = event ? [(event.clientX - box.left) / box.width - 0.5, (event.clientY - box.top) / box.height - 0.5] : [0, 0];
      const next = Math.min(Math.max(scale * factor, 1), 6);
      x += at[0] * (1 / scale - 1 / next);
      y += at[1] * (1 / scale - 1 / next);
      scale = next;
      card.close();
      apply();
    };
    const pan = (dx, dy) => { x += dx / scale; y += dy / scale; apply(); };
    const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY); };
    const dressed = (map) => {
      const words = $("#zoom-words").content.firstElementChild.cloneNode(true);
      map.append(words);
      map.tabIndex = 0;
      words.addEventListener("click", (event) => {
        const deed = event.target.closest("button");
        if (!deed) return;
        event.stopPropagation();
        if (deed.dataset.zoom === "0") { scale = 1; apply(); } else by(Number(deed.dataset.zoom));
      });
      map.addEventListener("wheel", (event) => {
        if (!event.ctrlKey && scale === 1) return;
        event.preventDefault();
        by(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 400)), event);
      }, { passive: false });
      map.addEventListener("pointerdown", (event) => {
        if (event.target.closest("button")) return;
        fingers.set(event.pointerId, event);
        moved = false;
      });
      map.addEventListener("pointermove", (event) => {
        const last = fingers.get(event.pointerId);
        if (!last) return;
        const box = svgOf().getBoundingClientRect();
        if (fingers.size === 2) {
          const before = apart();
          fingers.set(event.pointerId, event);
          const [a, b] = [...fingers.values()];
          by(apart() / before, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
          moved = true;
        } else if (scale > 1 && (moved || Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) > 4)) {
          moved = true;
          pan((last.clientX - event.clientX) / box.width, (last.clientY - event.clientY) / box.height);
          fingers.set(event.pointerId, event);
        }
      });
      for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
        map.addEventListener(type, (event) => fingers.delete(event.pointerId));
      }
      // What was dragged is not clicked.
      map.addEventListener("click", (event) => { if (moved) { event.stopPropagation(); moved = false; } }, true);
    };
    return {
      apply,
      dressed,
      busy: () => moved && fingers.size > 0,
      key(event) {
        const step = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
        if (event.key === "+" || event.key === "=") by(1.4);
        else if (event.key === "-") by(1 / 1.4);
        else if (event.key === "0") { scale = 1; apply(); }
        else if (step && scale > 1 && event.target.closest(".map")) pan(...step);
        else return false;
        return true;
      },
    };
  })();

  // --- what each frame needs when it comes ---

  const dress = () => {
    const map = $(".map");
    if (map && !$(".zoom", map)) {
      zoom.dressed(map);
      // The card tells what a title would, and sooner.
      for (const title of $$(".order > title, .unit > title", map)) {
        const sign = title.parentNode;
        sign.dataset.says = title.textContent;
        if (!sign.hasAttribute("aria-label")) sign.setAttribute("aria-label", title.textContent);
        title.remove();
      }
    }
    zoom.apply();
    for (const each of $$(".js-go button")) each.hidden = true;
    if (slider && indexOf(here) >= 0) {
      slider.value = String(indexOf(here));
      slider.setAttribute("aria-valuetext", moments()[slider.value].dataset.says);
    }
  };
  document.addEventListener("htmx:afterSwap", dress);
  dress();
  if ("requestIdleCallback" in window) requestIdleCallback(ahead); else setTimeout(ahead, 500);
})();
