// The menu of what is done rarely: jumps, the search, pictures of the stage, the keys.

import { h } from "./dom.js";

/** @typedef {{ id: string, label: string, key?: string, act: () => void }} Entry */

let menus = 0; // a page may have several stages, and a list is found by an id of the page

/** A button and the list that it opens above itself; the page places both. @param {Entry[]} entries */
export function newMore(entries) {
  const list = h("div", { class: "st-menu", hidden: true, id: `st-menu-${++menus}`, "data-testid": "more-menu" },
    ...entries.map(({ id, label, key, act }) => h("button", { type: "button", class: "st-menu-entry", "data-testid": id,
      onclick() {
        close();
        act();
      } }, h("span", {}, label), key && h("kbd", { "aria-hidden": "true" }, key))));
  const button = h("button", { type: "button", class: "st-btn", "data-testid": "more", "aria-expanded": "false",
    "aria-controls": list.id, title: "Jump, find, save a picture, keys",
    onclick: () => (list.hidden ? open() : close()) }, "More");
  const items = /** @type {HTMLElement[]} */ ([...list.children]);

  /** A press anywhere else closes the list. @param {Event} event */
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
    const held = list.contains(document.activeElement);
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (held) button.focus();
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
  list.addEventListener("focusout", (event) => { // Tab left it
    if (event.relatedTarget instanceof Node && !list.contains(event.relatedTarget)) close();
  });
  return { button, list };
}
