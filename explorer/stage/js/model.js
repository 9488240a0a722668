// The trace in the browser's memory, with functions for the state of the run at a step. Draws nothing.

import { coded, pieces, visible } from "./format.js";
import { labelOf } from "./marks.js";

/** @import { Header, Message, Packed, Summary } from "./types.d.ts" */
/**
 * The state of a node from `step` on; `verdict` is the index of the decision behind it.
 * @typedef {{ step: number, state: string, verdict: number | null, second: string, times: string, told: string,
 *   plain: string }} Fate
 * A node on the path of an active beam or of the text; `it` is the iteration that added it.
 * @typedef {{ node: number, parent: number, token: number, it: number, origin: string | null, step: number }} Made
 * An iteration with indices. A *place* is an index into its node columns: `place` maps node ids to places; `fates`,
 * `children` and `judged` (verdicts) are lists by place, and `deepest` is the last layer decided by each step.
 * `scored`: whether the target's probability of every draft is recorded; if not, it is shown only where a test used it,
 * because a gap would tell which drafts are not tested.
 * @typedef {Packed & { size: number, place: Map<number, number>, fates: Fate[][], children: number[][],
 *   judged: number[][], stepOf: number[], deepest: number[], onPath: boolean[], replicas: number, scored: boolean }} It
 * @typedef {"q" | "p" | "count" | "sure" | "merge" | "origin"} Column
 */

/** Methods whose guesses come from no draft model. @type {Record<string, string>} */
const DRAFTERS = { medusa: "Heads", lookup: "Lookup", suffix: "Suffix tree" };
const ENDED = -2; // in a joint distribution: the finished beam itself

/**
 * The shares of all beams that a drafted node has at a step: [from step, q, p]; undefined where there are none.
 * @param {It} it @param {number} place @param {number} phase
 */
const shareAt = (it, place, phase) => it.n.shares?.[place]?.findLast(([from]) => from <= phase);

/** Builds the indices of an iteration. @param {Packed} packed @returns {It} */
function prepare(packed) {
  const { n } = packed, size = n.id.length, place = new Map(n.id.map((id, at) => [id, at]));
  const stepOf = new Array(packed.verdicts.length).fill(packed.steps.length - 1);
  packed.steps.forEach((step, k) => step.verdicts.forEach((v) => (stepOf[v] = k)));
  const judged = n.id.map(() => /** @type {number[]} */ ([])), children = n.id.map(() => /** @type {number[]} */ ([]));
  packed.verdicts.forEach((verdict, v) => judged[verdict.place].push(v));
  for (const list of judged) list.sort((a, b) => stepOf[a] - stepOf[b]);
  n.parent.forEach((id, at) => {
    const up = place.get(id);
    if (up !== undefined) children[up].push(at);
  });
  const onPath = new Array(size).fill(false);
  for (const at of packed.path) onPath[at] = true;
  const fates = n.fates.map((list) => list.map(([step, state, verdict, second, times, told, plain]) =>
    ({ step, state, verdict, second, times, told, plain })));
  const replicas = n.origin ? n.origin.filter((origin, at) => origin !== null && origin !== n.id[at]).length : 0;
  const scored = !packed.shares && n.role.every((role, at) => role !== "draft"
    || judged[at].some((v) => packed.verdicts[v].p !== undefined || packed.verdicts[v].state === "not_sent"));
  let reached = 0;
  const deepest = packed.steps.map(({ phase, verdicts, layer }) =>
    (reached = Math.max(reached, verdicts.length || phase === "layer" ? layer ?? 0 : 0)));
  return { ...packed, size, place, fates, children, judged, stepOf, deepest, onPath, replicas, scored };
}

/** The tests of a whole draft. @param {It} it */
export function judgedIn(it) {
  const panel = it.panels.find(({ kind }) => kind === "judged");
  return panel?.kind === "judged" ? panel : undefined;
}

