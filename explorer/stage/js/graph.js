// The graph. Built once per iteration, out of the elements of the one before; a step only changes attributes of nodes
// whose looks change.

import { arrange, h, measure, pointer, put, s, set, setText } from "./dom.js";
import { clip } from "./format.js";
import { shapeOf, stateOf } from "./marks.js";
import { newRecurring } from "./recurring.js";

/** @import { Fate, It, Model } from "./model.js" */
/** @import { Layout } from "./types.d.ts" */
/**
 * A node that is about to be drawn, and where.
 * @typedef {{ place: number, word: string, copies: boolean, named: boolean, wide: number,
 *   early: number, col: number, y: number,
 *   row: number, x: number, cy: number, edge: number, chance: number | null }} Item
 * The elements of a node, which serve any other of the same kind: what it consists of, in this way of drawing.
 * @typedef {{ kind: string, g: SVGGElement, box: SVGRectElement, under: SVGRectElement | null,
 *   ring: SVGCircleElement | null, glyph: SVGPathElement, wire: SVGPathElement, ask: SVGTextElement | null,
 *   name: SVGTextElement | null, second: SVGTextElement | null, times: SVGTextElement | null,
 *   told: SVGTitleElement | null }} Parts
 * A node that is drawn, with the edge to it, if there is one; `was` is the look it has.
 * @typedef {Item & Parts & { edgePath: SVGPathElement | null, was: string }} View
 * What the page does with what happens here; −1 is no place.
 * @typedef {{ pick: (place: number) => void, hover: (place: number) => void, redraw: (phase: number) => void }} Linked
 */

// How much a node says depends on how many there are, and on how many rows they need. Sizes in px.
const MODES = [
  { name: "rich", upTo: 26, row: 56, high: 46, gap: 50, font: 17, chars: 16, r: 6.5, text: true, ring: true,
    least: 0.62 },
  { name: "chip", upTo: 64, row: 31, high: 26, gap: 40, font: 16.5, chars: 14, r: 5, text: true, ring: true,
    least: 0.62 },
  { name: "line", upTo: 160, row: 21, high: 18, gap: 34, font: 12, chars: 14, r: 4.2, text: true, ring: false,
    least: 0.85 },
  { name: "dots", upTo: Infinity, row: 15, high: 13, gap: 34, font: 12, chars: 14, r: 4.2, text: false, ring: false,
    least: 0.62 },
];
const PAD = 16, NARROW = 560, HALF = 700, LARGE = 300;
const LOW = 280, FLAT = 1.6; // px, and how wide for its height: the panel of a phone on its side
const FINGER = 44, NEAR = 16; // px: what a finger needs for itself, and how far beside a node it still means it
const BAR = 40; // of the panel's height, kept free for buttons that lie on it: a fitted graph stands in the middle
const BIGGEST = 1.5; // how far a graph is drawn larger to fit its panel; `least` of a mode: how far smaller
const LARGER = 1.3; // so large words come before wide gaps
const MADE = 8; // the strength from which on a node is part of what was made

const touched = matchMedia("(pointer: coarse)"); // asked for each time: a tablet may get a mouse
let graphs = 0; // a page may have several stages, and arrows are found by an id of the page

