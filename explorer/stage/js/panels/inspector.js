// The inspector: one node, the decision about it and its reason. It shows nothing from later steps.

import { h, put } from "../dom.js";
import { clip, num, percent, plural, tail, visible } from "../format.js";
import { widthPanel } from "./layer.js";
import { axis, shortAxis } from "./axis.js";
import { calculation, originOfRow, ratioBefore, rowAt, sumAt, usedSum, wholeOf,
  wholeSays, wholeSum,
} from "./calculation.js";
import { beamTree } from "./beamtree.js";
import { draftsBeams, draws, guesses } from "./guesses.js";
import { counter, jointBars, jointOf, overlapSums, scored, shareLeft, strip } from "./joint.js";
import { beamNames, laws, overlap } from "./laws.js";
import { accepted, nextAccepted } from "../controls/jumps.js";
import { glyphIcon, groupOf, labelOf, phaseOf, stateOf, strongest } from "../marks.js";
import { keep, recall } from "../memory.js";
import { flip, whatIf } from "./whatif.js";
import { early, judged, originPanel, thresholdOf } from "./judged.js";
import { judgedIn } from "../model.js";
import { bar, beams, doubts, level, payoff, places, prefixes, priceSum, skipped, tries, written,
} from "./specials.js";
import { twins, twinsOf } from "./twins.js";

/** @import { Fate, It, Model } from "../model.js" */
/** @import { Part, PartName } from "./parts.js" */
/** @import { Panel, Step, Verdict } from "../types.d.ts" */
/** @import { Ask } from "./whatif.js" */
/** The text of the panel while no node is selected. */
const hint = () => (matchMedia("(pointer: coarse)").matches ? "Tap a node to see why it was accepted or rejected."
  : "Point at a node, or press Tab to reach it, to see why it was accepted or rejected.");
const FIRST = new Set(["tries", "bar", "doubts", "prefixes", "judged", "written"]); // pictures of the decision itself

const WHOLE = new Set(["prefix", "verify", "unused"]); // steps at which the tests of a whole draft come first
const WROTE = new Set(["residual", "bonus", "drawn", "greedy"]); // steps at which they are folded
const ADDED = new Set(["residual", "bonus"]); // states whose names do not say that the target wrote the token
const PICTURES = ":scope > :not(.st-tiers) :is(figure, table, .st-axis), :scope > :is(figure, .st-overlap, .st-twins)";
const COUNTED = new Set(["draft", "merge", "unmerge", "commit"]); // phases with the counts of a draft graph
const TESTED = new Set(["passes", "fails"]); // states of a prefix

/** Whether the tests of a list of candidates include a node. @param {It} it @param {number} place */
const isTried = (it, place) => it.panels.some(({ kind, nodes }) => kind === "tries" && nodes?.includes(place));

export class Inspector {
  root = h("aside", { class: "st-inspector", "data-testid": "inspector", "aria-label": "Inspector" });
  decision = h("div", { class: "st-decision", "data-testid": "decision", role: "group", "aria-label": "Calculation" });
  apart = false; // whether the calculation of the step is shown outside of the panel, in `decision`
  part = /** @type {PartName | "whole" | null} */ (null); // the part of the step that is shown; null in a lesson

  /**
   * @param {Model} model @param {(text: string) => (Node | string)[]} explained marks the terms of a text
   * @param {Ask | null} ask replays the round with a change; null without an app
   * @param {(place: number, state: string | null) => void} suppose shows a node in another state; null: as recorded
   * @param {(place: number) => void} go selects another node
   * @param {(it: number) => void} visit shows another round
   */
  constructor(model, explained, ask, suppose, go, visit) {
    this.model = model; this.explained = explained; this.ask = ask; this.suppose = suppose; this.go = go;
    this.visit = visit;
  }

