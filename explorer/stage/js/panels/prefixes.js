// The test of a prefix in block verification, in parts of one step: its running ratio, the threshold that follows from
// it, and the random number. Only the last part shows the outcome.

import { h } from "../dom.js";
import { num, quoted, ratioText } from "../format.js";
import { judgedIn } from "../model.js";
import { shortAxis } from "./axis.js";
import { calculation, throughSums, writtenIn } from "./calculation.js";
import { ORIGIN, bars, continuedOf, judged, portion, thresholdOf } from "./judged.js";
import { chainLeft, leftPanel, leftSums } from "./leftover.js";

/** @import { It, Model } from "../model.js" */
/** @import { Part } from "./parts.js" */
/** @import { Judged, JudgedPanel } from "../types.d.ts" */
/** @import { Terms } from "../quotient.js" */
/** @typedef {"ratio" | "longer" | "threshold" | "outcome"} PrefixPart */

/**
 * The test of a step, and the number of the prefix; undefined for other steps.
 * @param {It} it @param {number} phase
 */
function testAt(it, phase) {
  const panel = judgedIn(it), at = panel?.rows.findIndex(({ step }) => step === phase) ?? -1, row = panel?.rows[at];
  return it.steps[phase]?.phase === "prefix" && row?.work && row.u !== null ? { row, nth: at + 1 } : undefined;
}

/** The parts of the test of a prefix. @param {It} it @param {number} phase @returns {PrefixPart[]} */
export function prefixParts(it, phase) {
  const at = testAt(it, phase);
  const { origin } = at?.row ?? {};
  return !at ? [] : !origin ? ["ratio", "outcome"] : origin.rows.length ? ["ratio", "longer", "threshold", "outcome"]
    : ["ratio", "threshold", "outcome"];
}

/** The first guesses, as the object of a sentence. @param {number} count */
const guesses = (count) => (count === 1 ? "the first guess" : `the first ${count} guesses`);

/**
 * The content of a part of a prefix's test.
 * @param {Model} model @param {It} it @param {number} phase @param {PrefixPart} part
 * @param {JudgedPanel} panel with its words in the current voice
 */
export function prefixPart(model, it, phase, part, panel) {
  const { row, nth } = /** @type {{ row: Judged, nth: number }} */ (testAt(it, phase)), { voice } = model;
  const plain = voice === "plain", { origin, place } = row, tested = { it, place, ratio: row.ratio, leaf: false };
  if (part === "ratio") {
    const often = oftenOf(model, it, panel.rows, nth), says = ratioSays(model, it, row, nth, panel.rows.length, often);
    return { name: "Running ratio", title: "", says, alone: true,
      sums: row.work ? [calculation(row.work[voice]), calculation(often.terms, "often")] : [],
      panel: [oftenPanel(model, it, row, often)] };
  }
  if (part === "longer" && origin) return { name: "Longer prefixes", title: "",
    says: longerSays(model, it, row, nth), sums: throughSums(model, origin), alone: true,
    panel: [h("section", ORIGIN, continuedOf(model, panel, origin, tested))] };
  if (part === "threshold" && origin) return { name: "Threshold", title: "",
    says: thresholdSays(row, nth, plain), sums: [calculation(origin.work[voice], "origin-sum")], alone: true,
    panel: [h("section", ORIGIN, bars(model, origin, tested))] };
  const { u, cut, passed, ratio } = row, same = !origin && Math.abs(cut - ratio) < 1e-9;
  const close = num(u) === num(cut) ? 3 : 2, number = num(u, close);
  const bar = close > 2 ? num(cut, close) : thresholdOf(it, row);
  const chosen = passed ? "passes" : "fails", called = `prefix ${nth} of ${panel.rows.length}`;
  const says = plain ? `${same ? "No longer prefix follows, so the threshold is the running ratio itself. " : ""}The `
    + `random number ${number} is ${passed ? "below" : "not below"} the threshold ${bar}, so ${called} ${chosen}.`
    : `u = ${number} ${passed ? "<" : "≥"} h_${nth} = ${bar}${same ? ` = P_${nth}` : ""}, so the prefix of length ${nth} ${
      chosen}.`;
  const axis = () => h("div", { "data-testid": "inspector-axis" },
    shortAxis(voice, cut, /** @type {number} */ (u), bar));
  return { name: "", title: panel.title, says, sums: cut > 0 && cut <= 1 ? [axis()] : [],
    panel: [judged(model, it, panel, phase, place)] };
}

