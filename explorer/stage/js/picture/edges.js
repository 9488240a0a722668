// The edges of a graph, and where nodes are at a step.

/** @import { Frame, Item } from "./frame.js" */

/**
 * The path of an edge: straight through its own column, then a curve between the columns, so that it crosses no word.
 * In an outline it runs down from the parent.
 * @param {Omit<Frame, "models">} frame @param {Item} a @param {Item} b
 */
export function curve({ narrow, mode, chain }, a, b) {
  const from = a.x + a.wide, turn = a.edge + 4, mid = (turn + b.x) / 2, half = mode.high / 2;
  if (narrow && chain) return `M${a.x + 18} ${a.cy + half}V${b.cy - half}`;
  if (narrow) {
    const x = a.x + mode.r + 7;
    return `M${x} ${a.cy + half}V${b.cy - 6}Q${x} ${b.cy} ${x + 6} ${b.cy}H${b.x}`;
  }
  return `M${from} ${a.cy}H${turn}C${mid} ${a.cy} ${mid} ${b.cy} ${b.x} ${b.cy}`;
}
/**
 * The path of an arc from one node to another: in the gap between two columns side by side, else to the right of both.
 * @param {Frame} frame @param {Item} a @param {Item} b
 */
export function arcOf({ narrow, mode }, a, b) {
  if (!narrow && Math.abs(a.col - b.col) === 1) {
    const [left, right] = a.col < b.col ? [a, b] : [b, a], off = Math.sign(right.cy - left.cy) * mode.high / 4;
    const ends = [{ x: left.x + left.wide + 1, y: left.cy + off }, { x: right.x - 1, y: right.cy - off }];
    const [from, to] = left === a ? ends : ends.reverse(), mid = (from.x + to.x) / 2;
    return `M${from.x} ${from.y}C${mid} ${from.y} ${mid} ${to.y} ${to.x} ${to.y}`;
  }
  const side = Math.max(a.x + a.wide, b.x + b.wide) + (narrow ? 22 : 30);
  return `M${a.x + a.wide} ${a.cy}C${side} ${a.cy} ${side} ${b.cy} ${b.x + b.wide + 1} ${b.cy}`;
}

/** A node at its position after it has made room for the target's own token. @param {Item} item */
export const moved = (item) => (item.makes ? { ...item, cy: item.cy + item.makes } : item);
/** A node at its position at a step. @param {Pick<Frame, "room">} frame @param {Item} item @param {number} step */
export const at = ({ room }, item, step) => (step >= room ? moved(item) : item);
/** The edge above a node at a step. @param {Pick<Frame, "room">} frame @param {Item} item @param {number} step */
export const wireAt = ({ room }, item, step) => (step >= room ? item.late : item.wire);
