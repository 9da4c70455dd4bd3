// Orders by click, tap, keyboard and text: all of them choose among the same legal orders. Without it, forms do the same.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const made = (tag, className = "", text = "") => {
  const one = document.createElement(tag);
  if (className) one.className = className;
  if (text) one.textContent = text;
  return one;
};
const province = (place) => place.split(" ").pop().split("/")[0];

// --- an order taken apart: its unit, kind, whom it is about, and where to ---

const ORDER = /^(?:(WAIVE).*|([AF]) (\S+) (?:([HDB])|(R) (\S+)|([SC]) (.+?)(?: - (\S+))?|- (?:\S+ - )*(\S+?)( VIA)?))$/;
const parsed = (value) => {
  const found = ORDER.exec(value) || [];
  const [, waive, sort, place = "", plain, retreat, away, about, whom = "", goal = "", to, via] = found;
  const kind = waive ? "W" : plain === "B" ? sort : plain || retreat || about || (via ? "V" : "M");
  const at = plain === "B" ? place : away || to || goal;
  return { value, place, kind, whom, to: at || "" };
};
const optionsOf = (select) => $$("option", select).filter((each) => each.value).map((each) => ({
  ...parsed(each.value), label: each.dataset.goal || each.textContent, full: each.textContent.split(" · ").pop(),
}));

const drawnAs = (tag, className) => {
  const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
  one.setAttribute("class", className);
  return one;
};

const post = async (url, body) => {
  const answer = await fetch(url, { method: "POST", body, headers: { "HX-Request": "true" } });
  const away = answer.headers.get("HX-Redirect");
  if (away) location.assign(away);
  if (!answer.ok || away) throw new Error(String(answer.status));
  return answer;
};

// --- the board: choose a unit, then what it does, by pointer or by key ---

const NEAR = 28; // pixels within which a finger meant a unit or a goal

