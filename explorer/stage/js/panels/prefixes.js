// The test of a prefix in block verification, in parts of one step: its running ratio, the threshold that follows from
// it, and the random number. Only the last part shows the outcome.

import { h } from "../dom.js";
import { clip, num, quoted } from "../format.js";
import { judgedIn } from "../picture/numbers.js";
import { shortAxis } from "./axis.js";
import { calculation, writtenIn } from "./calculation.js";
import { judged, originPanel } from "./judged.js";
import { grid } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { Judged, JudgedPanel } from "../types.d.ts" */
/** @typedef {"ratio" | "threshold" | "outcome"} PrefixPart */

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
  return !at ? [] : at.row.origin ? ["ratio", "threshold", "outcome"] : ["ratio", "outcome"];
}

/** The first guesses, as the object of a sentence. @param {number} count */
const guesses = (count) => (count === 1 ? "the first guess" : `the first ${count} guesses`);

/**
 * What a part of a prefix's test shows.
 * @param {Model} model @param {It} it @param {number} phase @param {PrefixPart} part
 * @param {JudgedPanel} panel with its words in the current voice
 */
export function prefixPart(model, it, phase, part, panel) {
  const { row, nth } = /** @type {{ row: Judged, nth: number }} */ (testAt(it, phase)), { voice } = model;
  const plain = voice === "plain", { origin, place } = row;
  if (part === "ratio") return { name: plain ? "Running ratio" : `P_${nth}`,
    title: plain ? "The running ratio of every prefix" : "P of every prefix", says: ratioSays(model, it, row, nth),
    sums: row.work ? [calculation(row.work[voice])] : [], panel: [ratios(model, it, panel.rows.slice(0, nth))] };
  if (part === "threshold" && origin) return { name: plain ? "Threshold" : `h_${nth}`, title: "",
    says: thresholdSays(voice, row, nth), sums: [calculation(origin.work[voice], "origin-sum")],
    panel: [originPanel(model, it, panel, phase, place, true)] };
  const { u, cut, passed, ratio } = row, same = !origin && Math.abs(cut - ratio) < 1e-9;
  const close = num(u) === num(cut) ? 3 : 2, [number, bar] = [u, cut].map((value) => num(value, close));
  const chosen = passed ? "passes" : "fails", called = nth === 1 ? "this prefix" : `the prefix of ${nth} guesses`;
  const says = plain ? `${same ? "No longer prefix follows, so the threshold is the running ratio itself. " : ""}The `
    + `random number ${number} is ${passed ? "below" : "not below"} the threshold ${bar}, so ${called} ${chosen}.`
    : `u = ${number} ${passed ? "<" : "≥"} h_${nth} = ${bar}${same ? ` = P_${nth}` : ""}, so the prefix of length ${nth} ${
      chosen}.`;
  const axis = () => h("div", { "data-testid": "inspector-axis" }, shortAxis(voice, cut, /** @type {number} */ (u)));
  return { name: "", title: "Tests so far", says, sums: cut > 0 && cut <= 1 ? [axis()] : [],
    panel: [judged(model, it, panel, phase, place)] };
}

/** The running ratios so far, one row a guess. @param {Model} model @param {It} it @param {Judged[]} rows */
function ratios(model, it, rows) {
  const plain = model.voice === "plain";
  return grid("ratios", plain ? ["guess", "target", "draft", "running ratio"] : ["x", "p", "q", "P"],
    rows.map(({ place, ratio, work }, k) => {
      const written = writtenIn(work?.[model.voice] ?? []);
      const [p, q] = written.slice(k ? 1 : 0); // rows after the first begin with the ratio so far
      return [clip(model.word(it.n.token[place]), 12), h("b", { "data-of": "p" }, p ?? ""),
        h("b", { "data-of": "q" }, q ?? ""), h("b", {}, written.at(-1) ?? num(ratio))];
    }));
}

/**
 * How the running ratio of a prefix comes about, and what it is for.
 * @param {Model} model @param {It} it @param {Judged} row @param {number} nth
 */
function ratioSays(model, it, { work, place }, nth) {
  const terms = writtenIn(work?.[model.voice] ?? []);
  const word = quoted(model.text(it.n.token[place])), result = terms.at(-1) ?? "";
  if (model.voice === "exact")
    return `P_${nth} = min(1, ${nth === 1 ? "p/q" : `P_${nth - 1} · p/q`}) = ${result} is the probability with which ${
      guesses(nth)} should be accepted.`;
  const how = nth === 1 ? `The running ratio of ${word} is target ${terms[0]} ÷ draft ${terms[1]}, which is ${result}.`
    : `${word} multiplies the running ratio ${terms[0]} by target ${terms[1]} ÷ draft ${terms[2]}, which makes it ${result}.`;
  return `${how} With this probability, ${nth === 1 ? "it" : guesses(nth)} must be accepted, by ${nth === 1 ? "its" : "their"} own test `
    + "or within a longer prefix.";
}

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
  const [cases, longer] = origin.rows.length ? [whole, `In ${taken}, a longer prefix passes`]
    : [`about ${taken}`, "In nearly all of them, a longer prefix passes"];
  return `Of 100 drafts with this prefix, ${cases} must be accepted at least up to its end. ${longer} and includes it. Its `
    + `own test must add the missing ${left} in the other ${others}.`;
}
