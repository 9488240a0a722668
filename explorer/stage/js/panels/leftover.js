// What a rejection leaves, which is the second part of its step. It must make clear what the next test compares, or the
// target samples from: what the target gives more than the draft, scaled to 100%.

import { h } from "../dom.js";
import { clip, fixed, num, percent, probability, quoted, ratioText, tail } from "../format.js";
import { judgedIn } from "../model.js";
import { calculation, originOfRow, wholeSum } from "./calculation.js";
import { bar, beamNames, compared } from "./laws.js";
import { rejectionAt } from "../rejections.js";

/** @import { It, Model } from "../model.js" */
/** @import { Part } from "./parts.js" */
/** @import { Dist, Origin, Verdict } from "../types.d.ts" */
/**
 * A token, or a beam with a token: the draft's probability, the target's (times the running ratio in a tree whose
 * leaves are deleted), how much more the target gives, and what is left of it after scaling.
 * `lacks` names the distributions in which it is too rare to be recorded.
 * @typedef {{ key: string, token: number, beam: number | null, q: number, p: number, more: number, left: number,
 *   lacks: Set<"p" | "q" | "left"> }} Row
 * What a rejection leaves. `of`: tokens, (beam, token) pairs, or the tokens at the position of a deleted leaf. `again`:
 * the target's probabilities were a leftover already. `ratio` is the running ratio by which they count. `next` is the
 * place that is tested next, −1 where the target samples its own token. `sum` is what all rows of the column “more” add
 * up to, null if too much is not recorded. `origin` says how a deletion changes the running ratio.
 * @typedef {{ of: "tokens" | "pairs" | "leaf", verdict: Verdict, again: boolean, ratio: number, next: number,
 *   rows: Row[], sum: number | null, origin: Origin | undefined }} Leftover
 */

const SHOWN = 5; // rows, and those of the rejected and of the next candidate
const CERTAIN = 1 - 1e-9;
const NEAR = 1e-5; // of a recorded number to a whole percentage
const RARE = 5e-4; // a smaller probability that is not recorded is called ≈0
const SERIES = /** @type {const} */ (["p", "q", "left"]);

/**
 * The next decision that uses what a rejection leaves: a test at the same position or in the same layer of beams, or
 * the target's own token.
 * @param {It} it @param {number} phase @param {Verdict} verdict @param {boolean} pairs
 */
function nextUse(it, phase, verdict, pairs) {
  const same = (/** @type {Verdict} */ each) => (pairs ? each.layer === verdict.layer
    : it.n.parent[each.place] === it.n.parent[verdict.place]);
  const uses = it.verdicts.flatMap((each, v) => (it.stepOf[v] > phase && same(each)
    && (each.a !== undefined || each.state === "residual") ? [{ each, step: it.stepOf[v] }] : []));
  return uses.sort((a, b) => a.step - b.step)[0]?.each;
}

/**
 * The remainder after the rejection of a step; null for steps without a rejection, and if nothing later uses the
 * remainder.
 * @param {Model} model @param {It} it @param {number} phase @returns {Leftover | null}
 */
export function leftAt(model, it, phase) {
  const found = rejectionAt(it, phase), panel = judgedIn(it);
  if (!found || (panel && panel.ratios === undefined)) return null; // a chain that is tested as a whole is not one
  const { verdict, q, p, left } = found, pairs = !!p.beam;
  const above = panel?.ratios?.findLast((each) => each.step <= phase && !each.fell
    && each.place === model.up(it, verdict.place));
  const ratio = panel ? above?.ratio ?? 1 : 1, rows = rowsOf(p, q, left, ratio);
  const origin = panel ? originOfRow(it, verdict.place, phase) : undefined;
  const use = panel ? undefined : nextUse(it, phase, verdict, pairs), changed = panel?.compared?.find(({ step }) =>
    step === phase);
  if (!use && !origin && !changed) return null;
  if (verdict.tiles.some(([name]) => name === "p/ρ") || (left && !isSurplus(rows))) return null; // the rule of SpecTr
  const sum = sumOf(rows, p, q);
  if (!left && sum !== null) for (const row of rows) row.left = row.more / sum; // by the rule; it was not recorded
  if (left && sum !== null) for (const row of rows) { // the same for a rare q
    const q = row.p - row.left * sum;
    if (row.left && row.lacks.has("q") && q > RARE && row.lacks.delete("q")) Object.assign(row, { q, more: row.p - q });
  }
  return { of: panel ? "leaf" : pairs ? "pairs" : "tokens", verdict, again: p.series === "r", ratio,
    next: changed?.place ?? (use && use.state !== "residual" ? use.place : -1), rows, sum, origin };
}

