// Saves the picture on the stage as SVG, or as PNG at double size. The file is self-contained: styles are attributes,
// colours are numbers, and every text has a fixed length, so that it fits its box in any font.
// Text of models becomes text nodes, which the serializer escapes.

import { h, measure, s } from "../dom.js";

const EDGE = 20, LINE = 21, LEAST = 560; // px; a narrower picture has too little room for the sentence
const DOUBLE = 2, SIDE = 16_000, AREA = 2.4e8; // the largest side and area in px that browsers draw
const STROKE = ["stroke-linecap", "stroke-linejoin", "marker-end", "paint-order"];
const FONT = ["font-family", "font-size", "font-weight", "font-style", "text-anchor"];
const USUAL = new Set(["butt", "miter", "none", "normal", "start"]);
const UNWRITTEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu; // characters that XML cannot contain

/** A computed colour as a hex number, and its opacity. @param {string} value */
function colour(value) {
  const mixed = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  if (mixed) return colour(`rgba(${[1, 2, 3].map((k) => 255 * Number(mixed[k])).join(", ")}, ${mixed[4] ?? 1})`);
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(value);
  if (!parts) return { paint: value, opacity: 1 };
  const hex = parts.slice(1, 4).map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("");
  return { paint: `#${hex}`, opacity: parts[4] === undefined ? 1 : Number(parts[4]) };
}

/**
 * The scale of a line's local units relative to the picture; 1 if strokes scale with the line.
 * @param {SVGGraphicsElement} from @param {CSSStyleDeclaration} look @param {number} zoom
 */
function scaleOf(from, look, zoom) {
  if (look.getPropertyValue("vector-effect") !== "non-scaling-stroke") return 1;
  const to = from.getCTM();
  return to ? Math.sqrt(Math.abs(to.a * to.d - to.b * to.c)) / zoom || 1 : 1;
}

/**
 * Gives a copy the look of its original as attributes. Returns false for an invisible original.
 * @param {SVGGraphicsElement} from @param {SVGElement} to @param {number} zoom
 */
