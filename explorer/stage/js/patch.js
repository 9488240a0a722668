// Updates the SVG of a graph to a scene. Every object of a scene has a key, by which it finds its existing elements.
// Equal objects are left alone, so a step costs only what it changes.

import { arrange, measure, put, s, set, setText } from "./dom.js";
import { shapeOf } from "./marks.js";
import { tagWidth } from "./recurrence.js";

/** @import { Arc, Band, Edge, Node, Scene } from "./scene.js" */
/**
 * The elements of a node.
 * @typedef {{ root: SVGGElement, box: SVGRectElement, under: SVGRectElement | null, ring: SVGCircleElement | null,
 *   glyph: SVGPathElement, ask: SVGTextElement | null, name: SVGTextElement | null, second: SVGTextElement | null,
 *   times: SVGTextElement | null, told: SVGTitleElement | null, tag: SVGGElement | null }} Parts
 */

/**
 * The elements of a list of plain objects in one SVG group.
 * @template {{ key: string }} T @template {{ root: SVGElement }} P
 */
class Keyed {
  drawn = /** @type {Map<string, { parts: P, was: T | null }>} */ (new Map());
  roots = /** @type {SVGElement[]} */ ([]); // in drawing order

  /**
   * @param {SVGElement} group @param {(item: T) => P} make
   * @param {(parts: P, item: T, was: T | null) => void} dress updates elements from the previous object to the new one
   */
  constructor(group, make, dress) { this.group = group; this.make = make; this.dress = dress; }

  /** Draws a list. @param {T[]} list */
  patch(list) {
    const before = this.drawn;
    this.drawn = new Map(list.map((item) => {
      const { parts, was } = before.get(item.key) ?? { parts: this.make(item), was: null };
      if (!was || !same(item, was)) this.dress(parts, item, was);
      return [item.key, { parts, was: item }];
    }));
    const roots = [...this.drawn.values()].map(({ parts }) => parts.root), shown = this.roots;
    if (roots.length === shown.length && roots.every((root, k) => root === shown[k])) return;
    arrange(this.group, this.roots = roots);
  }
}
/** Whether two objects have equal fields. @param {Record<string, any>} a @param {Record<string, any>} b */
function same(a, b) {
  for (const key in a) if (a[key] !== b[key]) return false;
  return true;
}

/**
 * Sets an attribute, or removes it for null.
 * @param {Element} node @param {string} name @param {string | null} value
 */
function attribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else set(node, { [name]: value });
}
/** @param {boolean} yes */
const seen = (yes) => (yes ? "visible" : "hidden");

/** Makes the elements of a node. @param {Node} node @param {Scene["mode"]} mode @returns {Parts} */
function partsOf({ kind }, mode) {
  const [, copies, named, ringed] = kind.split(",").map((word) => word === "true");
  const { high, r, font, name: way } = mode, cx = r + 9, tx = r * 2 + 20, y = way === "rich" ? -4 : font * 0.36;
  const rx = way === "dots" ? high / 2 : Math.min(9, high / 2);
  const under = copies ? s("rect", { class: "st-under", x: 4, y: -high / 2 - 4, height: high, rx }) : null;
  const box = s("rect", { class: "st-box", x: 0, y: -high / 2, height: high, rx });
  const track = ringed ? s("circle", { class: "st-track", cx, r: r + 4 }) : null;
  const ring = track && s("circle", { class: "st-ring", r: r + 4, transform: `translate(${cx} 0) rotate(-90)` });
  const glyph = s("path", { class: "st-g", transform: `translate(${cx} 0) scale(${r})` });
  const name = named ? s("text", { class: "st-w", x: tx, y, "font-size": font }) : null;
  const times = named && copies ? s("text", { class: "st-x", y }) : null, told = times && s("title");
  const second = named && way === "rich" ? s("text", { class: "st-s", x: tx, y: 15 }) : null;
  const root = s("g", { role: "button" }, under, box, track, ring, glyph, name, times && " ", times, told && " ", told,
    second && " ", second);
  return { root, box, under, ring, glyph, ask: null, name, second, times, told, tag: null };
}

/**
 * Updates the elements of a node.
 * @param {Parts} parts @param {Node} node @param {Node | null} was @param {Scene["mode"]} mode
 */
function dressNode(parts, node, was, mode) {
  const { root, box, under, ring, times } = parts, { chance } = node;
  /** Whether any of these fields changed. @param {...(keyof Node)} keys */
  const changed = (...keys) => !was || keys.some((key) => node[key] !== was[key]);
  if (changed("classes")) set(root, { class: node.classes });
  if (changed("tab")) set(root, { tabindex: node.tab });
  if (changed("id", "x", "y")) set(root, { "data-node": node.id, transform: `translate(${node.x} ${node.y})` });
  if (changed("letter")) attribute(root, "data-group", node.letter);
  if (changed("wide")) set(box, { width: node.wide });
  if (under && changed("under", "repeated")) {
    set(under, { width: node.under });
    under.classList.toggle("none", !node.repeated);
  }
  if (ring && chance !== null && changed("chance")) { // its probability as part of a circle
    const full = 2 * Math.PI * (mode.r + 4);
    set(ring, { "stroke-dasharray": `${(chance * full).toFixed(1)} ${full.toFixed(1)}` });
  }
  if (times && changed("timesX")) set(times, { x: node.timesX });
  if (changed("state", "visible", "label", "word", "second", "times", "told")) write(parts, node);
  if (changed("ask")) ask(parts, node, mode);
  if (changed("letter", "hue", "first", "tagX", "tagY")) tag(parts, node);
}
/** Writes the current state of a node, also for screen readers. @param {Parts} parts @param {Node} node */
function write({ root, glyph, name, second, times, told }, node) {
  const { state } = node;
  set(root, { visibility: seen(node.visible), "data-shown": state ? "1" : "0" });
  attribute(root, "aria-hidden", state ? null : "true"); // a node that has not appeared is not read out
  attribute(root, "aria-label", state && node.label);
  attribute(root, "data-state", state);
  attribute(glyph, "data-kind", state);
  if (state) set(glyph, { d: shapeOf(state) });
  if (name) setText(name, node.word);
  if (second) setText(second, node.second);
  if (times) setText(times, node.times);
  if (told) setText(told, node.told);
}
/**
 * The question mark in the outline of a node that has not appeared.
 * @param {Parts} parts @param {Node} node @param {Scene["mode"]} mode
 */
