// A run of another engine in the calculator: its address comes from explorer/imports/whatif.py.

import { MOST, expectedTokens } from "../../stage/js/panels/speedup.js";
import { say } from "./page.js";

/**
 * A run of another engine. `points` are measured tokens per pass by draft length. `measured` is false if α follows from
 * the tokens per pass. `cost` is null if the file has no pass times.
 * @typedef {{ name: string, alpha: number, gamma: number, points: [number, number][], measured: boolean,
 *   cost: number | null }} Imported
 * @typedef {{ gamma: number, value: number, name: string, cls: string }} Point
 */

const MOST_NAME = 60;
/** Whether a value is a number in a range. @param {unknown} value @param {number} low @param {number} high */
const within = (value, low, high) => typeof value === "number" && value >= low && value <= high;
/** Whether a value is a draft length. @param {unknown} value */
const isGamma = (value) => Number.isInteger(value) && within(value, 1, MOST);
/** Whether a value is a point. @param {unknown} value */
const isPoint = (value) => Array.isArray(value) && value.length === 2 && isGamma(value[0])
  && within(value[1], 1, value[0] + 1);

/**
 * The run that an address describes; null if the text describes none.
 * @param {string} text @returns {Imported | null}
 */
export function decode(text) {
  try {
    const { name, alpha, gamma, points, measured, cost } = JSON.parse(text);
    const right = typeof name === "string" && name.length <= MOST_NAME && within(alpha, 0, 1) && isGamma(gamma)
      && Array.isArray(points) && points.length >= 1 && points.length <= MOST && points.every(isPoint)
      && typeof measured === "boolean" && (cost === null || within(cost, 0, 1));
    return right ? { name, alpha, gamma, points, measured, cost } : null;
  } catch { return null; }
}

/**
 * The marks of a run, without a name, because a sentence above the curves explains them.
 * @param {Imported} run @param {(gamma: number, tokens: number) => number} height @returns {Point[]}
 */
export const pointsOf = ({ points }, height) => points.map(([gamma, tokens]) =>
  ({ gamma, value: height(gamma, tokens), name: "", cls: "imported" }));

/**
 * The sentence that compares a run with the formula, and names its marks.
 * @param {Record<string, string>} words @param {Imported} run
 */
export function compared(words, { name, alpha, gamma, points }) {
  const [, tokens] = points[points.length - 1], [length] = points[points.length - 1];
  return say(words.imported_here, { name, gamma: length, tokens: tokens.toFixed(2),
    expected: expectedTokens(alpha, Math.min(gamma, length)).toFixed(2) });
}

/**
 * The sentence that compares the best γ according to a run's own passes with the formula's best γ, at one cost and
 * check time; empty without counts by position.
 * @param {Record<string, string>} words @param {Imported} run
 * @param {(gamma: number, tokens: number) => number} speedup
 * @param {number | null} best the formula's best γ; null if none pays off
 */
export function ownBest(words, { name, points, measured }, speedup, best) {
  if (!measured) return "";
  const own = points.map(([gamma, tokens]) => ({ gamma, value: speedup(gamma, tokens) }));
  const top = own.reduce((one, two) => (two.value > one.value ? two : one), { gamma: 0, value: 1 });
  const longest = points[points.length - 1][0], formula = best ?? 0;
  const why = top.gamma === formula ? words.imported_same
    : formula > longest ? words.imported_longer : words.imported_other;
  return say(top.gamma ? words.imported_best : words.imported_none, { name, gamma: top.gamma,
    speedup: top.value.toFixed(2) }) + " " + say(why, { best: formula, longest });
}

/**
 * The sentences about the run of an address; empty if the address names none.
 * @param {Record<string, string>} words @param {string} text of the address @param {Imported | null} run
 */
export function described(words, text, run) {
  if (!run) return text ? words.import_wrong : "";
  const set = say(run.measured ? words.imported : words.imported_average, { name: run.name });
  return run.cost === null ? `${set} ${words.imported_cost}` : set;
}
