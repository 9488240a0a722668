// The inspector. What one node is, what was decided about it, and why. Shows nothing from later phases.

import { h, put, s } from "./dom.js";
import { clip, num, short, tail, visible } from "./format.js";
import { widthPanel } from "./layer.js";
import { glyphIcon, labelOf, stateOf, strongest } from "./marks.js";
import { keep, recall } from "./memory.js";
import { flip, whatIf } from "./whatif.js";
import { bar, doubts, level, payoff, prefixes, skipped, tries } from "./specials.js";

/** @import { Fate, It, Model } from "./model.js" */
/** @import { Dist, Panel, Verdict } from "./types.d.ts" */
/** @import { Ask } from "./whatif.js" */
/** @typedef {"q" | "p" | "r"} Series */
/**
 * One token, or one token after one beam, with what each law gives it.
 * @typedef {{ token: number, beam: number | null, beams: number[], values: Partial<Record<Series, number>> }} Row
 */

const TOPS = 16, TOP_FEW = 5; // tokens of a law, and of the picture beside the reason
const SERIES = /** @type {Series[]} */ (["q", "p", "r"]);
const NAMES = { q: "q", p: "p", r: "residual" };
const LAWS = { plain: ["The next token, after its parent", "Shares of all beams"], // of one place, or of all beams
  exact: ["Next-token laws after its parent", "Joint laws of (beam, token): shares of all beams"] };
/** What the panel says before a node is chosen. */
const hint = () => (matchMedia("(pointer: coarse)").matches ? "Tap a node to see why it is what it is."
  : "Point at a node, or reach it with Tab, to see why it is what it is.");
const FIRST = new Set(["tries", "bar", "doubts", "prefixes"]); // pictures of the decision itself

const TESTED = new Set(["passes", "fails"]); // states of a prefix

export class Inspector {
  root = h("aside", { class: "st-inspector", "data-testid": "inspector", "aria-label": "Inspector" });

  /**
   * @param {Model} model @param {(text: string) => (Node | string)[]} explained marks the terms of a text
   * @param {Ask | null} ask runs the round again with something changed; null where nobody can
   * @param {(place: number, state: string | null) => void} suppose shows a node as it would be; null: as it is
   */
  constructor(model, explained, ask, suppose) {
    this.model = model; this.explained = explained; this.ask = ask; this.suppose = suppose;
  }

  /**
   * In three tiers: why, the numbers, everything.
   * @param {It} it @param {number} place −1: no node @param {number} phase
   */
  show(it, place, phase) {
    const step = it.steps[phase];
    this.root.removeAttribute("data-moved");
    this.suppose(-1, null);
    if (place < 0 || it.born[place] > phase) return put(this.root,
      step.phase === "commit" ? this.written(it, phase) : null,
      this.layers(it, -1, step.layer, phase, true),
      h("p", { class: "st-quiet" }, hint()),
      this.tier("all", "Everything", () => [this.layers(it, -1, step.layer, phase, false)], true));
    const fate = this.model.fate(it, place, phase);
    const starts = step.phase === "input" && it.n.role[place] === "input";
    const here = step.verdicts.find((v) => it.verdicts[v].place === place); // before what was decided earlier
    const shown = here ?? fate.verdict, verdict = shown === null ? null : it.verdicts[shown];
    const layer = verdict?.layer ?? step.layer, own = this.layers(it, place, layer, phase, true);
    const state = here === undefined ? fate.state : it.verdicts[here].state; // of copies: the one that is told
    const why = starts && it.n.parent[place] < 0 ? [] // before all text there is nothing to tell of it
      : [this.head(it, place, state), this.reason(it, place, fate, verdict), this.axis(it, phase, verdict, shown),
        this.overlap(it, place, verdict, phase)];
    put(this.root, starts ? this.round() : null, ...(step.phase === "layer" ? [own, ...why] : [...why, own]),
      this.tier("numbers", "The numbers", () =>
        [this.pathLine(it, place), this.tiles(it, place, verdict, phase), this.shares(verdict),
          this.laws(it, place, verdict, phase)], starts),
      this.tier("all", "Everything", () => [this.whereLine(it, place, fate), this.copies(it, place, shown, phase),
        this.layers(it, place, layer, phase, false), this.moreDrafts()], starts));
  }

