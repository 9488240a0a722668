// Words that fit their boxes.

import { clip } from "../format.js";

/** @import { Room } from "./frame.js" */

/**
 * The width of a text in a wide font, in times its size: safe for texts that are not measured.
 * @param {string} text
 */
export const emOf = (text) => Array.from(text).reduce((sum, sign) => sum + (WIDTHS.find(([of]) => of.test(sign))?.[1]
  ?? 0.66), 0);
const WIDTHS = /** @type {[RegExp, number][]} */ ([[/[%mMW@]/, 0.99], [/[w<>=≥≤≈+×÷]/, 0.84],
  [/[ .,:;|'’!ijl]/, 0.34], [/[ftr()·-]/, 0.42]]);
/**
 * The first text that fits, or the last one.
 * @param {number} room in times its size @param {...string} texts
 */
export const fitting = (room, ...texts) => texts.find((text) => emOf(text) <= room) ?? texts[texts.length - 1];

/** The width of a word in a box. @param {string} word @param {number} font @param {Room} room */
export const wordWide = (word, font, { width, typeface }) => width(word, `700 ${font}px ${typeface}`);

/**
 * A word and the size at which it fits. The word is made smaller, down to 70% but not below the smallest size, and
 * then cut.
 * @param {string} word @param {number} font @param {number} room
 * @param {(size: number) => (text: string) => number} wideAt @param {number} [smallest] in px
 */
export function fitted(word, font, room, wideAt, smallest = 12) {
  const least = Math.max(Math.min(smallest, font), font * 0.7), wide = wideAt(font)(word);
  if (wide <= room) return { word, font };
  const size = Math.max(least, Math.floor((font * room) / wide)), at = wideAt(size);
  let shown = word;
  for (let n = Array.from(word).length; n > 2 && at(shown) > room; n--) shown = clip(word, n - 1);
  return { word: shown, font: size };
}