/** @param {Model} model @param {Linked} on */
export function newGraph(model, on) {
  const arrow = `st-arrow-${++graphs}`;
  const scroll = h("div", { class: "st-scroll", "data-testid": "graph", tabindex: "-1" });
  const svg = s("svg", { class: "st-svg", preserveAspectRatio: "xMidYMin",
    role: "group", "aria-label": "Graph of this iteration" });
  const hidden = h("span", { class: "st-hidden", "data-testid": "hidden-count" });
  const all = h("button", { type: "button", class: "st-btn st-small", "data-testid": "show-all", hidden: true,
    onclick: () => toggleAll() });
  const repeats = newRecurring(model, again);
  const zooms = h("div", { class: "st-zoom" }, repeats.toggle, repeats.sizes, h("span", { class: "st-space" }), hidden,
    all,
    button("−", "zoom-out", "Zoom out", () => zoomTo(zoom / 1.25)),
    button("fit", "zoom-fit", "Fit the graph into the panel", () => zoomTo(0)),
    button("1:1", "zoom-one", "Zoom to 1:1", () => zoomTo(1)),
    button("+", "zoom-in", "Zoom in", () => zoomTo(zoom * 1.25)));
  const root = h("div", { class: "st-graph" }, scroll, repeats.say, zooms);
  scroll.append(svg);

  /** @type {It} */ let it; // undefined before the first
  let mode = MODES[0], zoom = 1, chosen = 0, narrow = false, looked = false;
  let typeface = "sans-serif", room = { w: 800, h: 300 }; // read once, and when the size changes: asking costs a layout
  let drawn = room; // for which size the picture was built: many small changes are a large one
  let bar = BAR;
  let views = /** @type {(View | null)[]} */ ([]), lit = /** @type {View[]} */ ([]);
  let arcs = /** @type {{ from: number, to: number, path: SVGPathElement }[]} */ ([]);
  let now = /** @type {number[]} */ ([]), wanted = /** @type {number[] | null} */ (null);
  let picked = -1, roving = -1, shownPhase = -1, supposed = -1, tails = /** @type {number[]} */ ([]);
  const folded = /** @type {Set<number>} */ (new Set()); // rounds whose merged or unmerged form was chosen by hand
  const box = { w: 0, h: 0 }, expanded = /** @type {Set<number>} */ (new Set());
  const edges = s("g", { class: "st-edges" }), marks = s("g", { class: "st-nodes" });
  const over = s("g", { class: "st-arcs" }), links = s("g", { class: "st-links", "aria-hidden": "true" });
  const floatBox = s("rect", { rx: 4, height: 20 }), floatWord = s("text", { y: 14, x: 6 });
  const overlay = s("g", { class: "st-float", visibility: "hidden", "aria-hidden": "true" }, floatBox, floatWord);

  /** @param {string} label @param {string} id @param {string} title @param {() => void} act */
  function button(label, id, title, act) {
    return h("button", { type: "button", class: "st-btn st-small", "data-testid": id, "aria-label": title, title,
      onclick: act }, label);
  }
  /** @param {number} value 0: as it fits */
  function zoomTo(value) {
    chosen = value;
    setZoom(value);
  }
  /** @param {number} value 0: as large as the panel allows; an outline keeps its size and is scrolled */
  function setZoom(value) {
    const wide = (room.w - 4) / box.w, high = narrow ? 1 : (room.h - bar) / box.h;
    const fit = Math.max(mode.least, Math.min(narrow ? 1 : BIGGEST, wide, high));
    zoom = Math.min(4, Math.max(0.15, value || fit));
    svg.setAttribute("width", String(Math.ceil(box.w * zoom)));
    svg.setAttribute("height", String(Math.ceil(box.h * zoom + slack())));
  }
  /** What is free above the first row and below the last one: on a phone every row counts. */
  const edge = () => (narrow ? PAD - 4 : PAD);
  /** What a scrolled outline lacks at its end, so that the panel’s upper edge falls between two rows there, too. */
  function slack() {
    const unit = zoom * mode.row, beyond = box.h * zoom - room.h - zoom * (edge() + mode.high / 2) + unit / 2;
    return narrow && beyond > 0 ? (unit - (beyond % unit)) % unit : 0;
  }
  function toggleAll() {
    folded.add(it.i);
    if (!expanded.delete(it.i)) expanded.add(it.i);
    again();
  }
  function again() {
    if (!it) return;
    const phase = shownPhase;
    build(it);
    on.redraw(phase);
  }
  function look() {
    typeface = getComputedStyle(root).fontFamily || "sans-serif";
    room = { w: scroll.clientWidth, h: scroll.clientHeight };
    const lies = getComputedStyle(zooms).position === "absolute";
    bar = lies ? BAR + (touched.matches ? 12 : 0) : 0; // on a phone they stand below the panel
  }

  /**
   * The fullest way of drawing for which the nodes are few enough, and low enough to be seen at once.
   * @param {Layout} lay
   */
  function modeOf(lay) {
    const able = MODES.filter((one) => lay.at.length <= one.upTo && one.text);
    const rows = narrow ? lay.at.length : lay.rows;
    const low = (/** @type {number} */ row) => rows * row + 2 * edge() <= room.h;
    return able.find((one) => low(one.row)) || able[able.length - 1] || MODES[MODES.length - 1];
  }

  /**
   * An outline under a finger takes what height there is, so that its rows lie apart.
   * @param {typeof MODES[number]} usual @param {number} rows
   */
  function roomy(usual, rows) {
    if (!narrow || !touched.matches) return usual;
    const fits = Math.floor((room.h - 2 * edge() - usual.high) / Math.max(1, rows - 1));
    return { ...usual, row: Math.max(usual.row, Math.min(FINGER, fits)) };
  }

  /**
   * A node without its place on the screen; its second line and its copies get all the room they will ever need.
   * @param {Layout} lay @param {number} k @returns {Item}
   */
  function itemOf(lay, k) {
    const place = lay.at[k], fates = it.fates[place], small = `13px ${typeface}`;
    const widest = (/** @type {string[]} */ texts) => Math.max(...texts.map((text) => measure(text, small)));
    const word = clip(model.wordAt(it, place), mode.chars), copies = fates.some((fate) => fate.times);
    const named = mode.text || it.onPath[place];
    let wide = mode.r * 2 + 14;
    if (named) wide += 6 + measure(word, `700 ${mode.font}px ${typeface}`);
    const second = mode.name === "rich" ? 40 + widest(fates.map((fate) => fate.second)) : 0;
    const all = named && copies ? wide + widest(fates.map((fate) => fate.times)) + 8 : wide;
    const boxed = (/** @type {number} */ line) => Math.ceil(Math.max(line, second) + (mode.name === "dots" ? 2 : 10));
    const early = boxed(fates[0].times ? all : wide); // until the target draws it once more
    wide = boxed(all);
    const chance = mode.ring ? model.get(it, "q", place) ?? model.get(it, "p", place) : null;
    return { place, word, copies, named, wide, early, chance, col: lay.col[k], y: lay.y[k], row: lay.row[k], x: 0,
      cy: 0, edge: 0 };
  }

  /**
   * The nodes of a layout, how wide its columns are, and what they take.
   * @param {Layout} lay @param {typeof MODES[number]} way of drawing them
   */
  function columns(lay, way = modeOf(lay)) {
    mode = roomy(way, lay.at.length);
    const items = lay.at.map((_, k) => itemOf(lay, k)), widths = new Array(lay.cols).fill(0);
    for (const item of items) widths[item.col] = Math.max(widths[item.col], item.wide);
    return { items, widths, taken: widths.reduce((sum, w) => sum + w, 0) + 2 * PAD + 26 };
  }

  /** @param {It} iteration */
  function build(iteration) {
    leave();
    it = iteration;
    if (!looked) look();
    looked = true;
    drawn = room;
    const flat = room.h < LOW && room.w > FLAT * room.h;
    narrow = room.w > 0 && room.w < NARROW && !flat;
    const partly = it.core && !expanded.has(it.i), lay = partly && it.core ? it.core : it.lay;
    let { items, widths, taken } = columns(lay); // what room is left goes between columns
    const cut = () => !narrow && room.w < HALF && mode.least * (taken + (lay.cols - 1) * mode.gap * 0.6) > room.w;
    if (cut() && flat && lay.at.length <= MODES[1].upTo)
      ({ items, widths, taken } = columns(lay, MODES[1])); // words alone, in columns
    if (cut()) {
      narrow = true; // beside another stage: what would be cut at the edge becomes an outline, as on a phone
      ({ items, widths, taken } = columns(lay));
    }
    const larger = narrow ? 1 : Math.max(1, Math.min(LARGER, (room.h - bar) / (lay.rows * mode.row + 2 * PAD)));
    const spare = Math.floor((room.w / larger - taken) / Math.max(1, lay.cols - 1));
    const gap = Math.max(mode.gap * 0.6, Math.min(96, spare));
    const left = [PAD], indent = mode.name === "rich" || mode.name === "chip" ? 22 : 14;
    for (let c = 0; c < lay.cols; c++) left.push(left[c] + widths[c] + gap);
    for (const item of items) {
      item.x = narrow ? PAD + item.col * indent : left[item.col];
      item.cy = edge() + mode.high / 2 + (narrow ? item.row : item.y) * mode.row;
      item.edge = left[item.col] + widths[item.col];
    }
    box.w = Math.max(...items.map((item) => item.x + item.wide)) + PAD + 26;
    box.h = Math.max(...items.map((item) => item.cy)) + mode.high / 2 + edge() + (narrow ? bar : 0);
    paint(items);
    all.hidden = !it.core;
    if (it.replicas && lay.at.length <= LARGE) setText(all, partly ? `Unmerged tree (${it.replicas} copies)`
      : "Merged graph");
    else setText(all, partly ? `Show all ${it.size}` : "Committed path and siblings only");
    svg.setAttribute("viewBox", `0 0 ${box.w} ${box.h}`);
    setZoom(chosen);
  }
  /** What an iteration had marked is marked no more, and the keyboard is on none of its nodes. */
  function leave() {
    if (document.activeElement instanceof SVGElement && marks.contains(document.activeElement))
      document.activeElement.blur();
    for (const place of [...now, ...tails, picked, supposed])
      views[place]?.g.classList.remove("now", "tail", "picked", "supposed");
    for (const view of lit) view.g.classList.remove("lit", "lit-end");
    rove(-1);
    now = tails = [];
    lit = [];
    picked = shownPhase = supposed = -1;
  }

  /**
   * What is there by now and not drawn, and the button for it: what is still to come is not counted before it comes.
   * @param {number} phase
   */
  function sayHidden(phase) {
    const count = it.born.filter((step, place) => step <= phase && !views[place]).length;
    setText(hidden, count ? `${count} hidden` : "");
    all.style.visibility = count || expanded.has(it.i) ? "" : "hidden"; // its room stays, so that nothing moves
  }

  /** @param {Item[]} items */
  function paint(items) {
    const spot = new Map(items.map((item) => [item.place, item])), spare = views.filter((view) => view !== null);
    views = new Array(it.size).fill(null);
    arcs = [];
    for (const item of items) {
      const up = spot.get(model.up(it, item.place)), kind = kindOf(item);
      const old = spare.findIndex((one) => one.kind === kind);
      const view = nodeView(item, old < 0 ? partsOf(item, kind) : spare.splice(old, 1)[0]);
      if (up) set(view.edgePath = view.wire, { d: curve(up, item) });
      views[item.place] = view;
      const to = it.place.get(model.get(it, "merge", item.place) ?? -1), target = to === undefined ? null
        : spot.get(to);
      if (target && to !== undefined) arcs.push({ from: item.place, to, path: s("path", { class: "st-merge",
        d: arcOf(item, target), "marker-end": `url(#${arrow})`, visibility: "hidden" }) });
    }
    const shown = items.map(({ place }) => views[place]).filter((view) => view !== null);
    arrange(edges, shown.flatMap(({ edgePath }) => edgePath ?? []));
    arrange(marks, shown.map(({ g }) => g));
    put(over, ...arcs.map(({ path }) => path));
    put(links);
    if (!svg.firstChild) put(svg, s("defs", {}, s("marker", { id: arrow, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerUnits: "userSpaceOnUse", markerWidth: 10, markerHeight: 10, orient: "auto" },
    s("path", { d: "M0 0L8 4L0 8Z", class: "st-arrow" }))), edges, over, links, marks, overlay);
    repeats.paint(it, views, edges, mode.high >= 28);
  }

  /**
   * Straight through its own column, then a curve in the gutter: so an edge never runs behind a word.
   * @param {Item} a @param {Item} b
   */
  function curve(a, b) {
    const from = narrow ? a.x + mode.r + 7 : a.x + a.early, turn = a.edge + 4, mid = (turn + b.x) / 2;
    if (narrow) return `M${from} ${a.cy + mode.high / 2}V${b.cy - 6}Q${from} ${b.cy} ${from + 6} ${b.cy}H${b.x}`;
    return `M${from} ${a.cy}H${turn}C${mid} ${a.cy} ${mid} ${b.cy} ${b.x} ${b.cy}`;
  }
  /** @param {Item} a @param {Item} b */
  function arcOf(a, b) {
    const side = Math.max(a.x + a.wide, b.x + b.wide) + (narrow ? 22 : 30);
    return `M${a.x + a.wide} ${a.cy}C${side} ${a.cy} ${side} ${b.cy} ${b.x + b.wide + 1} ${b.cy}`;
  }

  /** What a node's elements are: those of one kind are used for each other. @param {Item} item */
  const kindOf = ({ copies, named, chance }) => [mode.name, copies, named, chance !== null].join();
  const middle = () => mode.r + 9;
  const baseline = () => (mode.name === "rich" ? -4 : mode.font * 0.36);

  /** @param {Item} item @param {string} kind @returns {Parts} */
  function partsOf({ copies, named, chance }, kind) {
    const { high, r, font } = mode, cx = middle(), tx = r * 2 + 20, y = baseline();
    const rx = mode.name === "dots" ? high / 2 : Math.min(9, high / 2);
    const under = copies ? s("rect", { class: "st-under", x: 4, y: -high / 2 - 4, height: high, rx }) : null;
    const box = s("rect", { class: "st-box", x: 0, y: -high / 2, height: high, rx });
    const track = chance === null ? null : s("circle", { class: "st-track", cx, r: r + 4 });
    const ring = track && s("circle", { class: "st-ring", r: r + 4, transform: `translate(${cx} 0) rotate(-90)` });
    const glyph = s("path", { class: "st-g", transform: `translate(${cx} 0) scale(${r})` });
    const name = named ? s("text", { class: "st-w", x: tx, y, "font-size": font }) : null;
    const times = named && copies ? s("text", { class: "st-x", y }) : null, told = times && s("title");
    const second = named && mode.name === "rich" ? s("text", { class: "st-s", x: tx, y: 15 }) : null;
    const g = s("g", { class: "st-n", role: "button", tabindex: "-1" }, under, box, track, ring, glyph, name,
      times && " ", times, told && " ", told, second && " ", second);
    const wire = s("path", { class: "st-e" });
    return { kind, g, box, under, ring, glyph, wire, ask: null, name, second, times, told };
  }
  /** @param {Item} item @param {Parts} parts @returns {View} */
  function nodeView(item, { kind, g, box, under, ring, glyph, wire, ask, name, second, times, told }) {
    const { place, x, cy, wide, early, word, chance } = item;
    set(g, { "data-node": it.n.id[place], transform: `translate(${x} ${cy})` });
    g.classList.toggle("replica", model.copied(it, place));
    set(box, { width: early });
    if (under) set(under, { width: wide });
    if (ring && chance !== null) { // how probable it was, as part of a circle
      const full = 2 * Math.PI * (mode.r + 4);
      set(ring, { "stroke-dasharray": `${(chance * full).toFixed(1)} ${full.toFixed(1)}` });
    }
    if (name) setText(name, word);
    if (times) set(times, { x: mode.r * 2 + 20 + measure(word, `700 ${mode.font}px ${typeface}`) + 6 });
    return { ...item, kind, g, box, under, ring, glyph, wire, ask, name, second, times, told, edgePath: null, was: "" };
  }

  /**
   * Brings the drawing to a phase; `pick` is the place of the chosen node or −1.
   * @param {number} phase @param {number} pick
   */
  function show(phase, pick) {
    if (!it) return;
    unmerge(phase);
    sayHidden(phase);
    const done = phase >= it.commit;
    for (const view of views) {
      if (!view) continue;
      const fate = it.born[view.place] <= phase ? model.fate(it, view.place, phase) : null;
      const key = fate ? `${fate.step}|${done}|${model.voice}` : "ghost";
      if (key === view.was) continue;
      view.was = key;
      dress(view, fate, done);
    }
    for (const { from, to, path } of arcs) {
      const merged = it.fates[from].find((fate) => fate.state === "merged"); // the arc comes with the merge
      const from_ = merged ? merged.step : it.born[from];
      path.setAttribute("visibility", from_ <= phase && views[to] ? "visible" : "hidden");
    }
    repeats.show(phase);
    for (const place of now) views[place]?.g.classList.remove("now");
    ({ now } = it.steps[phase]);
    for (const place of now) views[place]?.g.classList.add("now");
    for (const place of tails) views[place]?.g.classList.remove("tail");
    tails = it.steps[phase].phase === "merge" ? now.flatMap(tailsOf) : [];
    for (const place of tails) views[place]?.g.classList.add("tail");
    choose(pick);
    if (roving < 0 || it.born[roving] > phase || !views[roving]) rove(pick >= 0 && views[pick] ? pick
      : firstShown(phase));
    if (phase !== shownPhase) wanted = pick >= 0 ? [pick] : now;
    shownPhase = phase;
  }
  /** GSD: from the unmerging on, the tree with all its copies, where it can be read. @param {number} phase */
  function unmerge(phase) {
    const step = it.steps.findIndex((each) => each.phase === "unmerge"), whole = step >= 0 && phase >= step;
    if (!it.core || it.size > MODES[2].upTo || folded.has(it.i) || whole === expanded.has(it.i)) return;
    if (whole) expanded.add(it.i);
    else expanded.delete(it.i);
    build(it);
  }
  /** The n-gram that ends at a merged node, and the one it repeats. @param {number} place */
  function tailsOf(place) {
    const target = it.place.get(model.get(it, "merge", place) ?? -1) ?? -1;
    return target < 0 ? [] : [place, target].flatMap((end) => model.gram(it, end, it.recurring?.tau ?? 1));
  }
  /** @param {number} phase */
  const firstShown = (phase) => views.findIndex((view) => view && it.born[view.place] <= phase);

  /**
   * Whether an empty outline says that a draft will stand here: that spoils no word and no verdict.
   * @param {number} place
   */
  const ghostly = (place) => it.n.role[place] === "draft" && !model.copied(it, place);

  /**
   * @param {View} view @param {Fate | null} fate null: not born yet
   * @param {boolean} done whether the outcome is known
   */
  function dress(view, fate, done) {
    const { g, edgePath, place } = view, path = done && !!fate && it.onPath[place], seen = fate || ghostly(place);
    const visibility = seen ? "visible" : "hidden";
    set(g, { visibility, "data-shown": fate ? "1" : "0" });
    if (edgePath) set(edgePath, { visibility });
    for (const part of [g, edgePath]) {
      part?.classList.toggle("ghost", !fate);
      part?.classList.toggle("path", path);
    }
    g.classList.toggle("gone", fate?.state === "input" && done && !path);
    set(view.box, { width: fate?.times ? view.wide : view.early });
    view.under?.classList.toggle("none", !fate?.times);
    ask(view, !fate && ghostly(place));
    for (const [part, text] of /** @type {[Element | null, string | undefined][]} */ ([[view.second, fate?.second],
      [view.times, fate?.times], [view.told, fate?.told]])) if (part) setText(part, text ?? "");
    const made = !!fate && stateOf(fate.state).strength >= MADE;
    edgePath?.toggleAttribute("data-made", made);
    if (!fate) {
      set(g, { "aria-hidden": "true" }); // nothing is there to read
      for (const name of ["data-state", "aria-label"]) g.removeAttribute(name);
      edgePath?.removeAttribute("data-state");
      return view.glyph.removeAttribute("data-kind");
    }
    g.removeAttribute("aria-hidden");
    set(g, { "data-state": fate.state });
    set(view.glyph, { d: shapeOf(fate.state), "data-kind": fate.state });
    if (edgePath) set(edgePath, { "data-state": fate.state });
    if (edgePath && (path || made)) edgePath.parentNode?.append(edgePath); // above its siblings
    const origin = model.copied(it, place) ? `copy of node ${model.get(it, "origin", place)}` : "";
    const whole = model.wordAt(it, place), seenWords = [view.word, view.times && fate.times,
      view.told && fate.told, fate.second];
    const words = [...seenWords, model.called(fate), origin,
      view.word !== whole && whole]; // what is seen is said first
    set(g, { "aria-label": words.filter(Boolean).join(", ") });
  }
  /**
   * A node as it would be, had one decision fallen otherwise: its mark and its colour, without its number. Null: as it
   * is, like every other that was supposed.
   * @param {number} place −1: none @param {string | null} state
   */
  function suppose(place, state) {
    const before = views[supposed], view = views[place];
    if (before) dress(before, model.fate(it, supposed, shownPhase), shownPhase >= it.commit);
    before?.g.classList.remove("supposed");
    supposed = view && state ? place : -1;
    if (!view || !state) return;
    dress(view, { ...model.fate(it, place, shownPhase), state, second: "what if" }, shownPhase >= it.commit);
    view.g.classList.add("supposed");
  }
  /** The question mark of an outline in which nothing stands yet. @param {View} view @param {boolean} open */
  function ask(view, open) {
    if (!open || !view.name) return view.ask?.remove();
    view.ask ??= s("text", { class: "st-ask", y: mode.font * 0.36, "font-size": mode.font }, "?");
    set(view.ask, { x: view.wide / 2 });
    if (!view.ask.parentNode) view.name.before(view.ask);
  }

  /** @param {number} place */
  function choose(place) {
    if (picked >= 0) views[picked]?.g.classList.remove("picked");
    picked = place;
    if (picked >= 0) views[picked]?.g.classList.add("picked");
  }
  /**
   * A node and its ancestors, as the attention picture points at them; a replica that is not drawn stands at its
   * origin.
   * @param {number} place
   */
  function light(place) {
    for (const view of lit) view.g.classList.remove("lit", "lit-end");
    lit = [];
    repeats.point(place);
    if (it.replicas || links.firstChild) put(links, ...origins(place));
    for (let at = place; at >= 0; at = model.up(it, at)) {
      const view = views[at] || views[it.place.get(model.get(it, "origin", at) ?? -1) ?? -1];
      if (!view) continue;
      view.g.classList.add(at === place ? "lit-end" : "lit");
      lit.push(view);
    }
  }
  /** In the unmerged tree: from a replica to its origin, and from an origin to its replicas. @param {number} place */
  function origins(place) {
    if (place < 0 || !views[place]) return [];
    const own = model.get(it, "origin", place) ?? it.n.id[place], first = views[it.place.get(own) ?? -1];
    const repeats_ = (/** @type {number} */ at) => model.copied(it, at) && model.get(it, "origin", at) === own;
    const ends = views.filter((view) => view && (model.copied(it, place) ? view.place === place
      : repeats_(view.place)));
    return ends.flatMap((end) => (end && first && it.born[end.place] <= shownPhase
      ? [s("path", { class: "st-origin", d: arcOf(end, first), "marker-end": `url(#${arrow})` })] : []));
  }
  /** @param {number} place */
  function rove(place) {
    views[roving]?.g.setAttribute("tabindex", "-1");
    roving = place;
    views[roving]?.g.setAttribute("tabindex", "0");
  }
  /** The next or previous node that is shown, in the order of an outline. @param {number} by */
  function move(by) {
    const list = views.filter((view) => view !== null).filter((view) => view.g.getAttribute("data-shown") === "1")
      .sort((a, b) => a.row - b.row);
    const at = list.findIndex((view) => view.place === roving),
      to = list[Math.min(list.length - 1, Math.max(0, at + by))];
    if (!to) return;
    rove(to.place);
    to.g.focus({ preventScroll: true });
    reveal([to.place]);
  }

  /** Scrolls the panel, and only the panel, so that these nodes can be seen. @param {number[]} places */
  function reveal(places) {
    const seen = places.map((place) => views[place]).filter((view) => view !== null);
    if (!seen.length) return;
    const x0 = zoom * Math.min(...seen.map((view) => view.x)),
      x1 = zoom * Math.max(...seen.map((view) => view.x + view.wide));
    const y0 = zoom * Math.min(...seen.map((view) => view.cy - mode.high)),
      y1 = zoom * Math.max(...seen.map((view) => view.cy + mode.high));
    const margin = 12, { w } = room, high = room.h - (narrow ? bar : 0), { scrollLeft: sx, scrollTop: sy } = scroll;
    if (x1 - x0 > w) scroll.scrollLeft = x1 - w + margin; // too long a path: its end is what is new
    else if (x1 > sx + w) scroll.scrollLeft = Math.min(x0 - margin, x1 - w + margin);
    else if (x0 < sx) scroll.scrollLeft = x0 - margin;
    const outside = y1 > sy + high || y0 < sy;
    if (narrow && outside) scroll.scrollTop = between(seen, high);
    else if (y1 > sy + high) scroll.scrollTop = Math.min(y0 - margin, y1 - high + margin);
    else if (y0 < sy) scroll.scrollTop = y0 - margin;
  }
  /**
   * Where the panel's upper edge cuts no row of an outline and these nodes are seen; of more than it holds, the first,
   * below what they follow if that stands right above.
   * @param {View[]} seen @param {number} high of the panel
   */
  function between(seen, high) {
    const rows = seen.map((view) => view.row), first = Math.min(...rows), unit = zoom * mode.row;
    const over = zoom * (edge() + mode.high / 2) - unit / 2; // above the first row
    const least = Math.ceil(((Math.max(...rows) + 1) * unit + over - high) / unit); // the first when the last is seen
    const fits = least <= first, above = seen.some((view) => view.row === first
      && views[model.up(it, view.place)]?.row === first - 1);
    const top = fits ? Math.max(0, Math.min(first, Math.max(least, 0))) : first - (above ? 1 : 0);
    return top > 0 ? over + top * unit : 0;
  }

  /** The word of a node that has no room for it. @param {number} place */
  function float(place) {
    const view = views[place];
    if (!view || view.named || view.g.getAttribute("data-shown") !== "1") return overlay.setAttribute("visibility",
      "hidden");
    setText(floatWord, view.word);
    floatBox.setAttribute("width", String(measure(view.word, `13px ${typeface}`) + 14));
    overlay.setAttribute("transform", `translate(${view.x + view.wide + 2} ${view.cy - 10})`);
    overlay.setAttribute("visibility", "visible");
  }

  /** @param {Event} event */
  function placeOf(event) {
    const g = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    return g ? it.place.get(Number(g.getAttribute("data-node"))) ?? -1 : -1;
  }
  /** @param {number} place */
  function point(place) {
    float(place);
    on.hover(place);
  }
  /** @param {number} place */
  function take(place) {
    if (place < 0) return;
    rove(place);
    on.pick(place);
  }
  /** The node that a finger means beside which it came down; −1: none is near. @param {MouseEvent} event */
  function nearest(event) {
    const frame = svg.getBoundingClientRect(), x = event.clientX - frame.left, y = event.clientY - frame.top;
    const far = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ at) =>
      Math.max(from * zoom - at, at - to * zoom, 0);
    let place = -1, least = NEAR;
    for (const view of views) {
      if (view?.g.getAttribute("data-shown") !== "1") continue;
      const away = Math.hypot(far(view.x, view.x + view.wide, x),
        far(view.cy - mode.high / 2, view.cy + mode.high / 2, y));
      if (away <= least) [place, least] = [view.place, away];
    }
    return place;
  }
  svg.addEventListener("click", (event) => {
    const place = placeOf(event);
    take(place < 0 && touched.matches ? nearest(event) : place);
  });
  svg.addEventListener("mouseover", (event) => { if (pointer.moved(event)) point(placeOf(event)); });
  svg.addEventListener("mouseleave", (event) => { if (pointer.moved(event)) point(-1); });
  svg.addEventListener("focusin", (event) => { if (placeOf(event) >= 0) point(placeOf(event)); });
  svg.addEventListener("focusout", () => point(-1));
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take(placeOf(event));
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    root, svg, show, choose, light, suppose,
    /** Puts the keyboard on the node where it was last, or on the first. */
    focus: () => views[roving]?.g.focus(),
    /** Whether a place is drawn. @param {number} place */
    draws: (place) => !!views[place],
    settle() {
      if (wanted) reveal(wanted);
      wanted = null;
    },
    /** @param {It} iteration */
    open(iteration) {
      if (it === iteration) return;
      if (it) scroll.scrollLeft = scroll.scrollTop = 0;
      build(iteration);
    },
    reset() {
      look(); // before anything is changed, when nothing has to be laid out for it
      looked = room.w > 0;
      scroll.scrollLeft = scroll.scrollTop = 0;
      leave();
      it = /** @type {any} */ (undefined);
      repeats.reset();
      expanded.clear();
      folded.clear();
      put(svg);
    },
    resized() {
      look();
      if (it && Math.abs(room.w - drawn.w) + Math.abs(room.h - drawn.h) > 24) again();
      else if (it) setZoom(chosen);
    },
  };
}
