// The marks of the states: their names, signs and shapes.

import { s } from "./dom.js";

// What can become of a node, strongest first: copies of a node may fare differently, the strongest is drawn.
export const KINDS = [
  ["input", "input beam", "where this iteration starts"],
  ["pending", "drafted, not judged yet", "proposed by the draft model q"],
  ["accepted", "accepted", "the target model p agrees"],
  ["rejected", "rejected", "the target does not keep it"],
  ["unused", "unused", "never looked at: the checking ended before it, or went another way"],
  ["orphaned", "orphaned", "its layer was checked, but without it: its parent was not accepted"],
  ["merged", "merged", "a repeated n-gram: the dotted edge leads to what stands in for it"],
  ["leaf", "pruned leaf", "kept, but not expanded"],
  ["dropped", "not sent", "drafted, but not among the most confident: not sent to the target"],
  ["residual", "residual", "drawn from norm(max(p − q, 0))"],
  ["bonus", "bonus", "one token more, from p, after drafts that were all kept"],
  ["fill", "fill", "drawn from p to complete the layer"],
  ["drawn", "drawn from p", "a plain draw from the target p: no draft stood here, or none that stood here was kept"],
  ["greedy", "greedy choice", "the most probable token of p: nothing is left to chance"],
  ["committed", "chosen by the target", "the most likely beams under p"],
];
export const LABEL = Object.fromEntries(KINDS.map(([kind, label]) => [kind, label]));
export const STRENGTH = { unused: 1, orphaned: 2, merged: 3, rejected: 4, fill: 6, bonus: 6, residual: 6, drawn: 6, greedy: 6, committed: 7, accepted: 8 };
export const SIGN = { accepted: "●", rejected: "✕", unused: "○", orphaned: "▽", merged: "◆", residual: "★", bonus: "★", fill: "★", drawn: "▲", greedy: "⬢", committed: "●" };
export const PRUNED = new Set(["probability", "sibling", "exit", "budget"]);

const STAR = (() => {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const r = i % 2 ? 0.46 : 1.12, a = -Math.PI / 2 + (i * Math.PI) / 5;
    d += (i ? "L" : "M") + (r * Math.cos(a)).toFixed(3) + " " + (r * Math.sin(a)).toFixed(3);
  }
  return d + "Z";
})();
const TRIANGLE = "M0 -1.1L1.05 .8H-1.05Z";
const HEXAGON = "M1.05 0L.52 .92H-.52L-1.05 0L-.52 -.92H.52Z";
const DISC = "M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z";
export const SQUARE = "M-.9 -.9H.9V.9H-.9Z";
// Path data in units of the mark's radius.
export const GLYPH = {
  input: SQUARE, pending: DISC, accepted: DISC, committed: DISC, unused: DISC, leaf: SQUARE,
  rejected: "M-.85 -.85L.85 .85M.85 -.85L-.85 .85", dropped: "M-.8 0H.8", orphaned: "M-1 -.75H1L0 1Z", merged: "M0 -1.15L1.15 0L0 1.15L-1.15 0Z",
  residual: STAR, bonus: STAR, fill: STAR, drawn: TRIANGLE, greedy: HEXAGON,
};
const glyph = (kind, r) => s("path", { d: GLYPH[kind], class: "st-g", "data-kind": kind, transform: `scale(${r})` });
export const glyphIcon = (kind) => s("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16, class: "st-icon", "aria-hidden": "true" }, glyph(kind, 5.4));
