// Where the two models and the target's pass are drawn.

import { slabOf, underOf } from "./card.js";
import { KEY, LANE, PAD, SLAB, docks, edgeOf, slabMiddle, together } from "./modes.js";

/** @import { Frame, Models, Room } from "./frame.js" */
/** @import { Layout } from "../types.d.ts" */

const BLOCK = 78, BESIDE = 130; // px: the draft model's block, and where the target's begins beside it
const WORDS = 170; // px: the words about the numbers of the boxes
const BUTTONS = 240; // px: the buttons of a panel, where they were not measured

/**
 * Where the two models and their pass are drawn.
 * @param {Omit<Frame, "models">} frame @param {Layout} lay @param {Room} room @param {boolean} flat
 * @param {number} prefixes with scales one below the other @returns {Models}
 */
export function modelsOf({ mode, narrow, chain, items, top, w, h, bar, scale }, lay, room, flat, prefixes) {
  const aside = Math.max(0, (room.w / scale - w) / 2);
  const freeOf = (/** @type {number | undefined} */ buttons) => (narrow || bar || !room.bar ? Infinity
    : (room.w - (buttons ?? BUTTONS)) / scale - aside - 8); // the buttons are in the same row
  const free = freeOf(room.buttons);
  const buttons = room.bar ? room.buttons ?? BUTTONS : 0; // above an outline; on a phone they are below it
  const shared = together(mode, narrow), y = edgeOf(narrow) - 2, x = Math.min(...items.map((item) => item.x));
  const drafts = Math.max(0, lay.cols - (lay.kind === "free" ? 1 : 2)), lane = { x, y, w: BLOCK, h: LANE - 10 };
  const right = narrow ? Math.max(...items.map((item) => item.x + item.wide))
    : Math.max(...items.filter(({ col }) => col <= drafts).map((item) => item.x + item.wide));
  const bottom = chain && !narrow ? top + mode.high + underOf(flat, prefixes)
    : slabMiddle(mode, lay, h) - SLAB / 2 + 2;
  const [least, most] = narrow ? [160, 460] : [120, 300], beside = Math.min(right - x, free - x - WORDS) - BESIDE;
  const slab = shared ? { x: x + BESIDE, y, w: Math.max(least, Math.min(beside, most)), h: LANE - 10 }
    : { x, y: bottom, w: right - x, h: chain ? slabOf(flat) : SLAB };
  const end = shared ? h - edgeOf(narrow) - (narrow ? 0 : KEY) + 4 : bottom;
  const area = { x: x - 5, y: shared ? slab.y + slab.h : top - 6, w: right - x + 10,
    h: end - (shared ? slab.y + slab.h : top - 6) };
  const col = lay.cols - 1, half = mode.high / 2;
  const bonus = !chain ? null : narrow ? { x, y: top + half + col * mode.row, w: mode.wide, h: mode.high }
    : { x: PAD + col * (mode.wide + mode.gap), y: top + half, w: mode.wide, h: mode.high };
  return { lane, most: Math.max(x, freeOf(room.zooms ?? room.buttons) - BLOCK),
    until: narrow ? room.w - 8 - buttons : Math.min(w, free),
    slab: { ...slab, w: Math.min(slab.w, w - slab.x - 8) },
    docks: docks(mode, lay, narrow), below: !shared, area, bonus, head: top - 6 };
}
