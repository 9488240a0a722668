// The menu of rarely used actions: jumps, search, saved pictures and the list of keys.

import { h } from "../dom.js";

/** @typedef {{ id: string, label: string, key?: string, act: () => void }} Entry */

let menus = 0; // a page may have several stages, and the ids of their menus must differ

/** A button and the menu that it opens; the page places both. @param {Entry[]} entries */
export function newMore(entries) {
  const list = h("div", { class: "st-menu", hidden: true, id: `st-menu-${++menus}`, "data-testid": "more-menu" },
    ...entries.map(({ id, label, key, act }) => h("button", { type: "button", class: "st-menu-entry", "data-testid": id,
      onclick() {
        close();
        act();
      } }, h("span", {}, label), key && h("kbd", { "aria-hidden": "true" }, key))));
  const button = h("button", { type: "button", class: "st-btn", "data-testid": "more", "aria-expanded": "false",
    "aria-controls": list.id, title: "Jumps, search, pictures, keys",
    onclick: () => (list.hidden ? open() : close()) }, "More");
  const items = /** @type {HTMLElement[]} */ ([...list.children]);

  /** Closes the menu when the reader presses elsewhere. @param {Event} event */
  function outside(event) {
    const on = /** @type {Node} */ (event.target);
    if (!list.contains(on) && !button.contains(on)) close();
  }
  function open() {
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside, true);
    items[0]?.focus();
  }
  function close() {
    if (list.hidden) return;
    const focused = list.contains(document.activeElement);
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (focused) button.focus();
  }
  list.addEventListener("keydown", (event) => {
    const { key } = event, at = items.findIndex((item) => item === document.activeElement), { length } = items;
    if (key === "Escape") close();
    else if (key === "ArrowDown") items[(at + 1) % length].focus();
    else if (key === "ArrowUp") items[(at - 1 + length) % length].focus();
    else if (key === "Home") items[0].focus();
    else if (key === "End") items[length - 1].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("focusout", (event) => { // after Tab
    if (event.relatedTarget instanceof Node && !list.contains(event.relatedTarget)) close();
  });
  return { button, list };
}
