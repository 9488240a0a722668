// The glossary: every symbol and term in a text shows its explanation on hover, focus and tap.

import entries from "../../../glossary.json" with { type: "json" };
import { h, pointer, put } from "../dom.js";

/**
 * An entry explains one sense of a term. If it lists methods, the term has this sense only in texts about their runs.
 * @typedef {{ term: string, also: string[], methods: string[], name: string, help: string, paper: string }} Entry
 */

/** Every spelling of a term and its senses: τ is a threshold in MTAD, and the length of an n-gram in GSD. */
export const TERMS = /** @type {Map<string, Entry[]>} */ (new Map());
for (const entry of /** @type {Entry[]} */ (entries))
  for (const word of [entry.term, ...entry.also]) TERMS.set(word, [...TERMS.get(word) ?? [], entry]);

const LETTER = "[\\p{L}\\p{N}_′̃’]";
const escaped = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A word of several letters may begin a sentence; a symbol is written in one way. @param {string} word */
const spelled = (word) => (/^\p{Ll}{2}/u.test(word) ? `[${word[0]}${word[0].toUpperCase()}]${escaped(word.slice(1))}`
  : escaped(word));
const LONGEST_FIRST = [...TERMS.keys()].sort((a, b) => b.length - a.length);
const ANY = new RegExp(`(?<!${LETTER})(${LONGEST_FIRST.map(spelled).join("|")})`
  + "(?![\\p{L}\\p{N}_′̃])", "gu");

/**
 * The sense of a spelling in texts about a method; null if it has none there.
 * @param {string} word @param {string} method
 */
function senseOf(word, method) {
  const senses = TERMS.get(word) ?? TERMS.get(word[0].toLowerCase() + word.slice(1)) ?? [];
  const here = senses.find(({ methods }) => methods.includes(method));
  return here ?? senses.find(({ methods }) => !methods.length) ?? null;
}

/**
 * Splits a text at its terms. Only the first use of each term gets its entry.
 * @param {string} text @param {string} [method] the method of the run that the text is about
 * @param {Set<Entry>} [seen] the terms that were used before @returns {{ text: string, entry: Entry | null }[]}
 */
export function termsIn(text, method = "", seen = new Set()) {
  const parts = /** @type {{ text: string, entry: Entry | null }[]} */ ([]);
  let from = 0;
  for (const match of outsideQuotes(text)) {
    const entry = senseOf(match[0], method);
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

/**
 * The tooltip of a stage and the functions that mark terms.
 * @param {HTMLElement} stage the tooltip's container @param {() => string} method the method of the run that is shown
 */
export function newGlossary(stage, method) {
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
    const text = here.closest("p, dt, dd, li, span");
    const terms = /** @type {HTMLElement[]} */ ([...text?.querySelectorAll("dfn") ?? []]);
    terms[Math.min(terms.length - 1, Math.max(0, terms.indexOf(here) + by))].focus();
    event.preventDefault();
    event.stopPropagation();
  }
  /**
   * A function that marks the terms of a paragraph, text by text: each term once. Tab stops at the first term, or at
   * none if `stop` is false.
   * @param {boolean} [stop] @returns {(text: string) => (Node | string)[]}
   */
  const marker = (stop = true) => {
    const seen = new Set();
    let stops = stop;
    return (text) => termsIn(text, method(), seen).map((part) => {
      const first = stops && part.entry !== null;
      if (first) stops = false;
      return marked(part, first);
    });
  };
  /**
   * A text with its terms marked. Tab stops at the first term, or at none if `stop` is false.
   * @param {string} text @param {boolean} [stop] @returns {(Node | string)[]}
   */
  const explained = (text, stop = true) => marker(stop)(text);
  /** @param {{ text: string, entry: Entry | null }} part @param {boolean} stop */
  function marked({ text: words, entry }, stop) {
    if (!entry) return words;
    const term = h("dfn", { tabindex: stop ? "0" : "-1", "data-term": entry.term }, words);
    const open = () => show(term, entry);
    for (const event of ["focus", "click"]) term.addEventListener(event, open);
    // not if the page moved under a resting pointer, as after a click that opens another view
    term.addEventListener("mouseenter", (event) => { if (pointer.moved(event)) open(); });
    term.addEventListener("blur", hide);
    term.addEventListener("mouseleave", () => { if (!term.matches(":focus")) hide(); }); // some browsers send it on tap
    return term;
  }
  /** Hides the explanation of a term that was removed from the page; no event reports that. */
  const gone = () => { if (at && !at.isConnected) hide(); };
  return { root, explained, marker, gone };
}
