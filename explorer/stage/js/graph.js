// The graph in its panel: what it is asked to show becomes a scene, and the scene is drawn.

import { h, measure, setText } from "./dom.js";
import { MODES, frameOf } from "./frame.js";
import { Picture } from "./patch.js";
import { listenTo } from "./pointing.js";
import { Recurring } from "./recurring.js";
import { NOTHING, scene } from "./scene.js";
import { Zoom } from "./zoom.js";

/** @import { Frame, Room } from "./frame.js" */
/** @import { It, Model } from "./model.js" */
/** @import { Scene } from "./scene.js" */
/**
 * What the page does with what happens here; −1 is no place.
 * @typedef {{ pick: (place: number) => void, hover: (place: number) => void, redraw: () => void }} Linked
 */

const LARGE = 300; // nodes
const BAR = 40; // of the panel's height, kept free for buttons that lie on it: a fitted graph stands in the middle

export class Graph {
  touched = matchMedia("(pointer: coarse)"); // asked for each time: a tablet may get a mouse
  picture = new Picture();
  svg = this.picture.svg;
  scroll = h("div", { class: "st-scroll", "data-testid": "graph", tabindex: "-1" }, this.svg);
  zoom = new Zoom(this.scroll, this.svg);
  hidden = h("span", { class: "st-hidden", "data-testid": "hidden-count" });
  all = h("button", { type: "button", class: "st-btn st-small", "data-testid": "show-all", hidden: true,
    onclick: () => this.toggleAll() });
  frame = /** @type {Frame | null} */ (null); // of the iteration that is drawn
  scene = /** @type {Scene | null} */ (null); // what is drawn of it
  selection = NOTHING;
  step = -1; // the one that is shown
  room = /** @type {Room} */ ({ w: 800, h: 300, bar: BAR, touched: false, typeface: "sans-serif", width: measure });
  looked = false; // whether the room was looked at: asking costs a layout
  drawn = this.room; // for which the picture was built: many small changes are a large one
  wanted = /** @type {number[] | null} */ (null); // places to be seen once everything is drawn
  folded = /** @type {Set<number>} */ (new Set()); // rounds whose merged or unmerged form was chosen by hand
  expanded = /** @type {Set<number>} */ (new Set()); // rounds that are drawn whole

  /** @param {Model} model @param {Linked} on */
  constructor(model, on) {
    this.model = model; this.on = on;
    this.recurring = new Recurring(model, () => this.again());
    this.zooms = h("div", { class: "st-zoom" }, this.recurring.toggle, this.recurring.sizes,
      h("span", { class: "st-space" }), this.hidden, this.all,
      this.button("−", "zoom-out", "Zoom out", () => this.zoom.value / 1.25),
      this.button("fit", "zoom-fit", "Fit the graph into the panel", () => 0),
      this.button("1:1", "zoom-one", "Zoom to 1:1", () => 1),
      this.button("+", "zoom-in", "Zoom in", () => this.zoom.value * 1.25));
    this.root = h("div", { class: "st-graph" }, this.scroll, this.recurring.say, this.zooms);
    listenTo(this);
  }
  /** @param {string} label @param {string} id @param {string} title @param {() => number} size 0: as it fits */
  button(label, id, title, size) {
    return h("button", { type: "button", class: "st-btn st-small", "data-testid": id, "aria-label": title, title,
      onclick: () => {
        this.zoom.chosen = size();
        if (this.frame) this.zoom.fit(this.frame, this.room);
      } }, label);
  }

  /** @param {It} it */
  open(it) {
    if (this.frame?.it === it) return;
    if (this.frame) this.zoom.top();
    this.build(it);
  }
  /** Lays an iteration out anew. @param {It} it */
  build(it) {
    this.leave();
    if (!this.looked) this.look();
    this.looked = true;
    this.drawn = this.room;
    this.frame = frameOf(this.model, it, this.room, this.expanded.has(it.i));
    this.recurring.open(it);
    const { w, h: high, whole, items } = this.frame, partly = it.core && !whole;
    this.all.hidden = !it.core;
    if (it.replicas && items.length <= LARGE)
      setText(this.all, partly ? `Unmerged tree (${it.replicas} copies)` : "Merged graph");
    else setText(this.all, partly ? `Show all ${it.size}` : "Committed path and siblings only");
    this.svg.setAttribute("viewBox", `0 0 ${w} ${high}`);
    this.zoom.fit(this.frame, this.room);
  }
  /** Nothing of an iteration is chosen any more, and the keyboard is on none of its nodes. */
  leave() {
    if (document.activeElement instanceof SVGElement && this.svg.contains(document.activeElement))
      document.activeElement.blur();
    this.selection = NOTHING;
    this.step = -1;
  }
  again() {
    if (!this.frame) return;
    this.build(this.frame.it);
    this.on.redraw();
  }
  look() { // on a phone the buttons stand below the panel
    const bar = getComputedStyle(this.zooms).position === "absolute" ? BAR + (this.touched.matches ? 12 : 0) : 0;
    this.room = { w: this.scroll.clientWidth, h: this.scroll.clientHeight, bar, touched: this.touched.matches,
      typeface: getComputedStyle(this.root).fontFamily || "sans-serif", width: measure };
  }
  toggleAll() {
    if (!this.frame) return;
    const { i } = this.frame.it;
    this.folded.add(i);
    if (!this.expanded.delete(i)) this.expanded.add(i);
    this.again();
  }
  /**
   * GSD: from the unmerging on, the tree with all its copies, where it can be read.
   * @param {It} it @param {number} step
   */
  unmerge(it, step) {
    const from = it.steps.findIndex(({ phase }) => phase === "unmerge"), whole = from >= 0 && step >= from;
    if (!it.core || it.size > MODES[2].upTo || this.folded.has(it.i) || whole === this.expanded.has(it.i)) return;
    if (whole) this.expanded.add(it.i);
    else this.expanded.delete(it.i);
    this.build(it);
  }

