// Makes elements, measures words, and distinguishes a pointer that moved from one that rests.
// Token text is untrusted: it only ever becomes a text node or an attribute value.

/** @typedef {Node | string | null | undefined | false} Child null, undefined and false are left out */
/** @typedef {Record<string, unknown>} Attributes `on…` are listeners; null, undefined and false are left out */

/**
 * Sets attributes and listeners of an element and appends children.
 * @template {Element} E @param {E} node @param {Attributes} attributes @param {Child[]} children @returns {E}
 */
export function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}
/** @param {Child[]} children @returns {(Node | string)[]} */
const present = (children) => children.filter((child) => child !== null && child !== undefined && child !== false);

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
/** Replaces the children of a node. @param {Element} node @param {...Child} children */
export const put = (node, ...children) => node.replaceChildren(...present(children));
/**
 * Replaces the children of a node. Children that it already has stay in the document, so the browser styles and lays
 * out only new ones.
 * @param {Element} node @param {Element[]} children
 */
export function arrange(node, children) {
  const staying = new Set(children);
  for (const child of [...node.children]) if (!staying.has(child)) child.remove();
  let next = node.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else node.insertBefore(child, next);
  }
}
/**
 * Sets the attributes whose values differ, because a browser treats setting an equal value as a change.
 * @param {Element} node @param {Record<string, string | number>} attributes
 */
export function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes))
    if (node.getAttribute(key) !== String(value)) node.setAttribute(key, String(value));
}
/**
 * Makes a text the only child of a node. An existing text node is changed, because a new one would be styled again.
 * @param {Element} node @param {string} text
 */
export function setText(node, text) {
  const first = node.firstChild;
  if (node.textContent === text) return;
  if (first instanceof Text && first === node.lastChild) first.data = text;
  else node.textContent = text;
}

/**
 * Runs work that is not urgent after the next frame is painted.
 * @param {() => void} act @returns {number} an id other than 0
 */
export const afterPaint = (act) => requestAnimationFrame(() => setTimeout(act));

const widths = /** @type {Map<string, number>} */ (new Map());
let canvas = /** @type {CanvasRenderingContext2D | null} */ (null);
/**
 * Calls a function whenever a font has arrived, because texts then have other widths, while an element is on the page.
 * @param {Element} root @param {() => void} act
 */
export function onFont(root, act) {
  const arrived = () => {
    widths.clear();
    if (root.isConnected) act();
    else document.fonts.removeEventListener("loadingdone", arrived);
  };
  document.fonts.addEventListener("loadingdone", arrived);
}
/** The width of a text in px, measured once. @param {string} text @param {string} font */
export function measure(text, font) {
  const key = `${font}\u0000${text}`, cached = widths.get(key);
  if (cached !== undefined) return cached;
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return 0;
  canvas.font = font;
  const { width } = canvas.measureText(text);
  widths.set(key, width);
  return width;
}

/**
 * Whether a mouse event comes from a pointer that moved. Scrolling under a resting pointer also causes events; without
 * this check they would undo what a key selected.
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
