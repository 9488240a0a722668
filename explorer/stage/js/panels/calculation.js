// The calculation of a test in one line, at one place for every method. It must make clear where the threshold comes
// from: every number has its name below it, and those of the two models have their colours.

import { h } from "../dom.js";
import { clip, fixed, num, percent, probability, quoted, rounded } from "../format.js";
import { compared, lastRejected, surplusOf } from "./laws.js";
import { judgedIn } from "../model.js";
import { DRAFT, TARGET, TOPS, quotient, threshold } from "../quotient.js";

/** @import { It, Model } from "../model.js" */
/** @import { Compared } from "./laws.js" */
/** @import { Calculation, Dist, Judged, Origin, Prefix, Verdict } from "../types.d.ts" */
/** @typedef {Calculation["plain"]} Terms */
/** @typedef {"plain" | "exact"} Voice */

const SAME = 0.0005; // probabilities that differ less are written alike

/** The line. @param {Terms} terms @param {string} name for tests */
export function calculation(terms, name = "calculation") {
  const of = (/** @type {string} */ named, /** @type {Terms[number]} */ before) => (TARGET.test(named) ? "p"
    : DRAFT.test(named) ? "q" : before === "=" || before === "→" ? "result" : null);
  const parts = terms.map((term, k) => (typeof term === "string" ? h("i", {}, term)
    : h("span", { "data-of": of(term[1], terms[k - 1]) }, h("b", {}, term[0]), " ", h("small", {}, term[1]))));
  const end = terms.findIndex((term) => term === "=" || term === "> 1");
  const apart = (/** @type {HTMLElement[]} */ some) => some.flatMap((part) => [part, " "]);
  return h("p", { class: "st-sum", "data-testid": `inspector-${name}` }, ...apart(end < 0 ? parts : parts.slice(0, end)),
    end < 0 ? null : h("span", { class: "st-sum-end" }, ...apart(parts.slice(end)))); // the sign stays with the result
}

/**
 * The calculation of how many of a hundred rounds are accepted with a guess after the tested ones: the sum of all rows.
 * @param {Model} model @param {Origin} origin
 */
export function throughSums(model, { rows, places }) {
  const plain = model.voice === "plain", all = rows.slice(0, -1), sum = rows.at(-1)?.[4] ?? 0;
  const write = (/** @type {number} */ value) => String(plain ? value : +(value / 100).toFixed((places ?? 3) + 2));
  const word = (/** @type {number | null} */ token) => (token === null ? "others" : clip(model.word(token), 9));
  const terms = all.flatMap((row, k) => [...k ? ["+"] : [],
    /** @type {[string, string]} */ ([write(row[4]), word(row[0])])]);
  return all.length > 1 ? [calculation([...terms, "=", [write(sum), "accepted"]], "through")] : [];
}

/** The numbers of a calculation as they are written, without signs. @param {Terms} terms */
export const writtenIn = (terms) => terms.flatMap((term) => (typeof term === "string" ? [] : [term[0]]));

/**
 * A leftover: how much more the target gives a token than the draft, of the sum of all such amounts. Its digits are
 * chosen so that the written numbers give the written result. `names` are those of the four numbers.
 * @param {Voice} voice @param {{ p: number, q: number, sum: number, left: number }} numbers
 * @param {[string, string, string, string]} names @returns {Terms}
 */
export function leftoverTerms(voice, { p, q, sum, left }, [top, draft, all, own]) {
  const first = [p, q, sum].map((each) => probability(voice, each, (value) => num(value)));
  const more = [0, 1, 2, 3].flatMap((places) => [0, places].map((some) => [p, q].map((each) => rounded(voice, each,
      places)).concat(rounded(voice, sum, some)))), tries = [first, ...more]; // the sum has more only if it needs them
  const parts = tries.find((written) => {
    const [a, b, c] = written.map(parseFloat);
    return percent((a - b) / c) === percent(left);
  }) ?? tries[0];
  return ["(", [parts[0], top], "−", [parts[1], draft], ")", voice === "plain" ? "÷" : "/", [parts[2], all], "=",
    [probability(voice, left, (each) => num(each)), own]];
}

