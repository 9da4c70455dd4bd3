// What a browser keeps of Dragoman: it shows what is pushed, and leads to the page where that is read. Nothing else.
"use strict";

self.addEventListener("push", (event) => {
  let said = {};
  try { said = event.data.json(); } catch { /* a push without words still says that something is there */ }
  event.waitUntil(self.registration.showNotification(said.title || "Dragoman", {
    body: said.text || "", lang: said.lang || "", tag: said.tag || "dragoman", renotify: true,
    icon: "/static/web/mark.svg", data: { url: said.url || "/" },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const to = new URL(event.notification.data.url, self.location.origin);
  if (to.origin !== self.location.origin) return;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window" });
    const here = open.find((each) => each.url === to.href);
    return here ? here.focus() : self.clients.openWindow(to.href);
  })());
});