/**
 * How often the draft proposes a prefix, how often that is accepted, and how often the target writes it.
 * @typedef {{ drafted: number, accepted: number, target: number, texts: string[][], terms: Terms }} Often
 */

/**
 * A product with so many digits: its factors are written so that they give it, if few digits are enough for that.
 * @param {"plain" | "exact"} voice @param {number[]} factors @param {string} told the last factor as it was written, or
 *   empty @param {number} size @returns {{ texts: string[], right: boolean }} the factors and the product
 */
export function product(voice, factors, told, size) {
  const [unit, sign] = voice === "plain" ? [100, "%"] : [1, ""], others = told ? factors.slice(0, -1) : factors;
  const write = (/** @type {number} */ each, /** @type {number} */ digits) =>
    `${+(unit * each).toPrecision(digits)}${sign}`;
  const result = write(times(factors), size);
  const tries = [2, 3, 4, 5].map((digits) => others.map((each) => write(each, digits)));
  const right = tries.find((some) => write(times([Number(told || 1), ...some.map((text) => parseFloat(text) / unit)]),
    size) === result);
  return { texts: [...right ?? tries[3], ...told ? [told] : [], result], right: right !== undefined };
}
/** @param {number[]} values */
const times = (values) => values.reduce((all, each) => all * each, 1);

/**
 * How often a prefix is proposed, accepted, and written by the target alone. All three have the same number of digits.
 * @param {Model} model @param {It} it @param {Judged[]} rows @param {number} nth @returns {Often}
 */
export function oftenOf(model, it, rows, nth) {
  const { voice } = model, plain = voice === "plain", shown = rows.slice(0, nth), { ratio } = rows[nth - 1];
  const q = shown.map(({ place }) => model.drafted(it, place, it.seen) ?? 0);
  const p = shown.map(({ place }) => model.wanted(it, place, it.seen) ?? 0);
  const last = (/** @type {number[]} */ some) => (nth > 1 ? [times(some.slice(0, -1)), some[nth - 1]] : some);
  const tries = [3, 2, 1].flatMap((size) => [ratioText(ratio), num(ratio, 4)].map((told) => [product(voice, last(q), "",
    size), product(voice, [times(q), ratio], told, size), product(voice, last(p), "", size)]));
  const texts = (tries.find((some) => some.every(({ right }) => right)) ?? tries[3]).map((each) => each.texts);
  return { drafted: times(q), accepted: times(q) * ratio, target: times(p), texts, terms: [
    [texts[1][0], plain ? "drafted" : "q(prefix)"], plain ? "×" : "·", [texts[1][1], plain ? "running ratio" : `P_${nth}`], "=",
    [texts[1][2], plain ? "of all rounds" : "P·q(prefix)"]] };
}

/**
 * The picture of this: three bars on one scale. The bar of the accepted rounds is as long as that of the target, or
 * shorter if a ratio was capped at 1.
 * @param {Model} model @param {It} it @param {Judged} row @param {Often} often
 */
function oftenPanel(model, it, { place }, { drafted, accepted, target, texts }) {
  const plain = model.voice === "plain", most = Math.max(drafted, target) || 1, sign = plain ? " × " : " · ";
  const path = model.gram(it, place, Infinity).filter((at) => it.n.role[at] === "draft").reverse();
  const line = (/** @type {string} */ of, /** @type {string} */ name, /** @type {string} */ text,
    /** @type {HTMLElement[]} */ ...parts) => h("div", { "data-of": of }, h("p", {}, `${name}: `, h("b", {}, text)),
    h("div", { "aria-hidden": "true" }, ...parts));
  const worked = (/** @type {string[]} */ factors) => (factors.length < 3 ? factors[factors.length - 1]
    : `${factors.slice(0, -1).join(sign)} = ${factors[2]}`);
  return h("section", ORIGIN, h("div", { class: "st-hundreds", "data-testid": "inspector-often" },
    h("h3", {}, plain ? `How often ${quoted(model.phrase(path.map((at) => it.n.token[at]))).replaceAll("␣", " ")} comes out` : "P·q ≤ p over the whole prefix"),
    line("drafted", plain ? "the draft proposes it" : "q(prefix)", worked(texts[0]),
      portion(drafted / most, "drafted")),
    line("taken", plain ? "and it is accepted" : "P·q(prefix)", texts[1][2], portion(accepted / most, "taken"),
      portion((drafted - accepted) / most, "rest")),
    line("target", plain ? "the target alone writes it" : "p(prefix)", worked(texts[2]),
      portion(target / most, "wanted")),
    isRarer(accepted, target) && h("p", { class: "st-quiet" },
      `The rest comes from ${plain ? "rounds" : "iterations"} that accept a shorter prefix.`)));
}
/** Whether accepted drafts alone come out more rarely than the target writes them. @param {number} accepted
 * @param {number} target */