  /**
   * Shows a node in three parts: the reason, the numbers and all details. The calculation of the step is outside of
   * them if there is room for it below the picture.
   * @param {It} it @param {number} place −1: no node @param {number} phase
   * @param {number} subject the node that the step is about; −1 for a step about a layer or the whole round
   * @param {Part | null} part what a part of the step shows; null if it shows what the step shows
   */
  show(it, place, phase, subject = place, part = null) {
    if (part && place === subject) return this.showPart(it, place, phase, part);
    const step = it.steps[phase], outside = this.apart && place === subject;
    if (this.apart && !(outside && place >= 0)) put(this.decision, ...this.calculated(it, subject, phase).parts);
    this.root.removeAttribute("data-moved");
    this.suppose(-1, null);
    if (place < 0 || it.born[place] > phase) return put(this.root,
      ...(step.phase === "commit" ? [this.written(it, phase), beamTree(this.model, it.i),
        this.others(it)]
      : step.phase === "layer" ? [] : [counter(this.model, it, step.layer, phase)]),
      this.layers(it, -1, step.layer, phase, true) ?? h("p", { class: "st-quiet" }, hint()),
      this.tiers(this.tier("all", "All details", () => [this.layers(it, -1, step.layer, phase, false)], true)));
    const starts = step.phase === "input" && it.n.role[place] === "input";
    const { fate, shown, verdict, state } = this.decided(it, place, phase);
    const layer = verdict?.layer ?? step.layer, own = this.layers(it, place, layer, phase, true);
    const whole = WHOLE.has(step.phase) && judgedIn(it) !== undefined;
    const tried = verdict !== null && isTried(it, place), { parts, change } = this.calculated(it, place, phase);
    if (outside) put(this.decision, ...parts);
    const tested = this.part === "test" && place === subject;
    const bars = () => [overlap(this.model, this.explained, it, place, verdict, phase, outside, tested),
      jointBars(this.model, it, place, verdict, tested, this.part !== null)];
    const together = this.part !== null && place === subject ? this.aboutAll(it, phase) : null;
    const why = starts && it.n.parent[place] < 0 ? [] // the node before all text has no history
      : together !== null ? [together]
      : [this.head(it, place, state),
        this.found(it, phase) ?? this.reason(it, place, fate, verdict, phase),
        ...(outside ? [] : parts),
        ...(tried ? [own] : []), ...(whole ? [] : bars()),
        this.part && verdict?.state === "residual" && it.lay.kind === "chain"
          ? wholeSays(this.model, wholeOf(this.model, it, place, verdict, phase)) : null,
        twins(this.model, this.explained, it, place, phase, this.go)];
    put(this.root, ...(starts ? [beamTree(this.model, it.i - 1), this.round()]
      : step.phase === "layer" ? [] : [counter(this.model, it, layer, phase)]),
    ...(step.phase === "layer" ? [own, ...why] : tried ? why : [...why, own]),
    this.tiers(starts ? null : change, this.tier("numbers", "Numbers", () =>
      [...(whole ? bars() : []), this.pathLine(it, place), this.tiles(it, place, verdict, phase),
        this.shares(it, verdict), laws(this.model, it, place, verdict, phase)], starts),
    this.tier("all", "All details", () => [this.whereLine(it, place, fate), this.copies(it, place, shown, phase),
      this.layers(it, place, layer, phase, false), this.moreDrafts()], starts)));
    this.fit();
    if (!starts && !this.root.querySelector(PICTURES)) this.root.lastElementChild?.before(this.rule(step));
  }

  /**
   * Shows a part of a step, with the node that the step is about if there is one.
   * @param {It} it @param {number} place @param {number} phase @param {Part} part
   */
  showPart(it, place, phase, { title, sums, panel, alone }) {
    const { layer } = it.steps[phase], seen = early(this.part) ? phase - 1 : phase;
    this.root.removeAttribute("data-moved");
    this.suppose(-1, null);
    if (this.apart) put(this.decision, ...sums);
    put(this.root, ...(place < 0 || alone ? [] : [counter(this.model, it, layer, phase),
      this.head(it, place, this.decided(it, place, seen).state)]), ...(this.apart ? [] : sums),
    title && h("h2", { class: "st-part" }, title), ...panel);
  }

  /**
   * The content of a step that is not about a single node, for methods with beams; null for other steps.
   * @param {It} it @param {number} phase
   */
  aboutAll(it, phase) {
    const { phase: name } = it.steps[phase], has = (/** @type {Panel["kind"]} */ kind) =>
      it.panels.some((panel) => panel.kind === kind);
    if (draftsBeams(it, phase)) return guesses(this.model, it, phase);
    if (name === "target" && (it.shares || has("prefixes"))) return scored(this.model, it, phase);
    return (name === "verify" && has("prefixes")) || (name === "select" && has("beams")) ? "" : null;
  }

