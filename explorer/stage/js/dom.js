// Making elements, measuring words, and telling a pointer that moved from one that rests.
// Token text is untrusted: it only ever becomes a text node or an attribute value.

/** @typedef {Node | string | null | undefined | false} Child what is nothing is left out */
/** @typedef {Record<string, unknown>} Attributes `on…` are listeners; what is null, undefined or false is left out */

/** @template {Element} E @param {E} node @param {Attributes} attributes @param {Child[]} children @returns {E} */
export function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...kept(children));
  return node;
}
/** @param {Child[]} children @returns {(Node | string)[]} */
const kept = (children) => children.filter((child) => child !== null && child !== undefined && child !== false);

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Attributes} attributes @param {...Child} children
 */
export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Attributes} attributes @param {...Child} children
 */
export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
/** Puts these in place of what a node holds. @param {Element} node @param {...Child} children */
export const put = (node, ...children) => node.replaceChildren(...kept(children));
/**
 * The same for what a node may hold already, in this order: what stays is not taken out, so a browser styles and lays
 * out only what is new.
 * @param {Element} node @param {Element[]} children
 */
export function arrange(node, children) {
  const kept_ = new Set(children);
  for (const child of [...node.children]) if (!kept_.has(child)) child.remove();
  let next = node.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else node.insertBefore(child, next);
  }
}
/**
 * Sets what differs: to a browser an attribute that is set to what it was is a change.
 * @param {Element} node @param {Record<string, string | number>} attributes
 */
export function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes))
    if (node.getAttribute(key) !== String(value)) node.setAttribute(key, String(value));
}
/**
 * Gives a node this text and nothing else; the text that it holds is changed, as another one would be styled anew.
 * @param {Element} node @param {string} text
 */
export function setText(node, text) {
  const held = node.firstChild;
  if (node.textContent === text) return;
  if (held instanceof Text && held === node.lastChild) held.data = text;
  else node.textContent = text;
}

/**
 * Does what nobody waits for once the picture that is being made is painted.
 * @param {() => void} act @returns {number} not 0
 */
export const afterPaint = (act) => requestAnimationFrame(() => setTimeout(act));

const widths = /** @type {Map<string, number>} */ (new Map());
let canvas = /** @type {CanvasRenderingContext2D | null} */ (null);
/** The width of a text in px. @param {string} text @param {string} font */
export function measure(text, font) {
  const key = `${font}\u0000${text}`, known = widths.get(key);
  if (known !== undefined) return known;
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return 0;
  canvas.font = font;
  const { width } = canvas.measureText(text);
  widths.set(key, width);
  return width;
}

/**
 * Whether a mouse event comes from a pointer that moved: scrolling under one that rests is none, and keys keep their
 * row.
 */
export const pointer = (() => {
  const at = (/** @type {MouseEvent} */ event) => `${event.screenX} ${event.screenY}`;
  let last = "", before = "";
  return {
    /** @param {Element} root */
    watch(root) {
      const note = (/** @type {MouseEvent} */ event) => {
        if (!root.isConnected) return document.removeEventListener("mousemove", note, true);
        before = last;
        last = at(event);
      };
      document.addEventListener("mousemove", note, { capture: true, passive: true });
    },
    /** @param {MouseEvent} event */
    moved: (event) => at(event) !== (event.type === "mousemove" ? before : last),
  };
})();