/** How the sum is called that a leftover is divided by, if drafts are tested as a whole: as at the test before.
 * @param {It} it */
const sumName = (it) => (judgedIn(it) ? "missing" : "all such parts");

/** The probability of a token, 0 if it is not recorded. @param {Dist | undefined} dist @param {number} token */
const valueOf = (dist, token) => dist?.v[dist.t.indexOf(token)] ?? 0;

/**
 * The leftover of a token after a rejection. Null where it is not known or where nothing is left of the token, and for
 * distributions over beams and tokens, which joint.js has.
 * @param {Model} model @param {Compared} found of the rejection @param {number} token @param {string} named the result
 * @param {string} all the name of the sum @param {number} [ratio] the running ratio by which the target's
 *   probabilities count @returns {Terms | null}
 */
function leftover(model, found, token, named, all, ratio = 1) {
  const plain = model.voice === "plain", scaled = ratio < 1 - 1e-9, { p: whole } = found;
  const shown = !scaled || !whole ? found : { ...found, p: { ...whole, v: whole.v.map((value) => ratio * value),
    rest: ratio * whole.rest } };
  const { left: rest } = shown, target = scaled ? (plain ? "ratio × target" : "P·p") : plain ? "target" : "p";
  if (!rest || rest.beam || shown.p?.beam) return null;
  const [p, q, left] = [shown.p, shown.q, rest].map((dist) => valueOf(dist, token));
  const sum = surplusOf(shown) ?? divisorOf(shown, (p - q) / left);
  return p <= q || !left || sum === null || sum > 0.995 ? null : leftoverTerms(model.voice, { p, q, sum, left }, [
    shown.residual ? (plain ? "leftover target" : "p′") : target, plain ? "draft" : "q",
    plain ? all : `∑ max(${target} − q, 0)`, named]);
}

/**
 * The running ratio by which the target's probabilities count where its own token is sampled: in a chain that was
 * tested as a whole that of the longest passing prefix, in a tree that of the node before it. 1 for other methods.
 * @param {Model} model @param {It} it @param {number} place @param {number} phase
 */
function ratioAtEnd(model, it, place, phase) {
  const panel = judgedIn(it), above = model.up(it, place);
  if (panel?.ratios) return panel.ratios.findLast((each) => each.step <= phase && !each.fell && each.place === above)
    ?.ratio ?? 1;
  return panel?.rows.findLast(({ chosen }) => chosen)?.ratio ?? 1;
}

/**
 * The divisor of a leftover whose distributions lack rare tokens, if it is that of all tokens that they have; otherwise
 * null, because then the leftover is not p − q, divided by a sum.
 * @param {Compared} shown @param {number} sum
 */
export function divisorOf({ p, q, left }, sum) {
  if (!p || !q || !left || !(sum > 0) || !Number.isFinite(sum)) return null;
  const more = (/** @type {number} */ token) => Math.max(0, valueOf(p, token) - valueOf(q, token));
  const both = p.t.filter((token) => q.t.includes(token) && (left.t.includes(token) || !more(token)));
  const fits = both.every((token) => Math.abs(more(token) / sum - valueOf(left, token)) < 0.01);
  return fits && both.length > 1 ? sum : null;
}

/**
 * The leftover that a test compares: what the rejections before it left of the tested token. Null for other tests.
 * @param {Model} model @param {It} it @param {Verdict | null} verdict @param {number} phase
 */
export function usedSum(model, it, verdict, phase) {
  const used = verdict?.tiles.findLast(([name]) => name in TOPS)?.[0] === "p′";
  const last = verdict && used && verdict.state !== "residual" ? lastRejected(it, verdict.place, phase - 1) : null;
  if (!last || last.place === verdict?.place) return null;
  const token = it.n.token[verdict?.place ?? 0], name = `${model.voice === "plain" ? "leftover" : "p′"} of ${
    clip(model.word(token), 9)}`;
  const terms = leftover(model, compared(it, last.place, last, phase - 1), token, name, sumName(it));
  return terms && calculation(terms, "leftover");
}

