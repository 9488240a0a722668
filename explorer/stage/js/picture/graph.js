// The graph in its panel: turns the step and the selection into a scene and draws it.

import { h, measure, onFont, setText } from "../dom.js";
import { plural } from "../format.js";
import { frameOf, isUnmerged } from "./frame.js";
import { Picture } from "./patch.js";
import { listenTo } from "./pointing.js";
import { Recurring } from "./recurring.js";
import { NOTHING, scene } from "./scene.js";
import { Sides } from "../sides.js";
import { Zoom } from "./zoom.js";

/** @import { Frame, Room } from "./frame.js" */
/** @import { It, Model } from "../model.js" */
/** @import { Scene } from "./scene.js" */
/** @import { View as Drawn } from "./motion.js" */
/** @import { View } from "../rejections.js" */
/**
 * What the page does after an event in a picture; a place of −1 means no node.
 * @typedef {{ pick: (place: number) => void, hover: (place: number) => void, redraw: () => void }} Linked
 */

const LARGE = 300; // nodes
const ZOOM = 142, MARKS = 114, LENGTH = 86, ALL = 190; // px: the buttons of the panel, with their distances
const BAR = 40; // px of the panel's height that buttons cover; a fitted graph is centred in the rest

export class Graph {
  touched = matchMedia("(pointer: coarse)"); // read every time, because a tablet may get a mouse
  picture = new Picture();
  svg = this.picture.svg;
  scroll = h("div", { class: "st-scroll", "data-testid": "graph", tabindex: "-1" }, this.svg);
  zoom = new Zoom(this.scroll, this.svg);
  sides = new Sides(this.scroll, () => this.until());
  hidden = h("span", { class: "st-hidden", "data-testid": "hidden-count" });
  all = h("button", { type: "button", class: "st-btn st-small", "data-testid": "show-all", hidden: true,
    onclick: () => this.toggleAll() });
  frame = /** @type {Frame | null} */ (null); // layout of the iteration that is drawn
  scene = /** @type {Scene | null} */ (null); // the drawn state of that layout
  selection = NOTHING;
  step = -1; // the current step
  seen = /** @type {View} */ (null); // how much of it is drawn
  room = /** @type {Room} */ ({ w: 800, h: 300, bar: BAR, touched: false, typeface: "sans-serif", width: measure });
  looked = false; // whether the room was measured, which makes the browser lay out the page
  drawn = this.room; // the room for which the graph was laid out
  reveals = /** @type {number[] | null} */ (null); // nodes to scroll to once everything is drawn
  folded = /** @type {Set<number>} */ (new Set()); // rounds whose merged or unmerged form was chosen by hand
  expanded = /** @type {Set<number>} */ (new Set()); // rounds that show all nodes

  /** @param {Model} model @param {Linked} on */
  constructor(model, on) {
    this.model = model; this.on = on;
    this.recurring = new Recurring(model, () => this.again());
    this.zooms = h("div", { class: "st-zoom" }, this.recurring.toggle, this.recurring.sizes,
      h("span", { class: "st-space" }), this.hidden, this.all,
      this.button("−", "zoom-out", "Zoom out", () => this.zoom.value / 1.25),
      this.button("fit", "zoom-fit", "Fit to panel", () => 0),
      this.button("1:1", "zoom-one", "Zoom to 1:1", () => 1),
      this.button("+", "zoom-in", "Zoom in", () => this.zoom.value * 1.25));
    this.root = h("div", { class: "st-graph" }, this.scroll, this.recurring.say, this.zooms, this.sides.sign);
    listenTo(this);
    onFont(this.root, () => this.again());
    this.scroll.addEventListener("scroll", () => this.stick(), { passive: true });
  }
  /** Where the boxes that are visible at this step end, in px of the panel. The columns after them may be empty. */
  until() {
    const { value } = this.zoom, seen = this.scene?.nodes.filter(({ visible }) => visible) ?? [];
    const high = this.frame ? this.frame.mode.high / 2 : 0;
    return { w: value * Math.max(0, ...seen.map(({ x, wide }) => x + wide)),
      h: value * Math.max(0, ...seen.map(({ y }) => y + high)) };
  }
  /** Keeps the models visible if their blocks share the row above a scrolled graph. */
  stick() {
    const below = this.frame?.models.below ?? true;
    this.picture.pass.stick(below ? 0 : this.scroll.scrollTop / this.zoom.value);
  }
  /**
   * A button that sets the zoom.
   * @param {string} label @param {string} id @param {string} title @param {() => number} size 0: fit to the panel
   */
  button(label, id, title, size) {
    return h("button", { type: "button", class: "st-btn st-small", "data-testid": id, "aria-label": title, title,
      onclick: () => {
        this.zoom.chosen = size();
        if (this.frame) this.zoom.fit(this.frame, this.room);
        this.sides.look();
      } }, label);
  }