  /**
   * Brings the drawing to a step.
   * @param {number} step @param {number} picked the chosen place or −1 @param {number} [pointed] the one pointed at
   */
  show(step, picked, pointed = this.selection.pointed) {
    if (!this.frame) return;
    const { it } = this.frame;
    this.unmerge(it, step);
    const { spot, items } = this.frame, { roving } = this.selection,
      free = roving < 0 || it.born[roving] > step || !spot.has(roving);
    const first = Math.min(...items.map(({ place }) => (it.born[place] <= step ? place : Infinity)));
    this.render({ ...this.selection, picked, pointed,
      roving: !free ? roving : spot.has(picked) ? picked : Number.isFinite(first) ? first : -1 }, step);
    if (step !== this.step) this.wanted = picked >= 0 ? [picked] : it.steps[step].now;
    this.step = step;
    this.recurring.tell(it, step);
    const count = this.scene?.hidden; // what is still to come is not counted before it comes
    setText(this.hidden, count ? `${count} hidden` : "");
    this.all.style.visibility = count || this.expanded.has(it.i) ? "" : "hidden"; // its room stays: nothing moves
  }
  /** @param {typeof NOTHING} selection @param {number} step */
  render(selection, step = this.step) {
    this.selection = selection;
    if (!this.frame || step < 0) return;
    this.scene = scene(this.frame, step, selection, this.recurring.shown);
    this.picture.draw(this.scene, this.room.typeface);
  }
  /** A node and its ancestors, as the attention picture points at them. @param {number} pointed */
  light(pointed) { if (pointed !== this.selection.pointed) this.render({ ...this.selection, pointed }); }
  /** The word of a node that has no room for it. @param {number} floated */
  float(floated) { if (floated !== this.selection.floated) this.render({ ...this.selection, floated }); }
  /**
   * A node as it would be, had one decision fallen otherwise: its mark and its colour, without its number. Null: as it
   * is, like every other that was supposed.
   * @param {number} place −1: none @param {string | null} state
   */
  suppose(place, state) {
    const supposed = state && this.draws(place) ? { place, state } : null;
    if (supposed || this.selection.supposed) this.render({ ...this.selection, supposed });
  }
  /** @param {number} roving */
  rove(roving) { this.render({ ...this.selection, roving }); }

  /** Whether a place is drawn. @param {number} place */
  draws(place) { return this.frame?.spot.has(place) ?? false; }
  /** Whether it is there by now. @param {number} place */
  shows(place) { return this.draws(place) && (this.frame?.it.born[place] ?? Infinity) <= this.step; }
  /** Puts the keyboard on the node where it was last, or on the first. @param {FocusOptions} [how] */
  focus(how) {
    const node = this.scene?.nodes.find(({ place }) => place === this.selection.roving);
    this.picture.elementOf(node)?.focus(how);
  }
  /** @param {number[]} places */
  reveal(places) {
    if (!this.frame) return;
    this.zoom.reveal(places.flatMap((place) => this.frame?.spot.get(place) ?? []), this.frame, this.room);
  }
  settle() {
    if (this.wanted) this.reveal(this.wanted);
    this.wanted = null;
  }
  reset() {
    this.look(); // before anything is changed, when nothing has to be laid out for it
    this.looked = this.room.w > 0;
    this.zoom.top();
    this.leave();
    this.frame = this.scene = null;
    this.recurring.reset();
    this.expanded.clear();
    this.folded.clear();
    this.picture.clear();
  }
  resized() {
    this.look();
    if (!this.frame) return;
    if (Math.abs(this.room.w - this.drawn.w) + Math.abs(this.room.h - this.drawn.h) > 24) this.again();
    else this.zoom.fit(this.frame, this.room);
  }
}