  /**
   * What is decided about a node at a step: its state, and the decision about it, which is that of the step itself if
   * the step has one.
   * @param {It} it @param {number} place @param {number} phase
   */
  decided(it, place, phase) {
    const fate = this.model.fate(it, place, phase);
    const here = it.steps[phase].verdicts.find((v) => it.verdicts[v].place === place); // before earlier decisions
    const shown = here ?? fate.verdict;
    return { fate, shown, verdict: shown === null ? null : it.verdicts[shown],
      state: here === undefined ? fate.state : it.verdicts[here].state };
  }

  /** The sentence about such a step of every round, for a panel without a picture. @param {Step} step */
  rule({ phase }) {
    const name = groupOf(phaseOf(phase).group), line = this.model.header.round?.find(({ label }) => label === name);
    return line ? h("section", { class: "st-round", "data-testid": "inspector-rule" },
      h("h2", {}, `“${name}” in every round`), h("p", {}, ...this.explained(line[this.model.voice]))) : "";
  }

  /**
   * The result of the round: the tokens added to the text, or the beams that continue, each token with its mark.
   * @param {It} it @param {number} phase
   */
  written(it, phase) {
    const several = it.beams.length > 1;
    /** @param {number} node */
    const grown = (node) => {
      const line = /** @type {number[]} */ ([]);
      let at = it.place.get(node) ?? -1;
      for (; at >= 0 && it.n.role[at] !== "input"; at = this.model.up(it, at)) line.push(at);
      return line.reverse();
    };
    const fate = (/** @type {number} */ place) => this.model.fate(it, place, phase);
    /** @param {number} place */
    const token = (place) => [glyphIcon(fate(place).state), h("b", {}, this.model.wordAt(it, place)), " "];
    const rows = this.model.beamsOf(it).flatMap(({ beam, slots }) => {
      const line = grown(beam.node), start = line.length ? it.n.parent[line[0]] : beam.node;
      if (!several) return line.map((place) => h("li", {}, ...token(place), this.model.called(fate(place)),
        this.model.voice === "plain" && ADDED.has(fate(place).state) ? ", written by the target" : null));
      const before = clip(this.model.path(it, start).map((made) => this.model.word(made.token)).at(-1) ?? "start", 9);
      return [h("li", {}, h("span", { class: "st-quiet" }, `${before} › `),
        ...(line.length ? line.flatMap(token) : ["finished "]), slots.length > 1 ? `×${slots.length} ` : "",
        beam.best ? h("span", { class: "st-quiet" }, "likeliest") : null)];
    });
    return rows.length ? h("section", { class: "st-written", "data-testid": "inspector-written" },
      h("h2", {}, several ? "Beams that continue" : "Added to the text"), h("ul", {}, ...rows)) : null;
  }

  /**
   * A button that shows a round in which all guesses are accepted, for a reader who has not seen one yet.
   * @param {It} it
   */
  others(it) {
    const earlier = this.model.its.slice(0, it.i + 1), next = it.lay.kind === "chain" && !earlier.some(accepted)
      ? nextAccepted(this.model, it.i) : "";
    return typeof next === "string" ? null : h("button", { type: "button", class: "st-btn st-wide st-see",
      "data-testid": "see-accepted", onclick: () => this.visit(next.it) },
    `See round ${next.it + 1}: all guesses accepted`);
  }

  /** The slider for the draft length of this round, for methods with γ. */
  moreDrafts() {
    const { gamma } = this.model.header.deciding;
    if (!this.ask || typeof gamma !== "number") return null;
    const say = (/** @type {number} */ value) =>
      `With draft length ${value}, the draft guesses up to ${plural(value, this.model.unit())} ahead in this round.`;
    const moved = { key: "gamma", label: "draft length (γ)", value: gamma, most: 16, step: 1, say, draw: () => {} };
    return whatIf(this.model.voice, moved, {}, this.ask);
  }