function dress(from, to, zoom) {
  const look = getComputedStyle(from), value = (/** @type {string} */ name) => look.getPropertyValue(name);
  for (const { name } of [...to.attributes])
    if (/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.test(name)) to.removeAttribute(name);
  if (value("display") === "none" || value("visibility") === "hidden") return false;
  const scale = scaleOf(from, look, zoom), set = (/** @type {string} */ name, /** @type {string} */ text) => {
    if (text && !USUAL.has(text)) to.setAttribute(name, text);
  };
  if (value("opacity") !== "1") set("opacity", value("opacity"));
  if (from instanceof SVGGElement) return true;
  for (const name of ["fill", "stroke"]) {
    const { paint, opacity } = colour(value(name)), all = opacity * Number(value(`${name}-opacity`));
    to.setAttribute(name, paint);
    if (all < 1 && paint !== "none") to.setAttribute(`${name}-opacity`, String(all));
  }
  if (value("stroke") !== "none") {
    const units = (/** @type {string} */ text) => text.replace(/[\d.]+(px)?/g,
      (part) => String(parseFloat(part) / scale));
    set("stroke-width", units(value("stroke-width")));
    if (value("stroke-dasharray") !== "none") set("stroke-dasharray", units(value("stroke-dasharray")));
    for (const name of STROKE) set(name, value(name).replace(/url\("?[^#"]*(#[^")]+)"?\)/, "url($1)"));
  }
  if (from instanceof SVGTextElement) write(from, to, look);
  return true;
}
/**
 * Copies the font, length and strike-through of a text.
 * @param {SVGTextElement} from @param {Element} to @param {CSSStyleDeclaration} look
 */
function write(from, to, look) {
  for (const name of FONT) to.setAttribute(name, look.getPropertyValue(name));
  const line = look.getPropertyValue("text-decoration-line");
  if (line !== "none") to.setAttribute("text-decoration", line);
  to.setAttribute("xml:space", "preserve");
  const length = from.getComputedTextLength();
  if (length > 0) to.setAttribute("textLength", length.toFixed(2));
  to.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** A copy of a drawing with all its styles and without hidden elements. @param {SVGSVGElement} svg */
function copied(svg) {
  const { width, height } = svg.viewBox.baseVal, zoom = svg.width.baseVal.value / width || 1;
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const pairs = /** @type {[Element, Element][]} */ ([...svg.querySelectorAll("*")].map((from, k) =>
    [from, copy.querySelectorAll("*")[k]]));
  const hidden = /** @type {Element[]} */ ([]);
  for (const [from, to] of pairs)
    if (from instanceof SVGGraphicsElement && to instanceof SVGElement && !from.closest("defs")) {
      if (!dress(from, to, zoom) && !(from instanceof SVGGElement)) hidden.push(to); // groups may contain visible parts
    } else if (from.closest("marker") && from instanceof SVGPathElement) {
      to.setAttribute("fill", colour(getComputedStyle(from).fill).paint);
      to.removeAttribute("class");
    }
  for (const each of hidden) each.remove();
  return { width, height, parts: [...copy.childNodes] };
}

/** Breaks a text into lines. @param {string} text @param {number} width @param {string} font */
function wrap(text, width, font) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = lines[lines.length - 1] ? `${lines[lines.length - 1]} ${word}` : word;
    if (measure(longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter(Boolean);
}

/**
 * The text of an SVG file with the title, the graph, the sentence and the legend of a step.
 * @param {{ stage: HTMLElement, graph: SVGSVGElement, legend: HTMLElement, title: string, sentence: string }} shown
 */
export function drawing({ stage, graph, legend, title, sentence }) {
  const look = getComputedStyle(stage), family = look.fontFamily || "sans-serif", ink = colour(look.color).paint;
  const drawn = copied(graph), wide = Math.max(LEAST, drawn.width), inner = wide - 2 * EDGE;
  const parts = /** @type {Node[]} */ ([]);
  let y = EDGE;
  /** @param {string} text @param {number} size @param {number} weight */
  const lines = (text, size, weight) => {
    for (const line of wrap(text, inner, `${weight} ${size}px ${family}`)) {
      y += LINE;
      parts.push(s("text", { x: EDGE, y: y - 5, "font-family": family, "font-size": size, "font-weight": weight,
        fill: ink, "xml:space": "preserve" }, line));
    }
  };
  lines(title, 17, 700);
  parts.push(s("g", { transform: `translate(${(wide - drawn.width) / 2} ${y})` }, ...drawn.parts));
  y += drawn.height;
  lines(sentence, 15, 400);
  y += 6;
  let x = EDGE;
  for (const item of legend.querySelectorAll("li")) {
    const icon = item.querySelector("svg"), words = (item.innerText ?? "").trim().replace(/\s+/g, " ");
    if (!words || !item.checkVisibility()) continue;
    const room = measure(words, `13px ${family}`) + 42;
    if (x > EDGE && x + room > wide - EDGE) [x, y] = [EDGE, y + LINE];
    if (icon) parts.push(s("g", { transform: `translate(${x + 8} ${y + 11})` }, ...copied(icon).parts));
    parts.push(s("text", { x: x + (icon ? 21 : 0), y: y + 15, "font-family": family, "font-size": 13, fill: ink },
      words));
    x += room;
  }
  const height = Math.ceil(y + LINE + EDGE), width = Math.ceil(wide);
  const under = colour(getComputedStyle(graph.closest(".st-graph") ?? stage).backgroundColor).paint;
  const file = s("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` },
    s("title", {}, title), s("rect", { width, height, fill: under }), ...parts);
  return { text: new XMLSerializer().serializeToString(file).replace(UNWRITTEN, "\ufffd"), width, height };
}

/** Downloads a file under a name. @param {Blob} file @param {string} name */
function saveAs(file, name) {
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
/** Saves a picture as SVG. @param {ReturnType<typeof drawing>} picture @param {string} name without extension */
export const saveSvg = ({ text }, name) => saveAs(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);

/**
 * Saves a picture as PNG at double size, or as large as the browser can draw. Returns false if it cannot.
 * @param {ReturnType<typeof drawing>} picture @param {string} name
 */
export async function savePng({ text, width, height }, name) {
  const scale = Math.min(DOUBLE, SIDE / width, SIDE / height, Math.sqrt(AREA / (width * height)));
  const image = new Image(), canvas = h("canvas", { width: Math.round(width * scale),
    height: Math.round(height * scale) });
  try {
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } catch { return false; }
  const file = /** @type {Blob | null} */ (await new Promise((done) => canvas.toBlob(done, "image/png")));
  if (file) saveAs(file, `${name}.png`);
  return file !== null;
}

/** The file name of a picture, without extension. @param {string} method @param {number} round from 1 */
export const pictureName = (method, round) =>
  `${method.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "run"}-round-${round}`;