/**
 * What the target gives more than the draft, for the test of another place or, if `next` is −1, the target's own token;
 * null if too much is unknown. Without a recorded leftover, it is computed.
 * @param {Verdict} verdict @param {Dist} p @param {Dist} q @param {number} next @param {number} [ratio]
 * @param {Dist} [left] @returns {Leftover | null}
 */
export function surplus(verdict, p, q, next, ratio = 1, left = undefined) {
  const rows = rowsOf(p, q, left, ratio), sum = left && !isSurplus(rows) ? null : sumOf(rows, p, q);
  if (!sum) return null;
  if (!left) for (const row of rows) row.left = row.more / sum;
  rows.sort((a, b) => b.left - a.left);
  return { of: "leaf", verdict, again: false, ratio, next, rows, sum, origin: undefined };
}

/**
 * What the tests of a whole chain leave, from which the target samples its own token; null for other steps.
 * @param {It} it @param {number} phase
 */
export function chainLeft(it, phase) {
  const panel = judgedIn(it), verdict = it.verdicts[it.steps[phase]?.verdicts[0]];
  if (!panel || panel.ratios || verdict?.state !== "residual") return null;
  const { p, q, left } = compared(it, verdict.place, verdict, phase);
  return p && q && left ? surplus(verdict, p, q, -1, panel.rows.findLast(({ chosen }) => chosen)?.ratio, left) : null;
}

/**
 * The rows of three distributions.
 * @param {Dist} p @param {Dist} q @param {Dist | undefined} left @param {number} ratio
 */
function rowsOf(p, q, left, ratio) {
  const rows = /** @type {Map<string, Row>} */ (new Map());
  const dists = /** @type {const} */ ([["p", p], ["q", q], ["left", left]]);
  for (const [name, dist] of dists) dist?.t.forEach((token, k) => {
    const beam = dist.beam?.[k] ?? null, key = `${beam}:${token}`;
    const row = rows.get(key) ?? { key, token, beam, q: 0, p: 0, more: 0, left: 0, lacks: new Set(SERIES) };
    row[name] = dist.v[k] * (name === "p" ? ratio : 1);
    row.lacks.delete(name);
    row.more = Math.max(0, row.p - row.q);
    rows.set(key, row);
  });
  return [...rows.values()].sort((a, b) => b.left - a.left || Math.max(b.p, b.q) - Math.max(a.p, a.q));
}

/** Whether what is left is what the target gives more, scaled. @param {Row[]} rows */
function isSurplus(rows) {
  const known = rows.filter(({ lacks }) => !lacks.has("p") && !lacks.has("left"));
  const [left, more] = [known.reduce((all, row) => all + row.left, 0), known.reduce((all, row) => all + row.more, 0)];
  return known.every((row) => Math.abs(row.more * (more ? left / more : 0) - row.left) < 0.02);
}

/**
 * The sum of what the target gives more. If rare tokens are not recorded, the sum is computed from the recorded ones,
 * provided that all of them agree.
 * @param {Row[]} rows @param {Dist} p @param {Dist} q
 */
function sumOf(rows, p, q) {
  const sum = rows.reduce((all, { more }) => all + more, 0);
  const known = rows.filter(({ lacks }) => !lacks.has("p") && !lacks.has("left")); // a rare q is next to nothing
  const [first, ...others] = known.filter(({ more, left }) => Math.min(more, left) > 1e-6)
    .sort((a, b) => a.lacks.size - b.lacks.size || b.left - a.left);
  const fits = (/** @type {number} */ all) => all > 1e-9 && known.every(({ more, left, lacks }) =>
    Math.abs(more / all - left) < (lacks.size ? 0.03 : 0.01));
  if (p.rest < 1e-6 && q.rest < 1e-6) return fits(sum) ? sum : null;
  const all = first && others.length ? first.more / first.left : 0;
  return fits(all) ? all : null;
}