  /** How a round of this method works, group by group, with the marks that appear in each. */
  round() {
    const { round: lines = [] } = this.model.header;
    const labels = [...new Set(lines.map(({ label }) => label))];
    const groups = labels.map((name) => /** @type {const} */ ([name, lines.filter(({ label }) => label === name)]));
    return lines.length ? h("section", { class: "st-round", "data-testid": "inspector-round", "data-size": "large" },
      h("h2", {}, "How a round works"),
      h("dl", {}, ...groups.flatMap(([label, parts]) => [
        h("dt", {}, label, ...parts.flatMap(({ marks }) => marks).map((state) => this.mark(state))),
        ...parts.map((line) => h("dd", {}, ...this.explained(line[this.model.voice])))]))) : null;
  }
  /** Sets “How a round works” as large as its panel allows. */
  fit() {
    const round = /** @type {HTMLElement | null} */ (this.root.querySelector(".st-round[data-size]"));
    const panel = this.root.parentElement;
    if (!round || !panel) return;
    for (const size of ["large", "medium", "small"]) {
      round.dataset.size = size;
      if (panel.scrollHeight <= panel.clientHeight) return;
    }
  }
  /** The mark of a state with its label. @param {string} state */
  mark(state) {
    return h("span", { class: "st-legend-k", "data-kind": state, title: stateOf(state).help },
      glyphIcon(state), labelOf(state, this.model.voice));
  }

  /**
   * A part that opens on demand and stays open for other nodes. Its content is made when it opens; with `maybe` at
   * once, so that an empty part can be left out.
   * @param {string} name @param {string} label @param {() => (HTMLElement | null)[]} make @param {boolean} maybe
   */
  tier(name, label, make, maybe) {
    const open = recall(`tier-${name}`) === "1", inside = h("div", { class: "st-tier" });
    const fillIn = () => { if (!inside.firstChild) put(inside, ...make()); };
    if (open || maybe) fillIn();
    if (maybe && !inside.firstChild) return null;
    const box = h("details", { open, "data-testid": `inspector-${name}`, ontoggle: () => {
      if (box.open) fillIn();
      if (box.open !== (recall(`tier-${name}`) === "1")) keep(`tier-${name}`, box.open ? "1" : "");
    } }, h("summary", {}, label), inside);
    return box;
  }

  /** The parts that open on demand, side by side while they are closed. @param {(HTMLElement | null)[]} parts */
  tiers(...parts) { return parts.some((part) => part) ? h("div", { class: "st-tiers" }, ...parts) : null; }

  /** The token with its mark and state. @param {It} it @param {number} place @param {string} state */
  head(it, place, state) {
    return h("div", { class: "st-head", "data-state": state },
      h("div", { class: "st-token" }, glyphIcon(state), this.beamBefore(it, place),
        h("b", {}, this.model.wordAt(it, place)),
        h("span", { class: "st-tag" }, labelOf(state, this.model.voice))));
  }
  /** Of a candidate in a layer of beams, what this round added to its beam. @param {It} it @param {number} place */
  beamBefore(it, place) {
    const up = this.model.up(it, place);
    const beam = this.model.gram(it, up, Infinity).filter((at) => it.n.role[at] !== "input").reverse();
    return (it.shares || it.panels.some(({ kind }) => kind === "prefixes")) && beam.length
      ? h("small", {}, `${tail(beam.map((at) => this.model.word(it.n.token[at])).join(this.model.joiner()), 22)} › `) : null;
  }
  /** The position of a node in the tree. @param {It} it @param {number} place @param {Fate} fate */
  whereLine(it, place, fate) {
    if (it.n.parent[place] < 0) return null; // the node before all text
    const merge = this.model.get(it, "merge", place), above = this.aboveAll(it, place);
    const more = [`node ${it.n.id[place]}`, `depth ${it.n.depth[place]}`, it.n.about?.[place],
      above && `under input beam “${above}”`, merge !== null && fate.state === "merged" && `merged with node ${merge}`];
    return h("p", { class: "st-quiet" }, more.filter(Boolean).join(" · "));
  }

  /** The text from the prompt to a node. @param {It} it @param {number} place */
  pathLine(it, place) {
    const path = this.model.path(it, it.n.id[place]), shown = path.slice(-24), cut = path.length - shown.length;
    if (!path.length) return null;
    const before = cut ? `(${plural(cut, this.model.unit())} before) … ` : "prompt → ";
    return h("p", { class: "st-path", "data-testid": "inspector-path" }, h("span", { class: "st-quiet" }, before),
      ...shown.flatMap(({ token }, k) => [
        h(k === shown.length - 1 ? "mark" : "span", {}, visible(this.model.text(token)).replace(/␣/g, " ")),
        this.model.joiner()]));
  }

