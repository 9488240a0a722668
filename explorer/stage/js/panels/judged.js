// Drafts that are tested as a whole: the prefixes of a chain (block verification) and the leaves of a tree (traversal
// verification).

import { h } from "../dom.js";
import { clip, num, probability, short } from "../format.js";
import { calculation, changedFor, originOfRow } from "./calculation.js";
import { cells, table } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { JudgedPanel, Origin } from "../types.d.ts" */

/**
 * Block verification: every prefix with its running ratio, its random number and its threshold. The rows of the longest
 * passing prefix are shaded. Traversal verification: the same for every leaf, in the order of the tests. Null for none.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 */
export function judged(model, it, panel, phase, place) {
  const shown = panel.rows.filter((row) => row.step <= phase), tree = panel.ratios !== undefined;
  if (!shown.length) return null;
  const longest = phase >= panel.told || tree ? shown.findLastIndex(({ chosen }) => chosen) : -1;
  const now = shown.findLastIndex((row) => (it.steps[phase].phase === "prefix" || row.step === phase
    ? row.step === phase : row.place === place));
  const rows = shown.map(({ place: at, ratio, cut, u, passed, chosen }, k) => {
    const word = h(tree && !passed ? "s" : "b", {}, clip(model.word(it.n.token[at]), 9));
    const good = passed || chosen, accepted = tree ? k === longest : k <= longest;
    return h("tr", { class: `${good ? "yes" : "no"}${accepted ? " own" : ""}${k === now ? " now" : ""}` },
      ...cells([`${k + 1} `, word], ...(tree ? [] : [num(ratio)]),
        u === null ? "" : `${num(u)} ${passed ? "<" : "≥"} ${num(cut)}`, good ? "yes" : "no"));
  });
  return h("figure", { class: "st-judged", "data-testid": "inspector-judged" }, table(panel.heads, rows, panel.title),
    h("figcaption", {}, panel.caption));
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
  const write = (/** @type {number} */ value) => (model.voice === "plain" ? String(+value.toFixed(places))
    : short(+(value / 100).toFixed(places + 2)));
  return rows.map(([token, target, draft, both], k) => {
    const last = k === rows.length - 1;
    const name = token === null ? (last ? "sum" : "others, summed") : clip(model.word(token), 10);
    const marks = last ? ["", "", h("i", { class: "taken" }), h("i", { class: "missing" })] : [];
    return h("tr", { class: last ? "sum" : "" }, ...cells(name, ...[target, draft, both, target - both]
      .map((value, at) => [marks[at] ?? null, write(value)])));
  });
}
