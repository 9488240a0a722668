// Updates the SVG of a graph to a scene. The key of an object of a scene leads to its existing elements. Equal objects
// are left alone, so the time of a step depends only on its changes.

import { arrange, measure, put, s, set, setText } from "../dom.js";
import { shapeOf } from "../marks.js";
import { BADGE } from "./modes.js";
import { ratioWide } from "./numbers.js";
import { tagWidth } from "./recurrence.js";

/** @import { Form } from "./form.js" */
/** @import { Arc, Band, Block, Edge, Node, Pass, Scene, Span } from "./scene.js" */
/**
 * The elements of one bar: its group, the bar, and the texts of its name and its number.
 * @typedef {{ root: SVGGElement, line: SVGRectElement, name: SVGTextElement | null,
 *   number: SVGTextElement | null }} Bar
 * The elements of a test's scale.
 * @typedef {{ root: SVGGElement, yes: SVGRectElement, cut: SVGPathElement, coin: SVGCircleElement,
 *   says: SVGTextElement | null, span: string | null }} Scale
 * The number of a candidate, on the left edge of its box.
 * @typedef {{ root: SVGGElement, plate: SVGRectElement, number: SVGTextElement }} Plate
 * The running ratio of a node.
 * @typedef {{ root: SVGGElement, plate: SVGRectElement, number: SVGTextElement }} Ratio
 * The elements of a node.
 * @typedef {{ root: SVGGElement, box: SVGRectElement, under: SVGRectElement | null, q: Bar | null, p: Bar | null,
 *   scale: Scale | null, glyph: SVGPathElement, ask: SVGTextElement | null, name: SVGTextElement | null,
 *   second: SVGTextElement | null, times: SVGTextElement | null, told: SVGTitleElement | null,
 *   nth: Plate | null, sure: SVGTextElement | null, ratio: Ratio | null, tag: SVGGElement | null,
 *   copy: SVGTextElement | null }} Parts
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

/** A text at a position. @param {string} look @param {{ x: number, y: number }} at @param {string} anchor */
const textAt = (look, { x, y }, anchor = "start") => s("text", { class: look, x, y, "text-anchor": anchor });

/** Makes the bar of one model. @param {"q" | "p"} of @param {NonNullable<Form["bars"]>} bars @returns {Bar} */
function barOf(of, { x: from, wide, high, name, numbers, texts, [of]: y }) {
  const size = { x: from[of], y: y - high / 2, height: high, rx: 2 }, line = s("rect",
    { class: high < 4 ? "st-bar thin" : "st-bar", ...size });
  const called = name === null ? null : textAt("st-bar-name", { x: name, y: y + texts[of] });
  const at = numbers[of], written = at === null ? null : textAt("st-bar-n", { x: at, y: y + texts[of] }, "end");
  const drawn = wide > 0 && high > 0; // else there are numbers only
  const root = s("g", { class: "st-pr", "data-of": of, "data-part": "bars", "aria-hidden": "true" },
    drawn && s("rect", { class: "st-track", ...size, width: wide }), drawn && line, called, written && " ", written);
  return { root, line, name: called, number: written };
}

/** Makes the mark of a running ratio. @param {NonNullable<Form["ratio"]>} at @returns {Ratio} */
function ratioMark({ x, y }) {
  const plate = s("rect", {}), number = s("text", { "text-anchor": "end", x: x - 5 });
  const root = s("g", { class: "st-ratio", "data-part": "ratio", "aria-hidden": "true",
    transform: `translate(0 ${y})` }, plate, number);
  return { root, plate, number };
}
/** Writes a running ratio. @param {Ratio} mark @param {string} text @param {Form} form */
function dressRatio({ root, plate, number }, text, { ratio, small }) {
  const high = Math.ceil(small * 1.15), wide = ratioWide(text, small);
  set(root, { visibility: text ? "inherit" : "hidden" });
  set(plate, { x: (ratio?.x ?? 0) - wide, y: -high / 2, width: wide, height: high, rx: 4 });
  set(number, { y: small * 0.36 });
  setText(number, text);
}

