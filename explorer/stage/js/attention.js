// The attention mask of the target pass (DSBD Figure 3). Rows are the nodes the target scored, columns what
// they may attend to: the cached text in few columns, then the nodes again. One path per state, however many cells.

import { h, s, put, setText, measure, pointer } from "./dom.js";
import { clip, plural } from "./format.js";
import { GLYPH } from "./marks.js";

const MASK_SIZES = [ // px of a cell by the number of rows; below 11 px nobody reads a word
  { upTo: 26, cell: 20, font: 12.5, chars: 13 }, { upTo: 60, cell: 14, font: 11, chars: 12 }, { upTo: 120, cell: 11, font: 9.5, chars: 11 },
  { upTo: Infinity, cell: 5, font: 0, chars: 0 },
];

export function newAttention(model, on) {
  const info = h("span", { class: "st-quiet", "data-testid": "mask-size" });
  const order = h("select", { class: "st-speed st-small", "data-testid": "mask-order", "aria-label": "Order of the rows", onchange: () => redo() },
    h("option", { value: "pass" }, "in the order of the pass"), h("option", { value: "depth" }, "depth first, tree by tree"));
  const box = h("div", { class: "st-mask", "data-testid": "mask", tabindex: "0", role: "group" });
  const say = h("p", { class: "st-mask-say", "data-testid": "mask-say", "aria-live": "polite" });
  const keys = h("div", { class: "st-mask-keys", "aria-hidden": "true" }, h("span", { "data-of": "on" }, "may attend"), h("span", { "data-of": "itself" }, "itself"), h("span", { "data-of": "off" }, "masked: another branch"));
  const pin = h("button", { type: "button", class: "st-btn st-small", "data-testid": "mask-pin", "aria-pressed": "false", title: "Show the mask right below the graph", onclick: () => { pinned = !pinned; pin.setAttribute("aria-pressed", pinned ? "true" : "false"); on.pin(pinned); } }, "Next to the graph");
  const why = h("p", { class: "st-quiet st-mask-why" });
  const root = h("details", { class: "st-card st-details", open: true, hidden: true, "data-testid": "attention", ontoggle: () => redo() }, h("summary", {}, "Attention in the target pass"),
    h("div", { class: "st-bar st-mask-bar" }, info, order, pin, keys), h("div", { class: "st-mask-body" }, box, h("div", { class: "st-mask-words" }, say, why)));

  let it = null, phase = 0, rows = [], row = new Map(), sees = [], X = [], W = [], top = 0, left = 0, cell = 0, heads = 0;
  let svg = null, paths = null, labels = [], band = null, ring = null, drawn = "", shown = -1, pointed = -1, pinned = false;

  // Rows as places, and what each row sees as columns, in the order that was chosen.
  function arrange() {
    const mask = it.mask, from = mask.rows.map((_, k) => k);
    if (order.value === "depth") { // as an outline: every node before what hangs below it, siblings as drafted
      const outline = new Map(it.lay.at.map((place, k) => [place, it.lay.row[k]]));
      from.sort((a, b) => outline.get(mask.rows[a]) - outline.get(mask.rows[b]));
    }
    heads = mask.cached.length;
    const to = new Map(from.map((old, k) => [old + heads, k + heads]));
    rows = from.map((old) => mask.rows[old]);
    sees = from.map((old) => mask.sees[old].map((column) => to.get(column) ?? column));
    row = new Map(rows.map((place, k) => [place, k]));
  }

  function cachedText(one) {
    if (one.end === null) return model.header.prompt || "the prompt";
    return model.path(null, one.end).slice(-one.size).map((step) => model.text(step.token)).join(model.joiner());
  }

  function build() {
    const size = MASK_SIZES.find((one) => rows.length <= one.upTo), named = size.font > 0;
    cell = size.cell;
    const font = `${size.font}px sans-serif`, words = rows.map((place) => (named ? clip(word(place), size.chars) : ""));
    const shared = it.mask.cached.map((_, c) => sees.every((seen) => seen.includes(c)));
    const caps = it.mask.cached.map((one, c) => `${one.end === null ? "prompt" : shared[c] ? "text" : "own"} · ${one.size}`);
    const across = named && cell >= 14; // words above the columns too
    const widest = Math.max(0, ...words.map((text) => measure(text, font)));
    left = named ? Math.ceil(widest) + cell + 14 : 8;
    top = across ? Math.ceil(Math.max(widest * 0.87, ...caps.map((text) => measure(text, font) * 0.87)) + 16) : 20;
    const wide = Math.max(cell, 26); // cached columns are wider: many tokens stand in each
    X = []; W = [];
    let x = left;
    for (let c = 0; c < heads + rows.length; c++) {
      if (c === heads) x += 6;
      X.push(x);
      W.push(c < heads ? wide : cell);
      x += W[c];
    }
    const width = Math.ceil(x + (across ? top * 0.5 : 8)), height = top + rows.length * cell + 8, last = X[X.length - 1] + cell;
    svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "st-mask-svg" + (cell < 11 ? " small" : ""), "aria-hidden": "true" });
    band = s("g", { class: "st-mask-band" }, s("rect", { visibility: "hidden", height: cell, x: 0, width: last }), s("rect", { visibility: "hidden", width: cell, y: 0, height: top + rows.length * cell }));
    let grid = "";
    if (cell >= 11) {
      for (let r = 0; r <= rows.length; r++) grid += `M${X[0]} ${top + r * cell}H${last}`;
      for (let c = 0; c < X.length; c++) grid += `M${X[c]} ${top}v${rows.length * cell}M${X[c] + W[c]} ${top}v${rows.length * cell}`;
    }
    const frame = s("rect", { class: "st-mask-frame", x: X[0], y: top, width: last - X[0], height: rows.length * cell });
    const between = it.mask.starts.length > 1 && order.value === "pass" ? it.mask.starts.slice(1).map((r) => `M${X[0] - 4} ${top + r * cell}H${last}`).join("") : "";
    paths = s("g");
    ring = s("path", { class: "st-mask-ring" });
    svg.append(frame, s("path", { class: "st-mask-grid", d: grid }), band, paths, s("path", { class: "st-mask-cut", d: between }), ring);
    labels = rows.map((place, r) => {
      if (!named) return null;
      const mark = s("path", { class: "st-g" }), text = s("text", { x: left - cell - 4, y: cell / 2 + size.font * 0.35, "text-anchor": "end", "font-size": size.font }, words[r]);
      const side = s("g", { class: "st-mask-row", transform: `translate(0 ${top + r * cell})`, "data-row": it.n.id[place] }, s("title", {}, word(place)), text, mark);
      mark.setAttribute("transform", `translate(${left - cell / 2 - 2} ${cell / 2}) scale(${cell * 0.26})`);
      svg.append(side);
      const head = across ? s("text", { class: "st-mask-head", transform: `translate(${X[heads + r] + cell * 0.7} ${top - 5}) rotate(-60)`, "font-size": size.font }, s("title", {}, word(place)), words[r]) : null;
      if (head) svg.append(head);
      return { side, mark, head };
    });
    it.mask.cached.forEach((one, c) => svg.append(across
      ? s("text", { class: "st-mask-head cached", transform: `translate(${X[c] + wide * 0.65} ${top - 5}) rotate(-60)`, "font-size": size.font }, s("title", {}, `${plural(one.size, "token")}: ${clip(cachedText(one), 300)}`), caps[c])
      : s("text", { class: "st-mask-head cached", x: X[c] + wide / 2, y: top - 6, "text-anchor": "middle", "font-size": 10 }, s("title", {}, `${plural(one.size, "token")}: ${clip(cachedText(one), 300)}`), String(one.size))));
    put(box, svg);
    drawn = "";
    pointed = -1;
    const keysIn = it.mask.cached.reduce((sum, one) => sum + one.size, 0), passes = it.mask.starts.length;
    setText(info, `${plural(rows.length, "row")} × (${keysIn} cached + ${rows.length}) keys, ${passes === 1 ? "one pass" : `${passes} passes`}`);
    box.setAttribute("aria-label", `Attention mask: ${rows.length} tokens that the target scores, ${keysIn} cached tokens before them. ↑ and ↓ go from row to row, Enter chooses the node.`);
    explain();
  }
  const word = (place) => (it.n.parent[place] < 0 && it.get("role", place) === "input" ? "start" : model.word(it.n.token[place]));

  function explain() {
    const mode = model.header.tree_mode?.target, trees = new Set(it.mask.sees.map((seen) => seen.find((c) => c >= heads))).size, several = it.mask.cached.length > 2;
    const text = rows.length === 1 ? "One token goes through the target: it may attend to everything before it, so there is nothing to mask."
      : `A row may attend to the text so far, to its own ancestors and to itself, never to another branch: so ${rows.length} tokens are scored ${it.mask.starts.length > 1 ? "in few passes" : "in one pass"}, each as if its branch stood alone.`
        + (several ? " Where the beams differ, what is their own has columns of its own." : trees > 1 ? " Blocks that do not touch are separate trees." : "");
    setText(why, mode && mode !== "tree" ? `${text} This model cannot take such a mask (${mode}); its paths are run one by one, to the same effect.` : text);
  }

  // The cells of every state as one path; rows appear with their nodes.
  function paint() {
    const fates = rows.map((place) => (it.born[place] <= phase ? model.fate(it, place, phase) : null));
    const key = fates.map((fate) => (fate ? fate.state : "")).join();
    if (key === drawn) return;
    drawn = key;
    const cells = {}, own = {}, gap = cell >= 11 ? 1 : 0, high = cell - gap;
    fates.forEach((fate, r) => {
      if (labels[r]) dress(labels[r], fate);
      if (!fate) return;
      const y = top + r * cell + gap / 2;
      let d = "";
      for (const c of sees[r]) {
        if (c === heads + r) continue;
        d += `M${X[c] + gap / 2} ${y}h${W[c] - gap}v${high}h${gap - W[c]}z`;
      }
      cells[fate.state] = (cells[fate.state] || "") + d;
      own[fate.state] = (own[fate.state] || "") + `M${X[heads + r] + gap / 2} ${y}h${high}v${high}h${-high}z`;
    });
    put(paths, ...Object.entries(cells).map(([state, d]) => s("path", { class: "st-cell", "data-state": state, d })),
      ...Object.entries(own).map(([state, d]) => s("path", { class: "st-cell self", "data-state": state, d })));
  }
  function dress(view, fate) {
    view.side.setAttribute("visibility", fate ? "visible" : "hidden");
    view.head?.setAttribute("visibility", fate ? "visible" : "hidden");
    if (!fate) return;
    view.mark.setAttribute("d", GLYPH[fate.state]);
    view.mark.setAttribute("data-kind", fate.state);
    view.side.setAttribute("data-state", fate.state);
    view.head?.setAttribute("data-state", fate.state);
  }

  // Puts a row and its column forward; -1: none.
  function point(place, scroll = false) {
    if (!it || !root.open || root.hidden) return;
    const r = place >= 0 && it.born[place] <= phase ? row.get(place) ?? -1 : -1;
    if (r === pointed) return;
    if (pointed >= 0) labels[pointed]?.side.classList.remove("on");
    pointed = r;
    const [across, down] = band.children;
    for (const one of band.children) one.setAttribute("visibility", r >= 0 ? "visible" : "hidden");
    if (r < 0) { ring.setAttribute("d", ""); return tell(); }
    across.setAttribute("y", top + r * cell);
    down.setAttribute("x", X[heads + r]);
    labels[r]?.side.classList.add("on");
    ring.setAttribute("d", sees[r].map((c) => `M${X[c]} ${top + r * cell}h${W[c]}v${cell}h${-W[c]}z`).join(""));
    tell();
    if (scroll) reveal(r);
  }
  function reveal(r) { // the box alone scrolls
    const y = top + r * cell, x = X[heads + r];
    if (y < box.scrollTop + 4) box.scrollTop = y - 20;
    else if (y + cell > box.scrollTop + box.clientHeight) box.scrollTop = y + cell - box.clientHeight + 20;
    if (x < box.scrollLeft) box.scrollLeft = x - 40;
    else if (x + cell > box.scrollLeft + box.clientWidth) box.scrollLeft = x + cell - box.clientWidth + 20;
  }
  function tell() {
    if (pointed < 0) return setText(say, it.steps[phase] && it.target >= 0 && phase < it.target ? "The pass comes later in this iteration: the mask grows with the draft." : "Hover or choose a row to see what it may attend to.");
    const place = rows[pointed], seen = sees[pointed], before = seen.filter((c) => c < heads).reduce((sum, c) => sum + it.mask.cached[c].size, 0);
    const own = seen.filter((c) => c >= heads && c !== heads + pointed).map((c) => rows[c - heads]).sort((a, b) => it.n.depth[a] - it.n.depth[b]);
    const names = own.slice(-12).map((one) => `“${word(one)}”`).join(", ");
    const all = before + own.length + 1, total = it.mask.cached.reduce((sum, one) => sum + one.size, 0) + rows.length;
    setText(say, `Row ${pointed + 1}, “${word(place)}” (${model.called(model.fate(it, place, phase))}), may attend to ${before ? `${plural(before, "cached token")}, ` : ""}${own.length ? `${own.length > 12 ? `${own.length - 12} hidden, ` : ""}${names} and ` : ""}itself: ${all} of ${total} keys.`);
  }

  const at = (event) => { // row and column under the pointer
    const rect = svg.getBoundingClientRect(), x = event.clientX - rect.left, y = event.clientY - rect.top, r = Math.floor((y - top) / cell);
    const c = X.findIndex((left, k) => x >= left && x < left + W[k]);
    if (r >= 0 && r < rows.length) return rows[r];
    return r < 0 && c >= heads ? rows[c - heads] : -1;
  };
  const born = (place) => (place >= 0 && it.born[place] <= phase ? place : -1);
  box.addEventListener("mousemove", (event) => { if (svg && pointer.moved(event)) on.hover(born(at(event))); });
  box.addEventListener("mouseleave", (event) => { if (pointer.moved(event)) on.hover(-1); });
  box.addEventListener("click", (event) => { const place = svg ? born(at(event)) : -1; if (place >= 0) on.pick(place); });
  box.addEventListener("blur", () => on.hover(-1));
  box.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && pointed >= 0) on.pick(rows[pointed]);
    else if (step && svg) {
      let r = pointed < 0 ? (step > 0 ? -1 : rows.length) : pointed;
      do r += step; while (r >= 0 && r < rows.length && it.born[rows[r]] > phase);
      if (r >= 0 && r < rows.length) { on.hover(rows[r]); reveal(r); }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function redo() {
    if (!it || !root.open || root.hidden) return;
    const was = pointed >= 0 ? rows[pointed] : -1;
    arrange();
    build();
    shown = it.i;
    paint();
    tell();
    point(was);
  }
  return {
    root, point,
    show(iteration, step) {
      it = iteration;
      phase = step;
      root.hidden = !it.mask;
      if (root.hidden || !root.open) { shown = -1; return; }
      if (shown !== it.i) redo();
      else { paint(); const was = pointed; pointed = -2; point(was >= 0 ? rows[was] : -1); }
    },
    reset() { it = null; shown = -1; rows = []; svg = null; pointed = -1; put(box); setText(say, ""); root.hidden = true; },
  };
}
