// What a page can do better with a script. Without it every page does the same by links, forms and buttons.
"use strict";

(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // --- the light: chosen at once, without a new page ---

  const light = (form) => {
    form.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (!button || !["theme", "motion"].includes(button.name)) return;
      event.preventDefault();
      if (button.value) document.documentElement.dataset[button.name] = button.value;
      else delete document.documentElement.dataset[button.name];
      for (const each of $$("button", form)) each.setAttribute("aria-pressed", String(each === button));
      fetch(form.action, { method: "POST", body: new FormData(form, button), redirect: "manual" });
    });
  };

  // --- a ballot: votes are counted as they are written, and lines move at once, by button, key or drag ---

  const ballot = (form) => {
    const status = $(".left", form);
    const list = $(".ballot-lines", form);
    const count = () => {
      const fields = $$('input[name="votes"]', form);
      const added = $("#new", form);
      const extra = added && added.value ? Number($("#new-votes", form).value) || 0 : 0;
      const left = Number(form.dataset.votes) - extra - fields.reduce((sum, each) => sum + (Number(each.value) || 0), 0);
      status.classList.toggle("over", left < 0);
      $("strong", status).textContent = String(Math.abs(left));
      $("span", status).textContent = left < 0 ? form.dataset.over : form.dataset.left;
    };
    const number = () => {
      const rows = $$("li", list);
      rows.forEach((row, index) => {
        for (const button of $$("[data-move]", row)) button.value = `${button.dataset.move}-${index}`;
        $('[data-move="up"]', row).disabled = index === 0;
        $('[data-move="down"]', row).disabled = index === rows.length - 1;
      });
    };
    const move = (row, where) => {
      if (where === "up" && row.previousElementSibling) row.previousElementSibling.before(row);
      if (where === "down" && row.nextElementSibling) row.nextElementSibling.after(row);
      number();
    };
    form.addEventListener("input", count);
    if (!list) return;
    list.classList.add("js");
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-move]");
      if (!button || button.dataset.move === "drop") return;
      event.preventDefault();
      move(button.closest("li"), button.dataset.move);
      (button.disabled ? $("[data-move]:not([disabled])", button.closest("li")) : button).focus();
    });
    list.addEventListener("keydown", (event) => {
      const where = event.altKey && { ArrowUp: "up", ArrowDown: "down" }[event.key];
      const row = where && event.target.closest("li");
      if (!row) return;
      event.preventDefault();
      move(row, where);
      event.target.focus();
    });
    let taken = null;
    for (const grip of $$(".grip", list)) {
      grip.addEventListener("pointerdown", () => { grip.closest("li").draggable = true; });
    }
    list.addEventListener("dragstart", (event) => {
      taken = event.target.closest("li");
      taken.classList.add("taken");
      event.dataTransfer.effectAllowed = "move";
    });
    list.addEventListener("dragover", (event) => {
      const over = event.target.closest("li");
      if (!taken || !over || over === taken) return;
      event.preventDefault();
      const box = over.getBoundingClientRect();
      if (event.clientY < box.top + box.height / 2) over.before(taken);
      else over.after(taken);
    });
    list.addEventListener("dragend", () => {
      if (!taken) return;
      taken.classList.remove("taken");
      taken.draggable = false;
      taken = null;
      number();
    });
  };

  const enhance = (root) => {
    for (const form of $$("form.js-ballot", root)) ballot(form);
    for (const form of $$("form.js-go", root)) {
      $("button", form).hidden = true;
      $("select", form).addEventListener("change", () => form.requestSubmit());
    }
  };

  // --- house rules: an example shows at once which outcome is the one chosen ---

  document.addEventListener("chosen", (event) => {
    for (const outcome of $$(".outcome[data-choices]")) {
      outcome.classList.toggle("mine", outcome.dataset.choices.split("|").includes(event.detail.choice));
    }
  });

  for (const button of $$(".js-print")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
  for (const each of $$("nav [aria-current]")) each.parentElement.scrollLeft = each.offsetLeft - each.parentElement.offsetLeft - 24;
  for (const form of $$("form.js-look")) light(form);
  enhance(document);

  // An answer that came in place is enhanced like the page it came to, and is brought before the reader.
  document.addEventListener("htmx:afterSwap", (event) => {
    enhance(event.target.parentNode || document);
    const receipt = $("#receipt.new");
    if (receipt) receipt.focus({ preventScroll: false });
  });

  // A click on a page of steps by the keyboard: left and right lead through the phases.
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [contenteditable]")) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && $(`.steps a[rel="${rel}"]`);
    if (link) link.click();
  });
})();
