// The tabs of the site. The open tab is part of the address, as in the app.

import { parameters, write } from "../../stage/js/address.js";
import { noteTab, roving } from "../../ui/js/page.js";

/**
 * Makes the buttons of a list open their panels.
 * @param {HTMLElement} list @param {(tab: string) => void} opened called whenever a tab comes to the front
 */
export function newTabs(list, opened) {
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const named = (/** @type {HTMLElement} */ tab) => tab.dataset.tab ?? "";
  const first = named(tabs[0]);
  /** Brings a tab to the front. @param {string} name @param {string | null} [wrong] the address's tab, if unknown */
  function show(name, wrong = null) {
    noteTab(list.closest("header") ?? list, wrong, list.dataset.wrong ?? "");
    for (const tab of tabs) {
      const on = named(tab) === name;
      tab.setAttribute("aria-selected", String(on));
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !on;
    }
    opened(name);
  }
  /** The name in the address, which need not be a tab. */
  function wanted() {
    const query = parameters();
    return query.get("tab") ?? (query.has("toy") ? "learn"
      : query.has("comparison") && !query.has("trace") ? "compare" : first);
  }
  /** Shows the tab that the address names. If there is none, shows the first tab and says so. */
  function open() {
    const name = wanted(), known = tabs.some((tab) => named(tab) === name);
    show(known ? name : first, known ? null : name);
  }
  /** Opens a tab and writes it into the address. @param {string} name */
  function go(name) {
    if (name === wanted()) return show(name);
    write({ tab: name === first ? null : name, toy: null, comparison: null }, true);
    show(name);
  }
  for (const tab of tabs) tab.addEventListener("click", () => go(named(tab)));
  addEventListener("popstate", open);
  roving(list);
  open();
  return { go };
}
