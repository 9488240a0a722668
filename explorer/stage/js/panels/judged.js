// Drafts that are tested as a whole: the prefixes of a chain (block verification) and the leaves of a tree (traversal
// verification).

import { h } from "../dom.js";
import { clip, num, probability, ratioText, short } from "../format.js";
import { calculation, changedFor, originOfRow } from "./calculation.js";
import { cells, table } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { PartName } from "./parts.js" */
/** @import { Judged, JudgedPanel, Origin } from "../types.d.ts" */

/** Whether a part comes before the outcome of its step. @param {PartName | "whole" | null | undefined} part */
export const early = (part) => part === "ratio" || part === "threshold" || part === "sampling";

const ROWS = 7; // of a table of paths

/**
 * The map of the tests. Block verification: every prefix with its running ratio, threshold and random number, as far as
 * known; the rows of the longest passing prefix are shaded. Traversal verification: every path in the order of
 * the tests. Null for none.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 * @param {PartName | "whole" | null} part of the step that is shown
 */
export function judged(model, it, panel, phase, place, part = null) {
  const rows = panel.ratios ? paths(model, it, panel, phase, place) : prefixes(model, it, panel, phase, place, part);
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
 * The rows of the prefixes. Before the outcome of a test, its row has no random number.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 * @param {PartName | "whole" | null} part
 */
function prefixes(model, it, { rows, told }, phase, place, part) {
  if (phase < rows[0]?.step) return [];
  const longest = phase >= told ? rows.findLastIndex(({ chosen }) => chosen) : -1, now = nowIn(it, rows, phase, place);
  return rows.map((row, k) => {
    const { place: at, ratio, u, passed, chosen, step } = row;
    const open = step > phase ? 0 : step < phase || !early(part) ? 3 : part === "ratio" ? 1 : 2; // known numbers
    const good = passed || chosen, word = h("b", {}, clip(model.word(it.n.token[at]), 9));
    return h("tr", { class: `${open < 3 ? "" : good ? "yes" : "no"}${k <= longest ? " own" : ""}${k === now ? " now" : ""}` },
      ...cells([`${k + 1} `, k ? "… " : "", word], open > 0 ? ratioText(ratio) : "",
        open > 1 ? thresholdOf(it, row) : "",
        open > 2 && u !== null ? num(u) : "", open > 2 ? (good ? "passes" : "fails") : "waits"));
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
    const test = row && row.u !== null ? `${num(row.u)} ${row.passed ? "<" : "≥"} ${thresholdOf(it, row)}` : "";
    const result = row ? (row.passed ? "accepted" : "rejected") : within.includes(at) ? `in path ${end + 1}`
      : end < 0 ? "waits" : "not tested";
    return h("tr", { class: `${row ? (row.passed ? "yes" : "no") : ""}${within.includes(at) ? " own" : ""}${
      k === now ? " now" : ""}` }, ...cells([`${k + 1} `, before.reverse().join(" "), " ", h(row && !row.passed ? "s" : "b", {},
      last)], test, result));
  });
}

/**
 * Where the threshold of this step's test comes from or, in a tree, the running ratio after its deletion; and what
 * earlier deletions changed for it. Null for nothing.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 * @param {boolean} apart whether the calculation of the step is outside of the panel
 */
export function originPanel(model, it, panel, phase, place, apart) {
  const origin = originOfRow(it, place, phase), changes = changesOf(model, it, panel, phase, place);
  return origin || changes ? h("div", { class: "st-judged", "data-testid": "inspector-origins" }, changes,
    origin ? originOf(model, panel, origin, apart) : null) : null;
}

/**
 * What deletions changed on the path of the tested leaf since its numbers were compared. Null for nothing.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} tested
 */
function changesOf(model, it, { compared = [] }, phase, tested) {
  const plain = model.voice === "plain", say = (/** @type {number | null} */ value) => probability(model.voice, value);
  const rows = changedFor(model, it, tested, phase).flatMap(({ place, q, p, step }) => {
    const before = compared.findLast((each) => each.place === place && each.step < step);
    const first = { q: model.get(it, "q", place), p: model.wanted(it, place, phase) };
    const [drafted, wanted] = [before?.q ?? first.q, before?.p ?? first.p];
    const top = it.n.role[model.up(it, place)] !== "draft" && q > 0 && p !== null; // then its ratio is p ÷ q
    const ratio = top ? `${num(p / q)}${p > q ? " → 1" : ""}` : "", word = clip(model.word(it.n.token[place]), 10);
    return p === null ? [] : [h("tr", {}, ...cells(h("b", {}, word), `${say(drafted)} → ${say(q)}`,
      `${say(wanted)} → ${say(p)}`, ratio))];
  });
  const heads = plain ? ["", "draft → scaled", "target → leftover", "ratio"] : ["", "q → q′", "p → p′", "α"];
  return rows.length ? h("section", { "data-testid": "inspector-changes" },
    h("h3", {}, plain ? "Changed by deletions" : "After deletions"),
    table(heads, rows, "Changed by deletions")) : null;
}

const PARTS = ["whole", "taken", "missing"]; // of the lines of a calculation

/**
 * Where a threshold comes from: a calculation with a bar of its parts, and the next tokens over which it sums.
 * @param {Model} model @param {JudgedPanel} panel @param {Origin} origin
 * @param {boolean} apart whether the quotient is outside of the panel
 */
function originOf(model, { names, after }, origin, apart) {
  const { voice } = model, { title, lines, work, taken, missing, rows } = origin;
  const bars = [[taken, "taken"], [missing, "missing"], [1 - taken - missing, "rest"]].map(([value, look]) => {
    const bar = h("i", { class: String(look) });
    bar.style.flexGrow = String(value);
    return bar;
  });
  return h("section", { class: "st-origin", "data-testid": "inspector-origin" }, h("h3", {}, title[voice]),
    h("div", { "aria-hidden": "true" }, ...bars),
    h("ol", {}, ...lines.map((each, k) => h("li", {}, h("i", { class: PARTS[k] }), h("span", {}, each[voice])))),
    apart ? null : calculation(work[voice], "origin-sum"),
    rows.length ? table(names, nextRows(model, origin), title[voice]) : null,
    after && rows.length ? h("p", { class: "st-quiet" }, after[voice]) : null);
}

/**
 * The possible next tokens: the target's probability times the running ratio, the draft's, and the smaller of the two.
 * A guess after the tokens can take that much, and the rest is left over.
 * @param {Model} model @param {Origin} origin
 */
function nextRows(model, { rows, places }) {
  const plain = model.voice === "plain";
  const write = (/** @type {number} */ value) => (places === null
    ? (plain ? String : short)(+((plain ? 1 : 0.01) * value).toPrecision(3))
    : plain ? String(+value.toFixed(places)) : short(+(value / 100).toFixed(places + 2)));
  return rows.map(([token, target, draft, left], k) => {
    const last = k === rows.length - 1;
    const name = token === null ? (last ? "sum" : "others, summed") : clip(model.word(token), 10);
    const marks = last ? ["", "", h("i", { class: "taken" }), h("i", { class: "missing" })] : [];
    return h("tr", { class: last ? "sum" : "" }, ...cells(name, ...[target, draft, target - left, left]
      .map((value, at) => [marks[at] ?? null, write(value)])));
  });
}
