/* Tells that something is new at this table, and leaves the page as it is. It listens only while the page is looked at. */
(() => {
  const box = document.getElementById("news");
  if (!box) return;
  let since = box.dataset.mark;
  let source = null;
  let clock = 0;
  const href = () => `${box.dataset.href}?since=${encodeURIComponent(since)}`;
  const tell = (kinds) => {
    for (const kind of kinds) {
      const line = box.querySelector(`[data-kind="${kind}"]`);
      if (line) line.hidden = false;
    }
  };
  const ask = async () => {
    try {
      const answer = await (await fetch(href(), { headers: { Accept: "application/json" } })).json();
      since = answer.mark;
      tell(answer.changed);
    } catch { /* away from the net: the next time, then */ }
  };
  const rest = () => {
    if (source) source.close();
    source = null;
    clearInterval(clock);
    clock = 0;
  };
  const listen = () => {
    rest();
    if (document.hidden) return;
    if (!("EventSource" in window)) { ask(); clock = setInterval(ask, 120000); return; }
    source = new EventSource(href());
    source.addEventListener("news", (event) => {
      since = event.lastEventId;
      tell(event.data.split(" "));
    });
    source.addEventListener("error", () => {
      if (source && source.readyState === EventSource.CLOSED) { rest(); clock = setInterval(ask, 120000); }
    });
  };
  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", rest);
  listen();
})();
