// Drafts that are tested as a whole: the prefixes of a chain (block verification) and the leaves of a tree (traversal
// verification).

import { h } from "../dom.js";
import { clip, num, percent } from "../format.js";
import { cells, table, toss } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { JudgedPanel, Origin } from "../types.d.ts" */

/**
 * Block verification: every prefix with its running ratio, its threshold as a bar, and the random number as a dot. The
 * rows of the longest passing prefix are shaded. Traversal verification: the same for every leaf, in the order of the
 * tests, with the effect of a deletion below the row of this step.
 * @param {Model} model @param {It} it @param {JudgedPanel} panel @param {number} phase @param {number} place
 */
export function judged(model, it, panel, phase, place) {
  const shown = panel.rows.filter((row) => row.step <= phase), tree = panel.ratios !== undefined;
  if (!shown.length) return null;
  const longest = phase >= panel.told || tree ? shown.findLastIndex(({ chosen }) => chosen) : -1;
  const now = shown.findLastIndex((row) => (it.steps[phase].phase === "prefix" || row.step === phase
    ? row.step === phase : row.place === place));
  const rows = shown.map(({ place: at, work, cut, u, passed, chosen }, k) => {
    const word = h(tree && !passed ? "s" : "b", {}, clip(model.word(it.n.token[at]), 10));
    const good = passed || chosen, accepted = tree ? k === longest : k <= longest;
    return h("tr", { class: `${good ? "yes" : "no"}${accepted ? " own" : ""}${k === now ? " now" : ""}` },
      ...cells([`${k + 1} `, word], work,
        [u === null ? "" : `${num(u)} ${passed ? "<" : "≥"} ${num(cut)}`, toss(cut, u)], good ? "yes" : "no"));
  });
  const origin = shown.find((row) => row.step === phase)?.origin;
  const picture = origin ? originOf(model.voice, panel, origin) : null;
  const more = panel.more && !picture ? h("details", { class: "st-more" },
    h("summary", {}, "How the threshold is computed"), h("p", { class: "st-quiet" }, panel.more)) : null;
  return h("figure", { class: "st-judged", "data-testid": "inspector-judged" }, picture,
    table(panel.heads, rows, panel.title), h("figcaption", {}, panel.caption), more);
}

/**
 * Where a threshold comes from. It must make clear that guesses afterwards contribute one part of what has to be
 * accepted, so that only the missing part, out of what is left, has to pass this test.
 * @param {"plain" | "exact"} voice @param {JudgedPanel} panel @param {Origin} origin
 */
function originOf(voice, { names }, { title, text, taken, missing }) {
  const parts = [[taken, "later"], [missing, "own"], [1 - taken - missing, "rest"]];
  const write = (/** @type {number} */ value) => (voice === "plain" ? percent(value) : num(value));
  const bars = parts.map(([value, look]) => {
    const bar = h("i", { class: String(look) });
    bar.style.flexGrow = String(value);
    return bar;
  });
  const keys = parts.map(([value, look], k) => h("li", {}, h("i", { class: String(look) }), names[k],
    h("b", {}, write(Number(value)))));
  return h("section", { class: "st-origin", "data-testid": "inspector-origin" }, h("h3", {}, title[voice]),
    h("div", { "aria-hidden": "true" }, ...bars), h("ul", {}, ...keys), h("p", {}, text[voice]));
}
