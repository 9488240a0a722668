// The quotient of two probabilities that is the threshold of a test, with enough digits for a correct result.

import { fixed, num, percent, probability } from "./format.js";

/** @import { Calculation, Verdict } from "./types.d.ts" */
/** @typedef {Calculation["plain"]} Terms */
/** @typedef {"plain" | "exact"} Voice */

/** The names of the target's and of the draft's number in a calculation. */
export const TARGET = /^(target|leftover target|p\b)/, DRAFT = /^(draft(, scaled)?$|q\b)/;

const CLOSE = 1e-9; // a ratio that is larger than 1 by less is 1

/** A ratio; with two digits if it is above 1, because its exact value does not matter then. @param {number} value */
const ratioOf = (value) => num(value > 1 ? +value.toPrecision(2) : value);

/**
 * Two probabilities with enough digits for their written quotient to come out right, as in explorer/story/numbers.py,
 * so that the sentence and its calculation have the same digits.
 * @param {number} top @param {number} below @param {Voice} voice
 * @param {string} [told] the quotient as it is written elsewhere @returns {[string, string]}
 */
export function quotient(top, below, voice, told = "") {
  const plain = voice === "plain", places = (told.split(".")[1] ?? "").length;
  const fits = told && (top / below).toFixed(places) === told;
  const write = (/** @type {number} */ value) => (fits ? value.toFixed(places) : ratioOf(value));
  let written = /** @type {[string, string]} */ ([top, below].map(plain ? percent : (value) => num(value)));
  for (let size = plain ? 2 : 3; size < 12 && top >= 1e-6 && below >= 1e-6; size++) {
    const [a, b] = written.map(parseFloat);
    if (a && b && write(a / b) === write(top / below)) break;
    written = [significant(top, size, plain), significant(below, size, plain)];
  }
  return written;
}
/** A probability with this many digits. @param {number} value @param {number} size @param {boolean} plain in percent */
const significant = (value, size, plain) =>
  (plain ? `${+(100 * value).toPrecision(size)}%` : String(+value.toPrecision(size)));

/**
 * Two probabilities with as few digits as are needed to see that the first is larger.
 * @param {number} top @param {number} below @param {Voice} voice @returns {[string, string]}
 */
function apart(top, below, voice) {
  const write = (/** @type {number} */ places) => [top, below].map((each) => (places < 1
    ? probability(voice, each) : fixed(voice, each, voice === "plain" ? places : places - 1)));
  const found = [0, 1, 2, 3, 4, 5, 6].map(write).find(([a, b]) => a !== b) ?? write(6);
  return [found[0], found[1]];
}

/**
 * The two probabilities of a test: for a ratio above 1, only which of them is larger must be visible.
 * @param {number} top @param {number} below @param {Voice} voice
 */
const tested = (top, below, voice) => (top / below > 1 + CLOSE ? apart : quotient)(top, below, voice);

/** The names of the dividends of q in tests in the plain voice, by symbol. */
export const TOPS = /** @type {Record<string, string>} */ ({ p: "target", p_beam: "target", "p′": "leftover target",
  "p/ρ": "target ÷ ρ" });

/**
 * The threshold of a random number as a quotient of two probabilities, at most 1. Null for decisions without one.
 * @param {Verdict} verdict @param {Voice} voice @param {boolean} scaled whether q was rescaled @returns {Terms | null}
 */
export function threshold({ tiles, q, a }, voice, scaled = false) {
  const top = tiles.findLast(([name]) => name in TOPS);
  if (a === undefined || !top || typeof top[1] !== "number" || !q) return null;
  const plain = voice === "plain", ratio = top[1] / q, larger = ratio > 1 + CLOSE;
  const [p, below] = tested(top[1], q, voice);
  const name = plain ? (scaled ? "draft, scaled" : "draft") : "q", result = plain ? "threshold" : "a";
  return [[p, plain ? TOPS[top[0]] : top[0]], plain ? "÷" : "/", [below, name], ...larger ? ["> 1", "→"] : ["="],
    larger ? ["1", `${result}, at most 1`] : [ratioOf(Math.min(1, ratio)), result]];
}

/**
 * The target's and the draft's number of a calculation as they are written. @param {Terms | null | undefined} terms
 */
export function numbersIn(terms) {
  const of = (/** @type {RegExp} */ name) => terms?.flatMap((term) => (typeof term !== "string" && name.test(term[1])
    ? [term[0]] : []))[0];
  return { p: of(TARGET), q: of(DRAFT) };
}