/**
 * The calculation of the test at a step: of a leaf, a prefix or a single token; or of the leftover probability of a
 * token that the target sampled. Null if there is none.
 * @param {Model} model @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 */
export function sumAt(model, it, place, verdict, phase) {
  const { voice } = model, whole = judgedIn(it) !== undefined, row = rowAt(it, place, phase);
  const drafted = verdict && model.drafted(it, verdict.place, phase), q = verdict?.q ?? drafted ?? 0;
  const first = (verdict && it.n.shares?.[verdict.place]?.[0]?.[1]) ?? drafted ?? q;
  const terms = row ? asCompared(it, row, voice, phase) : verdict && ((whole ? null
    : threshold(verdict, voice, Math.abs(first - q) > SAME)) ?? (verdict.state === "residual"
    ? leftover(model, compared(it, verdict.place, verdict, phase), it.n.token[verdict.place],
      voice === "plain" ? "leftover" : "residual", sumName(it), ratioAtEnd(model, it, place, phase)) : null));
  if (!terms) return null;
  const bar = it.panels.find(({ kind }) => kind === "prefixes");
  const against = bar?.kind === "prefixes" && row ? [row.passed ? ">" : "≤",
    /** @type {[string, string]} */ ([num(bar.bar), voice === "plain" ? "threshold" : "τ"])] : [];
  return calculation([...terms, ...against]);
}

/**
 * The terms of the test of a prefix or a leaf. The two numbers of a leaf that a deletion changed are named so.
 * @param {It} it @param {Judged | Prefix} row @param {Voice} voice @param {number} phase
 */
function asCompared(it, { work, place }, voice, phase) {
  const terms = work?.[voice] ?? null;
  if (!judgedIn(it)?.compared?.some((each) => each.place === place && each.step < phase)) return terms;
  const names = /** @type {Record<string, string>} */ ({ target: "leftover target", draft: "draft, scaled", p: "p′",
    q: "q′" });
  return terms && terms.map((term) => (typeof term === "string" ? term : /** @type {[string, string]} */ (
    [term[0], names[term[1]] ?? term[1]])));
}

/**
 * The origin of the threshold of the prefix that is tested at a step or, for a leaf, of the running ratio after its
 * deletion. Undefined if there is nothing to say.
 * @param {It} it @param {number} place @param {number} phase @returns {Origin | undefined}
 */
export function originOfRow(it, place, phase) {
  const row = rowAt(it, place, phase);
  return row && "origin" in row ? row.origin : undefined;
}

/**
 * Why a token that was sampled after a rejection has the target's probability: it is drafted and accepted, or the guess
 * is rejected and the token is sampled from what is left. Null where not all numbers are recorded, and where the draft
 * was tested as a whole, because its tests include longer drafts.
 * @typedef {{ word: string, named: string, terms: string[] }} Whole a word, and the numbers as they are written
 * @param {Model} model @param {It} it @param {number} place @param {Verdict} verdict @param {number} phase
 * @returns {Whole | null}
 */
export function wholeOf(model, it, place, verdict, phase) {
  const { voice } = model, plain = voice === "plain", shown = compared(it, place, verdict, phase);
  const token = it.n.token[place], word = clip(model.word(token), 9);
  const [p, q, left] = [shown.p, shown.q, shown.left].map((dist) => valueOf(dist, token));
  const sum = surplusOf(shown) ?? divisorOf(shown, (p - q) / left);
  if (judgedIn(it) || shown.residual || !left || sum === null || p <= q) return null;
  const rare = !shown.q?.t.includes(token), say = (/** @type {number} */ value) => probability(voice, value);
  const none = plain ? "≈0%" : "≈0", some = [1, 2, 3]; // the sum has the digits of the part before
  const tries = [...some.map((places) => [say(q), fixed(voice, sum, places), say(left), say(p)]),
    ...some.map((places) => [q, sum, left, p].map((value) => fixed(voice, value, places)))];
  const found = tries.find(([drafted, rejected, rest, whole]) => {
    const [a, b, c] = [drafted, rejected, rest].map(parseFloat), after = /\.(\d+)/.exec(whole)?.[1].length ?? 0;
    return plain ? `${(a + (b * c) / 100).toFixed(after)}%` === whole : (a + b * c).toFixed(after) === whole;
  });
  const named = quoted(model.text(token));
  return found ? { word, named, terms: [rare ? none : found[0], ...found.slice(1)] } : null;
}