const boardOf = (map, source, words) => {
  let chosen = null; // {place, options, kind, whom, among}
  let menu = null;
  let aims = [];
  const svg = () => $("svg", map);
  const piece = (place) => (source.exiles && $(`#board-dislodged-${place}`, map))
    || $(`.unit[data-province="${place}"]:not([id^="board-dislodged"])`, map)
    || $(`#board-province-${place}`, map);
  const named = (place) => {
    const one = piece(place);
    return (one && (one.dataset.says || ($("title", one) || {}).textContent)) || place;
  };

  const dress = () => {
    const drawn = svg();
    drawn.setAttribute("role", "group");
    for (const title of $$(".order > title, .unit > title", map)) { // told by label and card, as on the whole page
      const sign = title.parentNode;
      sign.dataset.says = title.textContent;
      sign.setAttribute("aria-label", title.textContent);
      title.remove();
    }
    source.places().forEach((place, index) => {
      const each = piece(place);
      if (!each) return;
      each.classList.add("mine");
      each.setAttribute("role", "button");
      each.setAttribute("tabindex", index ? "-1" : "0");
      each.setAttribute("aria-label", `${named(place)}: ${source.current(place) || words.none}`);
    });
  };
  const stop = (one) => {
    if (!one) return;
    for (const each of $$(".mine", map)) each.setAttribute("tabindex", each === one ? "0" : "-1");
    one.focus();
  };

  const clear = () => {
    for (const each of $$(".aims", map)) each.remove();
    for (const each of $$(".taken", map)) each.classList.remove("taken");
    if (menu) menu.remove();
    document.body.classList.toggle("ordering", Boolean(chosen));
    menu = null;
    aims = [];
  };
  const close = (back) => {
    const place = chosen && chosen.place;
    chosen = null;
    clear();
    if (back && place) stop(piece(place));
  };

  const left = () => chosen.options.filter((each) => (!chosen.kind || each.kind === chosen.kind)
    && (!chosen.whom || each.whom === chosen.whom) && (!chosen.among || chosen.among.includes(each)));

  // Where the choice can go on, marked by a dashed edge over a pale one: never by colour alone.
  const mark = () => {
    const [some, { kind, whom, among }] = [left(), chosen];
    const goals = among ? [] : !kind ? some.filter((each) => "MR".includes(each.kind)).map((each) => each.to)
      : some.map((each) => (("SC".includes(kind) && !whom) || !each.to ? each.whom : each.to));
    aims = [...new Set(goals.filter(Boolean).map(province))];
    const layer = drawnAs("g", "aims");
    for (const goal of aims.filter((each) => $(`#board-province-${each}`, map))) {
      for (const name of ["aim halo", "aim"]) {
        const edge = drawnAs("use", name);
        edge.setAttribute("href", `#board-province-${goal}`);
        edge.dataset.aim = goal;
        layer.append(edge);
      }
    }
    const first = $(".marks, .units", svg());
    if (first) first.before(layer); else svg().append(layer);
    piece(chosen.place).classList.add("taken");
  };

  const take = (value) => {
    const place = chosen.place;
    close(false);
    source.take(place, value);
    stop(piece(place));
  };

  const called = (each) => (chosen.among ? each.full : !each.to ? words.stay : each.whom ? `${words.to} ${each.label}` : each.label);
  const entries = () => {
    const some = left();
    if (chosen.among || (chosen.kind && (chosen.whom || !"SC".includes(chosen.kind)))) {
      return some.map((each) => [called(each), () => take(each.value), province(each.to || each.whom || each.place)]);
    }
    if (chosen.kind) {
      return [...new Set(some.map((each) => each.whom))].map((whom) => [named(province(whom)),
        () => step({ whom }), province(whom)]);
    }
    return [...new Set(some.map((each) => each.kind))].map((kind) => {
      const same = some.filter((each) => each.kind === kind);
      return same.length === 1 && !"MRVSC".includes(kind)
        ? [words[kind], () => take(same[0].value)] : [`${words[kind]} …`, () => step({ kind })];
    });
  };

  const step = (next) => { chosen = { ...chosen, ...next, before: chosen }; show(true); };
  const back = () => {
    if (!chosen || !chosen.before) return close(true);
    chosen = chosen.before;
    show(true);
  };

  const button = (label, act, goal = "") => {
    const one = made("button", "", label);
    one.type = "button";
    one.addEventListener("click", (event) => { event.stopPropagation(); act(); });
    const light = (on) => () => $$(`[data-aim="${goal}"]`, map).forEach((each) => each.classList.toggle("near", on));
    one.addEventListener("focus", light(true));
    one.addEventListener("blur", light(false));
    return one;
  };
  const show = (focus) => {
    clear();
    mark();
    const title = [named(chosen.place), chosen.kind && words[chosen.kind], chosen.whom].filter(Boolean).join(" · ");
    menu = made("div", "order-menu");
    menu.setAttribute("role", "group");
    menu.setAttribute("aria-label", title);
    const list = made("div", "what-it-does");
    list.append(...entries().map((each) => button(...each)));
    menu.append(made("p", "what", title), list, button(chosen.before ? words.back : words.close, back));
    map.append(menu);
    place(menu, piece(chosen.place));
    if (focus) $("button", menu).focus({ preventScroll: true });
  };

  // In sight, where it covers fewest of the unit and its goals; on a small screen below, and the board goes up.
  const place = (box, one) => {
    const area = map.getBoundingClientRect();
    const spots = [one, ...$$(".aim.halo", map)].map((each) => each.getBoundingClientRect());
    const [wide, high] = [box.offsetWidth, box.offsetHeight];
    if (getComputedStyle(box).position === "fixed") {
      const [top, bottom] = [Math.min(...spots.map((each) => each.top)), Math.max(...spots.map((each) => each.bottom))];
      scrollBy(0, Math.max(0, Math.min(top, bottom + high + 10 - innerHeight)));
      return;
    }
    let best = Infinity;
    for (let x = 12; x < innerWidth - wide - 24; x += 8) {
      for (let y = 12; y < innerHeight - high - 12; y += 8) {
        const covered = spots.filter((each) => x < each.right + 8 && x + wide > each.left - 8 && y < each.bottom + 8 && y + high > each.top - 8);
        const cost = covered.length * 1e4 + Math.hypot(x + wide / 2 - spots[0].x, y + high / 2 - spots[0].y);
        if (cost < best) { best = cost; box.style.left = `${x - area.left}px`; box.style.top = `${y - area.top}px`; }
      }
    }
  };

  const choose = async (spot) => {
    const options = await source.options(spot);
    if (!options.length) return close(false);
    chosen = { place: spot, options };
    show(true);
  };

  // What lies under the pointer; a finger that misses by little means the nearest of what could be meant.
  const meant = (event, places) => {
    const hit = event.target.closest("[data-province]");
    const spot = hit ? hit.dataset.province : "";
    if (places.includes(spot)) return spot;
    const [near] = places.map((each) => [piece(each), each]).filter(([one]) => one && one.matches(".unit")).map(([one, each]) => {
      const box = one.getBoundingClientRect();
      return [Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2), each];
    }).sort((one, other) => one[0] - other[0]);
    return near && near[0] < NEAR ? near[1] : spot;
  };

  const go = (spot) => {
    const some = left();
    if ("SC".includes(chosen.kind || "-") && !chosen.whom) {
      const whom = some.find((each) => province(each.whom) === spot);
      return whom ? step({ whom: whom.whom }) : close(false);
    }
    const direct = some.filter((each) => each.to && (chosen.kind || !each.whom) && province(each.to) === spot);
    const about = some.filter((each) => each.whom && province(each.whom) === spot && (!chosen.kind || !each.to));
    const all = [...new Set([...direct, ...about])];
    if (all.length > 1) return step({ among: all });
    if (all.length) return take(all[0].value);
    close(false);
    return source.places().includes(spot) ? choose(spot) : undefined;
  };

  map.addEventListener("click", (event) => {
    if (!svg().contains(event.target)) return;
    const places = source.places();
    if (!chosen) {
      const spot = meant(event, places);
      return places.includes(spot) ? choose(spot) : source.elsewhere && source.elsewhere(spot);
    }
    event.stopPropagation();
    const spot = meant(event, aims);
    if (!spot || spot === chosen.place) return close(true);
    return go(spot);
  });
  document.addEventListener("click", (event) => { if (chosen && !map.contains(event.target) && event.target.isConnected) close(false); });
  map.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && chosen) { event.stopPropagation(); event.preventDefault(); return back(); }
    const on = event.target.closest(".mine");
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const row = on ? source.places().map(piece).filter(Boolean) : menu && menu.contains(event.target) ? $$("button", menu) : [];
    if (row.length && by) {
      event.preventDefault();
      event.stopPropagation();
      const next = row.indexOf(on || event.target) + by;
      const one = Number.isFinite(by) ? row[(next + row.length) % row.length] : row[by < 0 ? 0 : row.length - 1];
      if (on) stop(one); else one.focus();
      return;
    }
    if (on && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      choose(source.places().find((each) => piece(each) === on));
    }
  });

  dress();
  return {
    dress,
    // The same board with other orders: the ground stays, and nothing flickers.
    redraw: (text) => {
      const held = document.activeElement && document.activeElement.closest(".mine");
      const place = held && source.places().find((each) => piece(each) === held);
      const drawn = svg();
      const fresh = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      const again = $("use[href$='-ground']", fresh);
      const ground = $(".ground", drawn);
      if (again && ground) again.replaceWith(ground);
      drawn.replaceChildren(...[...fresh.childNodes].map((each) => document.adoptNode(each)));
      clear();
      dress();
      if (chosen) show(false);
      if (place) stop(piece(place));
    },
  };
};

