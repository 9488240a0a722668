// Written factors and summands, with the digits in which their written product or sum comes out right.

import { padded, probability, rounded } from "../format.js";

/** @typedef {"plain" | "exact"} Voice */

/**
 * Two factors, with digits that give their product.
 * @param {Voice} voice @param {number} first @param {number} second @param {number} product
 */
export function factors(voice, first, second, product) {
  for (const places of [0, 1, 2]) {
    const [a, b] = [first, second].map((value) => rounded(voice, value, places));
    const both = parseFloat(a) * parseFloat(b) / (voice === "plain" ? 1e4 : 1);
    if (probability(voice, both) === probability(voice, product)) return [a, b];
  }
  return [first, second].map((value) => rounded(voice, value, 2));
}

/** The value of a written probability. @param {Voice} voice @param {string} text */
const read = (voice, text) => parseFloat(text) / (voice === "plain" ? 100 : 1);

/**
 * Products and their sum: how many digits all products have, the fewest with which they add up to the sum as it is
 * written elsewhere, and their factors with the fewest digits that give the written products.
 * @param {Voice} voice @param {{ parts: number[], value: number }[]} products
 */
export function added(voice, products) {
  const sum = probability(voice, products.reduce((all, { value }) => all + value, 0));
  const places = [0, 1, 2, 3].find((each) => probability(voice, products.reduce((all, { value }) =>
    all + read(voice, padded(voice, value, each)), 0)) === sum) ?? 3;
  const terms = products.map(({ value }) => padded(voice, value, places));
  const product = (/** @type {number[]} */ parts, /** @type {number} */ each) => parts.reduce((all, part) =>
    all * read(voice, rounded(voice, part, each)), 1);
  const digits = [0, 1, 2, 3, 4].find((each) => products.every(({ parts }, k) =>
    padded(voice, product(parts, each), places) === terms[k])) ?? 4;
  return { places, sum, write: (/** @type {number} */ part) => rounded(voice, part, digits) };
}