  /** Shows another iteration. @param {It} it */
  open(it) {
    if (this.frame?.it === it) return;
    if (this.frame) this.zoom.top();
    this.build(it);
  }
  /** Lays out an iteration. @param {It} it */
  build(it) {
    this.leave();
    const { on } = this.recurring;
    this.recurring.open(it);
    if (!this.looked || on !== this.recurring.on) this.look(); // its sentence leaves less room for the picture
    this.looked = true;
    this.drawn = this.room;
    const { toggle, sizes } = this.recurring;
    this.room = { ...this.room, buttons: ZOOM + (toggle.hidden ? 0 : MARKS) + (sizes.hidden ? 0 : LENGTH)
      + (it.core ? ALL : 0), zooms: ZOOM + (sizes.hidden ? 0 : MARKS + LENGTH) };
    this.frame = frameOf(this.model, it, this.room, this.expanded.has(it.i));
    const { w, h: high, whole, items } = this.frame, partly = it.core && !whole;
    this.all.hidden = !it.core;
    if (it.replicas && items.length <= LARGE)
      setText(this.all, partly ? `Show tree with copies (${it.replicas})` : "Show merged graph");
    else setText(this.all, partly ? `Show all ${it.size} nodes` : "Show result path and siblings");
    this.svg.setAttribute("viewBox", `0 0 ${w} ${high}`);
    this.zoom.fit(this.frame, this.room);
  }
  /** Clears the selection and takes the focus from the nodes. */
  leave() {
    if (document.activeElement instanceof SVGElement && this.svg.contains(document.activeElement))
      document.activeElement.blur();
    this.selection = NOTHING;
    this.step = -1;
  }
  /** Lays out the current iteration again. */
  again() {
    if (!this.frame) return;
    this.looked = false;
    this.build(this.frame.it);
    this.on.redraw();
  }
  /** Measures the panel. On a phone, the buttons are below the panel and not on it. */
  look() {
    const { position, display } = getComputedStyle(this.zooms), big = this.root.closest(".present") !== null;
    const bar = position === "absolute" && display !== "none" ? BAR + (this.touched.matches ? 12 : 0) : 0;
    this.room = { w: this.scroll.clientWidth, h: this.scroll.clientHeight, bar, big,
      touched: this.touched.matches, typeface: getComputedStyle(this.root).fontFamily || "sans-serif", width: measure };
  }
  /** Switches between all nodes and the core of a large or merged graph. */
  toggleAll() {
    if (!this.frame) return;
    const { i } = this.frame.it;
    this.folded.add(i);
    if (!this.expanded.delete(i)) this.expanded.add(i);
    this.again();
  }
  /**
   * GSD: shows the tree with all copies from the unmerging step on, if it is small enough to read.
   * @param {It} it @param {number} step
   */
  unmerge(it, step) {
    const from = it.steps.findIndex(({ phase }) => phase === "unmerge"), whole = from >= 0 && step >= from;
    if (!isUnmerged(it) || this.folded.has(it.i) || whole === this.expanded.has(it.i)) return;
    if (whole) this.expanded.add(it.i);
    else this.expanded.delete(it.i);
    this.build(it);
  }