/** The number of a candidate on a plate, which covers the end of the edge to its box. @returns {Plate} */
function numberPlate() {
  const plate = s("rect", {}), number = s("text", { "text-anchor": "middle" });
  return { root: s("g", { class: "st-nth", "aria-hidden": "true" }, plate, number), plate, number };
}
/** Writes the number of a candidate. @param {Plate} plate @param {string} nth @param {Form} form */
function dressPlate({ root, plate, number }, nth, { small }) {
  const high = Math.ceil(small * 1.1) + 1, wide = Math.max(high, Math.ceil(nth.length * small * 0.7) + 6);
  set(root, { visibility: nth ? "inherit" : "hidden" });
  set(plate, { x: BADGE - wide, y: -high / 2, width: wide, height: high, rx: high / 2 });
  set(number, { x: BADGE - wide / 2, y: small * 0.36 });
  setText(number, nth);
}

/** Makes the elements of a node. @param {Node} node @param {Scene["mode"]} mode @param {Form} form @returns {Parts} */
function partsOf({ kind }, mode, form) {
  const [copies, named, start] = kind.split(",").slice(1).map((word) => word === "true");
  const { high, name: way } = mode, rx = way === "dots" ? high / 2 : Math.min(10, high / 2);
  const under = copies ? s("rect", { class: "st-under", x: 4, y: -high / 2 - 4, height: high, rx }) : null;
  const box = s("rect", { class: "st-box", x: 0, y: -high / 2, height: high, rx });
  const { x, y, r } = form.glyph;
  const glyph = s("path", { class: "st-g", transform: `translate(${x} ${y}) scale(${r})` });
  const name = named ? textAt("st-w", form.word) : null;
  const times = named && copies ? textAt("st-x", form.times, "end") : null, told = times && s("title");
  const sure = named && form.sure ? textAt("st-v", form.sure, "end") : null;
  const { second: line } = form, place = line && (start && form.start ? { ...form.start, end: false } : line);
  const second = named && place ? textAt("st-s", place, place.end ? "end" : "start") : null;
  const [q, p] = form.bars ? [barOf("q", form.bars), barOf("p", form.bars)] : [null, null];
  const nth = way === "dots" ? null : numberPlate();
  const ratio = named && form.ratio ? ratioMark(form.ratio) : null;
  const root = s("g", { role: "button" }, under, box, glyph, name, times && " ", times, sure && " ", sure,
    ratio && " ", ratio?.root, second && " ", second, q && " ", q?.root, p && " ", p?.root, nth && " ", nth?.root,
    told && " ", told); // texts in the order of the label
  return { root, box, under, q, p, scale: null, glyph, ask: null, name, second, times, told, nth, sure, ratio,
    tag: null, copy: null };
}

/**
 * Updates the elements of a node.
 * @param {Parts} parts @param {Node} node @param {Node | null} was @param {Scene["mode"]} mode @param {Form} form
 */