  /**
   * The numbers of a decision, or of a node without one. In the plain voice probabilities are in percent; ratios, whose
   * names contain a “/”, stay decimal.
   * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
   */
  tiles(it, place, verdict, phase) {
    const q = this.model.drafted(it, place, phase), p = phase < it.seen ? null
      : it.n.shares?.[place]?.length ? this.model.wanted(it, place, phase) : this.model.get(it, "p", place);
    const own = it.heads.map(([name, exact, plain], k) =>
      /** @type {Verdict["tiles"][number]} */ ([name, (k ? p : q) ?? "", exact, plain]));
    const shown = verdict?.tiles.length ? verdict.tiles : own.filter(([, value]) => value !== "");
    if (!shown.length) return null;
    const simple = this.model.voice === "plain";
    const number = (/** @type {string} */ name, /** @type {number} */ value) =>
      (simple && !name.includes("/") ? percent(value) : num(value, 3));
    return h("dl", { class: "st-tiles" }, ...shown.map(([name, value, exact, plain]) => h("div",
      { "data-of": name.replace("_beam", "") },
      h("dt", {}, ...this.explained(simple ? plain : name), simple ? null : h("small", {}, ` ${exact}`)),
      h("dd", {}, typeof value === "string" ? value : number(name, value)))));
  }
  /**
   * Says what a share of all beams is, where numbers are such shares.
   * @param {It} it @param {Verdict | null} verdict
   */
  shares(it, verdict) {
    const shares = verdict?.shares ?? it.shares;
    return shares ? h("p", { class: "st-quiet", "data-testid": "inspector-shares" }, shares[this.model.voice]) : null;
  }

  /**
   * The calculation of a step: where the numbers of the test come from, its threshold, and the random number on its
   * scale; or how a random number sampled the target's token. `change` lets a reader move the random number.
   * @param {It} it @param {number} place −1: the step is about a layer @param {number} phase
   */
  calculated(it, place, phase) {
    const { layer } = it.steps[phase], { model } = this;
    if (place < 0) return { parts: !this.apart || this.part === "width" ? []
      : overlapSums(model, it, layer, phase), change: null };
    const sampled = draws(model, it, phase, this.apart ? "line" : "panel");
    if (sampled) return { parts: [sampled], change: null };
    const { verdict, shown } = this.decided(it, place, phase);
    const [scale, change] = this.scale(it, place, phase, verdict, shown), row = rowAt(it, place, phase);
    const chain = it.lay.kind === "chain"; // the threshold of a prefix comes after its ratio
    const origin = this.apart && chain ? originOfRow(it, place, phase) : undefined;
    const from = origin && calculation(origin.work[model.voice], "origin-sum");
    const test = sumAt(model, it, place, verdict, phase);
    const price = priceSum(model, it, phase);
    /** @param {(HTMLElement | null | undefined)[]} sums */
    const drawnBeside = (...sums) => [...sums, scale, strip(model, it, verdict,
      !this.apart ? "panel" : sums.some((sum) => sum) ? "beside" : "line")];
    if (price) return { parts: price, change };
    if (this.part && !chain) // earlier rejections were shown with what they leave
      return { parts: drawnBeside(row ? ratioBefore(model, it, place, phase) : null, test), change };
    if (this.part && verdict?.state === "residual") // what it was sampled from was shown before
      return { parts: drawnBeside(wholeSum(model, wholeOf(model, it, place, verdict, phase))
        ?? (this.part === "sampled" ? null : test)), change };
    const left = row ? null : shareLeft(model, it, verdict, phase) ?? usedSum(model, it, verdict, phase);
    return { parts: drawnBeside(left, test, from), change };
  }

