// Drafts that are tested as a whole: the prefixes of a chain (block verification) and the leaves of a tree (traversal
// verification).

import { h } from "../dom.js";
import { clip, num, quoted, ratioText, short } from "../format.js";
import { calculation } from "./calculation.js";
import { gauge } from "./gauge.js";
import { cells, table } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { PartName } from "./parts.js" */
/** @import { Judged, JudgedPanel, Origin } from "../types.d.ts" */

/** Whether a part comes before the outcome of its step. @param {PartName | "whole" | null | undefined} part */
export const early = (part) =>
  part === "ratio" || part === "longer" || part === "threshold" || part === "sampling" || part === "missing";

const ROWS = 7; // of a table of paths

/**
 * The map of the tests. Block verification: every prefix with its running ratio, threshold and random number, as far as
 * known; the rows of the longest passing prefix are shaded. Traversal verification: every path in the order of
 * the tests. Null for none.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 */
export function judged(model, it, panel, phase, place) {
  const rows = (panel.ratios ? paths : prefixes)(model, it, panel, phase, place);
  return rows.length ? h("figure", { class: "st-judged", "data-testid": "inspector-judged" },
    table(panel.heads, rows, panel.title), h("figcaption", {}, panel.caption)) : null;
}

/** The row of a step that tests, or of a node. @param {It} it @param {Judged[]} rows @param {number} phase
 * @param {number} place */
const nowIn = (it, rows, phase, place) => rows.findLastIndex((row) => (it.steps[phase].phase === "prefix"
  || row.step === phase ? row.step === phase : row.place === place && row.step <= phase));

/**
 * The threshold of a test. A running ratio that later calculations use, or that is the threshold, has its digits.
 * @param {It} it @param {Judged} row
 */
export const thresholdOf = (it, { place, cut, ratio }) => ratioText(cut, it.lay.kind === "chain" ? cut !== ratio
  : !it.children[place].some((at) => it.n.role[at] === "draft"));

/**
 * The rows of the prefixes.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 */
function prefixes(model, it, { rows, told }, phase, place) {
  if (phase < rows[0]?.step) return [];
  const longest = phase >= told ? rows.findLastIndex(({ chosen }) => chosen) : -1, now = nowIn(it, rows, phase, place);
  return rows.map((row, k) => {
    const { place: at, ratio, u, passed, chosen, step } = row, good = passed || chosen, open = step <= phase;
    return h("tr", { class: `${open ? good ? "yes" : "no" : ""}${k <= longest ? " own" : ""}${k === now ? " now" : ""}` },
      ...cells([`${k + 1} `, k ? "… " : "", h("b", {}, clip(model.word(it.n.token[at]), 9))],
        ...open ? [ratioText(ratio), thresholdOf(it, row), u === null ? "" : num(u), good ? "passes" : "fails"]
        : ["", "", "", "waits"]));
  });
}

/**
 * The rows of the paths: all in the order of their tests, or those tested so far if this order is not known.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 */
function paths(model, it, { rows, order }, phase, place) {
  const shown = rows.filter((row) => row.step <= phase), now = nowIn(it, rows, phase, place);
  if (!shown.length) return [];
  const ends = order ?? shown.map((row) => row.place), end = shown.findIndex(({ passed }) => passed);
  const within = end < 0 ? [] : model.gram(it, shown[end].place, Infinity), from = Math.max(0, Math.min(now - 3,
    ends.length - ROWS));
  return ends.slice(from, from + ROWS).map((at, j) => {
    const k = from + j, row = shown[k], line = model.gram(it, at, Infinity).filter((up) => it.n.role[up] === "draft");
    const [last, ...before] = line.map((up) => clip(model.word(it.n.token[up]), 8));
    const said = row && row.u !== null ? `${num(row.u)} ${row.passed ? "<" : "≥"} ${thresholdOf(it, row)}` : "";
    const test = said && h("span", { role: "img", title: said, "aria-label": said }, gauge(row.cut, row.u, 1, "yes"));
    const result = row ? (row.passed ? "accepted" : "rejected") : within.includes(at) ? `in path ${end + 1}`
      : end < 0 ? "waits" : "not tested";
    return h("tr", { class: `${row ? (row.passed ? "yes" : "no") : ""}${within.includes(at) ? " own" : ""}${
      k === now ? " now" : ""}` }, ...cells([`${k + 1} `, before.reverse().join(" "), " ", h(row && !row.passed ? "s" : "b", {},
      last)], test, result));
  });
}

/**
 * A number of rounds out of a hundred, as a percentage without its sign, or in the exact voice as a probability.
 * @param {Model} model @param {Origin} origin @param {number} value
 */
function counted({ voice }, { places }, value) {
  const plain = voice === "plain";
  if (places === null) return (plain ? String : short)(+((plain ? 1 : 0.01) * value).toPrecision(3));
  return plain ? String(+value.toFixed(places)) : value === 100 ? "1" : (value / 100).toFixed(places + 2).slice(1);
}

/** A part of a bar. @param {number} value its width @param {string} look */
export function portion(value, look) {
  const bar = h("i", { class: look });
  bar.style.width = `${100 * value}%`;
  return bar;
}

export const ORIGIN = { class: "st-origin", "data-testid": "inspector-origin" };

/**
 * Where the threshold of the prefix that is tested at a step comes from: the next tokens with the rounds in which each
 * of them is accepted, and what is missing. Null for nothing.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 * @param {boolean} apart whether the calculation of the step is outside of the panel
 */