/** One run, as far as it has been received. */
export class Model {
  name = "";
  header = /** @type {Header} */ ({ method: "", deciding: {}, rejection: "" });
  texts = /** @type {Record<string, string>} */ ({});
  its = /** @type {It[]} */ ([]);
  summary = /** @type {Summary | null} */ (null);
  incomplete = /** @type {string | null} */ (null);
  live = false;
  voice = /** @type {"plain" | "exact"} */ ("plain");
  lineage = /** @type {Map<number, Made>} */ (new Map()); // the nodes of all texts and beams so far, by id
  starts = [0]; // starts[k]: number of steps before iteration k
  columns = 0; // of the widest graph so far
  calculates = false; // whether decisions of this run compare a random number with a threshold

  /** Replaces the run. @param {Message} message */
  open(message) {
    const header = message.header || { method: "", deciding: {}, rejection: "" };
    Object.assign(this, { name: message.name || "", header, texts: {}, its: [], summary: null });
    this.lineage.clear();
    this.starts = [0];
    this.columns = 0;
    this.calculates = false;
    this.live = !!message.live;
    this.add(message);
  }

  /** Adds new iterations. Returns how many earlier ones are missing. @param {Message} message */
  add(message) {
    Object.assign(this.texts, message.texts || {});
    for (const packed of message.iterations || []) {
      if (packed.i < this.its.length) continue;
      if (packed.i > this.its.length) return packed.i - this.its.length;
      this.its.push(prepare(packed));
      this.columns = Math.max(this.columns, packed.lay.cols);
      this.calculates ||= packed.verdicts.some(({ a }) => a !== undefined)
        || packed.panels.some(({ kind }) => kind === "judged" || kind === "prefixes");
      this.starts.push(this.starts[packed.i] + packed.steps.length);
      for (const [node, parent, token, origin, step] of packed.made)
        this.lineage.set(node, { node, parent, token, it: packed.i, origin, step });
    }
    if (message.summary) this.summary = message.summary;
    if (message.incomplete !== undefined) this.incomplete = message.incomplete;
    return 0;
  }

  /** A value of a node, null if it has none. @param {It} it @param {Column} field @param {number} place */
  get(it, field, place) { return it.n[field]?.[place] ?? null; }
  /** Whether a node is a copy of another one (GSD, after unmerging). @param {It} it @param {number} place */
  copied(it, place) {
    const origin = this.get(it, "origin", place);
    return origin !== null && origin !== it.n.id[place];
  }
  /** The place of a node's parent, −1 above the first. @param {It} it @param {number} place */
  up(it, place) { return it.place.get(it.n.parent[place]) ?? -1; }
  /**
   * The places of the n-gram that ends at a node, last token first.
   * @param {It} it @param {number} place @param {number} n
   */
  gram(it, place, n) {
    const line = [];
    for (let at = place; at >= 0 && line.length < n; at = this.up(it, at)) line.push(at);
    return line;
  }

  /**
   * The draft's probability of a node at a step. In a forest, it is the node's share of the remaining beams.
   * @param {It} it @param {number} place @param {number} phase
   */
  drafted(it, place, phase) {
    const share = shareAt(it, place, phase);
    return share ? share[1] : this.get(it, "q", place);
  }
  /**
   * The target's probability of a node as far as it is known at a step, null before.
   * @param {It} it @param {number} place @param {number} phase
   */
  wanted(it, place, phase) {
    if (phase < it.seen || this.fate(it, place, phase).state === "not_sent") return null; // the target has not seen it
    const share = shareAt(it, place, phase);
    if (share) return share[2];
    const judged = it.scored ? it.judged[place] : this.decided(it, place, phase);
    for (const v of judged) if (it.verdicts[v].p !== undefined) return it.verdicts[v].p ?? null;
    return this.get(it, "p", place);
  }
  /**
   * The number of a draft among the candidates of its position, in the order of their tests; null for the only one.
   * @param {It} it @param {number} place
   */
  nth(it, place) {
    const up = this.up(it, place);
    if (up < 0 || it.n.role[place] !== "draft") return null;
    const drafts = it.children[up].filter((at) => it.n.role[at] === "draft");
    return drafts.length > 1 ? drafts.indexOf(place) + 1 : null;
  }