  /**
   * What the round came to: the tokens that join the text, or the beams that go on, each token with its mark.
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
      if (!several) return line.map((place) => h("li", {}, ...token(place), this.model.called(fate(place))));
      const before = clip(this.model.path(it, start).map((one) => this.model.word(one.token)).at(-1) ?? "start", 9);
      return [h("li", {}, h("span", { class: "st-quiet" }, `${before} › `),
        ...(line.length ? line.flatMap(token) : ["has ended, and stays "]), slots.length > 1 ? `×${slots.length} ` : "",
        beam.best ? h("span", { class: "st-quiet" }, "the likeliest") : null)];
    });
    return rows.length ? h("section", { class: "st-written", "data-testid": "inspector-written" },
      h("h2", {}, several ? "The beams that go on" : "What joins the text"), h("ul", {}, ...rows)) : null;
  }

  /** Another γ in this round, where the method has one. */
  moreDrafts() {
    const { gamma } = this.model.header.deciding;
    if (!this.ask || typeof gamma !== "number") return null;
    const told = (/** @type {number} */ value) => `the draft guesses up to ${value} deep in this round`;
    const moved = { key: "gamma", label: "the depth γ", value: gamma, most: 16, step: 1, told, draw: () => {} };
    return whatIf(moved, {}, this.ask);
  }

  /** How a round of this method goes, group by group, with the marks to be seen there. */
  round() {
    const { round: told = [] } = this.model.header;
    return told.length ? h("section", { class: "st-round", "data-testid": "inspector-round" },
      h("h2", {}, "How a round goes"),
      h("dl", {}, ...told.flatMap((line) => [h("dt", {}, line.label, ...line.marks.map((state) => this.mark(state))),
        h("dd", {}, ...this.explained(line[this.model.voice]))]))) : null;
  }
  /** @param {string} state */
  mark(state) {
    return h("span", { class: "st-legend-k", "data-kind": state, title: stateOf(state).help },
      glyphIcon(state), labelOf(state, this.model.voice));
  }

  /**
   * What is told on demand, and stays open once it was opened; made only then, but where there may be nothing to tell.
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

  /** @param {It} it @param {number} place @param {string} state */
  head(it, place, state) {
    return h("div", { class: "st-head", "data-state": state },
      h("div", { class: "st-token" }, glyphIcon(state), h("b", {}, this.model.wordAt(it, place)),
        h("span", { class: "st-tag" }, labelOf(state, this.model.voice))));
  }
  /** @param {It} it @param {number} place @param {Fate} fate */
  whereLine(it, place, fate) {
    if (it.n.parent[place] < 0) return null; // before all text
    const merge = this.model.get(it, "merge", place), above = this.aboveAll(it, place);
    const more = [`node ${it.n.id[place]}`, `depth ${it.n.depth[place]}`, it.n.about?.[place],
      above && `below input beam “${above}”`, merge !== null && fate.state === "merged" && `merged into node ${merge}`];
    return h("p", { class: "st-quiet" }, more.filter(Boolean).join(" · "));
  }

  /**
   * Draft and target over each other: where both are, drafts are kept; where only the target is, it draws instead.
   * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
   */
  overlap(it, place, verdict, phase) {
    const chosen = this.lawsAt(it, place, verdict, phase);
    chosen.delete("r");
    const order = SERIES.filter((one) => chosen.has(one)), own = it.n.token[place];
    if (!order.length || [...chosen.values()].some((dist) => dist.beam || dist.raw)) return null;
    const ranked = this.rowsOf(chosen), top = Math.max(1e-12, ...ranked.map((row) => this.highest(row)));
    const rows = ranked.filter((row, k) => k < TOP_FEW || row.token === own);
    const names = [order.includes("q") && ["q", "draft q"], order.includes("p") && ["p", "target p"],
      order.length > 1 && ["both", verdict?.a === undefined ? "overlap" : "overlap: kept"]]
      .filter((one) => one !== false);
    const bar = (/** @type {string} */ of, /** @type {number} */ from, /** @type {number} */ to) => {
      const part = h("i", { "data-of": of });
      Object.assign(part.style, { left: `${(100 * from) / top}%`, width: `${(100 * (to - from)) / top}%` });
      return part;
    };
    return h("div", { class: "st-overlap", "data-testid": "inspector-overlap" },
      h("div", { class: "st-keys" }, ...names.map(([of, name]) =>
        h("span", { "data-of": of }, ...this.explained(name)))),
      ...rows.map(({ token, values: { p = 0, q = 0 } }) => h("div", { class: token === own ? "own" : "",
        title: `draft q ${num(q)}, target p ${num(p)}` },
      h("span", {}, clip(this.model.word(token), 12)), h("span", { class: "st-both" },
        bar("both", 0, Math.min(p, q)), p > q ? bar("p", q, p) : bar("q", p, q)))));
  }

