// The calculation of a test in one line, at one place for every method. It must make clear where the threshold comes
// from: every number has its name below it, and those of the two models have their colours.

import { h } from "../dom.js";
import { num, percent } from "../format.js";

/** @import { It } from "../model.js" */
/** @import { Calculation, Judged, Prefix, Verdict } from "../types.d.ts" */
/** @typedef {Calculation["plain"]} Terms */
/** @typedef {"plain" | "exact"} Voice */

const TARGET = /^(target|leftover|p\b)/, DRAFT = /^(draft$|q\b)/;

/** The line. @param {Terms} terms @param {string} name for tests */
export function calculation(terms, name = "calculation") {
  const of = (/** @type {string} */ named, /** @type {Terms[number]} */ before) => (TARGET.test(named) ? "p"
    : DRAFT.test(named) ? "q" : before === "=" || before === "→" ? "result" : null);
  return h("p", { class: "st-sum", "data-testid": `inspector-${name}` },
    ...terms.flatMap((term, k) => [k ? " " : "", typeof term === "string" ? h("i", {}, term)
    : h("span", { "data-of": of(term[1], terms[k - 1]) }, h("b", {}, term[0]), " ", h("small", {}, term[1]))]));
}

/**
 * Two probabilities with enough digits for their written quotient to come out right, as in explorer/story/numbers.py.
 * @param {number} top @param {number} below @param {Voice} voice @returns {[string, string]}
 */
export function quotient(top, below, voice) {
  const plain = voice === "plain", result = num(top / below);
  const write = (/** @type {number} */ value, /** @type {number} */ places) =>
    (plain ? `${+(100 * value).toFixed(places)}%` : String(+value.toPrecision(places + 1)));
  let written = /** @type {[string, string]} */ (plain ? [percent(top), percent(below)] : [num(top), num(below)]);
  for (let places = plain ? 1 : 2; places < 9 && top >= 1e-6 && below >= 1e-6; places++) {
    const [a, b] = written.map(parseFloat);
    if (a && b && num(a / b) === result) break;
    written = [write(top, places), write(below, places)];
  }
  return written;
}

/** What is divided by q in a test, by its symbol: its name in the plain voice. */
const TOPS = /** @type {Record<string, string>} */ ({ p: "target", p_beam: "target", "p′": "leftover target",
  "p/ρ": "target ÷ ρ" });

/**
 * The threshold of a random number as a quotient of two probabilities, at most 1. Null for decisions without one.
 * @param {Verdict} verdict @param {Voice} voice @returns {Terms | null}
 */
export function threshold({ tiles, q, a }, voice) {
  const top = tiles.findLast(([name]) => name in TOPS);
  if (a === undefined || !top || typeof top[1] !== "number" || !q) return null;
  const plain = voice === "plain", ratio = top[1] / q, value = num(ratio), [p, below] = quotient(top[1], q, voice);
  return [[p, plain ? TOPS[top[0]] : top[0]], plain ? "÷" : "/", [below, plain ? "draft" : "q"], "=",
    ...ratio > 1 && value !== "1" ? [value, "→"] : [], [ratio >= 1 ? "1" : value, plain ? "threshold" : "a"]];
}

/**
 * The calculation of the test at a step: of a leaf, a prefix or a single token. Null if it has none.
 * @param {It} it @param {Verdict | null} verdict @param {Voice} voice @param {number} phase
 */
export function sumAt(it, verdict, voice, phase) {
  const whole = it.panels.some(({ kind }) => kind === "judged"), row = rowAt(it, phase);
  const terms = row ? row.work?.[voice] : verdict && !whole && threshold(verdict, voice);
  if (!terms) return null;
  const bar = it.panels.find(({ kind }) => kind === "prefixes");
  const compared = bar?.kind === "prefixes" && row ? [row.passed ? ">" : "≤",
    /** @type {[string, string]} */ ([num(bar.bar), voice === "plain" ? "threshold" : "τ"])] : [];
  return calculation([...terms, ...compared]);
}

/**
 * The test of a whole prefix or leaf that is made at a step.
 * @param {It} it @param {number} phase @returns {Judged | Prefix | undefined}
 */
export function rowAt(it, phase) {
  for (const panel of it.panels) {
    const rows = panel.kind === "judged" ? panel.rows : panel.kind === "prefixes" ? panel.prefixes : [];
    const row = rows.find(({ step }) => step === phase);
    if (row) return row;
  }
}
