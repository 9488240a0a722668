// The attention mask of the target pass (DSBD Figure 3). Rows are the nodes that the target scored. Columns are what
// they may attend to: first the cached text, in few columns, then the same nodes. All cells of one state are one SVG
// path.

import { h, measure, pointer, put, s, setText } from "../dom.js";
import { clip, coded, plural } from "../format.js";
import { shapeOf } from "../marks.js";

/** @import { Fate, It, Model } from "../model.js" */
/** @import { Linked } from "../picture/graph.js" */
/** @import { Mask, Run } from "../types.d.ts" */
/**
 * The labels of one node: its name and mark to the left of its row, and its name above its column.
 * @typedef {{ side: SVGGElement, mark: SVGPathElement, head: SVGTextElement | null }} Label
 */
/**
 * A column: the number of tokens in it, its position and its width.
 * @typedef {{ tokens: number, x: number, wide: number }} Column
 */

const SIZES = [ // px of a cell by the number of rows; a smaller one has no room for a word of 12 px
  { upTo: 26, cell: 20, font: 12.5, chars: 13 }, { upTo: 60, cell: 15, font: 12, chars: 12 },
  { upTo: 120, cell: 13, font: 12, chars: 11 }, { upTo: Infinity, cell: 5, font: 0, chars: 0 },
];
const LAST = SIZES[SIZES.length - 1];
const MASK = /** @type {Mask} */ ({ rows: [], sees: [], cached: [], starts: [] }); // of an iteration without a pass

export class Attention {
  info = h("span", { class: "st-quiet", "data-testid": "mask-size" });
  order = h("select", { class: "st-speed st-small", "data-testid": "mask-order",
    "aria-label": "Row order",
    onchange: () => this.redo() },
  h("option", { value: "pass" }, "as in the pass"),
  h("option", { value: "depth" }, "depth first, tree by tree"));
  box = h("div", { class: "st-mask", "data-testid": "mask", tabindex: "0", role: "group" });
  say = h("p", { class: "st-mask-say", "data-testid": "mask-say", "aria-live": "polite" });
  keys = h("div", { class: "st-mask-keys", "aria-hidden": "true" },
    h("span", { "data-of": "on" }, "may attend"),
    h("span", { "data-of": "itself" }, "itself"), h("span", { "data-of": "off" }, "masked (another branch)"));
  pin = h("button", { type: "button", class: "st-btn st-small", "data-testid": "mask-pin",
    "aria-pressed": "false",
    title: "Show the mask directly below the graph", onclick: () => this.togglePin() }, "Pin below the graph");
  why = h("p", { class: "st-quiet st-mask-why" });
  root = h("details", { class: "st-card st-details", hidden: true, "data-testid": "attention",
    ontoggle: () => this.redo() }, h("summary", {}, "Attention mask of the target pass"),
  h("div", { class: "st-bar st-mask-bar" }, this.info, this.order, this.pin, this.keys),
  h("div", { class: "st-mask-body" }, this.box, h("div", { class: "st-mask-words" }, this.say, this.why)));
  paths = s("g"); ring = s("path", { class: "st-mask-ring" });
  across = s("rect", { visibility: "hidden", x: 0 }); down = s("rect", { visibility: "hidden", y: 0 });
  it = /** @type {It} */ (/** @type {any} */ (undefined)); // undefined before the first
  mask = MASK; phase = 0; rows = /** @type {number[]} */ ([]); sees = /** @type {number[][]} */ ([]);
  // rows: places of nodes; sees: the columns of each row
  rowOf = /** @type {Map<number, number>} */ (new Map()); columns = /** @type {Column[]} */ ([]);
  labels = /** @type {(Label | null)[]} */ ([]); svg = /** @type {SVGSVGElement | null} */ (null); size = LAST;
  top = 0; left = 0; heads = 0; // heads: columns of the cached text
  drawn = ""; shown = -1; pointed = -1; pinned = false; // shown: the iteration that is drawn; pointed: a row