  /** @param {It} it @param {number} place */
  pathLine(it, place) {
    const path = this.model.path(it, it.n.id[place]), shown = path.slice(-24), cut = path.length - shown.length;
    if (!path.length) return null;
    const before = cut ? `(${cut} tokens) … ` : "prompt → ";
    return h("p", { class: "st-path", "data-testid": "inspector-path" }, h("span", { class: "st-quiet" }, before),
      ...shown.flatMap(({ token }, k) => [
        h(k === shown.length - 1 ? "mark" : "span", {}, visible(this.model.text(token)).replace(/␣/g, " ")),
        this.model.joiner()]));
  }

  /** @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase */
  tiles(it, place, verdict, phase) {
    const q = this.model.get(it, "q", place), p = phase < it.seen ? null : this.model.get(it, "p", place);
    const plain = it.heads.map(([name, what], k) =>
      /** @type {[string, number | string | null, string]} */ ([name, k ? p : q, what]));
    const shown = verdict?.tiles.length ? verdict.tiles : plain.filter(([, value]) => value !== null);
    if (!shown.length) return null;
    return h("dl", { class: "st-tiles" }, ...shown.map(([name, value, what]) => h("div",
      { "data-of": name.replace("_beam", "") },
      h("dt", {}, ...this.explained(name), " ", h("small", {}, what)),
      h("dd", {}, typeof value === "string" ? value : num(value, 3)))));
  }
  /** @param {Verdict | null} verdict */
  shares(verdict) {
    return (verdict?.shares
      ? h("p", { class: "st-quiet", "data-testid": "inspector-shares" }, verdict.shares) : null);
  }

  /**
   * u and the threshold on one axis: left of the threshold a coin accepts, right of it rejects. Where no dice could
   * keep a draft there is no threshold to draw: the reason says why.
   * @param {It} it @param {number} phase
   * @param {Verdict | null} verdict @param {number | null} number its place among the verdicts
   */
  axis(it, phase, verdict, number) {
    if (!verdict?.a || verdict.a > 1) return null;
    const { a, u, place } = verdict, box = h("div", { "data-testid": "inspector-axis" }, this.axisAt(a, u));
    if (!this.ask || u === undefined || number === null) return box;
    const falls = (/** @type {number} */ value) => (value < a ? "accepted" : "rejected");
    const others = this.model.decided(it, place, phase).filter((v) => v !== number).map((v) => it.verdicts[v].state);
    const word = this.model.word(it.n.token[place]);
    const draw = (/** @type {number} */ value) => {
      put(box, this.axisAt(a, value));
      this.suppose(place, value === u ? null : strongest([falls(value), ...others])); // of copies one is drawn
    };
    const moved = { key: "u", label: "the dice u", value: u, most: 0.99, draw,
      told: (/** @type {number} */ value) => `“${word}” is ${labelOf(falls(value), this.model.voice)}` };
    const other = a < 1 ? [flip(number, this.ask)] : [];
    return h("div", {}, box, whatIf(moved, { verdict: number }, this.ask, ...other));
  }
  /** @param {number} a @param {number | undefined} u */
  axisAt(a, u) {
    const w = 300, x = (/** @type {number} */ v) => 8 + v * (w - 16);
    const plain = this.model.voice === "plain", word = plain ? "bar" : "threshold";
    const anchor = a < 0.14 ? "start" : a > 0.86 ? "end" : "middle", middle = { "text-anchor": "middle" };
    const told = u === undefined ? `${word} ${num(a)}`
      : `u ${num(u)} on an axis from 0 to 1, ${labelOf("accepted", this.model.voice)} below ${num(a)}`;
    const svg = s("svg", { viewBox: `0 0 ${w} 66`, class: "st-axis", role: "img", "aria-label": told },
      s("rect", { class: "yes", x: x(0), y: 24, width: x(a) - x(0), height: 16 }),
      s("rect", { class: "no", x: x(a), y: 24, width: x(1) - x(a), height: 16 }));
    if (a > 0.22) svg.append(s("text", { class: "in", x: x(a / 2), y: 36, ...middle }, plain ? "keep" : "accept"));
    if (a < 0.78) svg.append(s("text", { class: "in", x: x((1 + a) / 2), y: 36, ...middle }, "reject"));
    svg.append(s("path", { class: "cut", d: `M${x(a)} 20V44` }),
      s("text", { x: x(a), y: 58, "text-anchor": anchor }, `${word} ${num(a)}`));
    if (u !== undefined) {
      const left = u < 0.14 || (u < 0.5 && u <= 0.86);
      svg.append(s("path", { class: "coin", d: `M${x(u)} 42V18l-5 -7h10l-5 7` }),
        s("text", { class: "u", x: x(u) + (left ? 9 : -9), y: 14, "text-anchor": left ? "start" : "end" },
          plain ? `dice ${num(u)}` : `u = ${num(u)}`));
    }
    if (a > 0.2) svg.append(s("text", { class: "end", x: x(0), y: 58, "text-anchor": "start" }, "0"));
    if (a < 0.8) svg.append(s("text", { class: "end", x: x(1), y: 58, "text-anchor": "end" }, "1"));
    return svg;
  }

