// The zoom of a graph and the scroll position of its panel.

import { scaleOf } from "./frame.js";

/** @import { Frame, Item, Room } from "./frame.js" */
/** @import { Node } from "./scene.js" */

/** The zoom and scrolling of one graph. */
export class Zoom {
  value = 1;
  chosen = 0; // by the reader; 0: fit to the panel

  /** @param {HTMLElement} scroll @param {SVGSVGElement} svg */
  constructor(scroll, svg) { this.scroll = scroll; this.svg = svg; }

  /**
   * Applies the chosen zoom, or fits the graph into the panel. An outline keeps its size and is scrolled.
   * @param {Frame} frame @param {Room} room
   */
  fit(frame, room) {
    const { w, h } = frame;
    this.value = Math.min(4, Math.max(0.15, this.chosen || scaleOf(frame, room)));
    this.svg.setAttribute("width", String(Math.ceil(w * this.value)));
    this.svg.setAttribute("height", String(Math.ceil(h * this.value + this.slack(frame, room))));
  }
  /**
   * Extra height below a scrolled outline, so that at its end, too, the panel’s upper edge lies between two rows.
   * @param {Frame} frame @param {Room} room
   */
  slack({ narrow, mode, h, top }, room) {
    const unit = this.value * mode.row;
    const beyond = h * this.value - room.h - this.value * (top + mode.high / 2) + unit / 2;
    return narrow && beyond > 0 ? (unit - (beyond % unit)) % unit : 0;
  }

  top() { this.scroll.scrollLeft = this.scroll.scrollTop = 0; }
  /**
   * Scrolls the panel, and only the panel, so that these nodes can be seen.
   * @param {Item[]} items @param {Frame} frame @param {Room} room
   */
  reveal(items, frame, room) {
    if (!items.length) return;
    const { scroll, value } = this, { mode, narrow, models } = frame, margin = 12, { w } = room;
    const head = narrow || models.below ? 0 : value * models.head; // rows below it are covered
    const x0 = value * Math.min(...items.map(({ x }) => x)),
      y0 = value * Math.min(...items.map(({ cy }) => cy - mode.high));
    const x1 = value * Math.max(...items.map(({ x, wide }) => x + wide));
    const y1 = value * Math.max(...items.map(({ cy }) => cy + mode.high));
    const high = room.h - (narrow ? room.bar : 0), { scrollLeft: sx, scrollTop: sy } = scroll;
    if (x1 - x0 > w) scroll.scrollLeft = x1 - w + margin; // of a path that is too long, show the new end
    else if (x1 > sx + w) scroll.scrollLeft = Math.min(x0 - margin, x1 - w + margin);
    else if (x0 < sx) scroll.scrollLeft = x0 - margin;
    const outside = y1 > sy + high || y0 < sy + head;
    if (narrow && outside) scroll.scrollTop = this.between(items, frame, high);
    else if (y1 > sy + high) scroll.scrollTop = Math.min(y0 - head - margin, y1 - high + margin);
    else if (y0 < sy + head) scroll.scrollTop = y0 - head - margin;
  }
  /**
   * A scroll position that shows these nodes and cuts no row of an outline. If they do not all fit, the first ones are
   * shown, together with their parent if it is in the row directly above.
   * @param {Item[]} items @param {Frame} frame @param {number} high of the panel
   */
  between(items, { mode, spot, top: before }, high) {
    const rows = items.map(({ row }) => row), first = Math.min(...rows), unit = this.value * mode.row;
    const over = this.value * (before + mode.high / 2) - unit / 2; // above the first row
    const least = Math.ceil(((Math.max(...rows) + 1) * unit + over - high) / unit); // the first when the last is seen
    const above = items.some(({ row, up }) => row === first && spot.get(up)?.row === first - 1);
    const top = least <= first ? Math.max(0, Math.min(first, Math.max(least, 0))) : first - (above ? 1 : 0);
    return top > 0 ? over + top * unit : 0;
  }

  /**
   * The distance of a mouse event from a node in px.
   * @param {MouseEvent} event @param {Pick<Node, "x" | "wide" | "y">} node @param {number} high of a node
   */
  away(event, { x, wide, y }, high) {
    const frame = this.svg.getBoundingClientRect();
    const far = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ at) =>
      Math.max(from * this.value - at, at - to * this.value, 0);
    return Math.hypot(far(x, x + wide, event.clientX - frame.left),
      far(y - high / 2, y + high / 2, event.clientY - frame.top));
  }
}