/** The name of a row. @param {Model} model @param {It} it @param {Leftover} found @param {number} size */
function namesOf(model, it, found, size) {
  const ends = found.verdict.dists.map((k) => it.dists[k].ends ?? []).find(({ length }) => length) ?? [];
  const names = beamNames(model, it, ends);
  return (/** @type {Row} */ { token, beam }) => (beam === null || names.size < 2 ? ""
    : `${tail(names.get(ends[beam]) ?? "start", 8)} › `) + clip(model.word(token), size);
}
/** The row of a node. @param {It} it @param {Leftover} found @param {number} place */
export function rowFor(it, { rows, verdict }, place) {
  const ends = verdict.dists.map((k) => it.dists[k].ends ?? []).find(({ length }) => length) ?? [];
  return rows.find(({ token, beam }) => token === it.n.token[place]
    && (beam === null || ends[beam] === it.n.parent[place]));
}
/** The row whose calculation is written: of the next candidate if anything is left of it, otherwise of the largest.
 * @param {It} it @param {Leftover} found */
const exampleOf = (it, found) => {
  const next = found.next < 0 ? undefined : rowFor(it, found, found.next);
  return next && next.left > 0 ? next : found.rows[0];
};

const DIGITS = [0, 1, 2, 3].flatMap((left) => [0, 1, 2, 3].map((places) => ({ places, left }))); // the fewest first

/**
 * How many digits after the point the probabilities of both models have, and those of the leftover: so many that the
 * written calculation of the example comes out right, and that no written column adds up to more than its sum. Recorded
 * numbers are rounded, so columns may add up to one unit too much if nothing else is possible. Where drafts are tested
 * as a whole, a leftover has the digits of its box and of its test (0 here), if the calculation then comes out right.
 * @param {It} it @param {Leftover} found
 */
function digitsOf(it, found) {
  const { sum, rows: all } = found, example = exampleOf(it, found), rows = shownOf(it, found);
  const written = (/** @type {number} */ value, /** @type {number} */ digits) => +value.toFixed(digits + 2);
  const whole = rows.flatMap(({ p, q }) => [100 * p, 100 * q])
    .every((value) => Math.abs(value - Math.round(value)) < 1e-3);
  const tries = DIGITS.filter((each) => (found.of === "leaf" ? each.places || whole : each.places && each.left));
  const hidden = rows.length < all.length || all.some(({ lacks }) => lacks.size > 0);
  const fits = (/** @type {number} */ units) => (/** @type {typeof DIGITS[number]} */ { places, left }) => {
    const added = (/** @type {number[]} */ values, /** @type {number} */ whole, /** @type {number} */ digits) => {
      const over = values.reduce((one, other) => one + other, 0) - whole, most = units * 10 ** (-digits - 2) + 1e-9;
      return over < most && (hidden || over > -most);
    };
    const more = rows.map(({ p, q }) => Math.max(0, written(p, places) - written(q, places)));
    const one = example && sum !== null
      ? (written(example.p, places) - written(example.q, places)) / written(sum, places) : null;
    return (one === null || leftText("plain", one, left) === leftText("plain", example.left, left))
      && added(rows.map((row) => leftValue(row.left, left)), 1, left)
      && (sum === null || added(more, written(sum, places), places));
  };
  const round = rows.every(({ p, q, left }) => [p, q, left, sum ?? 0].every((value) =>
    Math.abs(value - +value.toFixed(2)) < NEAR));
  return round ? { places: 0, left: 0 } : tries.find(fits(0)) ?? tries.find(fits(1)) ?? { places: 2, left: 1 };
}
/** The digits after the point of a leftover in percent: those given, or if none are, those of other probabilities.
 * @param {number} value @param {number} places */
