// The calculation of a threshold: the written numbers give the written result, and a ratio above 1 is capped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { num } from "../../explorer/stage/js/format.js";
import { divisorOf, leftoverTerms, rowAt } from "../../explorer/stage/js/panels/calculation.js";
import { quotient, threshold } from "../../explorer/stage/js/quotient.js";

/** @param {number} q @param {[string, number][]} named @returns {any} */
const verdict = (q, named) => ({ q, a: 0.5, tiles: named.map(([name, value]) => [name, value, "", ""]) });

test("a threshold is the quotient of the two probabilities that the test compares", () => {
  const first = verdict(0.88, [["q", 0.88], ["p", 0.5]]);
  assert.deepEqual(threshold(first, "plain"), [["50%", "target"], "÷", ["88%", "draft"], "=", ["0.57", "threshold"]]);
  assert.deepEqual(threshold(first, "exact"), [["0.50", "p"], "/", ["0.88", "q"], "=", ["0.57", "a"]]);
  const second = verdict(0.1, [["q", 0.1], ["p", 0.5], ["p′", 0.25]]);
  assert.deepEqual(threshold(second, "plain"),
    [["25%", "leftover target"], "÷", ["10%", "draft"], "> 1", "→", ["1", "threshold, at most 1"]]);
  const close = verdict(0.1867, [["q", 0.1867], ["p", 0.3], ["p′", 0.19005]]);
  const seen = [["19.0%", "leftover target"], "÷", ["18.7%", "draft"], "> 1"]; // which of them is larger
  assert.deepEqual(threshold(close, "plain")?.slice(0, 4), seen);
  assert.deepEqual(threshold(close, "exact")?.slice(0, 4), [["0.190", "p′"], "/", ["0.187", "q"], "> 1"]);
  const same = verdict(0.4, [["q", 0.4], ["p", 0.4]]);
  assert.deepEqual(threshold(same, "plain"), [["40%", "target"], "÷", ["40%", "draft"], "=", ["1", "threshold"]]);
  assert.equal(threshold({ ...first, a: undefined }, "plain"), null, "a decision without a threshold");
});

test("written probabilities have enough digits for their quotient", () => {
  assert.deepEqual(quotient(0.881, 0.923, "plain"), ["88.1%", "92.3%"]);
  assert.deepEqual(quotient(0.030404, 0.044824, "plain"), ["3.04%", "4.48%"]);
  for (const voice of /** @type {const} */ (["plain", "exact"])) for (let k = 1; k < 400; k++) {
    const [top, below] = [((k * 37) % 101) / 101, ((k * 53) % 97) / 97], [a, b] = quotient(top, below, voice);
    const said = (/** @type {number} */ ratio) => num(ratio > 1 ? +ratio.toPrecision(2) : ratio);
    if (top && below) assert.equal(said(parseFloat(a) / parseFloat(b)), said(top / below));
  }
});

test("the written numbers of a leftover give it, with as few digits as that needs", () => {
  const names = /** @type {[string, string, string, string]} */ (["target", "draft", "all such parts", "leftover"]);
  assert.deepEqual(leftoverTerms("plain", { p: 0.5, q: 0.3, sum: 0.2, left: 1 }, names),
    ["(", ["50%", "target"], "−", ["30%", "draft"], ")", "÷", ["20%", "all such parts"], "=", ["100%", "leftover"]]);
  for (const voice of /** @type {const} */ (["plain", "exact"])) for (let k = 1; k < 200; k++) {
    const p = 0.02 + ((k * 37) % 89) / 100, q = p * (((k * 53) % 97) / 98), sum = Math.min(0.99, p - q + 0.3);
    const left = (p - q) / sum, terms = leftoverTerms(voice, { p, q, sum, left }, names);
    const [a, b, c, d] = terms.filter((each) => Array.isArray(each)).map(([value]) => parseFloat(value));
    const given = voice === "plain" ? 100 * (a - b) / c : (a - b) / c, close = voice === "plain" ? 0.51 : 0.0051;
    assert.ok(Math.abs(given - d) <= close, `${voice} ${JSON.stringify(terms)}`);
  }
});

test("distributions without rare tokens have a divisor only if it is that of every token", () => {
  const dist = (/** @type {number[]} */ v) => /** @type {any} */ ({ t: [1, 2, 3].slice(0, v.length), v });
  const shown = { p: dist([0.5, 0.3, 0.1]), q: dist([0.3, 0.1, 0.2]), left: dist([0.4, 0.4, 0]), residual: false };
  assert.equal(divisorOf(shown, 0.5), 0.5);
  assert.equal(divisorOf({ ...shown, left: dist([0.4, 0.5, 0]) }, 0.5), null, "another rule than p − q");
  assert.equal(divisorOf(shown, Infinity), null);
});

test("a test is that of the selected token and of this step", () => {
  const rows = [{ step: 5, place: 1 }, { step: 6, place: 2 }];
  const it = /** @type {any} */ ({ panels: [{ kind: "plain" }, { kind: "judged", rows }] });
  assert.deepEqual(rowAt(it, 2, 6), rows[1]);
  assert.equal(rowAt(it, 1, 6), undefined, "another token than the tested one");
  assert.equal(rowAt(it, 2, 7), undefined, "a later step");
});
