// Repeated n-grams in the draft (GSD §5.1, Figure 3), as plain objects. Equal n-grams get the same letter: hollow at
// the first occurrence, filled at later ones. A band in the same colour follows the edges of the n-gram.

import { percent, plural } from "../format.js";
import { wireAt } from "./edges.js";
import { joinedBy } from "./merged.js";

/** @import { Frame } from "./frame.js" */
/** @import { It, Model } from "../model.js" */
/** @import { Band, Tag } from "./scene.js" */
/**
 * The repeated n-grams of one length in an iteration: for each the nodes at which it ends, first occurrence first.
 * @typedef {{ n: number, groups: number[][] }} Recurrence
 */

const GROUP_COLOURS = 7; // colours are used again after these; letters are not
/** The letter of the k-th repeated n-gram: A … Z, AA … @param {number} k @returns {string} */
export const letterOf = (k) => (k >= 26 ? letterOf(Math.floor(k / 26) - 1) : "") + String.fromCharCode(65 + (k % 26));

/** The repeated n-grams of length n. @param {It} it @param {number} n @returns {Recurrence} */
export const recurrenceOf = (it, n) => ({ n, groups: (it.recurring?.groups ?? []).filter(([size]) => size === n)
  .map(([, ends]) => ends).sort((a, b) => a[0] - b[0]) });

/**
 * The letters on nodes, by place.
 * @param {Frame} frame @param {Recurrence | null} recurrence @returns {Map<number, Tag>}
 */
export function tagsOf({ mode, spot }, recurrence) {
  const roomy = mode.name === "card" || mode.name === "rich";
  return new Map((recurrence?.groups ?? []).flatMap((ends, k) => ends.flatMap((place, nth) => {
    const item = spot.get(place), letter = letterOf(k), wide = tagWidth(letter);
    return item ? [[place, { letter, hue: k % GROUP_COLOURS, first: nth === 0,
      tagX: roomy ? item.wide - wide + 6 : item.wide + 1, tagY: roomy ? -mode.high / 2 - 9 : -9 }]] : [];
  })));
}
/** The width of a letter's tag in px. @param {string} letter */
export const tagWidth = (letter) => 8 + 10.5 * letter.length;

/**
 * The bands under the edges.
 * @param {Frame} frame @param {number} step @param {Recurrence | null} recurrence @returns {Band[]}
 */
export function bandsOf(frame, step, recurrence) {
  const { model, it, spot } = frame;
  return (recurrence?.groups ?? []).flatMap((ends, k) => ends.flatMap((end) => (spot.has(end)
    ? model.gram(it, end, recurrence?.n ?? 1).slice(0, -1) : []).flatMap((at) => {
    const item = spot.get(at), d = item && (joinedBy(frame, item, step)?.wire ?? wireAt(frame, item, step));
    return d ? [{ key: `${k}.${end}.${at}`, d, hue: k % GROUP_COLOURS, end, visible: it.born[end] <= step }] : [];
  })));
}

/**
 * All nodes of the repeated n-gram under the pointer.
 * @param {Frame} frame @param {Recurrence | null} recurrence @param {number} pointed
 */
export function membersOf({ model, it }, recurrence, pointed) {
  const group = recurrence?.groups.findLast((ends) => ends.includes(pointed));
  return new Set(group?.flatMap((end) => model.gram(it, end, recurrence?.n ?? 1)));
}

/**
 * How much of the draft repeats earlier n-grams at a step.
 * @param {Model} model @param {It} it @param {Recurrence} recurrence @param {number} step
 * @param {boolean} [outline] whether the graph is an outline, in which merged nodes need an explanation
 */
export function recurrenceSaid(model, it, { n, groups }, step, outline = false) {
  const merged = it.fates.some((fates) => fates.some((fate) => fate.state === "merged" && fate.step <= step));
  return [saidOf(model, it, { n, groups }, step), outline && merged ? MERGED : ""].filter(Boolean).join(" ");
}
const MERGED = "◆ is merged: it goes on like the node at the other end of its pink line.";

/**
 * How much of the draft repeats earlier n-grams, without the words about an outline.
 * @param {Model} model @param {It} it @param {Recurrence} recurrence @param {number} step
 */
function saidOf(model, it, { n, groups }, step) {
  const born = (/** @type {number} */ place) => it.born[place] <= step;
  const drafted = it.n.role.filter((role, place) => role === "draft" && born(place) && !model.copied(it, place)).length;
  const again = groups.reduce((sum, ends) => sum + Math.max(0, ends.filter(born).length - 1), 0);
  const unit = model.unit(), equal = n === 1 ? unit : plural(n, unit);
  if (!drafted) return "Nothing is drafted yet.";
  const inside = it.recurring?.share.find(([size]) => size === n)?.[1] ?? 0;
  const share = again && drafted === it.recurring?.drafted && model.voice === "exact"
    ? ` ${percent(inside / drafted)} of the draft lies inside repeated ${n}-grams.` : "";
  if (!again) return n === 1 ? `No ${unit} is repeated.` : `No ${n}-gram is repeated.`;
  const gram = n === 1 ? `a ${unit}` : `a ${n}-gram`;
  return `${again} of ${plural(drafted, "guess", "guesses")} ${again === 1 ? "repeats" : "repeat"} ${gram} that is already in `
    + `the draft (same letter = same ${equal}, hollow = first occurrence).${share}`;
}
