// The glossary: which words of a sentence are terms, in which sense, and which only look like terms.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TERMS, termsIn } from "../../explorer/stage/js/words/glossary.js";

/** The terms that a text uses. @param {string} text @param {string} [method] */
const used = (text, method) => termsIn(text, method).flatMap(({ entry }) => (entry ? [entry.term] : []));
/** The sense in which a text uses its first term. @param {string} text @param {string} method */
const sense = (text, method) => termsIn(text, method).find(({ entry }) => entry)?.entry?.name;

test("a text put together again is the text", () => {
  for (const text of ["", "plain words", "“is” is rejected: u = 0.79 ≥ min(1, p/q) = 0.1/0.2 = 0.5.",
    "W_L = 3: “draft” is a token"])
    assert.equal(termsIn(text).map((part) => part.text).join(""), text);
});

test("a term is marked once in a text, by its longest spelling, also at the start of a sentence", () => {
  assert.deepEqual(used("the draft and the draft"), ["draft"]);
  assert.deepEqual(used("Candidates are tested. Another candidate follows."), ["candidate"]);
  assert.equal(termsIn("the bonus token").find(({ entry }) => entry)?.text, "bonus token");
});

test("a paragraph in several pieces marks a term once", () => {
  const seen = new Set();
  assert.equal(termsIn("a beam", "", seen).filter(({ entry }) => entry).length, 1);
  assert.equal(termsIn("another beam", "", seen).filter(({ entry }) => entry).length, 0);
});

test("a letter is explained for the method of the run", () => {
  assert.match(sense("τ = 2", "gsd") ?? "", /n-gram/);
  assert.match(sense("τ = 0.5", "mtad") ?? "", /threshold/);
  assert.deepEqual(used("τ = 0.5", "spd"), []);
  assert.match(sense("β", "spectr") ?? "", /SpecTr/);
  assert.deepEqual(used("4 layers", "self-ssd"), []);
});

test("an everyday word is not underlined", () => {
  for (const word of ["share", "wanted", "cut", "product", "passes", "kept", "drawn", "chosen", "weights", "try"])
    assert.deepEqual(used(`this ${word} here`, "dsbd"), [], word);
});

test("a letter inside a word is no symbol, and an article is none", () => {
  assert.deepEqual(used("up and quite"), []);
  assert.deepEqual(used("it is a word"), []);
});

test("text in quotation marks is a token", () => {
  assert.deepEqual(used("“draft” follows “p”"), []);
  assert.deepEqual(used("“draft” is a draft"), ["draft"]);
});

test("every spelling leads to an entry with words", () => {
  for (const [word, senses] of TERMS)
    for (const { help, name } of senses) assert.ok(word.trim() && name && help.endsWith("."), word);
});
