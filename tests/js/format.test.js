// Formats of numbers and tokens.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clip, coded, num, percent, pieces, plural, seconds, short, tail, visible,
} from "../../explorer/stage/js/format.js";

test("a number just below one is not written as one, which would hide a rejection", () => {
  assert.equal(num(0.99999), "0.9999");
  assert.equal(num(0.999998), "0.9999");
  assert.equal(num(0.996), "0.996");
  assert.equal(num(1), "1");
  assert.equal(num(0), "0");
});

test("small, large and missing numbers stay short", () => {
  assert.deepEqual([0.00012, 0.0321, 0.5, 12.5, 1234567, 3e9, null, undefined].map((value) => num(value)),
    ["0.00012", "0.032", "0.50", "12.5", "1,234,567", "3.0e9", "–", "–"]);
  assert.deepEqual([2.2e-16, -1e-13, 1e-11].map((value) => num(value)), ["0", "0", "1.0e-11"], "what is only rounding");
  assert.deepEqual([0.634, 1, null].map((value) => short(value)), [".63", "1", "–"]);
  assert.deepEqual([0.056, 0.56, 0.05, 0.0501].map(percent), ["5.6%", "56%", "5%", "5.0%"]);
  assert.deepEqual([12.34, 1.234, 0.0567, 0.00567, 5.6e-5].map(seconds),
    ["12.3 s", "1.23 s", "57 ms", "5.7 ms", "56 µs"]);
});

test("white space is visible, and no character reverses the text around it", () => {
  assert.equal(visible(" a\n\t"), "␣a↵⇥");
  assert.equal(visible("\u202ea\u0000"), "⟨U+202E⟩a⟨U+0000⟩");
  assert.equal(visible("⟨E2 98⟩"), "⟨E2 98⟩");
  assert.equal(visible("⟨id 43⟩"), "⟨id 43⟩");
  assert.equal(visible("⟨\u202e⟩"), "⟨⟨U+202E⟩⟩");
  assert.deepEqual(["\u200b", "\ufeff", "\u00ad", "(", "ok"].map(visible),
    ["⟨U+200B⟩", "⟨U+FEFF⟩", "⟨U+00AD⟩", "(", "ok"]);
  assert.equal(visible("שלום"), "\u2068שלום\u2069");
  assert.equal(visible("a\u200db\u200d"), "a\u200db⟨U+200D⟩");
  assert.equal(coded(" a\n\u2003"), " a\n⟨U+2003⟩");
});

test("a text is cut between characters", () => {
  assert.equal(clip("🙂🙂🙂", 2), "🙂…");
  assert.equal(tail("abcdef", 3), "…ef");
  assert.equal(clip("\u2068שלום\u2069", 3), "\u2068של…\u2069");
  assert.equal(plural(1, "node"), "1 node");
});

test("a character whose bytes are spread over tokens is one character, and lost bytes stay bytes", () => {
  assert.deepEqual(pieces(["a", "⟨F0 9F⟩", "⟨98 80⟩", "b"]),
    [{ text: "a", index: 0 }, { text: "😀", index: 1 }, { text: "b", index: 3 }]);
  assert.deepEqual(pieces(["⟨E2 98⟩", "b"]).map(({ text }) => text), ["⟨E2⟩", "⟨98⟩", "b"]);
  assert.deepEqual(pieces(["⟨98⟩", "⟨E2⟩", "⟨98 BA⟩"]).map(({ text }) => text), ["⟨98⟩", "☺"]);
});