function dressNode(parts, node, was, mode, form) {
  const { root, box, under, name, q, p } = parts;
  /** Whether any of these fields changed. @param {...(keyof Node)} keys */
  const changed = (...keys) => !was || keys.some((key) => node[key] !== was[key]);
  if (changed("classes")) set(root, { class: node.classes });
  if (changed("tab")) set(root, { tabindex: node.tab });
  if (changed("id", "x", "y")) set(root, { "data-node": node.id, transform: `translate(${node.x} ${node.y})` });
  if (changed("letter")) attribute(root, "data-group", node.letter);
  if (changed("gram")) attribute(root, "data-hue", node.gram === null ? null : String(node.gram));
  if (changed("copy")) copyTag(parts, node, form);
  if (changed("wide")) set(box, { width: node.wide });
  if (name && changed("font")) set(name, { "font-size": node.font });
  if (under && changed("wide", "repeated")) {
    set(under, { width: node.wide });
    under.classList.toggle("none", !node.repeated);
  }
  if (q && changed("q", "qName", "qText")) dressBar(q, node.q, node.qName, node.qText, form);
  if (p && changed("p", "pName", "pText")) dressBar(p, node.p, node.pName, node.pText, form);
  if (changed("from", "cut", "coin", "side", "test", "span")) dressScale(parts, node, form);
  if (parts.sure && changed("sure")) setText(parts.sure, node.sure);
  if (parts.ratio && changed("ratio")) dressRatio(parts.ratio, node.ratio, form);
  if (parts.nth && changed("nth")) dressPlate(parts.nth, node.nth, form);
  if (changed("state", "visible", "label", "word", "second", "times", "told")) write(parts, node);
  if (changed("ask")) ask(parts, node, mode);
  if (changed("letter", "hue", "first", "tagX", "tagY")) tag(parts, node);
}
/**
 * Sets the length and the texts of a bar; null hides it. A number with its former value takes the bar's place.
 * @param {Bar} bar @param {number | null} value @param {string} called @param {string} written @param {Form} form
 */
function dressBar({ root, line, name, number }, value, called, written, { bars }) {
  set(root, { visibility: value === null ? "hidden" : "inherit" });
  set(line, { width: value === null ? 0 : Math.max(value > 0 ? 1 : 0, value * (bars?.wide ?? 0)).toFixed(1) });
  root.classList.toggle("st-changed", written.includes("→"));
  if (name) setText(name, called);
  if (number) setText(number, written);
}
/**
 * Draws the scale of a test: the accepted part, the acceptance probability and the random number. It is made at the
 * first test and removed where there is none.
 * @param {Parts} parts @param {Node} node @param {Form} form
 */
function dressScale(parts, { from, cut, coin, side, test, span }, form) {
  const none = !form.scale || cut === null || coin === null, of = span && `${span.before},${span.line}`;
  if (none || (parts.scale && parts.scale.span !== of)) {
    parts.scale?.root.remove();
    parts.scale = null;
  }
  if (!form.scale || cut === null || coin === null) return;
  const { x, y, wide, high, says } = span ? spanned(form.scale, span) : form.scale;
  const at = (/** @type {number} */ value) => x + value * wide;
  if (!parts.scale) {
    const size = { x, y, height: high, rx: Math.min(3, high / 2) };
    const view = { yes: s("rect", { class: "st-scale-yes", ...size }), cut: s("path", { class: "st-scale-cut" }),
      coin: s("circle", { class: "st-coin", cy: y + high / 2, r: high > 6 ? 6.5 : high }),
      says: says && textAt("st-scale-says", says, span && span.line !== null ? "start" : "middle") };
    const root = s("g", { class: "st-scale", "data-part": "scale", "aria-hidden": "true" }, " ",
      s("rect", { class: "st-scale-no", ...size, width: wide }),
      s("path", { class: "st-scale-hatch", d: hatch({ x, y, wide, high }) }),
      view.yes, view.cut, view.coin, nameOf(span, x, says), " ", view.says, " ");
    parts.scale = { root, span: of, ...view };
    parts.root.insertBefore(root, parts.nth?.root ?? parts.told);
  }
  const view = parts.scale;
  const start = Math.max(0, from);
  const ratio = side === "above"; // a bar up to the ratio, and a line at the threshold (MTAD)
  view.root.toggleAttribute("data-own", side === "own");
  view.root.toggleAttribute("data-ratio", ratio);
  view.root.toggleAttribute("data-under", ratio && coin <= from);
  const [left, right] = ratio ? [0, Math.min(1, coin)] : [start, cut];
  set(view.yes, { x: at(left).toFixed(1), width: Math.max(1, (right - left) * wide).toFixed(1) });
  const line = ratio ? from : side === "below" && cut < 1 ? cut : null;
  const over = high > 6 ? 3 : 2.5; // px: in a tree the next box is close
  set(view.cut, { d: line === null ? "" : `M${at(line).toFixed(1)} ${y - over}v${high + 2 * over}` });
  set(view.coin, { cx: at(coin).toFixed(1) });
  if (view.says) setText(view.says, test);
}
/**
 * The name of one of several scales, at its left. Null for others.
 * @param {Span | null} span @param {number} x @param {{ y: number } | null} says
 */
