// How numbers and tokens are written.

/** @type {Record<string, string>} */
const VISIBLE = { " ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩" };
const UNSEEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu;
// control characters, and those that turn a text round

/** Text with its white space as signs. @param {string} text */
export const visible = (text) => (/^⟨.*⟩$/.test(text)
  ? text : text.replace(/[ \n\t\r\u00a0]/g, (c) => VISIBLE[c]).replace(UNSEEN, "·"));

/** The beginning of a text. @param {string} text @param {number} size */
export function clip(text, size) {
  const signs = Array.from(text);
  return signs.length > size ? signs.slice(0, size - 1).join("") + "…" : text;
}

/** Its end. @param {string} text @param {number} size */
export function tail(text, size) {
  const signs = Array.from(text);
  return signs.length > size ? "…" + signs.slice(1 - size).join("") : text;
}

const NOISE = 1e-12; // below it a chance is rounding, and written as 0, as in the sentences (words/numbers.py)

/**
 * A number with two or three digits; never 1 for what is less: that would hide a rejection.
 * @param {number | null | undefined} value
 */
export function num(value, digits = 2) {
  if (value === null || value === undefined) return "–";
  if (value === 0 || value === 1) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return value.toLocaleString("en");
  const size = Math.abs(value);
  if (size < NOISE) return "0";
  if (size < 0.001 || size >= 100000) return value.toExponential(1).replace("e+", "e");
  if (size < 1 && size >= 0.995) return String(Math.min(+value.toFixed(5), 0.99999)).slice(0, 6);
  if (size < 0.1) return String(+value.toPrecision(digits));
  return size < 1 ? value.toFixed(digits).replace(/(\.\d\d+?)0+$/, "$1") : String(+value.toPrecision(4));
}

/** The same without the zero before the point. @param {number | null | undefined} value */
export const short = (value) => num(value).replace(/^0\./, ".");
/** @param {number} value */
export const percent = (value) => (value * 100).toFixed(value < 0.1 ? 1 : 0) + " %";

/** @param {number} value */
export function seconds(value) {
  if (value >= 1) return value.toFixed(value < 10 ? 2 : 1) + " s";
  if (value >= 0.001) return (value * 1000).toFixed(value < 0.01 ? 1 : 0) + " ms";
  return (value * 1e6).toFixed(0) + " µs";
}

/** @param {number} count @param {string} word */
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
