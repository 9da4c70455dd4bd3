// The story of a game in place: stages and phases are stepped, scrubbed and played, arrows and lines explain each other,
// and the board can be brought nearer. Without this file each of these is a link, an anchor or a title.

const told = document.querySelector(".js-told");
const $ = (selector, root = told) => root.querySelector(selector);
const $$ = (selector, root = told) => [...root.querySelectorAll(selector)];

// --- frames: what stands at one address, fetched once ---

const frames = new Map();
const parts = (root) => ["steps", "picture", "story"].map((id) => root.querySelector(`#${id}`));
const phase = (href) => href.replace(/\/(before|after)$/, "");
const past = (href) => /\d[MRA]$/.test(phase(href));
const moments = () => $$("#to option");
const index = (href) => moments().findIndex((each) => each.dataset.href === phase(href));
let here = location.pathname;
let wanted = here;

const fetched = async (href) => {
  const answer = await fetch(href, { headers: { "X-Part": "told" } });
  if (!answer.ok || answer.redirected) throw new Error(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { nodes: parts(page), title: $(".js-told", page).dataset.title };
};
const frame = (href) => {
  if (!frames.has(href)) {
    frames.set(href, fetched(href));
    frames.get(href).catch(() => frames.delete(href));
    if (frames.size > 60) frames.delete([...frames.keys()].find((each) => past(each) && each !== href));
  }
  return frames.get(href);
};

const show = async (to, { push = true, quiet = false } = {}) => {
  const href = wanted = new URL(to, location.href).pathname;
  if (href === here) return true;
  let next;
  try {
    if (!past(href) && !frames.has(href)) throw new Error(href); // the present must be made anew
    next = await frame(href);
  } catch {
    location.assign(href);
    return false;
  }
  if (wanted !== href) return false; // somebody has gone on meanwhile
  const focus = document.activeElement.dataset.go;
  frames.set(here, Promise.resolve({ nodes: parts(told), title: document.title }));
  card.close();
  parts(told).forEach((old, at) => old.replaceWith(next.nodes[at]));
  here = href;
  document.title = next.title;
  history[push ? "pushState" : "replaceState"](null, "", href);
  if (focus) ($(`[data-go="${focus}"]`) || $("#steps a")).focus({ preventScroll: true });
  dress();
  if (!quiet) $("#said").textContent = next.title;
  ahead();
  return true;
};
const ahead = () => {
  for (const { pathname } of $$('#steps [rel="next"], .stages a')) if (past(pathname)) frame(pathname);
};

told.addEventListener("click", (event) => {
  const link = event.target.closest("#steps a, a.of-moment");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(link.href);
});
for (const type of ["submit", "change"]) {
  told.addEventListener(type, (event) => {
    const form = event.target.closest(".js-go");
    if (!form) return;
    event.preventDefault();
    stop();
    show($("option:checked", form).dataset.href);
  });
}
addEventListener("popstate", () => { stop(); show(location.pathname, { push: false }); });

// --- scrub and play ---

const scrub = $("#scrub");
const slider = $("#scrubber");
const button = scrub && $("button", scrub);
const still = () => document.documentElement.dataset.motion === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;
let playing = 0;
let later = 0;
const label = (on) => {
  button.setAttribute("aria-pressed", String(on));
  $("span", button).textContent = on ? scrub.dataset.pause : scrub.dataset.play;
  const sign = $("use", button);
  sign.setAttribute("href", sign.getAttribute("href").replace(/#.*/, on ? "#pause" : "#on"));
};
const stop = () => {
  clearTimeout(playing);
  if (playing) label(false);
  playing = 0;
};
const following = () => {
  if (past(here) && !here.endsWith("/after")) return here.endsWith("/before") ? phase(here) : `${here}/after`;
  return moments()[past(here) ? index(here) + 1 : 0]?.dataset.href;
};
const tick = async () => {
  const next = following();
  if (!next || !(past(next) || frames.has(next)) || !(await show(next, { push: false, quiet: true }))) return stop();
  if (!past(here)) return stop();
  if (playing) playing = setTimeout(tick, (here.endsWith("/after") ? 1300 : 2300) * (still() ? 2 : 1));
};
const play = () => {
  if (playing) return stop();
  label(true);
  playing = setTimeout(tick, 1);
};
if (scrub) {
  scrub.hidden = false;
  button.addEventListener("click", play);
  slider.addEventListener("input", () => {
    stop();
    const { href, says } = moments()[slider.value].dataset;
    slider.setAttribute("aria-valuetext", says);
    clearTimeout(later);
    later = setTimeout(() => show(href, { push: false, quiet: true }), 90);
  });
}
told.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!event.target.closest(".board") || event.target.closest("input, select, summary")) return;
  const end = { Home: 0, End: -1 }[event.key];
  if (scrub && end !== undefined) show(moments().at(end).dataset.href);
  else if (scrub && event.key === " " && !event.target.closest("button, a")) play();
  else if (!keyed(event)) return;
  event.preventDefault();
  event.stopPropagation();
});

