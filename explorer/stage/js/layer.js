// Why a layer of a draft forest asks for W_L beams (DSBD Eqs 2–7): the chance that at least K are accepted
// against t, then what it is made of: α_j of the input beams and the table P(m, k).

import { h, s } from "./dom.js";
import { num, short } from "./format.js";

const SUM_KEYS = ["alpha", "table", "at_least", "width", "width_tilde", "threshold", "min_width", "predicted", "accepted", "outcome", "candidates"];

const BARE = { // layers without candidates
  extra: "Every drafted layer succeeded, so one more is drawn, from p alone.",
  final: "Nothing could be drafted here: all beams are drawn from p.",
};

export function layerPanel(it, phase, layer, pending, facts) {
  const m = layer.candidates, last = layer.table?.[m], tails = layer.at_least || tailsOf(last);
  const rest = Object.fromEntries(Object.entries(layer).filter(([key]) => !SUM_KEYS.includes(key)));
  const head = `Layer ${layer.layer}: W_L = ${layer.width}`;
  if (!m) return h("section", { class: "st-panel", "data-testid": "layer-panel" }, h("h4", {}, head), h("p", { class: "st-reason" }, BARE[layer.outcome] || `No candidate is left (${layer.orphaned} lost their parents), so all are drawn from p.`));
  return h("section", { class: "st-panel", "data-testid": "layer-panel" },
    h("h4", {}, `${head} of ${m} candidates`), h("p", { class: "st-reason" }, whyWidth(layer, tails)),
    tails ? tailChart(layer, tails) : null, pending(it, phase, layer) ? null : h("p", { class: "st-reason" }, cameOut(layer)),
    layer.alpha?.length ? alphaChart(layer.alpha) : null, layer.table?.length ? heatMap(layer.table, m) : null, ...facts(it, phase, rest));
}
function tailsOf(row) {
  if (!row) return null;
  const tails = new Array(row.length).fill(0);
  let sum = 0;
  for (let k = row.length - 1; k >= 0; k--) tails[k] = sum += row[k];
  return tails;
}

function whyWidth(layer, tails) {
  const w = layer.width, tilde = layer.width_tilde, t = layer.threshold, at = (k) => (tails && k < tails.length ? num(tails[k]) : "0");
  if (tilde === null || tilde === undefined) return `W_L is fixed by the settings. The chance that at least ${w} of the ${layer.candidates} are accepted is ${at(w)}.`;
  const more = tails && tilde + 1 < tails.length ? `, with K = ${tilde + 1} only ${at(tilde + 1)}` : ", and there are no more";
  if (w > tilde) return `No K from W_min = ${layer.min_width} on reaches t = ${num(t)} (K = ${w}: ${at(w)}), so W_L = W_min = ${w}.`;
  return `K = ${tilde} is the most that is accepted with a chance of at least t = ${num(t)}: ${at(tilde)}${more}. So W_L = ${w}.`;
}
function cameOut(layer) {
  if (layer.outcome === "succeeded") return `● It came out: ${layer.accepted} accepted, as many as were asked for.`;
  return `✕ It came out: ${layer.accepted} accepted, fewer than the ${layer.width} asked for; the layer ends the iteration.`;
}

// One bar for each K; those that reach t are filled, those below are hollow, the chosen one has a frame and its name.
function tailChart(layer, tails) {
  const fixed = layer.width_tilde === null || layer.width_tilde === undefined, cut = fixed ? null : layer.threshold, shown = tails.slice(0, 25);
  const w = 300, left = 4, room = 46, step = Math.min(36, (w - left - room) / shown.length), high = 70, y = (v) => 28 + high - v * high;
  const svg = s("svg", { viewBox: `0 0 ${w} ${high + 66}`, class: "st-columns st-tails", role: "img", "data-testid": "layer-tails", "aria-label": `Chance that at least K are accepted, K from 0: ${shown.map((v) => num(v)).join(", ")}${cut === null ? "" : `; t = ${num(cut)}`}; W_L = ${layer.width}` });
  shown.forEach((value, k) => {
    const x = left + k * step, mine = k === layer.width, reaches = cut === null ? mine : value >= cut, mid = x + (step - 3) / 2;
    svg.append(s("rect", { class: `${reaches ? "on" : "off"}${mine ? " mine" : ""}`, x, y: y(value), width: step - 3, height: Math.max(0.5, value * high) }));
    if (step > 22 || mine) svg.append(s("text", { class: mine ? "mine" : "", x: mid, y: y(value) - 3, "text-anchor": "middle" }, value < 0.005 ? (value ? "<.01" : "0") : short(+value.toFixed(2))));
    if (step > 12 || k % 4 === 0 || mine) svg.append(s("text", { class: mine ? "mine" : "end", x: mid, y: high + 41, "text-anchor": "middle" }, String(k)));
    if (mine) svg.append(s("path", { class: "point", d: `M${mid} ${high + 44}l4 6h-8Z` }), s("text", { class: "mine", x: Math.max(14, mid), y: high + 59, "text-anchor": "middle" }, "W_L"));
  });
  if (cut !== null) svg.append(s("path", { class: "cut", d: `M0 ${y(cut)}H${w - room}` }), s("text", { class: "t", x: w - room + 3, y: y(cut) + 3.5 }, `t = ${short(cut)}`));
  const say = cut === null ? "P(at least K): the chance that K or more of the candidates are accepted" : "P(at least K) = Σ_{k ≥ K} P(m, k) against t; hollow bars do not reach it";
  return h("figure", {}, h("figcaption", {}, say, tails.length > shown.length ? ` (${tails.length - shown.length} hidden)` : ""), svg);
}

