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

  // --- orders: one long list becomes a kind and a goal, and the board can be clicked ---

  const KINDS_OF_GROUPS = (select) => {
    const kinds = [];
    for (const node of select.children) {
      if (node.tagName === "OPTGROUP") kinds.push({ title: node.label, options: [...node.children] });
      else kinds.push({ title: node.textContent, options: [node], single: true });
    }
    return kinds;
  };

  const split = (row) => {
    const select = $("select", row);
    const kinds = KINDS_OF_GROUPS(select);
    if (kinds.length < 4) return;
    const label = $("label", row);
    const box = document.createElement("div");
    box.className = "kinds";
    const kind = document.createElement("select");
    const goal = document.createElement("select");
    const words = row.closest("form").dataset;
    kind.id = `${select.id}-kind`;
    label.htmlFor = kind.id;
    goal.setAttribute("aria-label", `${label.firstChild.textContent.trim()}: ${words.goal}`);
    kinds.forEach((each, index) => kind.add(new Option(each.title, String(index))));

    const offer = () => {
      const chosen = kinds[Number(kind.value)];
      goal.replaceChildren();
      goal.hidden = Boolean(chosen.single);
      kind.classList.toggle("only", Boolean(chosen.single));
      if (!chosen.single) {
        for (const option of chosen.options) goal.add(new Option(option.dataset.goal, option.value));
      }
    };
    const keep = () => {
      const chosen = kinds[Number(kind.value)];
      select.value = chosen.single ? chosen.options[0].value : goal.value;
      select.dispatchEvent(new Event("chosen", { bubbles: true }));
    };
    const show = () => {
      const index = kinds.findIndex((each) => each.options.some((option) => option.value === select.value));
      kind.value = String(Math.max(index, 0));
      offer();
      if (!goal.hidden) goal.value = select.value;
    };
    kind.addEventListener("change", () => { offer(); keep(); });
    goal.addEventListener("change", keep);
    show();
    select.hidden = true;
    box.append(kind, goal);
    select.after(box);
    row.take = (value) => { select.value = value; show(); keep(); };
  };

  // A click on a unit of one's own leads to its order; the next click on a province is where it goes, if it can.
  const board = (form) => {
    const map = $(".board .map svg");
    if (!map) return;
    let unit = null;
    const rowOf = (province) => $(`li[data-province="${province}"]`, form);
    const mark = (province) => {
      for (const each of $$(".unit.taken", map)) each.classList.remove("taken");
      unit = province;
      if (!province) return;
      const piece = $(`.unit[data-province="${province}"]`, map);
      if (piece) piece.classList.add("taken");
    };
    map.addEventListener("click", (event) => {
      const hit = event.target.closest("[data-province]");
      const province = hit && hit.dataset.province;
      if (!province) return mark(null);
      const own = rowOf(province);
      if (unit && unit !== province) {
        const row = rowOf(unit);
        const goes = $$("select[name] option", row).filter((option) =>
          new RegExp(`^. \\S+ [-R] (- )?${province}(/\\w+)?$`).test(option.value));
        if (goes.length) {
          (row.take || ((value) => { $("select", row).value = value; }))(goes[0].value);
          $("select:not([hidden])", row).focus();
          return mark(null);
        }
      }
      if (own) {
        mark(province);
        const field = $("select:not([hidden])", own);
        field.focus({ preventScroll: false });
      } else mark(null);
    });
  };

  // --- a ballot: votes are counted as they are written, and lines move at once, by button, key or drag ---

  const ballot = (form) => {
    const status = $(".left", form);
    const list = $(".lines", form);
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
    for (const form of $$("form.js-orders", root)) {
      for (const row of $$("li[data-province]", form)) if (row.dataset.province) split(row);
      board(form);
    }
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