// --- each choice is put on file as it is made, or kept and tried again ---

const saver = (form, words, redraw) => {
  const status = $("#saved", form);
  let asked = 0;
  let busy = false;
  let timer = 0;
  let wait = 2000;
  let last = null;
  let sent = null;
  const say = (text, sort, undo) => {
    status.className = `saved ${sort}`;
    status.replaceChildren(text);
    if (!undo) return;
    const button = made("button", "textual", words.undo);
    button.type = "button";
    button.addEventListener("click", undo);
    status.append(" ", button);
  };
  const send = async () => {
    if (busy || !form.isConnected) return;
    busy = true;
    clearTimeout(timer);
    const number = asked;
    const { value, undo } = last;
    const body = new FormData(form);
    body.set("changed", value);
    try {
      const told = await (await post(form.dataset.save, body)).json();
      wait = 2000;
      if (told.go) return location.assign(told.go);
      say(told.said, told.kept ? "good" : "bad", told.kept && undo);
      if (told.board && number === asked) redraw(told.board);
      if (told.over) form.elements.over.value = told.over;
      if (told.filed) $("#filed").outerHTML = told.filed;
      if (told.duty) $("#duty").textContent = told.duty;
    } catch {
      say(words.failed, "bad");
      if (!sent) timer = setTimeout(send, wait);
      wait = Math.min(wait * 2, 30000);
      return;
    } finally {
      busy = false;
      const by = sent;
      sent = null;
      if (by) { asked = number; form.requestSubmit(by); }
    }
    if (number !== asked) send();
  };
  addEventListener("online", () => { if (status.classList.contains("bad")) send(); });
  // What is sent by hand comes after what is being saved, never before it, and makes any later try needless.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (!busy) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    sent = event.submitter;
  }, true);
  return (value, undo) => {
    last = { value, undo };
    asked += 1;
    say(words.saving, "");
    send();
  };
};

