// The place of the target's own token in a tree.

/** @import { It, Model } from "../model.js" */
/** @import { Item } from "./frame.js" */
/** @import { Layout } from "../types.d.ts" */
/**
 * The target's own token, the node before it, the boxes of its column, and the height of its place below the candidates
 * of its position. `next` is the height of the box below that. Null without such a token.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Item[]} items
 */
function placeOf(model, it, lay, items) {
  const own = items.find(({ place }) => it.n.role[place] === "target");
  const above = own && items.find(({ place }) => place === model.up(it, own.place));
  if (lay.kind !== "tree" || !own || !above) return null;
  const others = items.filter((item) => item !== own), column = others.filter(({ col }) => col === own.col);
  const first = column.filter(({ place }) => model.up(it, place) === above.place).at(-1) ?? above; // the last candidate
  const branch = new Set([first.place]);
  for (const { place } of others) if (branch.has(model.up(it, place))) branch.add(place);
  const below = others.filter((item) => item.row > first.row && !branch.has(item.place));
  const last = Math.max(-1, ...column.filter((item) => item.row <= first.row).map(({ y }) => y));
  const next = Math.min(Infinity, ...column.filter((item) => below.includes(item)).map(({ y }) => y));
  const y = first === above ? Math.max(last + 1, Math.min(above.y, next)) : last + 1;
  return { own, others, branch, below, y, next };
}

/**
 * The target's own token is below the candidates of its position: the branches below them move down by a row when
 * it appears. The row is free from the start, so the graph keeps its size. Returns the step of the move.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Item[]} items @param {number} row
 * @param {boolean} narrow
 */
export function makeRoom(model, it, lay, items, row, narrow) {
  const found = placeOf(model, it, lay, items);
  if (!found) return Infinity;
  const { own, others, branch, below, y, next } = found;
  if (narrow) { // in an outline after the whole branch
    const end = Math.max(...others.filter(({ place }) => branch.has(place)).map((item) => item.row)) + 1;
    for (const item of below) item.makes = row;
    own.cy += (end - own.row) * row;
    own.row = end;
    return it.born[own.place];
  }
  if (next < y + 0.99) for (const item of below) item.makes = row;
  own.cy += (y - own.y) * row;
  own.y = y;
  return it.born[own.place];
}

/**
 * The target's own token is below the candidates of its position if there is room, or else on the target's slab.
 * @param {Model} model @param {It} it @param {Layout} lay @param {Item[]} items
 * @param {{ row: number, rows: number, last: number }} heights of a row, the number of rows, and the middle of the slab
 */
export function placeOwn(model, it, lay, items, { row, rows, last }) {
  const found = placeOf(model, it, lay, items);
  if (!found) return;
  const { own, y, next } = found, free = next >= y + 0.99 && y <= rows - 1;
  own.cy = free ? own.cy + (y - own.y) * row : last;
  own.y = y;
}