const digitsIn = (value, places) => places || (percent(value).split(".")[1]?.length ?? 1) - 1;
/** A leftover with these digits. @param {"plain" | "exact"} voice @param {number} value @param {number} places */
const leftText = (voice, value, places) => (places || value < 0.995 ? fixed(voice, value, digitsIn(value, places))
  : probability(voice, value));
/** The same as a number. @param {number} value @param {number} places */
const leftValue = (value, places) => +value.toFixed(digitsIn(value, places) + 2);

/**
 * The numbers of the rejected and of the next candidate as the second part writes them; null for other nodes.
 * @param {Model} model @param {It} it @param {number} phase @param {number} place
 */
export function leftDigits(model, it, phase, place) {
  const found = leftAt(model, it, phase), { voice } = model;
  if (!found || found.of !== "tokens" || ![found.verdict.place, found.next].includes(place)) return null;
  const row = rowFor(it, found, place), { places, left: after } = digitsOf(it, found);
  const left = place === found.next && row ? fixed(voice, row.left, after) : null;
  return row && { q: fixed(voice, row.q, places), p: fixed(voice, row.p, places), left };
}

/**
 * The rows that are shown: the largest, the rejected candidate and the next one.
 * @param {It} it @param {Leftover} found
 */
function shownOf(it, found) {
  const [own, next] = [found.verdict.place, found.next].map((place) => (place < 0 ? undefined
    : rowFor(it, found, place)?.key));
  return found.rows.filter(({ key }, k) => k < SHOWN || key === own || key === next);
}

/** The names of the columns. @param {Model} model @param {Leftover} found */
function headsOf({ voice }, { of, again, ratio }) {
  const scaled = ratio < CERTAIN, beams = of === "pairs" ? "_beam" : "";
  return voice === "exact"
    ? [scaled ? `${num(ratio)}·${again ? "p′" : "p"}` : again ? "p′" : `p${beams}`, `q${beams}`, "p − q", again ? "new p′" : "p′"]
    : [`${scaled ? `${ratioText(ratio)} × ` : ""}${again ? "leftover" : "target"}`, "draft", "more", again ? "new leftover" : "leftover"];
}

/**
 * The picture of the second part: for every row what the target gives more than the draft, which moves to the base line
 * and is scaled to 100%, with all four numbers.
 * @param {Model} model @param {It} it @param {Leftover} found
 */
export function leftPanel(model, it, found) {
  const rows = shownOf(it, found), name = namesOf(model, it, found, 12), plain = model.voice === "plain";
  const { sum } = found, { places, left: after } = digitsOf(it, found);
  const own = rowFor(it, found, found.of === "leaf" ? found.next : found.verdict.place);
  const write = (/** @type {number} */ value) => fixed(model.voice, value, places);
  const say = (/** @type {number} */ value) => leftText(model.voice, value, after);
  const numbers = (/** @type {string[]} */ some) => ["p", "q", "more", "r"].map((of, k) =>
    h("b", { "data-of": of }, some[k] ?? ""));
  const written = (/** @type {number} */ value) => +value.toFixed(places + 2);
  const differ = (/** @type {Row} */ { p, q }) => written(p) - written(q); // so that every written row adds up
  const lines = rows.map((row) => {
    const both = Math.min(row.p, row.q), blue = bar("p", 0, row.left);
    Object.assign(blue.dataset, { from: both, size: sum === null ? row.left : row.more });
    const rare = (/** @type {"p" | "q"} */ of) => (row.lacks.has(of) ? plain ? "≈0%" : "≈0" : write(row[of]));
    return h("div", { class: row === own ? "own" : "" }, h("span", { title: name(row) }, name(row)),
      h("span", { class: "st-both" }, bar("both", 0, both), bar("q", both, Math.max(0, row.q - both)), blue),
      ...numbers([rare("p"), rare("q"), row.more ? write(differ(row)) : plain ? "0%" : "0", say(row.left)]));
  });
  // What is left for the others makes the written sums come out right.
  const rest = 1 - rows.reduce((all, { left }) => all + leftValue(left, after), 0);
  const more = sum === null ? null : written(sum) - rows.reduce((all, row) => all + (row.more ? differ(row) : 0), 0);
  const others = rest < 1e-9 && (more ?? 0) < 1e-9 ? null : h("div", { "data-testid": "leftover-others" },
    h("span", { class: "st-quiet" }, "others"), h("span"),
    ...numbers(["", "", more === null ? "" : write(Math.max(0, more)), fixed(model.voice, rest,
      Math.max(...rows.map(({ left }) => (left ? digitsIn(left, after) : 0))))]));
  return h("figure", { class: "st-left-over st-overlap", "data-testid": "inspector-left", "data-part": "residual",
    "data-scaled": sum === null ? "no" : null },
  h("div", { class: "st-left-h", "aria-hidden": "true" }, h("span"), h("span", {}, ...(plain ? ["0", "50%", "100%"]
  : ["0", ".5", "1"]).map((at) => h("small", {}, at))), ...numbers(headsOf(model, found))),
  ...lines, others, h("div", { class: "sum" }, h("span", {}, "sum"), h("span"),
    ...numbers(["", "", sum === null ? "" : write(sum), plain ? "100%" : "1"])));
}

