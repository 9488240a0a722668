// The scale of a node's test: the range that passes, the random number, and the words below.

import { num, percent, short } from "../format.js";
import { judgedIn } from "../model.js";
import { fitting } from "./words.js";

/** @import { Form } from "./form.js" */
/** @import { Frame, Item } from "./frame.js" */
/** @import { Fate, It } from "../model.js" */
/** @import { Node } from "./scene.js" */
/** @import { Strip } from "../types.d.ts" */

const NEXT = 24; // px: the gap before the next column, in which the words beside a scale are
const SAYS = 2; // px: as much wider than its scale a text below it may be

/**
 * The last test of a prefix or a leaf that ends at a place, as far as it is known at a step: its numbers and its place
 * in the order of the tests.
 * @param {It} it @param {number} place @param {number} step
 */
function judgedAt(it, place, step) {
  const panel = judgedIn(it);
  const nth = panel?.rows.findLastIndex((row) => row.place === place && row.step <= step) ?? -1;
  return !panel || nth < 0 ? undefined : { ...panel.rows[nth], nth: nth + 1 };
}

/**
 * The number at a node. It is the number of its test if the tests have their own order; otherwise, the node's number
 * among the candidates.
 * @param {Frame} frame @param {Item} item @param {number} step
 */
export function numberOf({ it, chain, mode, narrow, tests, view }, { place, nth }, step) {
  if (tests) return narrow ? null : tests.get(place)?.findLast((test) => test.step <= step)?.nth ?? null;
  if (chain || !judgedIn(it)) return nth;
  if (!mode.text || narrow) return null;
  const { order } = judgedIn(it) ?? {}; // of all tests, from the plan on
  return !order ? judgedAt(it, place, step)?.nth ?? null
    : step < it.seen || view === "check" ? null : order.indexOf(place) + 1 || null;
}

/**
 * The test of a prefix whose scale is shown at a step. Every test so far has a scale, and all have the same length, so
 * that they can be compared. For a long chain in one row, only the current test has one or, after all tests, that of
 * the longest prefix that passed. Undefined if the chain is not tested as a whole, null if this place shows no scale.
 * @param {Frame} frame @param {number} place @param {number} step @param {boolean} fallen
 */
function wholeAt({ it, chain, narrow, spot, lines, drop }, place, step, fallen) {
  const panel = judgedIn(it);
  if (!chain || !panel || it.n.role[place] !== "draft") return undefined;
  const now = panel.rows.findIndex((row) => (step >= panel.told ? row.chosen : row.step === step));
  const known = panel.rows.findIndex((row) => row.place === place && row.step <= step);
  const nth = lines || narrow ? known : now, row = panel.rows[nth];
  const [from, to, end] = [panel.rows[0]?.place, place, panel.rows.at(-1)?.place].map((at) =>
    spot.get(at ?? -1)?.x ?? 0);
  if (row?.place !== place) return null;
  return { ...row, nth: nth + 1, before: narrow ? 0 : to - from, after: narrow ? 0 : end - to,
    line: lines ? lines * nth - (fallen ? drop : 0) : null };
}

/**
 * The scale of a node's test: of every test so far or, if boxes are small, of the test of this step. That of a prefix
 * is below the whole chain. A box that has fallen has no scale of its own.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Fate | null} fate @param {boolean} fallen
 */
export function testOf(frame, { place }, step, fate, fallen = false) {
  const { model, it, form, chain, mode } = frame;
  const none = { from: -1, cut: null, coin: null, side: /** @type {Node["side"]} */ ("below"), test: "", span: null };
  if (!fate || !form.scale) return none;
  const prefix = prefixAt(it, place, step);
  if (prefix && (chain || prefix.step === step)) return { ...ratioTest(prefix, form), span: null };
  const whole = wholeAt(frame, place, step, fallen);
  if (whole === null || (whole?.line === null && fallen)) return none;
  if (whole) return wholeTest(whole, form, model.voice);
  if (frame.lines && it.n.role[place] === "target") return none; // the scales of the prefixes are there
  const stays = chain || mode.name === "rich"; // small boxes have no room between them
  const tests = model.decided(it, place, step).filter((v) => stays || it.stepOf[v] === step);
  const verdict = it.verdicts[tests.at(-1) ?? -1];
  if (verdict?.strip) return { ...drawnFrom(verdict.strip, form, model.voice), span: null };
  if (verdict?.u === undefined || verdict.a === undefined) return none;
  const { u, a, layer } = verdict;
  if (it.shares && layer !== undefined && it.deepest[step] > layer) return none; // its own share counts again
  return { ...none, cut: Math.min(1, a), coin: u, test: comparison(form, model.voice, u, a, "accepted", verdict) };
}