// --- a box to type in, with completion; the host reads what is no order ---

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const pieces = (text) => plain(text).split(/[^a-z0-9]+/).filter(Boolean);
const fits = (wanted, text) => {
  let at = 0;
  for (const word of pieces(text)) if (at < wanted.length && word.startsWith(wanted[at])) at += 1;
  return at === wanted.length;
};

const typed = (box, form, orders, take, words) => {
  const input = $("input", box);
  const list = $("ul", box);
  const read = $("#say-read", box);
  let at = -1;
  let found = [];
  const open = (on) => {
    list.hidden = !on || !found.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden) { at = -1; input.removeAttribute("aria-activedescendant"); }
  };
  const point = (index) => {
    at = index;
    [...list.children].forEach((each, number) => each.setAttribute("aria-selected", String(number === at)));
    const one = list.children[at];
    if (!one) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", one.id);
    return one.scrollIntoView({ block: "nearest" });
  };
  const offer = () => {
    const wanted = pieces(input.value);
    const all = wanted.length ? orders() : [];
    const short = all.filter((each) => fits(wanted, each.value));
    found = [...short, ...all.filter((each) => !short.includes(each) && fits(wanted, each.words))].slice(0, 10);
    list.replaceChildren(...found.map((each, index) => {
      const one = made("li", "", each.value);
      one.id = `say-${index}`;
      one.setAttribute("role", "option");
      one.setAttribute("aria-selected", "false");
      one.append(made("span", "soft", each.full));
      one.addEventListener("pointerdown", (event) => { event.preventDefault(); accept(each); });
      return one;
    }));
    at = -1;
    open(true);
  };
  const accept = (each) => {
    take(each);
    input.value = "";
    found = [];
    open(false);
    read.replaceChildren();
  };
  const ask = async () => {
    const body = new FormData(form);
    body.set("text", input.value);
    try {
      read.innerHTML = await (await post(form.dataset.read, body)).text(); // the host escapes every word in it
    } catch {
      return read.replaceChildren(words.failed);
    }
    const orders_ = ($("[data-orders]", read).dataset.orders || "").split("|");
    const known = orders_.map((value) => orders().find((each) => each.value === value)).filter(Boolean);
    if (known.length !== 1 || orders_.length !== 1) return undefined;
    return accept(known[0]);
  };
  input.addEventListener("input", offer);
  input.addEventListener("blur", () => open(false));
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) {
      event.preventDefault();
      open(true);
      point((at + step + found.length) % found.length);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      open(false);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const exact = found.filter((each) => plain(each.value) === plain(input.value.trim()));
      if (at >= 0) accept(found[at]);
      else if (exact.length === 1 || found.length === 1) accept((exact[0] || found[0]));
      else if (input.value.trim()) ask();
    }
  });
  box.hidden = false;
};

const whileWriting = (area) => {
  const shown = $("#reading-of-it");
  let timer = 0;
  let before = "";
  const read = async () => {
    clearTimeout(timer);
    if (area.value === before || !shown) return;
    before = area.value;
    const body = new FormData(area.form);
    try {
      shown.innerHTML = before.trim() ? await (await post(area.dataset.read, body)).text() : "";
    } catch { before = ""; }
  };
  area.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(read, 900); });
  area.addEventListener("blur", read);
};

// --- the orders of a game ---