/**
 * The calculation of the second part: the leftover of the next candidate or, if there is none, of the token with the
 * largest.
 * @param {Model} model @param {It} it @param {Leftover} found
 */
export function leftSums(model, it, found) {
  const { voice } = model, plain = voice === "plain", { sum } = found, row = exampleOf(it, found), sums = [];
  const gone = found.of === "leaf" && found.next >= 0 && row !== rowFor(it, found, found.next); // of another word
  if (row && row.more && sum !== null && sum < 0.995 && !gone) {
    const { places, left: after } = digitsOf(it, found), [target, draft, , left] = headsOf(model, found);
    const write = (/** @type {number} */ value) => fixed(voice, value, places);
    const q = row.lacks.has("q") ? (plain ? "≈0%" : "≈0") : write(row.q);
    sums.push(calculation(["(", [write(row.p), target], "−", [q, draft], ")", plain ? "÷" : "/",
      [write(sum), !plain ? "sum" : found.of === "leaf" ? "missing" : "sum of “more”"], "=",
      [leftText(voice, row.left, after),
        `${left} of ${namesOf(model, it, found, 9)(row)}`]], "leftover"));
  }
  return sums;
}

/** The token of a node or, in a forest, its whole beam. @param {Model} model @param {It} it @param {Leftover} found
 * @param {number} place */
const called = (model, it, { of }, place) =>
  quoted(of === "pairs" ? model.grown(it, place) : model.text(it.n.token[place]));

/**
 * The sentence of the second part.
 * @param {Model} model @param {It} it @param {Leftover} found
 */
function leftSays(model, it, found) {
  const { voice } = model, next = found.next < 0 ? undefined : rowFor(it, found, found.next);
  const word = (/** @type {number} */ place) => called(model, it, found, place);
  const share = next === undefined || (found.of === "tokens" && voice === "plain") ? null // the calculation has it
    : fixed(voice, next.left, digitsOf(it, found).left);
  const each = found.of === "pairs" ? `pair of a beam and a ${model.unit()}` : model.unit();
  if (voice === "exact") {
    const [p, q] = headsOf(model, found), pairs = found.of === "pairs" ? " over all (beam, token) pairs" : "";
    const then = found.next < 0 ? "The target’s own token is sampled from p′."
      : `The next candidate ${word(found.next)} is tested against ${share === null ? "p′" : `p′ = ${share}`}.`;
    return `The rejection replaces ${p} with the residual p′ = norm(max(${p} − ${q}, 0))${pairs}. ${then}`;
  }
  const from = found.again ? "the leftover gives" : "the target gives";
  const then = found.next < 0 ? `The target samples its own ${model.unit()} from it.`
    : share === null ? `The next candidate, ${word(found.next)}, is tested against it.`
    : `The next candidate ${word(found.next)} has ${share} of it.`;
  return `After ${found.again ? "another" : "the"} rejection, each ${each} keeps what ${from} it beyond the draft’s `
    + `probability, scaled to 100%. This is the leftover. ${then}`;
}

/**
 * The ways in which the next candidate's token can be written at its position, after the first rejection of a run's
 * first round: with all its numbers as they are written, null for other steps.
 * @param {Model} model @param {It} it @param {number} phase
 */
