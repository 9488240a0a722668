// The shares of all beams as one bar: above the share of each beam, below how its next words divide it. It must make
// clear that a share is that of a beam times the probability of its next word, and that one random number selects both.

import { h } from "../dom.js";
import { probability, short } from "../format.js";

/** @typedef {"plain" | "exact"} Voice */
/**
 * A part of the bar: a beam with one of its next words, and its share. `own` is the part that was sampled.
 * @typedef {{ beam: string, word: string, share: number, own: boolean }} Piece
 */

const LETTER = 7.3, EDGE = 4; // px: about the width of a letter of a label, and what is around it
// px: the width of the bar in a panel, and below the picture beside a calculation or alone
const ROOM = { panel: 460, beside: 520, line: 1220 };
const FRAME = 74; // px of the page beside a line

/** How wide a bar is. @param {keyof typeof ROOM} where */
const roomOf = (where) => Math.max(260, Math.min(ROOM[where], (globalThis.innerWidth || 1280) - FRAME));

/**
 * A label that fits a part of this width: the name with its share, or one of them; empty if it has no room.
 * @param {string} name @param {string} share @param {number} wide px
 */
const fitting = (name, share, wide) => [`${name} ${share}`, name, share].find((text) =>
  text.length * LETTER + EDGE <= wide) ?? "";

/**
 * The parts of a distribution as boxes on one line, and how many of them have no label.
 * @param {Voice} voice @param {Piece[]} pieces @param {keyof typeof ROOM} where
 */
export function parts(voice, pieces, where) {
  const all = pieces.reduce((sum, { share }) => sum + share, 0), room = roomOf(where);
  let unnamed = 0;
  const boxes = pieces.map(({ beam, word, share, own }) => {
    const said = probability(voice, share, short), text = fitting(word, said, (room * share) / all);
    if (!text) unnamed++;
    const box = h("span", { class: own ? "own" : "", title: `${beam ? `${beam} › ` : ""}${word} ${said}` }, text);
    box.style.width = `${(100 * share) / all}%`;
    return box;
  });
  return { boxes, unnamed };
}

/**
 * The beams above their parts; null if there is only one beam.
 * @param {Voice} voice @param {Piece[]} pieces in the order of the beams @param {keyof typeof ROOM} where
 */
export function beamsAbove(voice, pieces, where) {
  const groups = /** @type {Piece[]} */ ([]), room = roomOf(where);
  for (const { beam, share, own } of pieces) {
    const last = groups.at(-1);
    if (last?.beam === beam) Object.assign(last, { share: last.share + share, own: last.own || own });
    else groups.push({ beam, word: "", share, own });
  }
  const all = groups.reduce((sum, { share }) => sum + share, 0);
  return groups.length < 2 ? null : h("div", { class: "st-nest-beams" }, ...groups.map(({ beam, share, own }) => {
    const said = probability(voice, share, short);
    const box = h("span", { class: own ? "own" : "", title: `${beam} ${said}` },
      fitting(beam, said, (room * share) / all));
    box.style.width = `${(100 * share) / all}%`;
    return box;
  }));
}

/** How many parts have no label. @param {number} unnamed @param {number} all */
export const unnamedSay = (unnamed, all) => (unnamed ? `${unnamed} of ${all} parts too small for a label` : "");

/**
 * The bar in a panel.
 * @param {Voice} voice @param {Piece[]} pieces in the order of the beams @param {string} label
 */
export function nested(voice, pieces, label) {
  const { boxes, unnamed } = parts(voice, pieces, "panel");
  return h("figure", { class: "st-nest", "data-testid": "inspector-nested", role: "img", "aria-label": label },
    beamsAbove(voice, pieces, "panel"), h("div", { class: "st-nest-words" }, ...boxes),
    unnamed ? h("small", {}, unnamedSay(unnamed, boxes.length)) : null);
}