function nameOf(span, x, says) {
  if (!span?.name || !says) return null;
  const name = textAt("st-scale-says", { x: x - 8, y: says.y }, "end");
  setText(name, span.name);
  return name;
}
/**
 * A scale that reaches beyond its box. Its words are below it or, if there are several lines of scales, beside it.
 * @param {NonNullable<Form["scale"]>} scale @param {Span} span
 */
export function spanned({ x, y, wide, high, says }, { before, after, line }) {
  const below = says && { ...says, x: says.x + (after - before) / 2 }, down = line ?? 0;
  return { x: x - before, y: y + down, wide: wide + before + after, high,
    says: says && line !== null ? { x: x + wide + after + 8, y: y + down + high - 1 } : below };
}
/** Makes the slanted lines over a scale. @param {{ x: number, y: number, wide: number, high: number }} scale */
function hatch({ x, y, wide, high }) {
  const lines = [];
  for (let at = x + 3; at + high < x + wide; at += 7) lines.push(`M${at} ${y + high}l${high} ${-high}`);
  return lines.join("");
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
    transform: `translate(${tagX} ${tagY})` }, " ", s("rect", { width: wide, height: 18, rx: 4 }),
  s("text", { x: wide / 2, y: 14.5, "text-anchor": "middle" }, letter));
  parts.root.append(parts.tag);
}

/** The mark of a copy. @param {Parts} parts @param {Node} node @param {Form} form */
function copyTag(parts, { copy }, form) {
  parts.copy?.remove();
  parts.copy = copy ? textAt("st-copy", form.times, "end") : null;
  if (!parts.copy) return;
  setText(parts.copy, copy);
  attribute(parts.copy, "aria-hidden", "true");
  parts.root.append(parts.copy);
}

/** Updates an edge. @param {{ root: SVGPathElement }} parts @param {Edge} edge */
function dressEdge({ root }, { d, state, made, visible, classes }) {
  set(root, { d, class: classes, visibility: seen(visible) });
  attribute(root, "data-state", state);
  root.toggleAttribute("data-made", made);
}

/**
 * Shows a group with its parts, or hides it without them, so that a picture does not depend on those drawn before it.
 * @param {SVGElement} group @param {SVGElement[]} parts @param {boolean} on
 */
function show(group, parts, on) {
  set(group, { visibility: seen(on) });
  if (on !== group.hasChildNodes()) put(group, ...(on ? parts : []));
}

/**
 * The pointer from a block to a column. It is a tip below the block, with an arm if the column is farther to the
 * right.
 * @param {{ x: number, y: number, w: number }} under the lower side of the block @param {number} at
 */
function tipOf({ x, y, w }, at) {
  if (at <= x + w - 4) return `M${at - 6} ${y}h12l-6 7z`;
  return `M${x + 8} ${y}h8v2.5H${at + 1.5}v1h4.5l-6 6.5l-6 -6.5h4.5v-0.5H${x + 8}z`;
}