// --- cards: an arrow, a unit or a line tells what it is about ---

const keyOf = (sign) => sign.dataset.province || $(`.order[data-order="${sign.dataset.order}"][data-province]`)?.dataset.province;
// A line is known by the province of its unit; what lies over the pieces knows only which order it belongs to.
const lineOf = (key) => past(here) && $(`#story [data-key="${key}"]`);
const signsOf = (key) => {
  const orders = past(here) ? $$(`.map .order`).filter((each) => keyOf(each) === key) : [];
  return orders.length ? orders : $$(`.map .unit[data-province="${key}"], .map .province[data-province="${key}"]`).slice(-1);
};
const light = (key) => {
  for (const each of $$(".lit")) each.classList.remove("lit");
  $(".map svg")?.classList.toggle("lighting", Boolean(key && past(here)));
  for (const each of key ? [...signsOf(key), lineOf(key)] : []) if (each) each.classList.add("lit");
};
const box = $("#card");
const card = {
  open(sign) {
    const line = lineOf(keyOf(sign));
    light(keyOf(sign));
    box.replaceChildren(...(line ? [$("h3 > *", line.closest("section")), ...line.childNodes].map((each) => each.cloneNode(true)) : []));
    box.classList.toggle("failed", Boolean(line) && line.classList.contains("failed"));
    box.hidden = !line;
    if (!line) return;
    // Beside what it tells of: to the right, to the left, below or above, wherever there is room.
    const of = sign.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = box;
    const fit = (at, most) => Math.min(Math.max(at, 4), most - 4);
    const middle = fit((of.top + of.bottom - high) / 2, innerHeight - high);
    const centre = fit((of.left + of.right - wide) / 2, innerWidth - wide);
    const spots = [[of.right + 12, middle], [of.left - wide - 12, middle], [centre, of.bottom + 12], [centre, of.top - high - 12]];
    const [x, y] = spots.find((at) => at[0] >= 0 && at[1] >= 0 && at[0] + wide <= innerWidth && at[1] + high <= innerHeight) || [4, innerHeight - high - 4];
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
  },
  close() { box.hidden = true; light(); },
};
// A hand that misses a thin arrow by little means it all the same.
const signAt = ({ clientX: x, clientY: y }) => [[0, 0], [5, 0], [-5, 0], [0, 5], [0, -5]]
  .map(([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest(".map .order, .map .unit")).find(Boolean);
const attend = (event) => {
  if (moved) return;
  const map = event.target.closest(".map");
  const sign = map && (event.type === "focusin" ? event.target.closest(".order, .unit") : signAt(event));
  if (sign) return card.open(sign);
  card.close();
  const line = event.target.closest("#story [data-key]");
  if (line) light(line.dataset.key);
};
for (const type of ["pointermove", "focusin", "click"]) told.addEventListener(type, attend);
told.addEventListener("pointerleave", () => card.close());
document.addEventListener("keydown", (event) => { if (event.key === "Escape") card.close(); });
addEventListener("scroll", () => { if (!box.hidden) card.close(); }, { passive: true });

// --- nearer and farther: the board's own window is moved, so that its lines stay sharp ---

const near = { scale: 1, x: 0.5, y: 0.5 };
const fingers = new Map();
let moved = false;
const apply = () => {
  const svg = $(".map svg");
  if (!svg) return;
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const [left, top, width, height] = svg.dataset.whole.split(/[ ,]+/).map(Number);
  const half = 0.5 / near.scale;
  for (const axis of "xy") near[axis] = Math.min(Math.max(near[axis], half), 1 - half);
  svg.setAttribute("viewBox", [left + (near.x - half) * width, top + (near.y - half) * height, width / near.scale, height / near.scale].join(" "));
  svg.parentNode.classList.toggle("near", near.scale > 1);
};
const scaled = (factor, event) => {
  const area = $(".map svg").getBoundingClientRect();
  const next = factor ? Math.min(Math.max(near.scale * factor, 1), 6) : 1;
  const change = 1 / near.scale - 1 / next;
  if (event) {
    near.x += ((event.clientX - area.left) / area.width - 0.5) * change;
    near.y += ((event.clientY - area.top) / area.height - 0.5) * change;
  }
  near.scale = next;
  card.close();
  apply();
};
const panned = (dx, dy) => { near.x += dx / near.scale; near.y += dy / near.scale; apply(); };
const keyed = ({ key, target }) => {
  const step = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[key];
  const factor = { "+": 1.4, "=": 1.4, "-": 0.7, 0: 0 }[key];
  if (factor !== undefined) scaled(factor);
  else if (step && near.scale > 1 && target.closest(".map")) panned(...step);
  else return false;
  return true;
};
const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
const moves = (event) => {
  const last = fingers.get(event.pointerId);
  if (!last) return;
  const area = $(".map svg").getBoundingClientRect();
  if (fingers.size === 2) {
    const before = spread([...fingers.values()]);
    fingers.set(event.pointerId, event);
    const [one, other] = fingers.values();
    scaled(spread([one, other]) / before, { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
    moved = true;
  } else if (near.scale > 1 && (moved || spread([event, last]) > 4)) {
    panned((last.clientX - event.clientX) / area.width, (last.clientY - event.clientY) / area.height);
    fingers.set(event.pointerId, event);
    moved = true;
  }
};
const zoomable = (map) => {
  const buttons = $("#zoom").content.firstElementChild.cloneNode(true);
  map.nextElementSibling.append(buttons);
  map.tabIndex = 0;
  buttons.addEventListener("click", (event) => {
    const by = event.target.dataset.zoom;
    if (by) scaled(Number(by));
  });
  map.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && near.scale === 1) return;
    event.preventDefault();
    scaled(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 400)), event);
  }, { passive: false });
  map.addEventListener("pointerdown", (event) => {
    moved = false;
    if (!event.target.closest("button")) fingers.set(event.pointerId, event);
  });
  map.addEventListener("pointermove", moves);
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) map.addEventListener(type, (event) => fingers.delete(event.pointerId));
  // What was dragged is not clicked.
  map.addEventListener("click", (event) => { if (moved) event.stopPropagation(); moved = false; }, true);
};

// --- what each frame needs when it comes ---

const dress = () => {
  const map = $(".map");
  if (map && !$("#picture .zoom")) zoomable(map);
  // The card tells what a title would, and sooner.
  for (const title of past(here) ? $$(".order > title, .unit > title") : []) {
    const sign = title.parentNode;
    if (!sign.hasAttribute("aria-hidden")) {
      if (!sign.hasAttribute("role")) sign.setAttribute("role", "img"); // a group without a role has no name
      sign.setAttribute("aria-label", title.textContent);
    }
    title.remove();
  }
  apply();
  for (const each of $$(".js-go button")) each.hidden = true;
  if (slider && index(here) >= 0) {
    slider.value = String(index(here));
    slider.setAttribute("aria-valuetext", moments()[slider.value].dataset.says);
  }
};
document.addEventListener("htmx:afterSwap", dress);
dress();
setTimeout(ahead, 800);