  /** Whether the models are toys, whose times mean nothing. */
  toy() { return String(this.header.pair || "").startsWith("toy:"); }
  /** The name of the model or method that drafts, for its block in the graph. */
  drafter() { return DRAFTERS[this.header.method] ?? "Draft"; }
  /** What q is called at a node, in the plain voice. */
  guessed() { return this.header.q_name ?? "draft"; }
  /**
   * Whether a guess has no probability of its own. It was copied, or handed over as text (SLEM), so q = 1.
   * @param {It} it @param {number} place
   */
  unweighed(it, place) {
    const copied = this.header.copies_text || it.panels.some(({ kind }) => kind === "written");
    return copied && it.n.role[place] === "draft" && this.get(it, "q", place) === 1;
  }

  /** The text of a token. @param {number} token */
  text(token) {
    if (token === ENDED) return "itself (finished)";
    return this.texts[token] ?? (token < 0 ? "start" : "#" + token);
  }
  /** The text of a token with visible white space, never empty. @param {number} token */
  word(token) { return visible(this.text(token)) || "∅"; }
  /** The word of a node; “start” for the node before all text. @param {It} it @param {number} place */
  wordAt(it, place) {
    return it.n.parent[place] < 0 && it.n.role[place] === "input" ? "start" : this.word(it.n.token[place]);
  }

  /** The state of a node at a step. @param {It} it @param {number} place @param {number} phase */
  fate(it, place, phase) { return it.fates[place].findLast((fate) => fate.step <= phase) || it.fates[place][0]; }
  /**
   * The words about a token that the draft's vocabulary lacks; null if it has it.
   * @param {It} it @param {number} token
   */
  missing(it, token) { return it.lacking?.includes(token) ? this.header.not_in_draft ?? null : null; }
  /** The verdicts about a node up to a step. @param {It} it @param {number} place @param {number} phase */
  decided(it, place, phase) { return it.judged[place].filter((v) => it.stepOf[v] <= phase); }
  /**
   * The number of nodes per mark. A merged node that is not tested counts as both.
   * @param {It} it @param {number} phase
   */
  marks(it, phase) {
    const counts = /** @type {Map<string, number>} */ (new Map());
    const count = (/** @type {string} */ state) => counts.set(state, (counts.get(state) ?? 0) + 1);
    for (const place of this.bornBy(it, phase)) {
      const { state } = this.fate(it, place, phase);
      count(state);
      const unused = this.decided(it, place, phase).some((v) => it.verdicts[v].state === "unused");
      if (state === "merged" && unused) count("unused");
    }
    return counts;
  }
  /**
   * The number of draws that were accepted, or rejected, by a step; a node may represent several draws. 0 for any other
   * state.
   * @param {It} it @param {string} state @param {number} phase
   */
  drawsOf(it, state, phase) {
    if (state !== "accepted" && state !== "rejected") return 0;
    return it.verdicts.filter((verdict, v) => verdict.state === state && it.stepOf[v] <= phase).length;
  }
  /**
   * The best example of a node that was sampled several times: one whose duplicates ended differently, or else the one
   * with the shortest description. An input beam only if there is no other.
   * @param {It} it @param {number} phase
   */
  drawnOften(it, phase) {
    const often = this.bornBy(it, phase).map((place) => this.fate(it, place, phase)).filter(({ times }) => times);
    const tells = (/** @type {Fate} */ { state, times, told }) => (state === "input" ? -Infinity
      : new Set(times).size > 1 && (!times.startsWith("×") || times.includes(" ")) ? times.length : -told.length);
    return often.sort((a, b) => tells(b) - tells(a))[0] ?? null;
  }
  /** The nodes that have appeared by a step. @param {It} it @param {number} phase */
  bornBy(it, phase) { return it.born.flatMap((step, place) => (step <= phase ? [place] : [])); }
  /** The label of a state in the current voice. @param {Fate} fate */
  called(fate) { return labelOf(fate.state, this.voice); }

