// Making elements, measuring words, and telling a pointer that moved from one that rests.
// Token text is untrusted: it only ever becomes a text node or an attribute value.

const SVG_NS = "http://www.w3.org/2000/svg";

export function fill(node, attrs, children) {
  for (const key in attrs) {
    const value = attrs[key];
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}
export const h = (tag, attrs, ...children) => fill(document.createElement(tag), attrs || {}, children);
export const s = (tag, attrs, ...children) => fill(document.createElementNS(SVG_NS, tag), attrs || {}, children);
export const put = (node, ...children) => (node.replaceChildren(...children.filter((c) => c !== null && c !== false)), node);
export const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };

const widths = new Map();
let canvas = null;
export function measure(text, font) {
  const key = font + "\u0000" + text;
  let width = widths.get(key);
  if (width === undefined) {
    canvas ??= document.createElement("canvas").getContext("2d");
    canvas.font = font;
    widths.set(key, (width = canvas.measureText(text).width));
  }
  return width;
}

// Whether a mouse event comes from a pointer that moved: scrolling under one that rests is none, and keys keep their row.
export const pointer = (() => {
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
