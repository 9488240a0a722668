// How numbers and tokens are written.

const VISIBLE = { " ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩" };
export const visible = (text) => /^⟨.*⟩$/.test(text) ? text : text.replace(/[ \n\t\r\u00a0]/g, (c) => VISIBLE[c]).replace(/[\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "·");
export const clip = (text, size) => { const cs = Array.from(text); return cs.length > size ? cs.slice(0, size - 1).join("") + "…" : text; };
export function num(value, digits = 2) {
  if (value === null || value === undefined) return "–";
  if (value === 0 || value === 1) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return value.toLocaleString("en");
  const size = Math.abs(value);
  if (size < 0.001 || size >= 100000) return value.toExponential(1).replace("e+", "e");
  if (size < 1 && size >= 0.995) return String(+value.toFixed(5)).slice(0, 6); // not 1: that would hide a rejection
  return size < 0.1 ? String(+value.toPrecision(digits)) : size < 1 ? value.toFixed(digits).replace(/(\.\d\d+?)0+$/, "$1") : String(+value.toPrecision(4));
}
export const short = (value) => num(value).replace(/^0\./, ".");
export const percent = (value) => (value * 100).toFixed(value < 0.1 ? 1 : 0) + " %";
export function seconds(value) {
  if (value >= 1) return value.toFixed(value < 10 ? 2 : 1) + " s";
  return value >= 0.001 ? (value * 1000).toFixed(value < 0.01 ? 1 : 0) + " ms" : (value * 1e6).toFixed(0) + " µs";
}
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
