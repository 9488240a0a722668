// "Reproduce this run": code of several kinds, one tab each. Its text is untrusted and only ever becomes a text node.

import { h, put, setText } from "../../stage/js/dom.js";
import { copyLink, holders } from "./page.js";

/**
 * What runs/code.py makes of a run.
 * @typedef {{ kind: string, title: string, code: string, note: string }} Snippet
 */

/**
 * The tab that a key leads to, null if the key does nothing here.
 * @param {string} key @param {number} at @param {number} count
 */
export function tabAfter(key, at, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  return by && count ? (at + by + count) % count : null;
}

/**
 * Fetches the code of the run on the stage when the section is seen, and when another run is opened meanwhile.
 * @param {HTMLElement} element
 */
export function reproduce(element) {
  const root = /** @type {HTMLElement} */ (element.querySelector("[data-code]"));
  const words = /** @type {Record<string, string>} */ (JSON.parse(root.dataset.code || "{}"));
  let asked = "", kind = "", seen = false;

  /** @param {string} why */
  const refuse = (why) => put(root, h("p", { role: "status", "data-testid": "code-why" }, why));

  /** @param {Snippet[]} snippets */
  function show(snippets) {
    const note = h("p", { "data-testid": "code-note" }), copied = h("span", { role: "status" });
    const code = h("pre", { tabindex: "0", role: "tabpanel", "data-testid": "code" });
    const copy = h("button", { type: "button", class: "lt-btn", "data-testid": "code-copy",
      onclick: () => copyLink(code.textContent ?? "", words.copied, (text) => setText(copied, text)) }, words.copy);
    const tabs = snippets.map((each) => h("button", { type: "button", role: "tab", class: "lt-btn",
      "data-kind": each.kind, onclick: () => choose(each.kind) }, each.title));
    /** @param {string} chosen */
    function choose(chosen) {
      const at = Math.max(0, snippets.findIndex((each) => each.kind === chosen));
      kind = snippets[at].kind;
      tabs.forEach((tab, place) => {
        tab.setAttribute("aria-selected", String(place === at));
        tab.tabIndex = place === at ? 0 : -1;
      });
      setText(code, snippets[at].code);
      code.setAttribute("aria-label", snippets[at].title);
      setText(note, snippets[at].note);
      setText(copied, "");
    }
    /** @param {KeyboardEvent} event */
    function onkeydown(event) {
      const to = tabAfter(event.key, tabs.findIndex((tab) => tab === event.target), tabs.length);
      if (to === null) return;
      event.preventDefault();
      tabs[to].click();
      tabs[to].focus();
    }
    const list = h("div", { role: "tablist", "aria-label": words.kinds, onkeydown }, ...tabs);
    choose(kind);
    put(root, list, code, h("div", { class: "code-foot" }, copy, copied, note));
  }

  async function look() {
    const name = holders("#stage")[0]?.stage.state().name ?? "";
    if (!name) return refuse(words.nothing);
    if (name === asked) return;
    asked = name;
    try {
      const answer = await fetch(`explorer/code/${encodeURIComponent(name)}`);
      const made = answer.ok ? (await answer.json()).snippets : await answer.text();
      if (asked !== name) return; // another run was opened meanwhile
      if (answer.ok) return show(made);
      refuse(made);
    } catch {
      if (asked === name) refuse(words.unanswered);
    }
    asked = ""; // the same may be asked for again
  }

  new IntersectionObserver((entries) => {
    seen = entries.some((one) => one.isIntersecting);
    if (seen) void look();
  }).observe(root);
  document.addEventListener("stage:step", ({ target }) => {
    if (seen && element.isConnected && target instanceof Element && target.closest("#stage")) void look();
  });
}