/** The block of a model: a rectangle with its name, and a text on or beside it. */
class ModelBlock {
  box = s("rect", { rx: 7 });
  name = s("tspan", { class: "st-model-name" });
  says = s("tspan", { class: "st-model-says", dx: 8 });
  words = s("text", {}, this.name);
  aside = s("text", { class: "st-model-says" }); // of the draft, beside its block
  /** @param {"draft" | "target"} of */
  constructor(of) {
    this.tip = of === "draft" ? s("path", { class: "st-model-tip" }) : null;
    this.root = s("g", { class: "st-model", "data-of": of, "data-part": "pass", "aria-hidden": "true" });
    this.parts = this.tip ? [this.tip, this.box, this.words, this.aside] : [this.box, this.words];
    if (!this.tip) this.words.append(this.says);
  }
  /** @param {Block | null} block */
  draw(block) {
    show(this.root, this.parts, block !== null);
    if (!block) return;
    const { x, y, w, h, on, name, says, tip = x + w / 2, start = false } = block;
    this.root.toggleAttribute("data-on", on);
    set(this.box, { x, y, width: w, height: h });
    if (this.tip) set(this.tip, { d: tipOf({ x, y: y + h - 1, w }, tip) });
    setText(this.name, name);
    setText(this.tip ? this.aside : this.says, says);
    set(this.words, { x: start ? x + 14 : x + w / 2, y: y + h / 2 + 5, "text-anchor": start ? "start" : "middle" });
    set(this.aside, { x: x + w + 9, y: y + h / 2 + 5 });
  }
}

/** The two models, the area of the target's pass and the place of the bonus token. */
class PassPicture {
  area = s("rect", { class: "st-pass", rx: 10, "data-part": "pass", "aria-hidden": "true" });
  sent = s("path", { class: "st-pass", "data-part": "sent", "aria-hidden": "true" });
  rays = s("path", { class: "st-rays", "aria-hidden": "true" });
  draft = new ModelBlock("draft");
  target = new ModelBlock("target");
  bonusBox = s("rect", { rx: 10 });
  star = s("path", { class: "st-g", "data-kind": "bonus", d: shapeOf("bonus") });
  word = s("text", { class: "st-bonus-w" });
  says = [s("text", { class: "st-bonus-s" }), s("text", { class: "st-bonus-s" })];
  bonus = s("g", { class: "st-bonus", "aria-hidden": "true" }, this.bonusBox, this.star, this.word, ...this.says);
  band = s("rect", { class: "st-band", "aria-hidden": "true", x: -400, y: 0 }); // under the models of a scrolled graph
  label = s("tspan");
  whose = { q: s("tspan", { "data-of": "q" }), p: s("tspan", { "data-of": "p" }) };
  key = s("text", { class: "st-key", "aria-hidden": "true" }, this.label, this.whose.q, this.whose.p);
  /** Keeps the blocks above a scrolled graph in sight. @param {number} y */
  stick(y) {
    for (const root of [this.band, this.draft.root, this.target.root, this.key])
      set(root, { transform: `translate(0 ${y.toFixed(1)})` });
  }
  /** @param {Pass} pass */
  draw({ draft, target, area, sent, rays, bonus, key, head }) {
    set(this.band, { width: 4000, height: head });
    set(this.key, { visibility: seen(key !== null), x: key?.x ?? 0, y: key?.y ?? 0 });
    setText(this.label, key?.label ?? "");
    setText(this.whose.q, key?.q ? ` ${key.q}` : "");
    setText(this.whose.p, key?.p ? `${key.q ? "," : ""} ${key.p}` : "");
    this.draft.draw(draft);
    this.target.draw(target);
    this.area.classList.toggle("above", !area.below);
    set(this.area, { x: area.x, y: area.y, width: area.w, height: area.h, visibility: seen(area.on) });
    set(this.sent, { d: sent.map(({ x, y, w, h }) => `M${x} ${y}h${w}v${h}h${-w}Z`).join(""),
      visibility: seen(sent.length > 0) });
    set(this.rays, { d: rays, visibility: seen(rays !== "") });
    set(this.bonus, { visibility: seen(!!bonus?.visible) });
    if (!bonus) return;
    const { x, y, w, h, name, says } = bonus, row = h < 56, top = row ? y : y - h / 2 + (h < 80 ? 16 : 22);
    set(this.bonusBox, { x, y: y - h / 2, width: w, height: h });
    set(this.star, { transform: `translate(${x + 17} ${top}) scale(6.5)` });
    setText(this.word, name);
    set(this.word, { x: x + 31, y: top + 5.5 });
    this.says.forEach((line, k) => {
      setText(line, says[k] ?? "");
      set(line, { x: row ? x + 92 : x + 10, y: row ? y + 4.4 : top + (h < 80 ? 17 : 24) + 16 * k });
    });
  }
}

