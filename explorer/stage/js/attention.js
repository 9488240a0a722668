// The attention mask of the target pass (DSBD Figure 3). Rows are the nodes the target scored, columns what they may
// attend to: the cached text in few columns, then the nodes again. One path per state, however many cells.

import { h, measure, pointer, put, s, setText } from "./dom.js";
import { clip, coded, plural } from "./format.js";
import { shapeOf } from "./marks.js";

/** @import { Fate, It, Model } from "./model.js" */
/** @import { Linked } from "./graph.js" */
/** @import { Mask, Run } from "./types.d.ts" */
/**
 * The name of a row, its mark, and the name above its column.
 * @typedef {{ side: SVGGElement, mark: SVGPathElement, head: SVGTextElement | null }} Label
 */
/**
 * A column: how many tokens it stands for, where it is, and how wide.
 * @typedef {{ tokens: number, x: number, wide: number }} Column
 */

const SIZES = [ // px of a cell by the number of rows; below 11 px nobody reads a word
  { upTo: 26, cell: 20, font: 12.5, chars: 13 }, { upTo: 60, cell: 14, font: 11, chars: 12 },
  { upTo: 120, cell: 11, font: 9.5, chars: 11 }, { upTo: Infinity, cell: 5, font: 0, chars: 0 },
];
const LAST = SIZES[SIZES.length - 1];
const MASK = /** @type {Mask} */ ({ rows: [], sees: [], cached: [], starts: [] }); // of an iteration without a pass

