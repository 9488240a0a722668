// The glossary: where a sentence uses a term, and where it only looks like one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TERMS, termsIn } from "../../explorer/stage/js/glossary.js";

/** The terms that a text is found to use. @param {string} text */
const used = (text) => termsIn(text).flatMap(({ entry }) => (entry ? [entry.term] : []));

test("a text put together again is the text", () => {
  for (const text of ["", "plain words", "u = 0.79 is not below min(1, target p/draft q), so the draft is rejected",
    "W_L = 3: “draft” is a token"])
    assert.equal(termsIn(text).map((part) => part.text).join(""), text);
});

test("a term is marked once in a text, by its longest spelling", () => {
  assert.deepEqual(used("the draft and the draft"), ["draft"]);
  assert.ok(used("target p").includes("p"));
  assert.equal(termsIn("target p is high").filter(({ entry }) => entry)[0].text, "target p");
});

test("a letter inside a word is no symbol, and an article is none", () => {
  assert.deepEqual(used("up and quite"), []);
  assert.deepEqual(used("it is a word"), []);
});

test("what stands in quotation marks is a token", () => {
  assert.deepEqual(used("“draft” follows “p”"), []);
  assert.deepEqual(used("“draft” is a draft"), ["draft"]);
});

test("every spelling leads to an entry with words", () => {
  for (const [word, { help, name }] of TERMS) {
    assert.ok(word.trim() && name && help.endsWith("."), word);
  }
});