const ordering = (form) => {
  const words = JSON.parse(form.dataset.words);
  const rows = $$(".orders > li", form);
  const byUnit = rows.some((row) => row.dataset.province);
  const chosen = (row) => $("select", row).value;
  const rowOf = (place, value) => (byUnit ? rows.find((row) => row.dataset.province === place)
    : rows.find((row) => province(parsed(chosen(row)).place) === place) || rows.find((row) => !chosen(row))
      || (value && rows.find((row) => chosen(row).startsWith("WAIVE"))) || rows[rows.length - 1]);
  const every = (row) => optionsOf($("select", row));
  const current = (place) => rows.map(chosen).find((value) => value && province(parsed(value).place) === place) || "";
  const source = {
    exiles: form.dataset.sort === "R",
    places: () => (byUnit ? rows.map((row) => row.dataset.province)
      : [...new Set(every(rows[0]).map((each) => province(each.place)).filter(Boolean))]),
    options: (place) => (byUnit ? every(rowOf(place)) : every(rows[0]).filter((each) => province(each.place) === place)),
    current,
    take: (place, value) => put(rowOf(place, value), value),
  };
  const map = $(".board .map");
  const board = map && $("svg", map) ? boardOf(map, source, words) : null;
  const save = form.dataset.save ? saver(form, words, (svg) => board && board.redraw(svg)) : null;
  const before = new Map(rows.map((row) => [row, chosen(row)]));
  const put = (row, value) => {
    $("select", row).value = value;
    changed(row);
  };
  const changed = (row) => {
    const was = before.get(row);
    if (was === chosen(row)) return;
    before.set(row, chosen(row));
    if (board) board.dress();
    if (save) save(chosen(row), () => put(row, was));
  };
  form.addEventListener("change", (event) => {
    const row = event.target.closest(".orders > li");
    if (row) changed(row);
  });
  const all = () => (byUnit ? rows : rows.slice(0, 1)).flatMap((row) => every(row).map((each) => ({
    ...each, words: `${$(".where", row) ? $(".where", row).textContent : ""} ${each.full}`,
  })));
  typed($(".say", form), form, all, (each) => put(rowOf(province(each.place), each.value), each.value), words);
};

// --- what-if and the sandbox: orders for everybody; what is legal is asked of the host ---

const supposing = (form) => {
  const words = JSON.parse(form.dataset.words);
  const map = $(".board .map");
  const places = form.dataset.places.split(" ").filter(Boolean);
  const sheets = $$(".guess", form);
  const lines = (sheet) => $("textarea", sheet).value.split("\n").filter((each) => each.trim());
  const at = (line) => province(parsed(line.trim().toUpperCase()).place);
  let written = null; // the line about each province
  const current = (place) => {
    written ||= new Map(sheets.flatMap(lines).reverse().map((line) => [at(line), line]));
    return written.get(place) || "";
  };
  let power = "";
  let timer = 0;
  const keep = async () => {
    clearTimeout(timer);
    written = null;
    const body = new FormData(form);
    body.set("deed", "keep");
    const status = $("#saved", form);
    try {
      const told = await (await post(form.action, body)).json();
      if (board) board.redraw(told.board);
      for (const sheet of sheets) $("ul", sheet).innerHTML = told.read[sheet.dataset.power] || ""; // escaped by the host
      if (told.at) {
        const held = new URL(told.at, location.href).searchParams.get("p");
        for (const each of $$('input[name="p"]')) each.value = held;
        history.replaceState(null, "", told.at);
      }
      status.replaceChildren();
    } catch { status.replaceChildren(words.failed); }
  };
  const source = {
    exiles: form.dataset.sort === "R",
    places: () => places,
    current,
    options: async (place) => {
      const field = $('input[name="p"]', form);
      const asked = new URLSearchParams({ unit: place, ...(field ? { p: field.value } : {}) });
      const got = new DOMParser().parseFromString(await (await fetch(`${form.dataset.offers}?${asked}`)).text(), "text/html");
      const select = $("select", got);
      power = select ? select.dataset.power : "";
      return select ? optionsOf(select) : [];
    },
    take: (place, value) => {
      const sheet = sheets.find((each) => each.dataset.power === power);
      if (!sheet) return;
      $("textarea", sheet).value = [...lines(sheet).filter((line) => at(line) !== place), value].join("\n");
      keep();
    },
    elsewhere: (place) => {
      const field = $("#place-place");
      if (field && place) field.value = ([...field.options].find((each) => province(each.value) === place) || {}).value;
    },
  };
  const board = map && $("svg", map) ? boardOf(map, source, words) : null;
  form.addEventListener("input", () => { written = null; clearTimeout(timer); timer = setTimeout(keep, 900); });
};

const begin = () => {
  for (const form of $$("form.js-suppose")) {
    if (form.dataset.begun) continue;
    form.dataset.begun = "yes";
    supposing(form);
  }
  for (const form of $$("form.js-orders")) {
    if (form.dataset.begun) continue;
    form.dataset.begun = "yes";
    ordering(form);
  }
  for (const area of $$("textarea[data-read]")) {
    if (area.dataset.begun) continue;
    area.dataset.begun = "yes";
    whileWriting(area);
  }
};
begin();
document.addEventListener("htmx:afterSettle", begin);