  /**
   * Brings the drawing to a step.
   * @param {number} step @param {View} view @param {number} picked the selected node or −1 @param {number} [pointed]
   *   the node under the pointer
   */
  show(step, view, picked, pointed = this.selection.pointed) {
    if (!this.frame) return;
    this.seen = view;
    const { it } = this.frame;
    this.unmerge(it, step);
    const { spot, items } = this.frame, { roving } = this.selection,
      free = roving < 0 || it.born[roving] > step || !spot.has(roving);
    const first = Math.min(...items.map(({ place }) => (it.born[place] <= step ? place : Infinity)));
    this.render({ ...this.selection, picked, pointed,
      roving: !free ? roving : spot.has(picked) ? picked : Number.isFinite(first) ? first : -1 }, step);
    if (step !== this.step) this.reveals = picked >= 0 ? [picked] : it.steps[step].now;
    this.step = step;
    this.recurring.describe(it, step, this.frame.narrow);
    const count = this.scene?.hidden; // nodes of later steps are not counted
    setText(this.hidden, count ? `${plural(count, "node")} not shown` : "");
    // A hidden button keeps its space, so that nothing moves. Before the check, the draft's block may be there.
    this.all.style.visibility = count || this.expanded.has(it.i) ? "" : "hidden";
    this.recurring.toggle.style.visibility = step < it.seen && !this.recurring.on ? "hidden" : "";
  }
  /** Draws a selection at a step. @param {typeof NOTHING} selection @param {number} step */
  render(selection, step = this.step) {
    this.selection = selection;
    if (!this.frame || step < 0) return;
    this.scene = scene({ ...this.frame, view: this.seen }, step, selection, this.recurring.shown);
    this.picture.draw(this.scene, this.room.typeface);
  }
  /** Highlights a node and its ancestors. @param {number} pointed */
  light(pointed) { if (pointed !== this.selection.pointed) this.render({ ...this.selection, pointed }); }
  /** Shows the word of a node that has no room for it. @param {number} floated */
  float(floated) { if (floated !== this.selection.floated) this.render({ ...this.selection, floated }); }
  /**
   * Shows the mark and colour that a node would have if one decision were different, without its number. Null: shows
   * all nodes as recorded.
   * @param {number} place −1: none @param {string | null} state
   */
  suppose(place, state) {
    const supposed = state && this.draws(place) ? { place, state } : null;
    if (supposed || this.selection.supposed) this.render({ ...this.selection, supposed });
  }
  /** Makes a node the one that the keyboard reaches. @param {number} roving */
  rove(roving) { this.render({ ...this.selection, roving }); }

  /** Whether a node is in the layout. @param {number} place */
  draws(place) { return this.frame?.spot.has(place) ?? false; }
  /** Whether a node has appeared by the current step. @param {number} place */
  shows(place) { return this.draws(place) && (this.frame?.it.born[place] ?? Infinity) <= this.step; }
  /**
   * What is drawn now and where, for a movement from it (motion.js); null before anything is drawn.
   * @returns {Drawn | null}
   */
  view() {
    const { left, top } = this.svg.getBoundingClientRect();
    return this.frame && this.scene ? { frame: this.frame, scene: this.scene, left, top, zoom: this.zoom.value } : null;
  }
  /** Moves the focus to the node that had it last, or to the first one. @param {FocusOptions} [how] */
  focus(how) {
    const { roving } = this.selection, own = this.frame?.spot.get(roving)?.key;
    const node = this.scene?.nodes.find(({ place, key }) => place === roving || key === own);
    this.picture.elementOf(node)?.focus(how);
  }
  /** Scrolls to nodes. @param {number[]} places */
  reveal(places) {
    if (!this.frame) return;
    this.zoom.reveal(places.flatMap((place) => this.frame?.spot.get(place) ?? []), this.frame, this.room);
  }
  settle() {
    if (this.reveals) this.reveal(this.reveals);
    this.reveals = null;
    this.stick();
    this.sides.look();
  }
  reset() {
    this.look(); // before any change, because measuring then needs no new layout
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