  /** @param {Model} model @param {Linked & { pin: (below: boolean) => void }} on */
  constructor(model, on) {
    this.model = model; this.on = on;
    this.box.addEventListener("mousemove", (event) => {
      if (this.svg && pointer.moved(event)) on.hover(this.at(event));
    });
    this.box.addEventListener("mouseleave", (event) => { if (pointer.moved(event)) on.hover(-1); });
    this.box.addEventListener("click", (event) => { if (this.at(event) >= 0) on.pick(this.at(event)); });
    this.box.addEventListener("blur", () => on.hover(-1));
    this.box.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (event.key === "Enter" && this.pointed >= 0) on.pick(this.rows[this.pointed]);
      else if (by && this.svg) {
        let r = this.pointed < 0 && by < 0 ? this.rows.length : this.pointed;
        do r += by; while (r >= 0 && r < this.rows.length && this.it.born[this.rows[r]] > this.phase);
        if (r >= 0 && r < this.rows.length) {
          on.hover(this.rows[r]);
          this.reveal(r);
        }
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Moves the mask below the graph, or back to the other pictures. */
  togglePin() {
    this.pinned = !this.pinned;
    this.pin.setAttribute("aria-pressed", this.pinned ? "true" : "false");
    this.on.pin(this.pinned);
  }

  /** Puts the rows, and the columns that each row sees, in the chosen order. */
  arrange() {
    const from = this.mask.rows.map((_, k) => k);
    if (this.order.value === "depth") { // as an outline: every node before its descendants, siblings as drafted
      const outline = new Map(this.it.lay.at.map((place, k) => [place, this.it.lay.row[k]]));
      from.sort((a, b) => (outline.get(this.mask.rows[a]) ?? 0) - (outline.get(this.mask.rows[b]) ?? 0));
    }
    this.heads = this.mask.cached.length;
    const to = new Map(from.map((old, k) => [old + this.heads, k + this.heads]));
    this.rows = from.map((old) => this.mask.rows[old]);
    this.sees = from.map((old) => this.mask.sees[old].map((column) => to.get(column) ?? column));
    this.rowOf = new Map(this.rows.map((place, k) => [place, k]));
  }
  /** @param {number} place */
  word(place) { return this.model.wordAt(this.it, place); }
  /** How many tokens were in the KV cache before the pass. */
  cachedTokens() { return this.mask.cached.reduce((sum, run) => sum + run.size, 0); }
  /** The text of a cached column. @param {Run} run */
  cachedText(run) {
    if (run.end === null) return coded(this.model.header.prompt || "the prompt");
    return this.model.phrase(this.model.path(null, run.end).slice(-run.size).map(({ token }) => token));
  }

  /** Draws everything that does not depend on the step. */
  build() {
    this.size = SIZES.find((each) => this.rows.length <= each.upTo) || LAST;
    const { cell, font, chars } = this.size, named = font > 0,
      wordy = named && cell >= 14; // wordy: above the columns, too
    const words = this.rows.map((place) => (named ? clip(this.word(place), chars) : ""));
    const wide = (/** @type {string} */ text) => measure(text, `${font}px sans-serif`),
      widest = Math.max(0, ...words.map(wide));
    const caps = this.mask.cached.map((run, c) => {
      const what = run.end === null ? "prompt" : this.sees.every((seen) => seen.includes(c)) ? "text" : "own";
      return `${what} · ${run.size}`;
    });
    this.left = named ? Math.ceil(widest) + cell + 14 : 8;
    this.top = wordy ? Math.ceil(0.87 * Math.max(widest, ...caps.map(wide)) + 16) : 20;
    let x = this.left; // cached columns are wider: each contains many tokens
    this.columns = [...this.mask.cached.map((run) => ({ tokens: run.size, x: 0, wide: Math.max(cell, 26) })),
      ...this.rows.map(() => ({ tokens: 1, x: 0, wide: cell }))];
    this.columns.forEach((column, c) => {
      if (c === this.heads) x += 6;
      column.x = x;
      x += column.wide;
    });
    const width = Math.ceil(x + (wordy ? this.top * 0.5 : 8)), height = this.top + this.rows.length * cell + 8;
    this.svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`,
      class: `st-mask-svg${cell < 11 ? " small" : ""}`,
      "aria-hidden": "true" }, ...this.plane(x));
    this.labels = this.rows.map((place, r) => (named ? this.label(place, r, words[r], wordy) : null));
    this.svg.append(...this.labels.flatMap((each) => (each ? [each.side, ...(each.head ? [each.head] : [])] : [])),
      ...this.mask.cached.map((run, c) => this.cap(run, this.columns[c], caps[c], wordy)));
    put(this.box, this.svg);
    this.drawn = "";
    this.pointed = -1;
    const passes = this.mask.starts.length, cached = this.cachedTokens();
    setText(this.info, `${plural(this.rows.length, "row")} × ${plural(cached + this.rows.length, "key")} (${cached} cached), `
      + `${passes === 1 ? "one pass" : `${passes} passes`}`);
    this.box.setAttribute("aria-label", `Attention mask: ${plural(this.rows.length, "token")} scored by the target after `
      + `${plural(cached, "cached token")}. Use ↑ and ↓ to change rows and Enter to select the node.`);
    this.explain();
  }

  /**
   * The shapes under the words: frame, grid, the highlighted row and column, and the cells.
   * @param {number} last
   */
  plane(last) {
    const { cell } = this.size, high = this.rows.length * cell, first = this.columns[0].x,
      line = (/** @type {number} */ r) => `${this.top + r * cell}H${last}`;
    this.across.setAttribute("height", String(cell));
    this.across.setAttribute("width", String(last));
    this.down.setAttribute("width", String(cell));
    this.down.setAttribute("height", String(this.top + high));
    for (const each of [this.across, this.down]) each.setAttribute("visibility", "hidden");
    this.ring.setAttribute("d", "");
    put(this.paths);
    const grid = cell < 11 ? [] : [...Array(this.rows.length + 1).keys()].map((r) => `M${first} ${line(r)}`)
      .concat(this.columns.map(({ x, wide }) => `M${x} ${this.top}v${high}M${x + wide} ${this.top}v${high}`));
    const cuts = this.order.value === "pass" ? this.mask.starts.slice(1).map((r) => `M${first - 4} ${line(r)}`) : [];
    return [s("rect", { class: "st-mask-frame", x: first, y: this.top, width: last - first, height: high }),
      s("path", { class: "st-mask-grid", d: grid.join("") }),
      s("g", { class: "st-mask-band" }, this.across, this.down), this.paths,
      s("path", { class: "st-mask-cut", d: cuts.join("") }), this.ring];
  }

  /**
   * The labels of a row and its column.
   * @param {number} place @param {number} r @param {string} text @param {boolean} wordy @returns {Label}
   */
  label(place, r, text, wordy) {
    const { cell, font } = this.size, y = cell / 2 + font * 0.35, title = () => s("title", {}, this.word(place));
    const mark = s("path",
      { class: "st-g", transform: `translate(${this.left - cell / 2 - 2} ${cell / 2}) scale(${cell * 0.26})` });
    const side = s("g", { class: "st-mask-row", transform: `translate(0 ${this.top + r * cell})`,
      "data-row": this.it.n.id[place] }, title(),
    s("text", { x: this.left - cell - 4, y, "text-anchor": "end", "font-size": font }, text), mark);
    const way = `translate(${this.columns[this.heads + r].x + cell * 0.7} ${this.top - 5}) rotate(-60)`;
    return { side, mark, head: wordy ? s("text", { class: "st-mask-head", transform: way, "font-size": font },
      title(), text) : null };
  }
  /**
   * The name above a cached column.
   * @param {Run} run @param {Column} column @param {string} text @param {boolean} wordy
   */
  cap(run, { x, wide }, text, wordy) {
    const title = s("title", {}, `${plural(run.size, "token")}: ${clip(this.cachedText(run), 300)}`),
      look = "st-mask-head cached";
    if (!wordy) return s("text", { class: look, x: x + wide / 2, y: this.top - 6, "text-anchor": "middle",
      "font-size": 12 },
    title, String(run.size));
    return s("text", { class: look, transform: `translate(${x + wide * 0.65} ${this.top - 5}) rotate(-60)`,
      "font-size": this.size.font },
    title, text);
  }

  /** Writes why the mask has this shape. */
  explain() {
    const mode = this.model.header.tree_mode?.target,
      trees = new Set(this.mask.sees.map((seen) => seen.find((c) => c >= this.heads))).size;
    const passes = this.mask.starts.length > 1 ? "in a few passes" : "in one pass";
    const apart = this.mask.cached.length > 2 ? " Where beams differ, each has its own columns."
      : trees > 1 ? " Separate blocks are separate trees." : "";
    const text = this.rows.length === 1
      ? "The target reads one token. It may attend to everything before it, so nothing is masked."
      : "Each row may attend to the text so far, its own ancestors and itself, but not to other branches. So "
        + `${this.rows.length} tokens are scored ${passes} as if each branch were alone.${apart}`;
    setText(this.why, !mode || mode === "tree" ? text
      : `${text} This model does not support tree masks (${mode}), so its paths are run separately with the same result.`);
  }

  /** Draws the cells of every state as one path; a row appears when its node does. */
  paint() {
    const { cell } = this.size, gap = cell >= 11 ? 1 : 0, high = cell - gap;
    const fates = this.rows.map((place) => (this.it.born[place] <= this.phase
      ? this.model.fate(this.it, place, this.phase) : null));
    const key = fates.map((fate) => (fate ? fate.state : "")).join();
    if (key === this.drawn) return;
    this.drawn = key;
    const cells = /** @type {Map<string, { others: string, own: string }>} */ (new Map());
    fates.forEach((fate, r) => {
      const view = this.labels[r];
      if (view) this.dress(view, fate);
      if (!fate) return;
      const y = this.top + r * cell + gap / 2, way = cells.get(fate.state) || { others: "", own: "" };
      for (const c of this.sees[r]) if (c !== this.heads + r) {
        const { x, wide } = this.columns[c];
        way.others += `M${x + gap / 2} ${y}h${wide - gap}v${high}h${gap - wide}z`;
      }
      way.own += `M${this.columns[this.heads + r].x + gap / 2} ${y}h${high}v${high}h${-high}z`;
      cells.set(fate.state, way);
    });
    put(this.paths, ...[...cells].map(([state, { others }]) => s("path",
      { class: "st-cell", "data-state": state, d: others })),
    ...[...cells].map(([state, { own }]) => s("path", { class: "st-cell self", "data-state": state, d: own })));
  }
  /** Gives the labels of a row the look of its node's state. @param {Label} view @param {Fate | null} fate */
  dress({ side, mark, head }, fate) {
    for (const part of [side, head]) part?.setAttribute("visibility", fate ? "visible" : "hidden");
    if (!fate) return;
    mark.setAttribute("d", shapeOf(fate.state));
    mark.setAttribute("data-kind", fate.state);
    for (const part of [side, head]) part?.setAttribute("data-state", fate.state);
  }

  /** Highlights the row and column of a node; −1: none. @param {number} place */
  point(place) {
    if (!this.it || !this.root.open || this.root.hidden) return;
    const r = place >= 0 && this.it.born[place] <= this.phase ? this.rowOf.get(place) ?? -1 : -1, { cell } = this.size;
    if (r === this.pointed) return;
    this.labels[this.pointed]?.side.classList.remove("on");
    this.pointed = r;
    for (const each of [this.across, this.down]) each.setAttribute("visibility", r >= 0 ? "visible" : "hidden");
    const seen = r < 0 ? [] : this.sees[r].map((c) => this.columns[c]), y = this.top + r * cell;
    this.ring.setAttribute("d", seen.map(({ x, wide }) => `M${x} ${y}h${wide}v${cell}h${-wide}z`).join(""));
    if (r >= 0) {
      this.across.setAttribute("y", String(y));
      this.down.setAttribute("x", String(this.columns[this.heads + r].x));
      this.labels[r]?.side.classList.add("on");
    }
    this.describe();
  }
  /** Scrolls the box, not the page, to a row. @param {number} r */
  reveal(r) {
    const { cell } = this.size, y = this.top + r * cell, { x } = this.columns[this.heads + r];
    if (y < this.box.scrollTop + 4) this.box.scrollTop = y - 20;
    else if (y + cell > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = y
      + cell - this.box.clientHeight + 20;
    if (x < this.box.scrollLeft) this.box.scrollLeft = x - 40;
    else if (x + cell > this.box.scrollLeft + this.box.clientWidth) this.box.scrollLeft = x
      + cell - this.box.clientWidth + 20;
  }
  /** Says what the highlighted row may attend to. */
  describe() {
    if (this.pointed < 0) return setText(this.say, this.phase < this.it.seen
      ? "The pass comes later in this round; the mask grows with the draft."
      : "Point at a row to see what it may attend to.");
    const place = this.rows[this.pointed], seen = this.sees[this.pointed],
      own = seen.filter((c) => c >= this.heads && c !== this.heads + this.pointed)
        .map((c) => this.rows[c - this.heads]).sort((a, b) => this.it.n.depth[a] - this.it.n.depth[b]);
    const before = seen.filter((c) => c < this.heads).reduce((sum, c) => sum + this.columns[c].tokens, 0);
    const names = [own.length > 12 && `${plural(own.length - 12, "ancestor")} not shown`,
      ...own.slice(-12).map((each) => `“${this.word(each)}”`)].filter(Boolean).join(", ");
    const parts = [before ? `${plural(before, "cached token")}, ` : "", own.length ? `${names} and ` : ""].join("");
    setText(this.say, `Row ${this.pointed + 1}, “${this.word(place)}” (${this.model.called(this.model.fate(this.it, place, this.phase))}), may attend to ${parts}itself: `
      + `${before + own.length + 1} of ${this.cachedTokens() + this.rows.length} keys.`);
  }

  /**
   * The node whose row or column is under the pointer, −1 if none is drawn there yet.
   * @param {MouseEvent} event
   */
  at(event) {
    if (!this.svg) return -1;
    const rect = this.svg.getBoundingClientRect(), x = event.clientX - rect.left,
      r = Math.floor((event.clientY - rect.top - this.top) / this.size.cell);
    const c = this.columns.findIndex((column) => x >= column.x && x < column.x + column.wide);
    const place = this.rows[r] ?? (r < 0 && c >= this.heads ? this.rows[c - this.heads] : -1);
    return place >= 0 && this.it.born[place] <= this.phase ? place : -1;
  }

  /** Draws the mask again after a change of order or size. */
  redo() {
    if (!this.it || !this.root.open || this.root.hidden) return;
    const was = this.rows[this.pointed] ?? -1;
    this.arrange();
    this.build();
    this.shown = this.it.i;
    this.paint();
    this.describe();
    this.point(was);
  }
  /** Shows an iteration at a step. @param {It} iteration @param {number} step */
  show(iteration, step) {
    this.it = iteration;
    this.mask = this.it.mask || MASK;
    this.phase = step;
    this.root.hidden = !this.it.mask;
    if (this.root.hidden || !this.root.open) this.shown = -1;
    else if (this.shown !== this.it.i) this.redo();
    else {
      const was = this.rows[this.pointed] ?? -1;
      this.paint();
      this.point(-1); // a row that has not appeared yet must not stay highlighted
      this.point(was);
      this.describe(); // the states that it names may have changed
    }
  }
  reset() {
    this.it = /** @type {any} */ (undefined);
    this.shown = this.pointed = -1;
    this.rows = [];
    this.svg = null;
    put(this.box);
    setText(this.say, "");
    this.root.hidden = true;
  }
}