  /**
   * Why; of a node without a verdict, what its state means, or how the prefix that ends here was tested.
   * @param {It} it @param {number} place @param {Fate} fate @param {Verdict | null} verdict
   */
  reason(it, place, fate, verdict) {
    const { help } = stateOf(fate.state), tested = TESTED.has(fate.state);
    const copied = fate.state === "pending" ? it.n.copied?.[place] : null;
    const meaning = tested ? it.steps[fate.step][this.model.voice] : copied ? `${copied}.`
      : `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
    return h("p", { class: "st-reason", "data-testid": "inspector-reason" },
      ...this.explained(verdict ? verdict[this.model.voice] : meaning));
  }

  /** @param {It} it @param {number} place @param {number | null} now @param {number} phase */
  copies(it, place, now, phase) {
    const seen = this.model.decided(it, place, phase);
    if (seen.length < 2) return null;
    return h("details", { class: "st-more" }, h("summary", {}, `All ${seen.length} decisions about this node`),
      h("ol", {}, ...seen.map((v) => {
        const { state, slot, [this.model.voice]: why } = it.verdicts[v],
          where = slot === undefined ? "" : `, slot ${slot}`;
        return h("li", { class: v === now ? "now" : "" }, glyphIcon(state),
          `${labelOf(state, this.model.voice)}${where}: ${why}`);
      })));
  }

  /**
   * p, q and the residual of one place as bars: the most probable tokens, and the mass of the rest.
   * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
   */
  laws(it, place, verdict, phase) {
    const chosen = this.lawsAt(it, place, verdict, phase), order = SERIES.filter((one) => chosen.has(one));
    if (!order.length) return null;
    const ends = [...chosen.values()].find((dist) => dist.beam)?.ends ?? null, parents = ends ? this.beamNames(it, ends)
      : null;
    const ranked = this.rowsOf(chosen), own = it.n.token[place], mine = verdict?.mine;
    const isMine = (/** @type {Row} */ row) => (row.beam === null || !mine || mine.includes(row.beam))
      && (row.token === own
      || (row.token === -2 && row.beam !== null && !!mine && ends?.[row.beam] === it.n.id[place]));
    const shown = ranked.filter((row, k) => k < TOPS || isMine(row)),
      top = Math.max(1e-12, ...shown.map((row) => this.highest(row)));
    const raws = order.filter((one) => chosen.get(one)?.raw).map((one) => NAMES[one]);
    const raw = raws.length && (raws.length === order.length ? " before warping"
      : ` (${raws.join(" and ")} before warping)`);
    const lines = this.together(shown, order, ends);
    const box = h("div", { class: "st-laws" + (ends ? " st-joint" : ""), "data-testid": "inspector-dist" },
      h("h2", {}, LAWS[this.model.voice][ends ? 1 : 0], raw ? h("small", {}, raw) : null),
      h("div", { class: "st-law st-law-h" },
        h("div", { class: "st-keys" }, ...order.map((one) =>
          h("span", { "data-of": one }, ends && one !== "r" ? `${one}_beam`
          : NAMES[one]))),
        h("span", { class: "st-law-v" }, ...order.map((one) => h("b", {}, one)))),
      ...lines.map((row) => this.lawLine(row, order, top, isMine(row), parents, ends)));
    if (ends) box.append(h("p", { class: "st-quiet", "data-testid": "inspector-sum" }, this.lawSum(lines, order)));
    box.append(h("p", { class: "st-quiet" }, this.restOf(chosen, order, ranked, shown)));
    return box;
  }

  /**
   * The laws to draw, one a series: those the verdict names, else those after the parent. p only once it is known.
   * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
   */
  lawsAt(it, place, verdict, phase) {
    const chosen = /** @type {Map<Series, Dist>} */ (new Map());
    const beside = it.dists.filter((dist) => dist.at === it.n.parent[place] && dist.series !== "r" && !dist.beam);
    for (const dist of [...(verdict?.dists || []).map((k) => it.dists[k]), ...beside])
      if (!chosen.has(dist.series) && (dist.series === "q" || phase >= it.seen)) chosen.set(dist.series, dist);
    return chosen;
  }
  /** @param {Row} row */
  highest(row) { return Math.max(row.values.p ?? 0, row.values.q ?? 0, row.values.r ?? 0); }

  /** Every token that one of the laws lists, the most probable first. @param {Map<Series, Dist>} chosen */
  rowsOf(chosen) {
    const rows = /** @type {Map<string, Row>} */ (new Map());
    for (const [series, dist] of chosen) dist.t.forEach((token, k) => {
      const beam = dist.beam ? dist.beam[k] : null, key = `${beam}:${token}`;
      const row = rows.get(key) || { token, beam, beams: beam === null ? [] : [beam + 1], values: {} };
      row.values[series] = dist.v[k];
      rows.set(key, row);
    });
    return [...rows.values()].sort((a, b) => this.highest(b) - this.highest(a));
  }

  /**
   * @param {Row} row @param {Series[]} order @param {number} top @param {boolean} own
   * @param {Map<number, string> | null} parents @param {number[] | null} ends
   */
  lawLine(row, order, top, own, parents, ends) {
    const parent = row.beam !== null && ends && parents ? parents.get(ends[row.beam]) || "" : "",
      word = this.model.word(row.token);
    const times = row.beams.length > 1 ? `${row.beams.length}×` : "";
    return h("div", { class: "st-law" + (own ? " own" : "") },
      h("span", { class: "st-law-w", title: (parent && `${parent} › `) + word },
        row.beam === null ? "" : h("small", {}, `${tail(parent, 9)} › `), clip(word, 12)),
      h("span", { class: "st-bars" }, ...order.map((one) => {
        const value = row.values[one] ?? 0, line = h("i", { "data-of": one });
        line.style.width = `${Math.max(value > 0 ? 1 : 0, (100 * value) / top)}%`;
        return line;
      })),
      h("span", { class: "st-law-v" }, ...order.map((one) => {
        const value = row.values[one];
        return h("span", {}, value === undefined ? "·" : (value ? times : "") + short(value));
      })));
  }

  /**
   * Rows of copies of a beam say the same: they become one row.
   * @param {Row[]} rows @param {Series[]} order @param {number[] | null} ends
   */
  together(rows, order, ends) {
    const found = /** @type {Map<string, Row>} */ (new Map());
    for (const row of rows) {
      const end = row.beam === null || !ends ? row.beam : ends[row.beam];
      const key = [row.token, end, ...order.map((one) => row.values[one])].join("|"), known = found.get(key);
      if (known) known.beams.push(...row.beams);
      else found.set(key, { ...row, beams: [...row.beams] });
    }
    return [...found.values()];
  }

  /**
   * How the figures of a joint law add up: a row of copies counts as often as there are copies.
   * @param {Row[]} lines @param {Series[]} order
   */
  lawSum(lines, order) {
    const names = { q: "q_beam", p: "p_beam", r: "the residual" }, several = lines.some((row) => row.beams.length > 1);
    const sums = order.map((one) => {
      const sum = lines.reduce((whole, row) => whole + (row.values[one] ?? 0) * row.beams.length, 0);
      return `${names[one]} ${num(+sum.toFixed(3))}`;
    });
    return "Before the ›: the last token of the parent beam. Every figure is the share of one beam with one token"
      + `${several ? "; 2× stands for two copies of a beam, each with that share" : ""}. These rows together: ${sums.join(", ")}.`;
  }

  /** @param {Map<Series, Dist>} chosen @param {Series[]} order @param {Row[]} ranked @param {Row[]} shown */
  restOf(chosen, order, ranked, shown) {
    const out = ranked.filter((row) => !shown.includes(row)), sizes = [...chosen.values()].map((dist) => dist.size);
    const hid = Math.max(0, Math.max(ranked.length, ...sizes) - shown.length);
    const rest = order.map((one) => {
      const mass = (chosen.get(one)?.rest ?? 0) + out.reduce((sum, row) => sum + (row.values[one] ?? 0), 0);
      return `${NAMES[one]} ${num(mass < 1e-9 ? 0 : mass)}`;
    });
    return hid ? `${hid.toLocaleString("en")} ${hid === 1 ? "token" : "tokens"} hidden, with ${rest.join(", ")} in all`
      : "These are all tokens with any chance.";
  }

  /**
   * Parent beams by node: the last token, and those before it where several beams share that.
   * @param {It} it @param {number[]} ends
   */
  beamNames(it, ends) {
    const nodes = [...new Set(ends)], paths = new Map(nodes.map((node) =>
      [node, this.model.path(it, node).map((one) => this.model.word(one.token))]));
    const words = (/** @type {number} */ node, /** @type {number} */ size) => paths.get(node)?.slice(-size).join("")
      || "start";
    return new Map(nodes.map((node) => {
      const alike = (/** @type {number} */ size) => nodes.some((other) => other !== node
        && words(other, size) === words(node, size));
      const size = [1, 2, 3, 4].find((each) => !alike(each));
      return [node, size ? words(node, size) : `${words(node, 1)} (node ${node})`];
    }));
  }

  /** The input beam that a node grew from, where there are several. @param {It} it @param {number} place */
  aboveAll(it, place) {
    const roots = it.n.id.filter((_, k) => it.n.role[k] === "input");
    let at = place;
    for (let up = at; up >= 0; up = this.model.up(it, up)) at = up;
    return roots.length > 1 && at !== place ? this.beamNames(it, roots).get(it.n.id[at]) : null;
  }

  /**
   * What the method says of this place, of this layer and of the iteration: pictures of the decision, or all else.
   * @param {It} it @param {number} place @param {number | null} layer @param {number} phase @param {boolean} deciding
   */
  layers(it, place, layer, phase, deciding) {
    const known = it.panels.filter((panel) => phase >= panel.known), asking = it.steps[phase].phase === "layer";
    const now = it.steps[phase].phase, summing = ["unmerge", "commit"].includes(now), choosing = now === "select";
    const here = known.filter((panel) => panel.layer && (panel.nodes ? panel.nodes.includes(place)
      : panel.layer === layer));
    const shown = [...known.filter((panel) => panel.kind === "doubts"), ...here,
      ...known.filter((panel) => !panel.layer && panel.kind !== "doubts")];
    const first = (/** @type {Panel} */ panel) => FIRST.has(panel.kind) || (panel.kind === "width" && asking)
      || (panel.kind === "payoff" && summing) || (panel.kind === "plain" && panel.open && choosing);
    const boxes = shown.filter((panel) => first(panel) === deciding)
      .map((panel) => this.panelBox(it, panel, place, phase)).filter((box) => box !== null);
    return boxes.length ? h("div", { class: "st-layer", "data-testid": "inspector-layer" }, ...boxes) : null;
  }

  /** @param {It} it @param {Panel} given @param {number} place @param {number} phase */
  panelBox(it, given, place, phase) {
    const panel = /** @type {Panel} */ (this.model.voice === "plain" ? { ...given, ...given.plain } : given);
    const rows = [...panel.facts, ...(phase >= panel.told ? panel.outcome : [])];
    const facts = rows.length ? [h("dl", { class: "st-facts" },
      ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))))] : [];
    const section = (/** @type {HTMLElement | null} */ picture) => h("section", {}, h("h2", {}, panel.title), picture,
      ...facts);
    const folded = (/** @type {HTMLElement | null} */ picture, open = false) => (rows.length || picture
      ? h("details", { open }, h("summary", {}, panel.title), picture, ...facts) : null);
    switch (panel.kind) {
      case "width": return widthPanel(panel, phase, facts, this.ask);
      case "tries": return section(tries(this.model, it, panel, phase));
      case "bar": return section(bar(this.model, it, panel, phase, place));
      case "level": return section(level(this.model, it, panel, phase, place));
      case "skipped": return section(skipped(panel));
      case "payoff": return section(payoff(panel, phase));
      case "prefixes": return folded(prefixes(this.model, it, panel, phase, this.ask), true);
      case "doubts": return doubts(this.model, it, panel, phase);
      case "plain": return panel.layer || panel.open ? section(null) : folded(panel.caption
        ? h("p", { class: "st-quiet" }, `${panel.caption}.`) : null);
    }
  }
  /** The keyboard leaves what will be made anew: taken away under it, it would have all laid out once more. */
  leave() {
    const held = document.activeElement;
    if (held instanceof HTMLElement && this.root.contains(held)) held.blur();
  }
}