function ask(parts, node, { font }) {
  if (node.ask === null) return parts.ask?.remove();
  parts.ask ??= s("text", { class: "st-ask", y: font * 0.36, "font-size": font }, "?");
  set(parts.ask, { x: node.ask });
  if (!parts.ask.parentNode) parts.name?.before(parts.ask);
}
/** The letter of a repeated n-gram. @param {Parts} parts @param {Node} node */
function tag(parts, { letter, hue, first, tagX, tagY }) {
  parts.tag?.remove();
  if (!letter) return;
  const wide = tagWidth(letter);
  parts.tag = s("g", { class: "st-rec" + (first ? " first" : ""), "data-hue": hue,
    transform: `translate(${tagX} ${tagY})` }, s("rect", { width: wide, height: 14, rx: 3.5 }),
  s("text", { x: wide / 2, y: 11, "text-anchor": "middle" }, letter));
  parts.root.append(parts.tag);
}

/** Updates an edge. @param {{ root: SVGPathElement }} parts @param {Edge} edge */
function dressEdge({ root }, { d, state, made, visible, classes }) {
  set(root, { d, class: classes, visibility: seen(visible) });
  attribute(root, "data-state", state);
  root.toggleAttribute("data-made", made);
}

let pictures = 0; // a page may have several stages, and the ids of their arrowheads must differ

/** The SVG of a graph. */
export class Picture {
  arrow = `st-arrow-${++pictures}`;
  svg = s("svg", { class: "st-svg", preserveAspectRatio: "xMidYMin", role: "group",
    "aria-label": "Graph of this round" });
  floatBox = s("rect", { rx: 4, height: 20 });
  floatWord = s("text", { y: 14, x: 6 });
  float = s("g", { class: "st-float", visibility: "hidden", "aria-hidden": "true" }, this.floatBox, this.floatWord);
  mode = /** @type {Scene["mode"]} */ (/** @type {any} */ (null)); // of the current scene
  nodes = new Keyed(s("g", { class: "st-nodes" }), (/** @type {Node} */ node) => partsOf(node, this.mode),
    (parts, node, was) => dressNode(parts, node, was, this.mode));
  edges = new Keyed(s("g", { class: "st-edges" }), () => ({ root: s("path") }), dressEdge);
  merges = this.arcs("st-arcs", "st-merge");
  links = this.arcs("st-links", "st-origin");
  bands = new Keyed(s("g", { class: "st-rec-bands", "aria-hidden": "true" }), (/** @type {Band} */ { hue, end }) =>
    ({ root: s("path", { class: "st-rec-band", "data-hue": hue, "data-end": end }) }),
  ({ root }, { d, visible }) => set(root, { d, visibility: seen(visible) }));

  /** Arcs with an arrowhead. @param {string} group @param {string} look */
  arcs(group, look) {
    return new Keyed(s("g", { class: group, "aria-hidden": group === "st-links" && "true" }),
      () => ({ root: s("path", { class: look, "marker-end": `url(#${this.arrow})` }) }),
      ({ root }, /** @type {Arc} */ { d, visible }) => set(root, { d, visibility: seen(visible) }));
  }

  /** Draws a scene. @param {Scene} scene @param {string} typeface */
  draw(scene, typeface) {
    this.mode = scene.mode;
    if (!this.svg.firstChild) put(this.svg, s("defs", {}, s("marker", { id: this.arrow, viewBox: "0 0 8 8", refX: 7,
      refY: 4, markerUnits: "userSpaceOnUse", markerWidth: 10, markerHeight: 10, orient: "auto" },
    s("path", { d: "M0 0L8 4L0 8Z", class: "st-arrow" }))), this.bands.group, this.edges.group, this.merges.group,
    this.links.group, this.nodes.group, this.float);
    for (const part of /** @type {const} */ (["bands", "edges", "merges", "links", "nodes"]))
      this[part].patch(/** @type {any} */ (scene[part]));
    set(this.float, { visibility: seen(scene.float !== null) });
    if (!scene.float) return;
    setText(this.floatWord, scene.float.word);
    set(this.floatBox, { width: measure(scene.float.word, `13px ${typeface}`) + 14 });
    set(this.float, { transform: `translate(${scene.float.x} ${scene.float.y})` });
  }
  /** The element of a node. @param {Node | undefined} node */
  elementOf(node) { return node && this.nodes.drawn.get(node.key)?.parts.root; }
  clear() { put(this.svg); }
}
