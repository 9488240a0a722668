// The glossary: every symbol and term in a text shows its explanation on hover, focus and tap.

import entries from "../../glossary.json" with { type: "json" };
import { h, put } from "./dom.js";

/** @typedef {typeof entries[number]} Entry */

/** Every spelling of a term and its entry. @type {Map<string, Entry>} */
export const TERMS = new Map(entries.flatMap((entry) => [entry.term, ...entry.also].map((word) => [word, entry])));
const LETTER = "[\\p{L}\\p{N}_′̃]";
const escaped = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const ANY = new RegExp(`(?<!${LETTER})(${[...TERMS.keys()].sort((a, b) => b.length - a.length).map(escaped).join("|")})`
  + `(?!${LETTER})`, "gu");

/**
 * Splits a text at its terms. Only the first use of each term gets its entry.
 * @param {string} text @returns {{ text: string, entry: Entry | null }[]}
 */
export function termsIn(text) {
  const parts = /** @type {{ text: string, entry: Entry | null }[]} */ ([]), seen = new Set();
  let from = 0;
  for (const match of outsideQuotes(text)) {
    const entry = TERMS.get(match[0]);
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    parts.push({ text: text.slice(from, match.index), entry: null }, { text: match[0], entry });
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from), entry: null }].filter((part) => part.text);
}
/** Possible terms, without tokens in quotation marks and without “a” as an article. @param {string} text */
const outsideQuotes = (text) => [...text.matchAll(ANY)].filter(({ index }) =>
  text.lastIndexOf("“", index) <= text.lastIndexOf("”", index) && !/^a \p{L}/u.test(text.slice(index, index + 3)));

let glossaries = 0; // a page may have several stages

/** The tooltip of a stage and the functions that mark terms. @param {HTMLElement} stage the tooltip's container */
export function newGlossary(stage) {
  glossaries += 1;
  const root = h("div", { class: "st-gloss", role: "tooltip", id: `st-gloss-${glossaries}`, hidden: true,
    "data-testid": "glossary" });
  let at = /** @type {HTMLElement | null} */ (null);

  /** @param {HTMLElement} term @param {Entry} entry */
  function show(term, entry) {
    at = term;
    put(root, h("b", {}, entry.name), h("p", {}, entry.help), entry.paper ? h("small", {}, entry.paper) : null);
    root.hidden = false;
    const box = term.getBoundingClientRect(), frame = stage.getBoundingClientRect(), wide = root.offsetWidth;
    const left = Math.max(0, Math.min(box.left - frame.left, frame.width - wide));
    const above = box.top - root.offsetHeight - 6;
    root.style.left = `${left}px`;
    root.style.top = `${(above > 0 ? above : box.bottom + 6) - frame.top}px`;
    term.setAttribute("aria-describedby", root.id);
  }
  function hide() {
    at?.removeAttribute("aria-describedby");
    at = null;
    root.hidden = true;
  }
  stage.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") return walk(event, event.key === "ArrowDown" ? 1 : -1);
    if (event.key !== "Escape" || root.hidden) return;
    hide();
    event.stopPropagation();
  });
  /**
   * Moves the focus along the terms of a text with ↑ and ↓; Tab stops only at the first one.
   * @param {KeyboardEvent} event @param {number} by
   */
  function walk(event, by) {
    const here = event.target;
    if (!(here instanceof HTMLElement) || here.localName !== "dfn") return;
    const terms = /** @type {HTMLElement[]} */ ([...here.parentElement?.querySelectorAll("dfn") ?? []]);
    terms[Math.min(terms.length - 1, Math.max(0, terms.indexOf(here) + by))].focus();
    event.preventDefault();
    event.stopPropagation();
  }
  /**
   * A text with its terms marked. Tab stops at the first term, or at none if `stop` is false.
   * @param {string} text @param {boolean} [stop] @returns {(Node | string)[]}
   */
  const explained = (text, stop = true) => {
    const parts = termsIn(text), first = stop ? parts.findIndex((part) => part.entry) : -1;
    return parts.map((part, k) => marked(part, k === first));
  };
  /** @param {{ text: string, entry: Entry | null }} part @param {boolean} stop */
  function marked({ text: words, entry }, stop) {
    if (!entry) return words;
    const term = h("dfn", { tabindex: stop ? "0" : "-1", "data-term": entry.term }, words);
    const open = () => show(term, entry);
    for (const event of ["mouseenter", "focus", "click"]) term.addEventListener(event, open);
    for (const event of ["mouseleave", "blur"]) term.addEventListener(event, hide);
    return term;
  }
  /** Hides the explanation of a term that was removed from the page; no event reports that. */
  const gone = () => { if (at && !at.isConnected) hide(); };
  return { root, explained, gone };
}
