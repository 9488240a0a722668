// The guesses of a step that drafts beams, likeliest first (DSBD, MTAD). It must make clear that whole beams compete:
// every number is a product over the beam, and not the probability of its last word.

import { h } from "../dom.js";
import { clip, num, plural, probability, short, tail } from "../format.js";
import { glyphIcon } from "../marks.js";
import { factors } from "./factors.js";
import { gauge } from "./gauge.js";
import { beamNames } from "./laws.js";
import { beamsAbove, parts } from "./nested.js";
import { cells } from "./table.js";

/** @import { It, Model } from "../model.js" */

const ROWS = 6, LONG = 26;

/** Whether a step drafts beams that compete. @param {It} it @param {number} phase */
export const draftsBeams = (it, phase) => it.steps[phase]?.phase === "draft"
  && (!!it.shares || it.panels.some(({ kind }) => kind === "beams"));

/** The draft's joint distribution over beams and tokens in a layer. @param {It} it @param {number} layer */
const draftedIn = (it, layer) => it.dists.filter(({ series, beam }) => series === "q" && beam)[layer - 1];

/**
 * How random numbers sampled the beams of a layer: the draft's distribution as parts one after the other, below the
 * beams that they continue (MTAD). It must make clear that one draw selects both a beam and its next token, so that a
 * beam can be continued several times or never. Null for other steps.
 * @param {Model} model @param {It} it @param {number} phase @param {"panel" | "line"} where
 */
export function draws(model, it, phase, where) {
  const { sampled, layer } = it.steps[phase], dist = draftedIn(it, layer ?? 1);
  if (!sampled || !dist) return null;
  const [numbers, ends] = sampled, names = beamNames(model, it, ends);
  const order = (/** @type {number} */ token) => (token < 0 ? Infinity : token); // a finished beam itself is last
  const pairs = dist.v.map((share, k) => ({ share, slot: dist.beam?.[k] ?? 0, token: dist.t[k] }))
    .sort((a, b) => a.slot - b.slot || order(a.token) - order(b.token));
  let until = 0;
  const pieces = pairs.map(({ share, slot, token }) => {
    const from = until, word = token < 0 ? "end" : model.word(token);
    until += share;
    const own = numbers.filter((u) => u >= from && u < until), mean = own.reduce((all, u) => all + u, 0) / own.length;
    return { share, own: own.length > 0, side: mean > (from + until) / 2 ? "left" : "right", // where no number is
      word: own.length > 1 ? `${word} ×${own.length}` : word,
      beam: names.size > 1 ? names.get(ends[slot]) ?? "start" : "" };
  });
  const { boxes } = parts(model.voice, pieces, where);
  pieces.forEach(({ own, side }, k) => { if (own) boxes[k].style.textAlign = side; });
  const said = numbers.map((u) => num(u)).join(", ");
  const coins = numbers.map((u) => {
    const coin = h("i");
    coin.style.left = `${100 * u}%`;
    return coin;
  });
  return h("figure", { class: "st-draw", "data-of": "q", "data-testid": "inspector-draws" },
    h("div", { class: "st-draw-u" }, h("small", { "data-at": "start" },
      model.voice === "plain" ? `random numbers ${said}` : `u = ${said}`)),
    beamsAbove(model.voice, pieces, where),
    h("div", { class: "st-draw-bar", role: "img", "aria-label": `The random numbers ${said} sampled ${pieces
      .filter(({ own }) => own).map(({ beam, word }) => `${beam} ${word}`).join(", ")}.` }, ...boxes, ...coins));
}

/** The drafted words up to a node. @param {Model} model @param {It} it @param {number} place */
const pathTo = (model, it, place) => model.gram(it, place, Infinity).filter((at) => it.n.role[at] === "draft")
  .reverse();

/**
 * The share of a node's beam when the node was drafted; null if not all shares of its layer were recorded then.
 * @param {Model} model @param {It} it @param {number} place @param {number} layer @param {number} share of the node
 */
function beamShare(model, it, place, layer, share) {
  const drafted = draftedIn(it, layer);
  if (!drafted || drafted.rest > 1e-6) return null;
  const slots = drafted.v.flatMap((value, k) => (drafted.t[k] === it.n.token[place] && Math.abs(value - share) < 1e-4
    ? [drafted.beam?.[k] ?? 0] : []));
  const sums = slots.map((slot) => drafted.v.reduce((sum, value, k) =>
    sum + (drafted.beam?.[k] === slot ? value : 0), 0));
  const of = (/** @type {number} */ at) => it.n.shares?.[at]?.[0]?.[1] ?? 0, up = model.up(it, place);
  const together = it.n.depth.reduce((all, depth, at) => // of the beam and of those drafted with it
      all + (it.n.role[at] === "draft" && depth === it.n.depth[up] ? of(at) : 0), 0), own = of(up) / together;
  const found = sums.find((sum) => Math.abs(sum - own) < 1e-3 || sums.every((other) => Math.abs(other - sum) < 1e-4));
  return found ?? null;
}

/**
 * The beams with the guesses of a step.
 * @param {Model} model @param {It} it @param {number} phase
 */
export function guesses(model, it, phase) {
  const { now, layer } = it.steps[phase], { voice } = model, plain = voice === "plain", forest = !!it.shares;
  const say = (/** @type {number} */ value) => probability(voice, value, short);
  const rows = now.map((place) => {
    const path = pathTo(model, it, place), parts = path.map((at) => model.get(it, "q", at) ?? 0);
    const share = it.n.shares?.[place]?.[0]?.[1] ?? 0;
    const beam = forest && (layer ?? 1) > 1 ? beamShare(model, it, place, layer ?? 1, share) : null;
    const written = !forest ? parts.length < 2 || parts.length > 4 ? [] : parts.map(say)
      : beam ? factors(voice, beam, share / beam, share) : [];
    return { place, words: path.map((at) => model.wordAt(it, at)),
      value: forest ? share : parts.reduce((all, part) => all * part, 1), work: written.join(plain ? " × " : " · ") };
  }).sort((a, b) => b.value - a.value);
  const title = forest ? (plain ? `Guesses of layer ${layer} with their shares` : `q_beam of the drafts in layer ${layer}`)
    : plain ? "Beams so far with their joint probability" : "∏ q of the beams so far";
  const times = (/** @type {number} */ place) => ((model.get(it, "count", place) ?? 1) > 1
    ? ` ×${model.get(it, "count", place)}` : "");
  return h("section", { "data-testid": "inspector-guesses" }, h("h2", {}, title),
    h("table", { class: "st-table st-tight st-ends", "aria-label": title }, h("tbody", {}, ...rows.slice(0, ROWS)
      .map(({ place, words, value, work }) => h("tr", {}, ...cells([glyphIcon("pending"), " ",
        words.length > 1 && forest ? h("span", { class: "st-quiet" }, `${tail(words.slice(0, -1).join(model.joiner()), LONG)} › `) : null,
        h("b", {}, forest ? clip(words.at(-1) ?? "", 12) : tail(words.join(model.joiner()), LONG)), times(place),
        h("small", {}, work)],
      h("span", { class: "st-sure" }, h("span", {}, say(value)), gauge(value, null, rows[0].value, "q"))))))),
    rows.length > ROWS ? h("p", { class: "st-quiet" }, `${plural(rows.length - ROWS, "beam")} not shown`) : null);
}