/**
 * Those ways in one line. @param {Model} model @param {Whole | null} whole
 */
export function wholeSum({ voice }, whole) {
  if (!whole) return null;
  const { word, terms: [drafted, rejected, rest, all] } = whole, plain = voice === "plain";
  return calculation([["", `all ways to write ${word}:`], [drafted, plain ? "drafted, accepted" : "min(p, q)"], "+",
    [rejected, plain ? "rejected" : "∑ max(p − q, 0)"], plain ? "×" : "·", [rest, plain ? "leftover" : "p′"], "=",
    [all, plain ? `target’s ${word}` : "p"]], "whole");
}

/**
 * What those ways show: why the output has the target's probabilities. The numbers are in the line of `wholeSum`.
 * @param {Model} model @param {Whole | null} whole
 */
export function wholeSays({ voice }, whole) {
  if (!whole) return null;
  const { named } = whole;
  const said = voice === "plain" ? `${named} is written if the draft guesses it and it is accepted, or if the guess is `
    + "rejected and the leftover gives it. Together, that is exactly the target’s probability. The same holds for all "
    + "other tokens." : `P(${named}) = min(p, q) + ∑ max(p − q, 0) · p′ = min(p, q) + max(p − q, 0) = p, and so for all tokens.`;
  return h("p", { "data-testid": "inspector-lossless" }, h("b", {}, "Why it is lossless: "), said);
}

/**
 * The running ratio of the guess before a tested leaf, at the first test that uses it. Null if that is known from
 * earlier tests, or if it is not a single quotient.
 * @param {Model} model @param {It} it @param {number} place @param {number} phase
 */
export function ratioBefore(model, it, place, phase) {
  const above = model.up(it, place), { voice } = model, { ratios = [], compared: changes = [] } = judgedIn(it) ?? {};
  const first = ratios.find((each) => each.place === above), row = rowAt(it, place, phase), plain = voice === "plain";
  const changed = changes.findLast((each) => each.place === above && each.step < phase); // a deletion beside it
  const [own, wanted] = above < 0 ? [null, null] : [model.drafted(it, above, phase), model.wanted(it, above, phase)];
  const q = changed?.q ?? own, p = changed ? changed.p : wanted;
  if (!row?.work || first?.step !== phase || !q || p === null || Math.abs(Math.min(1, p / q) - first.ratio) > 1e-3
    || it.n.role[model.up(it, above)] === "draft") return null;
  const told = p >= q ? "1" : digitsOf(row, num(first.ratio)), value = num(+(p / q).toPrecision(3));
  const [top, below] = quotient(p, q, voice, p >= q ? value : told);
  const [target, draft] = !plain ? ["p", "q"].map((name) => `${name}${changed ? "′" : ""}`)
    : changed ? ["leftover target", "draft, scaled"] : ["target", "draft"];
  return calculation([[top, target], plain ? "÷" : "/", [below, draft], "=",
    ...p > q && value !== "1" ? [value, "→"] : [], [told, `${plain ? "ratio" : "α"} of ${clip(model.word(it.n.token[above]), 9)}`]], "ratio-before");
}
/** The running ratio as the product of a test writes it. @param {Judged | Prefix} row @param {string} otherwise */
const digitsOf = ({ work }, otherwise) => {
  const [first] = work?.plain ?? [];
  return typeof first === "object" && first[1] === "so far" ? first[0] : otherwise;
};

/**
 * The test of a whole prefix or leaf that is made at a step, for the token that it ends with.
 * @param {It} it @param {number} place @param {number} phase @returns {Judged | Prefix | undefined}
 */
export function rowAt(it, place, phase) {
  for (const panel of it.panels) {
    const rows = panel.kind === "judged" ? panel.rows : panel.kind === "prefixes" ? panel.prefixes : [];
    const row = rows.find((each) => each.step === phase && each.place === place);
    if (row) return row;
  }
}
