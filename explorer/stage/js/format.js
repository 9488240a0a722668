// Formats numbers and tokens.

/** @type {Record<string, string>} */
const VISIBLE = { " ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩" };
const CODE = /^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/; // bytes of an incomplete character, or an id without a token
// Invisible characters: controls, formats such as a change of direction, private characters, blank letters, spaces.
// Joiners between two characters are not replaced, because they change the shape of the characters. The same rule as in
// explorer/story/numbers.py.
const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}";
const BLANK = "\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0";
const UNSEEN = new RegExp(`(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${HIDDEN}]|${BLANK})`, "gsu");
const ISOLATE = "\u2068", END = "\u2069";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text with its invisible characters as code points, except line ends. @param {string} text */
export const coded = (text) => text.replace(UNSEEN, (c) => (c === " " || c === "\n" ? c
  : `⟨U+${(c.codePointAt(0) || 0).toString(16).toUpperCase().padStart(4, "0")}⟩`));

/**
 * A token's text with visible signs for white space and code points for invisible characters. Right-to-left text is
 * isolated, so that it does not turn the text around it.
 * @param {string} text
 */
export function visible(text) {
  if (CODE.test(text)) return text;
  const signs = coded(text.replace(/[ \n\t\r\u00a0]/g, (c) => VISIBLE[c]));
  return RIGHT_TO_LEFT.test(signs) ? ISOLATE + signs + END : signs;
}

/** A token's text in quotation marks for a sentence, without the space before a word. @param {string} text */
export const quoted = (text) => `“${visible(text.trim() || text)}”`;

