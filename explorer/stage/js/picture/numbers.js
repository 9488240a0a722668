// The numbers of a node: the probabilities of both models, as bars and as texts.

import { percent, short } from "../format.js";
import { WHAT_IF } from "./fates.js";
import { emOf } from "./words.js";

/** @import { Frame, Item } from "./frame.js" */
/** @import { Fate, It, Model } from "../model.js" */

/**
 * The second line of a node, if it fits. A box with the numbers of both models has none.
 * @param {Frame} frame @param {number} place @param {Fate} fate
 */
export function secondOf({ model, it, form, mode, chain }, place, fate) {
  const text = model.second(fate), { second, start } = form, input = it.n.role[place] === "input";
  if (!input) return form.bars && (text !== WHAT_IF || chain) ? "" : text;
  const room = start ? mode.wide - start.x : second && !second.end ? mode.wide - second.x : Infinity;
  return emOf(text) * SECOND + 6 <= room ? text : "";
}
const SECOND = 13; // px: the size of the second line

/**
 * The two probabilities of a drafted node or of the target's own, as far as they are known, and how they are written.
 * @param {Model} model @param {It} it @param {number} place @param {number} step
 */
export function numbersOf(model, it, place, step) {
  const input = it.n.role[place] === "input", write = model.voice === "plain" ? percent : short;
  return { q: input ? null : model.drafted(it, place, step), p: input ? null : model.wanted(it, place, step),
    say: (/** @type {number | null} */ value) => (value === null ? "" : write(value)) };
}

/**
 * A number that fits a box: without digits that nobody needs there.
 * @param {Model} model @param {number | null} value
 */
function compact(model, value) {
  if (value === null) return "";
  const text = model.voice === "plain" ? percent(value) : short(value);
  if (text.length < 6) return text;
  return value > 0.5 ? ">.99" : model.voice === "plain" ? "≈0%" : "≈0";
}

/**
 * The bars of a node. That of a replacement shows the residual that it was sampled from. Where the draft has a
 * confidence of the whole path and boxes have no room for it beside q, it takes the place of q.
 * @param {Frame} frame @param {Item} item @param {number} step @param {Fate | null} fate
 */
export function barsOf({ model, it, form }, { place }, step, fate) {
  const { bars } = form;
  if (!fate || !bars) return { q: null, p: null, qName: "", pName: "", qText: "", pText: "" };
  const { q: own, p } = numbersOf(model, it, place, step);
  const write = (/** @type {number | null} */ value) => compact(model, value);
  const path = !form.sure && bars.name === null && it.n.sure ? model.get(it, "sure", place) : null;
  const verdict = fate.verdict === null ? null : it.verdicts[fate.verdict];
  const used = fate.state === "residual" ? verdict?.tiles.find(([name]) => name === "p′")?.[1] : undefined;
  const left = typeof used === "number" ? used : leftAt(it, place, step);
  const shown = bars.one && path !== null ? null : left ?? p, q = bars.one && shown !== null ? null : path ?? own;
  const plain = model.voice === "plain", beam = it.shares && bars.long ? "_beam" : "";
  const named = (/** @type {string} */ word, /** @type {string} */ sign) => (!plain ? sign : bars.long ? word : "");
  return { q, p: shown, qName: q === null ? "" : named("draft", `q${beam}`), qText: write(q), pText: write(shown),
    pName: shown === null ? "" : left !== null ? named("leftover", "p′") : named("target", `p${beam}`) };
}

/**
 * The value p′ that replaces a node's p after deletions at its position (traversal verification); null for none.
 * @param {It} it @param {number} place @param {number} step
 */
function leftAt(it, place, step) {
  const panel = it.panels.find(({ kind }) => kind === "judged");
  const all = panel?.kind === "judged" ? panel.left ?? [] : [];
  return all.findLast((left) => left.place === place && left.step <= step)?.p ?? null;
}

/** The draft's confidence of the path to a node. @param {Frame} frame @param {number} place */
export function sureOf({ model, it }, place) {
  const value = model.get(it, "sure", place);
  return value === null ? "" : model.voice === "plain" ? percent(value) : short(value);
}