  /**
   * The random number u and its threshold on one axis: u is accepted below the threshold and rejected from it on.
   * There is no axis if no random number could accept the token; the reason says why. The second part lets a reader
   * change u.
   * @param {It} it @param {number} place @param {number} phase
   * @param {Verdict | null} verdict @param {number | null} number its index among the verdicts
   * @returns {[HTMLElement | null, HTMLElement | null]}
   */
  scale(it, place, phase, verdict, number) {
    const row = rowAt(it, place, phase);
    if (!verdict && row && "cut" in row && row.u !== null && row.cut > 0 && row.cut <= 1)
      return [h("div", { "data-testid": "inspector-axis" }, shortAxis(this.model.voice, row.cut, row.u)), null];
    if (!verdict?.a || verdict.a > 1) return [null, null];
    const { a, u } = verdict, look = { "data-testid": "inspector-axis", "data-part": "scale" };
    const summed = this.part && this.apart && row?.work && a < 1; // its calculation stands beside the axis
    const told = !row || !("cut" in row) ? "" : summed ? null : thresholdOf(it, row);
    const draws = this.apart || jointOf(it, verdict).p || row || isTried(it, place) ? shortAxis : axis;
    const box = h("div", look, draws(this.model.voice, a, u, told));
    if (!this.ask || u === undefined || number === null) return [box, null];
    const outcome = (/** @type {number} */ value) => (value < a ? "accepted" : "rejected");
    const others = this.model.decided(it, place, phase).filter((v) => v !== number).map((v) => it.verdicts[v].state);
    const word = this.model.word(it.n.token[place]);
    const draw = (/** @type {number} */ value) => {
      put(box, draws(this.model.voice, a, value, told));
      this.suppose(place, value === u ? null : strongest([outcome(value), ...others])); // duplicates share one mark
    };
    const moved = { key: "u", label: "random number (u)", value: u, most: 0.99, draw,
      say: (/** @type {number} */ value) => `With random number ${num(value)}, “${word}” would be ${outcome(value)}.` };
    const other = a < 1 ? [flip(number, this.ask)] : [];
    return [box, whatIf(this.model.voice, moved, { verdict: number }, this.ask, ...other)];
  }

  /**
   * The reason of a decision. Without a decision: the meaning of the node's state, or the test of the prefix that
   * ends here. It is hidden where the sentence below the picture says the same.
   * @param {It} it @param {number} place @param {Fate} fate @param {Verdict | null} verdict @param {number} phase
   */
  reason(it, place, fate, verdict, phase) {
    const { help } = stateOf(fate.state), tested = TESTED.has(fate.state);
    const meaning = tested ? it.steps[fate.step][this.model.voice] : help;
    const copied = fate.state === "pending" && twinsOf(it, place, phase) !== undefined; // its own panel says what it is
    const missing = it.n.role[place] === "target" ? this.model.missing(it, it.n.token[place]) : null;
    const why = verdict ? verdict[this.model.voice] : meaning;
    const tests = judgedIn(it)?.ratios && rowAt(it, place, phase); // the sentence of the step is about the whole path
    const said = !missing && (copied || tests !== undefined || it.steps[phase][this.model.voice].startsWith(why));
    return h("p", { class: "st-reason", "data-testid": "inspector-reason", hidden: said }, ...this.explained(why),
      missing ? h("span", { "data-testid": "inspector-lacks" }, ` ${missing.reason[this.model.voice]}`) : null);
  }

  /**
   * All decisions about a node that was drafted several times.
   * @param {It} it @param {number} place @param {number | null} now @param {number} phase
   */
  copies(it, place, now, phase) {
    const seen = this.model.decided(it, place, phase);
    if (seen.length < 2) return null;
    return h("details", { class: "st-more" }, h("summary", {}, `All ${seen.length} decisions about this node`),
      h("ol", {}, ...seen.map((v) => {
        const { state, slot, [this.model.voice]: why } = it.verdicts[v],
          where = slot === undefined ? "" : `, beam ${slot}`;
        return h("li", { class: v === now ? "now" : "" }, glyphIcon(state),
          `${labelOf(state, this.model.voice)}${where}: ${why}`);
      })));
  }

  /**
   * The earlier occurrences of the end of the text, at the step that drafts from them.
   * @param {It} it @param {number} phase
   */
  found(it, phase) {
    const same = this.model.voice === "plain" ? "The same text before" : "Occurrences of the pattern";
    return it.found && it.steps[phase].phase === "draft" ? places(it.found, same) : null;
  }

  /** The input beam that a node grew from, if there are several. @param {It} it @param {number} place */
  aboveAll(it, place) {
    const roots = it.n.id.filter((_, k) => it.n.role[k] === "input");
    let at = place;
    for (let up = at; up >= 0; up = this.model.up(it, up)) at = up;
    return roots.length > 1 && at !== place ? beamNames(this.model, it, roots).get(it.n.id[at]) : null;
  }