  /**
   * The tokens from the prompt to a node, which may be a rejected node of `it`.
   * @param {It | null} it @param {number} id
   */
  path(it, id) {
    const path = /** @type {Made[]} */ ([]);
    let node = id;
    while (node > 0) {
      const place = it?.place.get(node), committed = this.lineage.get(node);
      if (it && place !== undefined && !(committed && it.n.role[place] === "input")) {
        path.push({ node, parent: it.n.parent[place], token: it.n.token[place], it: it.i, origin: null, step: 0 });
        node = it.n.parent[place];
      } else if (committed) {
        path.push(committed);
        node = committed.parent;
      } else break;
    }
    return path.reverse();
  }

  /** The number below a node in the current voice. @param {Fate} fate */
  second(fate) { return this.voice === "plain" ? fate.plain : fate.second; }
  /** The word for a token of this run. In the plain voice, a toy pair has words or letters. */
  unit() { return (this.voice === "plain" && this.header.unit) || "token"; }
  /** The [iteration, phase] of a step counted over the whole run. @param {number} place */
  at(place) {
    let it = 0;
    while (it + 1 < this.its.length && this.starts[it + 1] <= place) it++;
    return [it, place - this.starts[it]];
  }
  /** The separator of tokens: a space for toy pairs, whose tokens are words; otherwise nothing. */
  joiner() { return this.toy() ? " " : ""; }
  /**
   * The text of successive tokens, with split characters joined and invisible ones as code points.
   * @param {number[]} tokens
   */
  phrase(tokens) {
    return coded(pieces(tokens.map((token) => this.text(token))).map(({ text }) => text).join(this.joiner()));
  }
  /** The text that a round added to a beam up to a node. @param {It} it @param {number} place */
  grown(it, place) {
    return this.phrase(this.gram(it, place, Infinity).filter((at) => it.n.role[at] !== "input").reverse()
      .map((at) => it.n.token[at]));
  }
  /** The text that a round added. @param {number} it */
  added(it) { return this.phrase(this.its[it].made.map(([, , token]) => token)); }
  /** The tokens of the run's text in order; with several beams, those of the best beam at the end. @returns {Made[]} */
  written() {
    const last = this.its.at(-1), best = last?.beams.find((beam) => beam.best) ?? last?.beams[0];
    if (best && this.multi()) return this.path(null, best.node);
    return this.its.flatMap(({ made }) => made.flatMap(([node]) => this.lineage.get(node) ?? []));
  }
  /** The number of steps of the run. */
  total() { return this.starts[this.its.length]; }
  /** Whether any round ends with several beams. */
  multi() { return this.its.some((it) => it.beams.length > 1); }
  /** The active beams of an iteration, duplicates together: {beam, slots}. @param {It} it */
  beamsOf(it) {
    const groups = /** @type {Map<number, { beam: Packed["beams"][number], slots: number[] }>} */ (new Map());
    it.beams.forEach((beam, slot) => {
      const group = groups.get(beam.node);
      if (group) group.slots.push(slot);
      else groups.set(beam.node, { beam, slots: [slot] });
    });
    return [...groups.values()];
  }
}

const FAILED = new Set(["rejected", "fails"]);
/**
 * The states that nodes get at a step: those of its decisions or of the prefixes that it tests.
 * @param {It} it @param {number} k
 */
const statesAt = (it, k) => it.steps[k].now.flatMap((place) => it.fates[place].filter(({ step }) => step === k))
  .map(({ state }) => state);
/** Whether every decision of a step is a rejection or a prefix that fails. @param {It} it @param {number} k */
export function failedAt(it, k) {
  const states = statesAt(it, k);
  return states.length > 0 && states.every((state) => FAILED.has(state));
}
/** The state that a step decides; null if it decides several. @param {It} it @param {number} k */
export function decidedAt(it, k) {
  const own = it.steps[k].verdicts.map((v) => it.verdicts[v].state);
  const states = new Set(own.length ? own : statesAt(it, k)), [state] = states;
  return states.size === 1 ? state : null;
}