export function originPanel(model, it, panel, phase, place, apart) {
  const row = panel.ratios ? undefined : panel.rows.find((each) => each.step === phase && each.place === place);
  const { origin, ratio = 1 } = row ?? {}, tested = { it, place, ratio, leaf: false };
  return origin ? h("div", { class: "st-judged" }, h("section", ORIGIN, continuedOf(model, panel, origin, tested),
    bars(model, origin, tested), apart ? null : calculation(origin.work[model.voice], "origin-sum"))) : null;
}

/**
 * The tokens whose threshold or new running ratio is explained: a prefix that ends at `place`, or the guess before a
 * deleted leaf. `ratio` is their running ratio.
 * @typedef {{ it: It, place: number, ratio: number, leaf: boolean }} Tested
 * @param {Model} model @param {Tested} tested
 */
function titleOf(model, { it, place, leaf }) {
  const path = model.gram(it, place, leaf ? 1 : Infinity).filter((at) => it.n.role[at] === "draft").reverse();
  const named = quoted(model.phrase(path.map((at) => it.n.token[at]))).replaceAll("␣", " ");
  return model.voice === "plain" ? leaf ? `100 rounds that test a guess after ${named}` : `100 drafts that begin with ${named}`
    : leaf ? `α of ${named} after the deletion` : `h of the prefix ${named}`;
}

/**
 * The possible next tokens: how many of a hundred rounds continue with each of them, and how many of these are
 * accepted. One bar has all hundred rounds. Null for none.
 * @param {Model} model @param {JudgedPanel} panel @param {Origin} origin @param {Tested} tested
 */
export function continuedOf(model, { names }, origin, tested) {
  const { rows, again } = origin, plain = model.voice === "plain", title = titleOf(model, tested);
  if (!rows.length) return null;
  const write = (/** @type {number} */ value) => counted(model, origin, value);
  const name = (/** @type {typeof rows[number]} */ [token], size = 10) => (token === null ? "others"
    : clip(model.word(token), size));
  const all = rows.slice(0, -1), sum = rows[rows.length - 1];
  const room = (/** @type {number} */ drafted) => Math.floor(drafted / 2); // letters
  const hundred = all.map((row) => {
    const [, , drafted, , accepted] = row, word = name(row, 99);
    return h("span", {}, h("small", {}, word.length <= room(drafted) ? word : ""),
      h("b", {}, portion(drafted ? accepted / drafted : 0, "taken")));
  });
  hundred.forEach((cell, k) => { cell.style.width = `${all[k][2]}%`; });
  const line = (/** @type {typeof rows[number]} */ row) => {
    const [, target, drafted, ratio, accepted] = row, last = row === sum;
    return h("tr", { class: last ? "sum" : "" }, ...cells(last ? "sum" : name(row), target === null ? ""
      : plain ? `${write(target)}%` : write(target), last ? [h("i", { class: "drafted" }), write(drafted)] : write(drafted),
    ratio === null ? "" : plain ? `× ${ratio}` : ratio.replace(/^0\./, "."),
    last ? [h("i", { class: "taken" }), write(accepted)] : plain && ratio !== null ? `= ${write(accepted)}`
    : write(accepted)));
  };
  const heads = again && plain ? names.map((each) => ({ target: "leftover", draft: "draft, scaled" }[each] ?? each))
    : names;
  return h("div", { class: "st-continued", "data-testid": "inspector-continued" }, h("h3", {}, title),
    h("div", { class: "st-hundred", "aria-hidden": "true" }, ...hundred),
    table(heads, [...all, sum].map(line), title), h("p", { class: "st-quiet" }, plain ? `Running ratio: ${
      ratioText(tested.ratio)} × ${again ? "leftover" : "target"} ÷ draft, at most 1.`
    : `a = min(1, ${num(tested.ratio, 3)} · p${tested.leaf ? "′" : ""}/q)`));
}

/**
 * What must be accepted, what a guess after the tokens contributes, and what is missing, on three scales of the same
 * hundred rounds, one below the other.
 * @param {Model} model @param {Origin} origin @param {Tested} tested
 */
export function bars(model, origin, tested) {
  const { voice } = model, { leaf } = tested, { taken, missing, places } = origin, whole = Math.min(1, taken + missing);
  const [all, through, less, others] = [whole, taken, missing, 1 - taken]
    .map((each) => counted(model, origin, 100 * each));
  const near = places === null ? "≈ " : "", [ran, p, left] = leaf ? ["α", "p′", "S"] : ["P", "p", "R"];
  const lines = voice === "plain" ? [`must be accepted: ${all}`,
    `accepted ${leaf ? "with the guess after it" : "within a longer prefix"}: ${near}${through}`,
    `missing: ${less} of the other ${others}`] : [`${leaf ? "old " : ""}${ran} = ${all}`,
    `${leaf ? "the child" : "longer"}: ∑ min(${ran}·${p}, q) = ${near}${through}, others: ${others}`,
    `${left} = ∑ max(${ran}·${p} − q, 0) = ${less}`];
  const parts = [[portion(whole, "whole")], [portion(taken, "taken"), portion(1 - taken, "rest")],
    [portion(taken, "none"), portion(missing, "missing"), portion(1 - whole, "rest")]];
  return h("div", { class: "st-hundreds", "data-testid": "inspector-hundreds" },
    h("h3", {}, titleOf(model, tested)), ...parts.map((each, k) =>
      h("div", { "data-of": ["whole", "taken", "missing"][k] }, h("p", {}, lines[k]),
        h("div", { "aria-hidden": "true" }, ...each))),
    h("p", { class: "st-ends", "aria-hidden": "true" }, ...[0, 0.5, 1].map((at) => h("small", {}, voice === "plain"
      ? String(100 * at) : short(at)))));
}