  /**
   * The panels of a node, its layer and the iteration: those about the current decision, or all others.
   * @param {It} it @param {number} place @param {number | null} layer @param {number} phase @param {boolean} deciding
   */
  layers(it, place, layer, phase, deciding) {
    const ready = it.panels.filter((panel) => phase >= panel.known), asking = it.steps[phase].phase === "layer";
    const now = it.steps[phase].phase, summing = COUNTED.has(now), choosing = now === "select";
    const here = ready.filter((panel) => panel.layer && (panel.nodes ? panel.nodes.includes(place)
      : panel.layer === layer));
    const shown = [...ready.filter((panel) => panel.kind === "doubts"), ...here,
      ...ready.filter((panel) => !panel.layer && panel.kind !== "doubts")];
    const first = (/** @type {Panel} */ panel) => FIRST.has(panel.kind) || (panel.kind === "width" && asking)
      || (panel.kind === "level" && (now === "draft" || (!panel.layer && now === "select")))
      || (panel.kind === "payoff" && summing) || (panel.kind === "beams" && choosing);
    const boxes = shown.filter((panel) => first(panel) === deciding)
      .map((panel) => this.panelBox(it, panel, place, phase)).filter((box) => box !== null);
    return boxes.length ? h("div", { class: "st-layer", "data-testid": "inspector-layer" }, ...boxes) : null;
  }

  /** A panel with its words in the current voice. @param {Panel} panel */
  inVoice(panel) {
    return /** @type {Panel} */ (this.model.voice === "plain" ? { ...panel, ...panel.plain } : panel);
  }
  /** One panel in the current voice. @param {It} it @param {Panel} given @param {number} place @param {number} phase */
  panelBox(it, given, place, phase) {
    const panel = this.inVoice(given);
    const rows = [...panel.facts, ...(phase >= panel.told ? panel.outcome : [])];
    const facts = rows.length ? [h("dl", { class: "st-facts" },
      ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))))] : [];
    const section = (/** @type {HTMLElement | null} */ picture) => h("section", {}, h("h2", {}, panel.title), picture,
      ...facts);
    const folded = (/** @type {HTMLElement | null} */ picture, open = false) => (rows.length || picture
      ? h("details", { open }, h("summary", {}, panel.title), picture, ...facts) : null);
    const now = it.steps[phase].phase;
    switch (panel.kind) {
      case "width": { // at its own step, the sentence below the picture has the reason
        const shown = it.steps[phase].phase === "layer" ? { ...panel, why: "" } : panel;
        const outside = this.apart && it.steps[phase].phase === "layer";
        const sums = this.part === "width" ? null : outside ? [] : overlapSums(this.model, it, panel.layer, phase);
        return widthPanel(this.model.voice, shown, phase, facts, this.ask, sums);
      }
      case "tries": {
        const tests = tries(this.model, it, panel, phase);
        return tests && section(tests);
      }
      case "bar": return section(bar(this.model, it, panel, phase, place));
      case "level": return section(level(this.model, it, panel, phase, place));
      case "skipped": return section(skipped(panel));
      case "payoff": return section(payoff(panel, phase));
      case "prefixes": {
        const picture = prefixes(this.model, it, panel, phase, this.ask);
        const open = this.part === null || (!WROTE.has(now) && now !== "commit");
        if (this.part === null || !facts.length || !picture) return folded(picture, open);
        return h("details", { open }, h("summary", {}, panel.title), picture,
          h("details", {}, h("summary", {}, "Settings and bounds"), ...facts)); // beside the picture they have no room
      }
      case "written": return folded(written(this.model, it, panel, phase), true);
      case "judged": {
        const origin = originPanel(this.model, it, panel, phase, place, this.apart);
        const open = !WROTE.has(now) && !(this.apart && origin);
        const box = folded(judged(this.model, it, panel, phase, place), open);
        return origin && box ? h("div", {}, ...this.apart ? [origin, box] : [box, origin]) : box;
      }
      case "doubts": return doubts(this.model, it, panel, phase);
      case "beams": return h("section", {}, h("h2", {}, panel.title), beams(this.model, it, panel, phase));
      case "plain": return panel.layer ? section(null) : folded(panel.caption
        ? h("p", { class: "st-quiet" }, panel.caption) : null);
    }
  }
  /** Takes the focus from the panel before its content is replaced, which saves the browser a layout. */
  leave() {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && this.root.contains(focused)) focused.blur();
  }
}