let pictures = 0; // a page may have several stages, and the ids of their arrowheads must differ

/** The SVG of a graph. */
export class Picture {
  arrow = `st-arrow-${++pictures}`;
  svg = s("svg", { class: "st-svg", preserveAspectRatio: "xMidYMin", role: "group",
    "aria-label": "Graph of this round" });
  floatBox = s("rect", { rx: 4, height: 20 });
  floatWord = s("text", { y: 14, x: 6 });
  float = s("g", { class: "st-float", visibility: "hidden", "aria-hidden": "true" });
  mode = /** @type {Scene["mode"]} */ (/** @type {any} */ (null)); // of the current scene
  form = /** @type {Form} */ (/** @type {any} */ (null));
  pass = new PassPicture();
  nodes = new Keyed(s("g", { class: "st-nodes", "data-part": "nodes" }),
    (/** @type {Node} */ node) => partsOf(node, this.mode, this.form),
    (parts, node, was) => dressNode(parts, node, was, this.mode, this.form));
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
      ({ root }, /** @type {Arc} */ { d, visible, solid = false, bold = false }) => {
        set(root, { d, visibility: seen(visible) });
        root.classList.toggle("solid", solid);
        root.classList.toggle("bold", bold);
      });
  }

  /** Draws a scene. @param {Scene} scene @param {string} typeface */
  draw(scene, typeface) {
    this.mode = scene.mode;
    set(this.svg, { "data-mode": scene.mode.name });
    this.svg.style.setProperty("--small", `${scene.form.small}px`); // a policy may forbid the attribute
    this.form = scene.form;
    if (!this.svg.firstChild) put(this.svg, s("defs", {}, s("marker", { id: this.arrow, viewBox: "0 0 8 8", refX: 7,
      refY: 4, markerUnits: "userSpaceOnUse", markerWidth: 10, markerHeight: 10, orient: "auto" },
    s("path", { d: "M0 0L8 4L0 8Z", class: "st-arrow" }))), this.pass.rays, this.bands.group, this.edges.group,
    this.merges.group, this.links.group, this.pass.bonus, this.nodes.group, this.pass.area, this.pass.sent,
    this.pass.band, this.pass.draft.root, this.pass.target.root, this.pass.key, this.float);
    this.pass.draw(scene.pass);
    const { root } = this.pass.target, over = scene.pass.area.below ? this.bands.group : this.pass.key;
    if (root.nextSibling !== over) over.before(root); // an edge leads over the slab to the target's own token
    for (const part of /** @type {const} */ (["bands", "edges", "merges", "links", "nodes"]))
      this[part].patch(/** @type {any} */ (scene[part]));
    show(this.float, [this.floatBox, this.floatWord], scene.float !== null);
    if (!scene.float) return;
    setText(this.floatWord, scene.float.word);
    set(this.floatBox, { width: measure(scene.float.word, `13px ${typeface}`) + 14 });
    set(this.float, { transform: `translate(${scene.float.x} ${scene.float.y})` });
  }
  /** The element of a node. @param {Node | undefined} node */
  elementOf(node) { return this.partsOf(node)?.root; }
  /** The elements of a node. @param {Node | undefined} node */
  partsOf(node) { return node && this.nodes.drawn.get(node.key)?.parts; }
  /** The edge above a node. @param {Node} node */
  edgeOf({ key }) { return this.edges.drawn.get(key)?.parts.root; }
  clear() { put(this.svg); }
}