const isRarer = (accepted, target) => target - accepted > 1e-3 * target;

/**
 * How the running ratio of a prefix comes about, and what it is for.
 * @param {Model} model @param {It} it @param {Judged} row @param {number} nth @param {number} of @param {Often} often
 */
function ratioSays(model, it, { work, place }, nth, of, { accepted, target }) {
  const word = quoted(model.text(it.n.token[place])), same = !isRarer(accepted, target);
  if (model.voice === "exact")
    return `P_${nth} = min(1, ${nth === 1 ? "p/q" : `P_${nth - 1} · p/q`}) = ${writtenIn(work?.exact ?? []).at(-1)} is the probability with which ${
      guesses(nth)} should be accepted, so that P·q ${same ? "=" : "≤"} p.`;
  const how = nth === 1 ? `the running ratio of ${word} is its target ÷ draft (at most 1).`
    : `${word} multiplies the running ratio by its target ÷ draft (at most 1).`;
  return `Prefix ${nth} of ${of}: ${how} Accepted with this probability, alone or within a longer prefix, ${
    nth === 1 ? "it comes" : `${guesses(nth)} come`} out ${same ? "exactly as often as" : "no more often than"} the target writes ${nth === 1 ? "it" : "them"}.`;
}

/**
 * How often a longer prefix is accepted: what the draft guesses next, and how many of these drafts are accepted.
 * @param {Model} model @param {It} it @param {Judged} row @param {number} nth
 */
function longerSays(model, it, { origin, place }, nth) {
  if (model.voice === "exact") return `After prefix ${nth}, x ~ q makes a longer one, accepted with probability a = min(1, P_${nth}·p/q). `
    + `In all: ∑ q·a = ∑ min(P_${nth}·p, q) = ${num(origin?.taken ?? 0)}.`;
  const word = quoted(model.text(it.n.token[place]));
  return `How often is ${nth === 1 ? "it" : "this prefix"} accepted within a longer prefix? The draft may continue ${word} with each of these guesses. `
    + "Each is accepted with the running ratio of the longer prefix.";
}

/**
 * How the threshold of a prefix follows from its running ratio.
 * @param {Judged} row @param {number} nth @param {boolean} plain
 */
function thresholdSays({ origin, cut }, nth, plain) {
  return plain ? "A draft accepted within a longer prefix needs no other test. The missing ones must pass by the "
    + "prefix’s own test, in the other drafts. So the threshold is the missing part of these."
    : `Longer prefixes contribute ∑ min(P·p, q). R = ∑ max(P·p − q, 0) = ${num(origin?.missing ?? 0)} is missing, so h_${nth} `
      + `= R/(R + 1 − P_${nth}) = ${num(cut)}.`;
}

/**
 * What the target samples its own token from after the longest passing prefix, before it does.
 * @param {Model} model @param {It} it @param {number} phase @returns {Part | null}
 */
export function missingPart(model, it, phase) {
  const found = chainLeft(it, phase), plain = model.voice === "plain";
  if (!found) return null;
  const nth = judgedIn(it)?.rows.findLastIndex(({ chosen }) => chosen) ?? -1;
  const given = found.ratio < 1 - 1e-9 ? `${ratioText(found.ratio)} × target` : "the target";
  const why = nth < 0 ? "No prefix passed." : `Prefix ${nth + 1} passed by its own test, which adds the missing part.`;
  return { name: plain ? "Leftover" : "Residual", title: plain ? "The target’s leftover" : "norm(max(P·p − q, 0))",
    says: plain ? `${why} So the next ${model.unit()} must be one that the draft proposes too rarely: ${given} gives it more than the draft. `
      + "This surplus, scaled to 100%, is the leftover." : `R = ∑ max(P·p − q, 0) with P = ${num(found.ratio)}. The next token is sampled from max(P·p − q, 0)/R.`,
    sums: leftSums(model, it, found), alone: true, panel: [leftPanel(model, it, found)] };
}
