// The device's own time zone, for whoever asks for it.
"use strict";

(() => {
  const button = document.querySelector(".js-zone"), select = document.querySelector("#id_zone");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!button || ![...select.options].some((each) => each.value === timeZone)) return;
  button.hidden = false;
  button.addEventListener("click", () => { select.value = timeZone; });
})();

// Pushes: the browser's own consent, asked for when somebody presses the button and never before.

(() => {
  const form = document.querySelector(".js-push");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  form.hidden = false;
  const said = form.querySelector("[role=status]");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await Notification.requestPermission() !== "granted") { said.textContent = form.dataset.refused; return; }
    try {
      await navigator.serviceWorker.register(form.dataset.worker);
      const worker = await navigator.serviceWorker.ready;
      const old = await worker.pushManager.getSubscription();
      if (old) await old.unsubscribe();
      const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) });
      const { endpoint, keys } = made.toJSON();
      const data = new FormData(form);
      for (const [name, value] of Object.entries({ endpoint, ...keys })) data.set(name, value);
      const answer = await fetch(form.action, { method: "POST", body: data });
      if (answer.ok) location.assign("#news"), location.reload();
      else { await made.unsubscribe(); said.textContent = await answer.text(); }
    } catch { said.textContent = form.dataset.refused; }
  });
})();
