// "Reproduce this run": code in several forms, one tab each. Its text is untrusted and only becomes text nodes.

import { h, put, setText } from "../../stage/js/dom.js";
import { copyLink, holders, roving } from "./page.js";

/**
 * The code of a run in one form, from explorer/features/code.py.
 * @typedef {{ kind: string, title: string, code: string, note: string }} Snippet
 */

/**
 * Fetches the code of the run on the stage when the section is visible, and again for another run.
 * @param {HTMLElement} element
 */
export function reproduce(element) {
  const root = /** @type {HTMLElement} */ (element.querySelector("[data-code]"));
  const words = /** @type {Record<string, string>} */ (JSON.parse(root.dataset.code || "{}"));
  let asked = "", kind = "", seen = false;

  /** Shows a sentence instead of code. @param {string} why */
  const refuse = (why) => put(root, h("p", { role: "status", "data-testid": "code-why" }, why));

  /** Shows the code. @param {Snippet[]} snippets */
  function show(snippets) {
    const note = h("p", { "data-testid": "code-note" }), copied = h("span", { role: "status" });
    const code = h("pre", { tabindex: "0", role: "tabpanel", "data-testid": "code" });
    const copy = h("button", { type: "button", class: "lt-btn", "data-testid": "code-copy",
      onclick: () => copyLink(code.textContent ?? "", words.copied, (text) => setText(copied, text)) }, words.copy);
    const tabs = snippets.map((each) => h("button", { type: "button", role: "tab", class: "lt-btn",
      "data-kind": each.kind, onclick: () => choose(each.kind) }, each.title));
    /** Opens a tab. @param {string} chosen */
    function choose(chosen) {
      const at = Math.max(0, snippets.findIndex((each) => each.kind === chosen));
      kind = snippets[at].kind;
      tabs.forEach((tab, place) => tab.setAttribute("aria-selected", String(place === at)));
      setText(code, snippets[at].code);
      code.setAttribute("aria-label", snippets[at].title);
      setText(note, snippets[at].note);
      setText(copied, "");
    }
    const list = h("div", { role: "tablist", "aria-label": words.kinds }, ...tabs);
    choose(kind);
    roving(list);
    put(root, list, code, h("div", { class: "code-foot" }, copy, copied, note));
  }

  /** Fetches the code of the run on the stage. */
  async function look() {
    const name = holders("#stage")[0]?.stage.state().name ?? "";
    if (!name) return refuse(words.nothing);
    if (name === asked) return;
    asked = name;
    try {
      const answer = await fetch(`explorer/code/${encodeURIComponent(name)}`);
      const content = answer.ok ? (await answer.json()).snippets : await answer.text();
      if (asked !== name) return; // another run was opened in the meantime
      if (answer.ok) return show(content);
      refuse(content);
    } catch {
      if (asked === name) refuse(words.unanswered);
    }
    asked = ""; // allow another try
  }

  new IntersectionObserver((entries) => {
    seen = entries.some(({ isIntersecting }) => isIntersecting);
    if (seen) void look();
  }).observe(root);
  document.addEventListener("stage:step", ({ target }) => {
    if (seen && element.isConnected && target instanceof Element && target.closest("#stage")) void look();
  });
}