function waysOf(model, it, phase) {
  const found = leftAt(model, it, phase), { header, voice } = model;
  const row = found && found.next >= 0 ? rowFor(it, found, found.next) : undefined;
  if (!found || !row || found.sum === null || found.of !== "tokens" || found.again || !row.more || row.lacks.size
    || it.i > 0 || header.plan === undefined || it.verdicts.some(({ state }, v) => state === "rejected"
      && it.stepOf[v] < phase)) return null;
  const { sum, q, left, p } = row && { ...row, sum: found.sum }, chosen = digitsOf(it, found);
  const right = [chosen, ...DIGITS].find(({ places, left: after }) => {
    const [a, b, c] = [[q, places], [sum, places], [left, after]].map(([value, digits]) => +value.toFixed(digits + 2));
    return (a + b * c).toFixed(places + 2) === p.toFixed(places + 2);
  });
  if (!right) return null;
  const write = (/** @type {number} */ value) => fixed(voice, value, right.places);
  return { word: clip(model.word(row.token), 9), named: quoted(model.text(row.token)),
    terms: [write(q), write(sum), fixed(voice, left, right.left), write(p)] };
}

/** Whether those ways are a part of a step. @param {Model} model @param {It} it @param {number} phase */
export const proves = (model, it, phase) => waysOf(model, it, phase) !== null;

/**
 * Why a test of several candidates in order is lossless: the accepted part and the leftover part of one token add up to
 * the target's probability.
 * @param {Model} model @param {It} it @param {number} phase @returns {Part}
 */
export function provePart(model, it, phase) {
  const ways = waysOf(model, it, phase), { title, panel } = leftPart(model, it, phase), named = ways?.named ?? "";
  const says = model.voice === "plain" ? `Why it is lossless: ${named} is written if candidate 1 is ${named} and is `
    + "accepted, or if candidate 1 is rejected and the leftover gives it. Together, that is exactly the target’s "
    + "probability."
    : `P(${named}) = min(p, q) + ∑ max(p − q, 0) · p′ = min(p, q) + max(p − q, 0) = p. Given p′, the same holds for `
      + "every later candidate.";
  return { name: "Lossless", title, says, sums: [wholeSum(model, ways)].filter((sum) => sum !== null),
    panel: [panel[0], h("p", { class: "st-quiet", "data-testid": "left-proof" }, model.voice === "plain"
      ? "Candidate 2 is tested against the leftover in the same way, so it and the target’s own "
        + `${model.unit()} add exactly this part.` : "")] };
}

/**
 * The part about the remainder after a rejection: its name, its sentence, its calculations and its picture.
 * @param {Model} model @param {It} it @param {number} phase @returns {Part}
 */
export function leftPart(model, it, phase) {
  const found = /** @type {Leftover} */ (leftAt(model, it, phase)), plain = model.voice === "plain";
  const own = called(model, it, found, found.verdict.place);
  return { name: plain ? "Leftover" : "Residual",
    title: plain ? `What the rejection of ${own} leaves` : `The residual after ${own}`,
    says: leftSays(model, it, found), sums: leftSums(model, it, found),
    panel: [leftPanel(model, it, found), draftNote(model, it, found)] };
}

/**
 * Why the draft's probabilities are not scaled, too: the next candidate was sampled independently of the rejected one.
 * Null if there is no next candidate, and where its test uses another q.
 * @param {Model} model @param {It} it @param {Leftover} found
 */
function draftNote(model, it, { of, next }) {
  const test = it.verdicts.find(({ place, a }) => place === next && a !== undefined);
  const q = next < 0 ? null : model.get(it, "q", next);
  if (of !== "tokens" || q === null || typeof test?.q !== "number" || Math.abs(test.q - q) > 5e-4) return null;
  return h("p", { class: "st-quiet", "data-testid": "left-draft" }, model.voice === "plain"
    ? `The draft’s probabilities stay the same, because it sampled ${quoted(model.text(it.n.token[next]))} independently `
      + "of the rejected guess." : "q stays the same, because the candidates are sampled independently.");
}
