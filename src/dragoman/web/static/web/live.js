// Tells that something is new at this table, and leaves the page as it is. It listens only while the page is looked at.

const box = document.getElementById("live");
let since = box.dataset.mark;
let source = null;
let clock = 0;
const href = () => `${box.dataset.href}?since=${encodeURIComponent(since)}`;
const tell = (mark, kinds) => {
  since = mark;
  for (const kind of kinds) for (const line of box.querySelectorAll(`[data-kind="${kind}"]`)) line.hidden = false;
};
const ask = () => fetch(href()).then((answer) => answer.json()).then((told) => tell(told.mark, told.changed)).catch(() => {});
const rest = () => {
  source?.close();
  clearInterval(clock);
};
const poll = () => { rest(); clock = setInterval(ask, 120000); };
const listen = () => {
  rest();
  if (document.hidden) return;
  if (!window.EventSource) { ask(); return poll(); }
  source = new EventSource(href());
  source.addEventListener("news", (event) => tell(event.lastEventId, event.data.split(" ")));
  source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) poll(); });
};
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", rest);
listen();
