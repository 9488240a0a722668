// The stage, part 1: making elements, the marks, and how numbers and tokens are written.
// All files here are one function body over (element, trigger, props, server, upload, watch); no build step.
// Token text is untrusted: it only ever becomes a text node or an attribute value.

const SVG_NS = "http://www.w3.org/2000/svg";

function fill(node, attrs, children) {
  for (const key in attrs) {
    const value = attrs[key];
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}
const h = (tag, attrs, ...children) => fill(document.createElement(tag), attrs || {}, children);
const s = (tag, attrs, ...children) => fill(document.createElementNS(SVG_NS, tag), attrs || {}, children);
const put = (node, ...children) => (node.replaceChildren(...children.filter((c) => c !== null && c !== false)), node);
const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };

// What can become of a node, strongest first: copies of a node may fare differently, the strongest is drawn.
const KINDS = [
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
const LABEL = Object.fromEntries(KINDS.map(([kind, label]) => [kind, label]));
const STRENGTH = { unused: 1, orphaned: 2, merged: 3, rejected: 4, fill: 6, bonus: 6, residual: 6, drawn: 6, greedy: 6, committed: 7, accepted: 8 };
const SIGN = { accepted: "●", rejected: "✕", unused: "○", orphaned: "▽", merged: "◆", residual: "★", bonus: "★", fill: "★", drawn: "▲", greedy: "⬢", committed: "●" };
const PRUNED = new Set(["probability", "sibling", "exit", "budget"]);

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
const SQUARE = "M-.9 -.9H.9V.9H-.9Z";
// Path data in units of the mark's radius.
const GLYPH = {
  input: SQUARE, pending: DISC, accepted: DISC, committed: DISC, unused: DISC, leaf: SQUARE,
  rejected: "M-.85 -.85L.85 .85M.85 -.85L-.85 .85", dropped: "M-.8 0H.8", orphaned: "M-1 -.75H1L0 1Z", merged: "M0 -1.15L1.15 0L0 1.15L-1.15 0Z",
  residual: STAR, bonus: STAR, fill: STAR, drawn: TRIANGLE, greedy: HEXAGON,
};
const glyph = (kind, r) => s("path", { d: GLYPH[kind], class: "st-g", "data-kind": kind, transform: `scale(${r})` });
const glyphIcon = (kind) => s("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16, class: "st-icon", "aria-hidden": "true" }, glyph(kind, 5.4));

const VISIBLE = { " ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩" };
const visible = (text) => /^⟨.*⟩$/.test(text) ? text : text.replace(/[ \n\t\r\u00a0]/g, (c) => VISIBLE[c]).replace(/[\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "·");
const clip = (text, size) => { const cs = Array.from(text); return cs.length > size ? cs.slice(0, size - 1).join("") + "…" : text; };
function num(value, digits = 2) {
  if (value === null || value === undefined) return "–";
  if (value === 0 || value === 1) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return value.toLocaleString("en");
  const size = Math.abs(value);
  if (size < 0.001 || size >= 100000) return value.toExponential(1).replace("e+", "e");
  if (size < 1 && size >= 0.995) return String(+value.toFixed(5)).slice(0, 6); // not 1: that would hide a rejection
  return size < 0.1 ? String(+value.toPrecision(digits)) : size < 1 ? value.toFixed(digits).replace(/(\.\d\d+?)0+$/, "$1") : String(+value.toPrecision(4));
}
const short = (value) => num(value).replace(/^0\./, ".");
const percent = (value) => (value * 100).toFixed(value < 0.1 ? 1 : 0) + " %";
function seconds(value) {
  if (value >= 1) return value.toFixed(value < 10 ? 2 : 1) + " s";
  return value >= 0.001 ? (value * 1000).toFixed(value < 0.01 ? 1 : 0) + " ms" : (value * 1e6).toFixed(0) + " µs";
}
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const measure = (() => {
  const context = document.createElement("canvas").getContext("2d"), known = new Map();
  return (text, font) => {
    const key = font + "\u0000" + text;
    let width = known.get(key);
    if (width === undefined) {
      context.font = font;
      known.set(key, (width = context.measureText(text).width));
    }
    return width;
  };
})();

// Whether a mouse event comes from a pointer that moved: scrolling under one that rests is none, and keys keep their row.
const pointer = (() => {
  const at = (event) => `${event.screenX} ${event.screenY}`;
  let last = "", before = "";
  return {
    watch(root) {
      const note = (event) => {
        if (!root.isConnected) return document.removeEventListener("mousemove", note, true);
        before = last;
        last = at(event);
      };
      document.addEventListener("mousemove", note, { capture: true, passive: true });
    },
    moved: (event) => at(event) !== (event.type === "mousemove" ? before : last),
  };
})();