/** @param {Model} model @param {Linked & { pin: (beside: boolean) => void }} on */
export function newAttention(model, on) {
  const info = h("span", { class: "st-quiet", "data-testid": "mask-size" });
  const order = h("select", { class: "st-speed st-small", "data-testid": "mask-order",
    "aria-label": "Order of the rows",
    onchange: () => redo() },
  h("option", { value: "pass" }, "in the order of the pass"),
  h("option", { value: "depth" }, "depth first, tree by tree"));
  const box = h("div", { class: "st-mask", "data-testid": "mask", tabindex: "0", role: "group" });
  const say = h("p", { class: "st-mask-say", "data-testid": "mask-say", "aria-live": "polite" });
  const keys = h("div", { class: "st-mask-keys", "aria-hidden": "true" },
    h("span", { "data-of": "on" }, "may attend"),
    h("span", { "data-of": "itself" }, "itself"), h("span", { "data-of": "off" }, "masked: another branch"));
  const pin = h("button", { type: "button", class: "st-btn st-small", "data-testid": "mask-pin",
    "aria-pressed": "false",
    title: "Show the mask right below the graph", onclick: togglePin }, "Next to the graph");
  const why = h("p", { class: "st-quiet st-mask-why" });
  const root = h("details", { class: "st-card st-details", hidden: true, "data-testid": "attention",
    ontoggle: () => redo() }, h("summary", {}, "Attention in the target pass"),
  h("div", { class: "st-bar st-mask-bar" }, info, order, pin, keys),
  h("div", { class: "st-mask-body" }, box, h("div", { class: "st-mask-words" }, say, why)));
  const paths = s("g"), ring = s("path", { class: "st-mask-ring" });
  const across = s("rect", { visibility: "hidden", x: 0 }), down = s("rect", { visibility: "hidden", y: 0 });

  /** @type {It} */ let it; // undefined before the first
  let mask = MASK, phase = 0, rows = /** @type {number[]} */ ([]), sees = /** @type {number[][]} */ ([]);
  // rows: places
  let rowOf = /** @type {Map<number, number>} */ (new Map()), columns = /** @type {Column[]} */ ([]);
  let labels = /** @type {(Label | null)[]} */ ([]), svg = /** @type {SVGSVGElement | null} */ (null);
  let size = LAST, top = 0, left = 0, heads = 0; // heads: columns of the cached text
  let drawn = "", shown = -1, pointed = -1, pinned = false; // shown: an iteration; pointed: a row

  function togglePin() {
    pinned = !pinned;
    pin.setAttribute("aria-pressed", pinned ? "true" : "false");
    on.pin(pinned);
  }

  /** Rows as places, and what each row sees as columns, in the order that was chosen. */
  function arrange() {
    const from = mask.rows.map((_, k) => k);
    if (order.value === "depth") { // as an outline: every node before what hangs below it, siblings as drafted
      const outline = new Map(it.lay.at.map((place, k) => [place, it.lay.row[k]]));
      from.sort((a, b) => (outline.get(mask.rows[a]) ?? 0) - (outline.get(mask.rows[b]) ?? 0));
    }
    heads = mask.cached.length;
    const to = new Map(from.map((old, k) => [old + heads, k + heads]));
    rows = from.map((old) => mask.rows[old]);
    sees = from.map((old) => mask.sees[old].map((column) => to.get(column) ?? column));
    rowOf = new Map(rows.map((place, k) => [place, k]));
  }
  const word = (/** @type {number} */ place) => model.wordAt(it, place);
  const cachedTokens = () => mask.cached.reduce((sum, run) => sum + run.size, 0);
  /** @param {Run} run */
  function cachedText(run) {
    if (run.end === null) return coded(model.header.prompt || "the prompt");
    return model.phrase(model.path(null, run.end).slice(-run.size).map(({ token }) => token));
  }

  function build() {
    size = SIZES.find((each) => rows.length <= each.upTo) || LAST;
    const { cell, font, chars } = size, named = font > 0, wordy = named && cell >= 14; // wordy: above the columns, too
    const words = rows.map((place) => (named ? clip(word(place), chars) : ""));
    const wide = (/** @type {string} */ text) => measure(text, `${font}px sans-serif`),
      widest = Math.max(0, ...words.map(wide));
    const caps = mask.cached.map((run, c) => {
      const what = run.end === null ? "prompt" : sees.every((seen) => seen.includes(c)) ? "text" : "own";
      return `${what} · ${run.size}`;
    });
    left = named ? Math.ceil(widest) + cell + 14 : 8;
    top = wordy ? Math.ceil(0.87 * Math.max(widest, ...caps.map(wide)) + 16) : 20;
    let x = left; // cached columns are wider: many tokens stand in each
    columns = [...mask.cached.map((run) => ({ tokens: run.size, x: 0, wide: Math.max(cell, 26) })),
      ...rows.map(() => ({ tokens: 1, x: 0, wide: cell }))];
    columns.forEach((column, c) => {
      if (c === heads) x += 6;
      column.x = x;
      x += column.wide;
    });
    const width = Math.ceil(x + (wordy ? top * 0.5 : 8)), height = top + rows.length * cell + 8;
    svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`,
      class: `st-mask-svg${cell < 11 ? " small" : ""}`,
      "aria-hidden": "true" }, ...plane(x));
    labels = rows.map((place, r) => (named ? label(place, r, words[r], wordy) : null));
    svg.append(...labels.flatMap((each) => (each ? [each.side, ...(each.head ? [each.head] : [])] : [])),
      ...mask.cached.map((run, c) => cap(run, columns[c], caps[c], wordy)));
    put(box, svg);
    drawn = "";
    pointed = -1;
    const passes = mask.starts.length, cached = cachedTokens();
    setText(info, `${plural(rows.length, "row")} × (${cached} cached + ${rows.length}) keys, ${passes === 1 ? "one pass" : `${passes} passes`}`);
    box.setAttribute("aria-label",
      `Attention mask: ${rows.length} tokens that the target scores, ${cached} cached tokens before `
      + "them. ↑ and ↓ go from row to row, Enter chooses the node.");
    explain();
  }

  /**
   * What lies below the words: the frame, the lines, the row and column that are pointed at, the cells.
   * @param {number} last
   */
  function plane(last) {
    const { cell } = size, high = rows.length * cell, first = columns[0].x,
      line = (/** @type {number} */ r) => `${top + r * cell}H${last}`;
    across.setAttribute("height", String(cell));
    across.setAttribute("width", String(last));
    down.setAttribute("width", String(cell));
    down.setAttribute("height", String(top + high));
    for (const each of [across, down]) each.setAttribute("visibility", "hidden");
    ring.setAttribute("d", "");
    put(paths);
    const grid = cell < 11 ? [] : [...Array(rows.length + 1).keys()].map((r) => `M${first} ${line(r)}`)
      .concat(columns.map(({ x, wide }) => `M${x} ${top}v${high}M${x + wide} ${top}v${high}`));
    const cuts = order.value === "pass" ? mask.starts.slice(1).map((r) => `M${first - 4} ${line(r)}`) : [];
    return [s("rect", { class: "st-mask-frame", x: first, y: top, width: last - first, height: high }),
      s("path", { class: "st-mask-grid", d: grid.join("") }), s("g", { class: "st-mask-band" }, across, down), paths,
      s("path", { class: "st-mask-cut", d: cuts.join("") }), ring];
  }

  /** @param {number} place @param {number} r @param {string} text @param {boolean} wordy @returns {Label} */
  function label(place, r, text, wordy) {
    const { cell, font } = size, y = cell / 2 + font * 0.35, title = () => s("title", {}, word(place));
    const mark = s("path",
      { class: "st-g", transform: `translate(${left - cell / 2 - 2} ${cell / 2}) scale(${cell * 0.26})` });
    const side = s("g", { class: "st-mask-row", transform: `translate(0 ${top + r * cell})`,
      "data-row": it.n.id[place] }, title(),
    s("text", { x: left - cell - 4, y, "text-anchor": "end", "font-size": font }, text), mark);
    const way = `translate(${columns[heads + r].x + cell * 0.7} ${top - 5}) rotate(-60)`;
    return { side, mark, head: wordy ? s("text", { class: "st-mask-head", transform: way, "font-size": font },
      title(), text) : null };
  }
  /**
   * The name above a column of the cached text.
   * @param {Run} run @param {Column} column @param {string} text @param {boolean} wordy
   */
  function cap(run, { x, wide }, text, wordy) {
    const title = s("title", {}, `${plural(run.size, "token")}: ${clip(cachedText(run), 300)}`),
      look = "st-mask-head cached";
    if (!wordy) return s("text", { class: look, x: x + wide / 2, y: top - 6, "text-anchor": "middle",
      "font-size": 10 },
    title, String(run.size));
    return s("text", { class: look, transform: `translate(${x + wide * 0.65} ${top - 5}) rotate(-60)`,
      "font-size": size.font },
    title, text);
  }

  function explain() {
    const mode = model.header.tree_mode?.target,
      trees = new Set(mask.sees.map((seen) => seen.find((c) => c >= heads))).size;
    const passes = mask.starts.length > 1 ? "in few passes" : "in one pass";
    const apart = mask.cached.length > 2 ? " Where the beams differ, what is their own has columns of its own."
      : trees > 1 ? " Blocks that do not touch are separate trees." : "";
    const text = rows.length === 1
      ? "One token goes through the target: it may attend to everything before it, so there is nothing to mask."
      : "A row may attend to the text so far, to its own ancestors and to itself, never to another branch: so "
        + `${rows.length} tokens are scored ${passes}, each as if its branch stood alone.${apart}`;
    setText(why, !mode || mode === "tree" ? text
      : `${text} This model cannot take such a mask (${mode}); its paths are run one by one, to the same effect.`);
  }

  /** The cells of every state as one path; rows appear with their nodes. */
  function paint() {
    const { cell } = size, gap = cell >= 11 ? 1 : 0, high = cell - gap;
    const fates = rows.map((place) => (it.born[place] <= phase ? model.fate(it, place, phase) : null));
    const key = fates.map((fate) => (fate ? fate.state : "")).join();
    if (key === drawn) return;
    drawn = key;
    const cells = /** @type {Map<string, { others: string, own: string }>} */ (new Map());
    fates.forEach((fate, r) => {
      const view = labels[r];
      if (view) dress(view, fate);
      if (!fate) return;
      const y = top + r * cell + gap / 2, found = cells.get(fate.state) || { others: "", own: "" };
      for (const c of sees[r]) if (c !== heads + r) {
        const { x, wide } = columns[c];
        found.others += `M${x + gap / 2} ${y}h${wide - gap}v${high}h${gap - wide}z`;
      }
      found.own += `M${columns[heads + r].x + gap / 2} ${y}h${high}v${high}h${-high}z`;
      cells.set(fate.state, found);
    });
    put(paths, ...[...cells].map(([state, { others }]) => s("path",
      { class: "st-cell", "data-state": state, d: others })),
    ...[...cells].map(([state, { own }]) => s("path", { class: "st-cell self", "data-state": state, d: own })));
  }
  /** @param {Label} view @param {Fate | null} fate */
  function dress({ side, mark, head }, fate) {
    for (const part of [side, head]) part?.setAttribute("visibility", fate ? "visible" : "hidden");
    if (!fate) return;
    mark.setAttribute("d", shapeOf(fate.state));
    mark.setAttribute("data-kind", fate.state);
    for (const part of [side, head]) part?.setAttribute("data-state", fate.state);
  }

  /** Puts a row and its column forward; −1: none. @param {number} place */
  function point(place) {
    if (!it || !root.open || root.hidden) return;
    const r = place >= 0 && it.born[place] <= phase ? rowOf.get(place) ?? -1 : -1, { cell } = size;
    if (r === pointed) return;
    labels[pointed]?.side.classList.remove("on");
    pointed = r;
    for (const each of [across, down]) each.setAttribute("visibility", r >= 0 ? "visible" : "hidden");
    const seen = r < 0 ? [] : sees[r].map((c) => columns[c]), y = top + r * cell;
    ring.setAttribute("d", seen.map(({ x, wide }) => `M${x} ${y}h${wide}v${cell}h${-wide}z`).join(""));
    if (r >= 0) {
      across.setAttribute("y", String(y));
      down.setAttribute("x", String(columns[heads + r].x));
      labels[r]?.side.classList.add("on");
    }
    tell();
  }
  /** The box alone scrolls. @param {number} r */
  function reveal(r) {
    const { cell } = size, y = top + r * cell, { x } = columns[heads + r];
    if (y < box.scrollTop + 4) box.scrollTop = y - 20;
    else if (y + cell > box.scrollTop + box.clientHeight) box.scrollTop = y + cell - box.clientHeight + 20;
    if (x < box.scrollLeft) box.scrollLeft = x - 40;
    else if (x + cell > box.scrollLeft + box.clientWidth) box.scrollLeft = x + cell - box.clientWidth + 20;
  }
  function tell() {
    if (pointed < 0) return setText(say, phase < it.seen
      ? "The pass comes later in this iteration: the mask grows with the draft."
      : "Hover or choose a row to see what it may attend to.");
    const place = rows[pointed], seen = sees[pointed], own = seen.filter((c) => c >= heads && c !== heads + pointed)
      .map((c) => rows[c - heads]).sort((a, b) => it.n.depth[a] - it.n.depth[b]);
    const before = seen.filter((c) => c < heads).reduce((sum, c) => sum + columns[c].tokens, 0);
    const names = [own.length > 12 && `${own.length - 12} hidden`,
      ...own.slice(-12).map((each) => `“${word(each)}”`)].filter(Boolean).join(", ");
    const parts = [before ? `${plural(before, "cached token")}, ` : "", own.length ? `${names} and ` : ""].join("");
    setText(say, `Row ${pointed + 1}, “${word(place)}” (${model.called(model.fate(it, place, phase))}), may attend to ${parts}itself: `
      + `${before + own.length + 1} of ${cachedTokens() + rows.length} keys.`);
  }

  /**
   * The place of the row or of the column under the pointer, −1 where there is none or none yet.
   * @param {MouseEvent} event
   */
  function at(event) {
    if (!svg) return -1;
    const rect = svg.getBoundingClientRect(), x = event.clientX - rect.left,
      r = Math.floor((event.clientY - rect.top - top) / size.cell);
    const c = columns.findIndex((column) => x >= column.x && x < column.x + column.wide);
    const place = rows[r] ?? (r < 0 && c >= heads ? rows[c - heads] : -1);
    return place >= 0 && it.born[place] <= phase ? place : -1;
  }
  box.addEventListener("mousemove", (event) => { if (svg && pointer.moved(event)) on.hover(at(event)); });
  box.addEventListener("mouseleave", (event) => { if (pointer.moved(event)) on.hover(-1); });
  box.addEventListener("click", (event) => { if (at(event) >= 0) on.pick(at(event)); });
  box.addEventListener("blur", () => on.hover(-1));
  box.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter" && pointed >= 0) on.pick(rows[pointed]);
    else if (by && svg) {
      let r = pointed < 0 && by < 0 ? rows.length : pointed;
      do r += by; while (r >= 0 && r < rows.length && it.born[rows[r]] > phase);
      if (r >= 0 && r < rows.length) {
        on.hover(rows[r]);
        reveal(r);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function redo() {
    if (!it || !root.open || root.hidden) return;
    const was = rows[pointed] ?? -1;
    arrange();
    build();
    shown = it.i;
    paint();
    tell();
    point(was);
  }
  return {
    root, point,
    /** @param {It} iteration @param {number} step */
    show(iteration, step) {
      it = iteration;
      mask = it.mask || MASK;
      phase = step;
      root.hidden = !it.mask;
      if (root.hidden || !root.open) shown = -1;
      else if (shown !== it.i) redo();
      else {
        const was = rows[pointed] ?? -1;
        paint();
        point(-1); // a row that is not there yet must not stay marked until it is there again
        point(was);
        tell(); // again: what it may attend to has another state now
      }
    },
    reset() {
      it = /** @type {any} */ (undefined);
      shown = pointed = -1;
      rows = [];
      svg = null;
      put(box);
      setText(say, "");
      root.hidden = true;
    },
  };
}