/**
 * The scale of the test of a whole prefix.
 * @param {NonNullable<ReturnType<typeof wholeAt>>} whole @param {Form} form @param {"plain" | "exact"} voice
 */
function wholeTest({ cut, u, nth, before, after, line }, form, voice) {
  const name = line === null ? "" : `prefix ${nth}`, span = { before, after, line, name };
  const none = { from: -1, cut: null, coin: null, side: /** @type {Node["side"]} */ ("below"), test: "", span };
  if (u === null || !form.scale) return none;
  const wide = { ...form, scale: { ...form.scale, wide: form.scale.wide + (line === null ? before + after : NEXT) } };
  const words = comparison(wide, voice, u, cut, "passes");
  const named = line === null ? `prefix ${nth}${cut > 0 && cut < 1 ? ":" : ""} ${words}` : words;
  return { ...none, cut: Math.min(1, cut), coin: u, test: words && says(wide, named, words) };
}

/**
 * The test of the prefix that ends at a place with the threshold τ (MTAD), as far as it is known at a step.
 * @param {It} it @param {number} place @param {number} step
 */
function prefixAt(it, place, step) {
  const panel = it.panels.find(({ kind }) => kind === "prefixes");
  if (panel?.kind !== "prefixes") return null;
  const found = panel.prefixes.find((row) => row.place === place && row.step <= step);
  return found ? { ...found, bar: panel.bar } : null;
}
/**
 * The joint ratio of a prefix on a scale from 0 to 1, where it passes above the threshold.
 * @param {NonNullable<ReturnType<typeof prefixAt>>} prefix @param {Form} form
 */
function ratioTest({ ratio, product, passed, bar }, form) {
  const value = product === null ? "∞" : num(product), test = `${value} ${passed ? ">" : "≤"} ${num(bar)}`;
  const word = passed ? " passes" : " fails"; // the mark of the box says it, too
  return { from: Math.min(1, bar), cut: 1, coin: ratio, side: /** @type {Node["side"]} */ ("above"),
    test: says(form, `joint ${test}${word}`, `${test}${word}`, test) };
}
/**
 * The first of these texts that fits below a scale; none for a scale without words.
 * @param {Form} form @param {...string} texts
 */
const says = ({ scale, small }, ...texts) => (scale?.says ? fitting((scale.wide + SAYS) / small, ...texts) : "");

/**
 * The words of a test: its random number and its threshold or, if no random number can change the outcome, the reason.
 * @param {Form} form @param {"plain" | "exact"} voice @param {number} u @param {number} a
 * @param {string} passes what happens below a @param {{ p?: number | null, q?: number | null }} [ratio] with what p/q
 *   is computed
 */
function comparison(form, voice, u, a, passes, ratio = {}) {
  const sign = u < a ? "<" : "≥", plain = voice === "plain", { p, q } = ratio;
  if (a > 0 && a < 1) return plain ? says(form, `${num(u)} ${sign} ${num(a)}`, `${short(u)} ${sign} ${short(a)}`)
    : says(form, `u = ${short(u)} ${sign} ${short(a)}`, `${short(u)} ${sign} ${short(a)}`);
  const certain = a >= 1 ? "always" : "never", rest = [`${certain} ${passes}`, certain];
  if (a >= 1 && typeof p === "number" && typeof q === "number" && p >= q)
    return says(form, plain ? `${certain}: ${percent(p)} ≥ ${percent(q)}` : `${certain}: p ≥ q`, ...rest);
  if (a <= 0 && p === 0) return says(form, plain ? `${certain}: target 0%` : `${certain}: p = 0`, ...rest);
  return says(form, ...rest);
}
/**
 * The scale of a token that the target sampled: its part of the distribution, and the random number in it.
 * @param {Strip} strip @param {Form} form @param {"plain" | "exact"} voice
 */
function drawnFrom({ u, parts, own }, form, voice) {
  const upto = (/** @type {number} */ k) => parts.slice(0, k).reduce((sum, [, , value]) => sum + value, 0);
  const all = upto(parts.length), from = upto(own) / all, cut = upto(own + 1) / all;
  const within = (/** @type {(value: number) => string} */ write) => `${write(from)} ≤ ${write(u)} < ${write(cut)}`;
  const test = voice === "exact" ? says(form, within((value) => num(value)), within(short), `u = ${short(u)}`)
    : says(form, `${num(u)} in its part`, num(u));
  return { from, cut, coin: u, side: /** @type {Node["side"]} */ ("own"), test };
}