function alphaChart(values) {
  const shown = values.slice(0, 24), w = 300, step = Math.min(36, (w - 4) / shown.length), high = 40;
  const svg = s("svg", { viewBox: `0 0 ${w} ${high + 30}`, class: "st-columns", role: "img", "aria-label": `α_j of the candidates from 1: ${shown.map((v) => num(v)).join(", ")}` });
  shown.forEach((value, k) => {
    const mid = 2 + k * step + (step - 3) / 2;
    svg.append(s("rect", { x: 2 + k * step, y: 13 + high - value * high, width: step - 3, height: Math.max(0.5, value * high) }));
    if (step > 22) svg.append(s("text", { x: mid, y: 10 + high - value * high, "text-anchor": "middle" }, value < 0.005 && value ? "<.01" : short(+value.toFixed(2))));
    if (step > 12 || k % 4 === 0) svg.append(s("text", { class: "end", x: mid, y: high + 26, "text-anchor": "middle" }, String(k + 1)));
  });
  return h("figure", {}, h("figcaption", {}, "α_j = Σ min(p_j, q): the chance that a candidate is accepted after j − 1 rejections", values.length > shown.length ? ` (${values.length - shown.length} hidden)` : ""), svg);
}

function heatMap(rows, m) {
  const size = Math.min(17, rows.length), left = 42, cell = Math.min(30, (300 - left) / size), w = left + size * cell, high = size * cell;
  const svg = s("svg", { viewBox: `0 0 ${w} ${high + 30}`, class: "st-heat", style: `max-width:${w}px`, role: "img", "data-testid": "layer-heat", "aria-label": `P(m, k), last row: ${(rows[rows.length - 1] || []).map((v) => num(v)).join(", ")}` });
  rows.slice(0, size).forEach((row, i) => {
    const y = i * cell;
    svg.append(s("text", { class: i === m ? "mine" : "end", x: left - 6, y: y + cell / 2 + 4, "text-anchor": "end" }, String(i)));
    row.slice(0, size).forEach((value, k) => {
      const text = value >= 0.995 ? "1" : value >= 0.01 ? value.toFixed(2).slice(1) : value > 0 ? "~0" : "";
      svg.append(s("rect", { x: left + k * cell, y, width: cell - 1, height: cell - 1, "fill-opacity": (0.06 + 0.94 * value).toFixed(3) }, s("title", {}, `P(${i}, ${k}) = ${num(value, 3)}`)));
      if (cell >= 22 && text) svg.append(s("text", { class: value > 0.55 ? "in" : "", x: left + k * cell + (cell - 1) / 2, y: y + cell / 2 + 3.5, "text-anchor": "middle" }, text));
    });
  });
  if (m < size) svg.append(s("rect", { class: "frame", x: left - 1, y: m * cell - 1, width: (m + 1) * cell + 1, height: cell + 1 }));
  for (let k = 0; k < size; k++) svg.append(s("text", { class: "end", x: left + k * cell + (cell - 1) / 2, y: high + 12, "text-anchor": "middle" }, String(k)));
  svg.append(s("text", { class: "end", x: 2, y: cell / 2 + 4 }, "m ↓"), s("text", { class: "end", x: left, y: high + 26 }, "k →"));
  return h("figure", {}, h("figcaption", {}, `P(m, k): the chance that k of the first m candidates are accepted. The framed row is summed above`, rows.length > size ? ` (${rows.length - size} rows hidden)` : ""), svg);
}