const BYTES = /^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** How many bytes a character has in UTF-8, by its first byte. @param {number} lead */
const widthOf = (lead) => (lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/**
 * The characters of a byte sequence, each with the index of its first byte. Bytes that are not part of a character
 * stay bytes.
 * @param {number[]} bytes @returns {[string, number][]}
 */
function characters(bytes) {
  const parts = /** @type {[string, number][]} */ ([]);
  for (let at = 0; at < bytes.length;) {
    const wide = widthOf(bytes[at]);
    try {
      parts.push([utf8.decode(Uint8Array.from(bytes.slice(at, at + wide))), at]);
      at += wide;
    } catch {
      parts.push([`⟨${bytes[at].toString(16).toUpperCase().padStart(2, "0")}⟩`, at]);
      at += 1;
    }
  }
  return parts;
}

/**
 * The texts of successive tokens, each with the index of the token in which it begins. A character whose bytes are
 * spread over several tokens becomes one text.
 * @param {string[]} texts @returns {{ text: string, index: number }[]}
 */
export function pieces(texts) {
  const found = /** @type {{ text: string, index: number }[]} */ ([]);
  let bytes = /** @type {number[]} */ ([]), from = /** @type {number[]} */ ([]);
  const flush = () => {
    found.push(...characters(bytes).map(([text, at]) => ({ text, index: from[at] })));
    bytes = [];
    from = [];
  };
  texts.forEach((text, index) => {
    const part = BYTES.exec(text)?.[1].split(" ").map((byte) => parseInt(byte, 16));
    if (part) {
      bytes.push(...part);
      from.push(...part.map(() => index));
      return;
    }
    flush();
    found.push({ text, index });
  });
  flush();
  return found;
}

/** The text between isolates, and a function that puts them back. @param {string} text */
function inner(text) {
  const within = text.startsWith(ISOLATE) && text.endsWith(END);
  return /** @type {[string[], (cut: string) => string]} */ (
    [Array.from(within ? text.slice(1, -1) : text), (cut) => (within ? ISOLATE + cut + END : cut)]);
}

/** A text cut at its end. @param {string} text @param {number} size */
export function clip(text, size) {
  const [signs, around] = inner(text);
  return signs.length > size ? around(signs.slice(0, size - 1).join("") + "…") : text;
}

/** A text cut at its beginning. @param {string} text @param {number} size */
export function tail(text, size) {
  const [signs, around] = inner(text);
  return signs.length > size ? around("…" + signs.slice(1 - size).join("")) : text;
}

const NOISE = 1e-12; // a smaller probability is a rounding error and is written as 0, as in explorer/story/numbers.py

/**
 * A number with two or three digits. A value below 1 is never written as 1, which would hide a possible rejection.
 * @param {number | null | undefined} value
 */
export function num(value, digits = 2) {
  if (value === null || value === undefined) return "–";
  if (value === 0 || value === 1) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return value.toLocaleString("en");
  const size = Math.abs(value);
  if (size < NOISE) return "0";
  if (size < 0.0001 || size >= 100000) return value.toExponential(1).replace("e+", "e");
  if (size < 1 && size >= 0.995) return String(Math.min(+value.toFixed(5), 0.99999)).slice(0, 6);
  if (size < 0.1) return String(+value.toPrecision(digits));
  return size < 1 ? value.toFixed(digits).replace(/(\.\d\d+?)0+$/, "$1") : String(+value.toPrecision(4));
}

/**
 * A running ratio, or a threshold with `two` digits, as the plain sentences write it
 * (explorer/story/common/calculation.py).
 * @param {number} value
 */
export function ratioText(value, two = false) {
  const text = value >= 1e-4 && value < 0.0995 ? value.toPrecision(2) : num(value);
  return two || Math.abs(Number(text) - value) <= 0.0039 * value ? text : String(+value.toPrecision(3));
}

/** The same number without the zero before the point. @param {number | null | undefined} value */
export const short = (value) => num(value).replace(/^0\./, ".");
/**
 * A probability or share in percent: 88%, 3.0%, 0.004%. The digits are those of the plain sentences
 * (explorer/story/numbers.py).
 * @param {number | null | undefined} value
 */
export function percent(value) {
  if (value === null || value === undefined) return "–";
  if (value < NOISE) return "0%";
  if (value >= 0.995 && value < 1) return ">99%";
  const whole = Math.abs(100 * value - Math.round(100 * value)) < 1e-7; // as in many toy pairs: no decimal is needed
  if (value >= 0.00095) return `${(100 * value).toFixed(value >= 0.0995 || whole ? 0 : 1)}%`;
  return value >= 1e-6 ? `${+(100 * value).toPrecision(1)}%` : "≈0%";
}

/**
 * A probability: percent in the plain voice, a decimal in the exact one.
 * @param {"plain" | "exact"} voice @param {number | null | undefined} value
 * @param {(value: number | null | undefined) => string} [decimal]
 */
export const probability = (voice, value, decimal = num) => (voice === "plain" ? percent(value) : decimal(value));

/**
 * A probability with a given number of digits after the point (of its percent in the plain voice), for the terms of a
 * written calculation.
 * @param {"plain" | "exact"} voice @param {number} value @param {number} places
 */
export const rounded = (voice, value, places) => (voice === "plain" ? `${+(100 * value).toFixed(places)}%`
  : String(+value.toFixed(places + 2)));

/**
 * The same, with all of these digits, so that a column has one precision.
 * @param {"plain" | "exact"} voice @param {number} value @param {number} places
 */
export function padded(voice, value, places) {
  const decimal = value.toFixed(places + 2);
  return voice === "plain" ? `${(100 * Number(decimal)).toFixed(places)}%` : decimal; // rounded alike in both voices
}

/**
 * The same, but exact zeros and ones have no digits after the point.
 * @param {"plain" | "exact"} voice @param {number} value @param {number} places
 */
export const fixed = (voice, value, places) => (value < NOISE || value === 1
  ? probability(voice, value < NOISE ? 0 : 1) : padded(voice, value, places));

/** A duration with its unit. @param {number} value in seconds */
export function seconds(value) {
  if (value >= 1) return value.toFixed(value < 10 ? 2 : 1) + " s";
  if (value >= 0.001) return (value * 1000).toFixed(value < 0.01 ? 1 : 0) + " ms";
  return (value * 1e6).toFixed(0) + " µs";
}

/** A number with its noun: 1 pass, 2 passes. @param {number} count @param {string} word @param {string} [many] */
export const plural = (count, word, many = `${word}s`) => `${count.toLocaleString("en")} ${count === 1 ? word : many}`;
