// The test of a prefix in block verification, in parts of one step: its running ratio, the threshold that follows from
// it, and the random number. Only the last part shows the outcome.

import { h } from "../dom.js";
import { num, quoted } from "../format.js";
import { judgedIn } from "../model.js";
import { shortAxis } from "./axis.js";
import { calculation, throughSums, writtenIn } from "./calculation.js";
import { ORIGIN, bars, continuedOf, judged, thresholdOf } from "./judged.js";

/** @import { It, Model } from "../model.js" */
/** @import { Judged, JudgedPanel } from "../types.d.ts" */
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
  const plain = voice === "plain", { origin, place } = row;
  if (part === "ratio") return { name: "Running ratio",
    title: panel.title, says: ratioSays(model, it, row, nth, panel.rows.length),
    sums: row.work ? [calculation(row.work[voice])] : [],
    panel: [judged(model, it, panel, phase, place, part)] };
  if (part === "longer" && origin) return { name: "Longer prefixes", title: "",
    says: longerSays(model, it, row, nth), sums: throughSums(model, origin), alone: true,
    panel: [h("section", ORIGIN, continuedOf(model, panel, origin))] };
  if (part === "threshold" && origin) return { name: "Threshold", title: "",
    says: thresholdSays(voice, row, nth), sums: [calculation(origin.work[voice], "origin-sum")], alone: true,
    panel: [h("section", ORIGIN, bars(model, origin))] };
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
 * The calculation of the running ratio of a prefix, and its use.
 * @param {Model} model @param {It} it @param {Judged} row @param {number} nth @param {number} of
 */
function ratioSays(model, it, { work, place }, nth, of) {
  const terms = writtenIn(work?.[model.voice] ?? []);
  const word = quoted(model.text(it.n.token[place])), result = terms.at(-1) ?? "";
  if (model.voice === "exact")
    return `P_${nth} = min(1, ${nth === 1 ? "p/q" : `P_${nth - 1} · p/q`}) = ${result} is the probability with which ${
      guesses(nth)} should be accepted.`;
  const how = nth === 1 ? `the running ratio of ${word} is target ${terms[0]} ÷ draft ${terms[1]}, which is ${result}.`
    : `${word} multiplies the running ratio ${terms[0]} by target ${terms[1]} ÷ draft ${terms[2]}, which makes it ${result}.`;
  return `Prefix ${nth} of ${of}: ${how} With this probability, ${nth === 1 ? "it" : guesses(nth)} must be accepted, by ${nth === 1 ? "its" : "their"} own test `
    + "or within a longer prefix.";
}

/**
 * How often a longer prefix is accepted: what the draft guesses next, and how many of these drafts are accepted.
 * @param {Model} model @param {It} it @param {Judged} row @param {number} nth
 */
function longerSays(model, it, { origin, place }, nth) {
  const { rows = [], taken = 0, places = 0 } = origin ?? {}, [[token, , drafted, ratio, accepted]] = rows;
  if (model.voice === "exact") return `Given prefix ${nth}, x ~ q comes next, and the longer prefix is accepted with probability a = min(1, P_${nth}·p/q). `
    + `In all: ∑ q·a = ∑ min(P_${nth}·p, q) = ${num(taken)}.`;
  const before = model.gram(it, place, Infinity).filter((at) => it.n.role[at] === "draft").reverse();
  const words = (/** @type {number[]} */ tokens, /** @type {string} */ otherwise) => {
    const text = quoted(model.phrase(tokens)).replaceAll("␣", " ");
    return text.length > LONG ? otherwise : text;
  };
  const tokens = before.map((at) => it.n.token[at]), word = token === null ? "" : quoted(model.text(token));
  return `How often is a longer prefix accepted? Of 100 drafts with ${words(tokens, `prefix ${nth}`)}, ${drafted} continue with ${
    word}. ${accepted || "None"} of these are accepted, because the running ratio of ${words(token === null ? tokens
  : [...tokens, token], "the longer prefix")} is ${ratio}. Over all next guesses, ${
    +(100 * taken).toFixed(places ?? 1)} are accepted.`;
}
const LONG = 32; // characters of a quoted prefix

/**
 * How the threshold of a prefix follows from its running ratio.
 * @param {"plain" | "exact"} voice @param {Judged} row @param {number} nth
 */
function thresholdSays(voice, { origin, cut }, nth) {
  if (!origin) return "";
  if (voice === "exact")
    return `Longer prefixes contribute ∑ min(P·p, q) to P_${nth}. R = ∑ max(P·p − q, 0) = ${num(origin.missing)} is `
      + `missing, so h_${nth} = R/(R + 1 − P_${nth}) = ${num(cut)}.`;
  const [left, others] = writtenIn(origin.work.plain);
  const taken = +(100 - Number(others)).toFixed(4), whole = +(taken + Number(left)).toFixed(4);
  const [cases, longer] = origin.places !== null ? [whole, `In ${taken} of them, a longer prefix is accepted`]
    : [`about ${taken}`, "In nearly all of them, a longer prefix is accepted"];
  return `Of 100 drafts with this prefix, ${cases} must be accepted at least up to its end, because of its running ratio. ${longer}. The `
    + `missing ${left} must pass by the prefix’s own test in the other ${others}.`;
}
