// “When does it pay off?”: the speed-up formula for chains as curves with sliders, for any batch and machine, and the
// run on the stage as a point.

import { parameters, write } from "../../stage/js/address.js";
import { h, put, s, setText } from "../../stage/js/dom.js";
import {
  MOST, bestGamma, breakEven, checkTime, expectedSpeedup, expectedTokens,
} from "../../stage/js/panels/speedup.js";
import { MOST_BATCH, drawRounds, drawTime, freeMachine, kindOf, kindUpTo, machineSelect, ownMachine, paysWhere,
  sourceOf } from "./batches.js";
import { compared, decode, described, ownBest, pointsOf } from "./imported.js";
import { holders, say } from "./page.js";
import { H, W, plot } from "./worth-plot.js";

/** @import { Imported, Point } from "./imported.js" */
/**
 * The measured values of a run, from explorer/features/worth.py.
 * @typedef {{ name: string, title: string, chain: boolean, tokens: number, alpha: number | null, gamma: number | null,
 *   cost: number | null, speedup: number | null, clock: number | null }} Worth
 * @typedef {{ paper: string, pair: string, method: string, tokens: number | null, speedup: number | null }} Reported
 * @typedef {{ runs: Worth[], papers: Reported[], here: Worth | null }} Known
 */

/** A share with two digits, or with three if two would change its value. @param {number} value */
const fine = (value) => value.toFixed(Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? 2 : 3);
const FAR = "10000px"; // so that the calculator looks for a run as soon as its tab is open, even if it is further down

/** The calculator on the Learn tab. */
class WorthTab {
  machine = freeMachine({});
  known = /** @type {Known} */ ({ runs: [], papers: [], here: null }); asked = "";
  verdict = h("p", { class: "lt-big", role: "status", "data-testid": "worth-say" }); limit = h("p");
  pays = h("p", { role: "status", "data-testid": "worth-pays" });
  basis = h("p", { class: "lt-help", "data-testid": "worth-basis" });
  here = h("p", { "data-testid": "worth-here" }); own = h("p", { "data-testid": "worth-own" });
  list = h("ul", { class: "lt-runs", "data-testid": "worth-runs" }); papers = h("tbody");
  wrong = h("p", { role: "alert" });
  imported = /** @type {Imported | null} */ (null); address = "";
  said = h("p", { role: "status", "data-testid": "worth-imported" });

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.root = /** @type {HTMLElement} */ (element.querySelector("[data-worth]"));
    const given = JSON.parse(this.root.dataset.worth || "");
    this.words = /** @type {Record<string, string>} */ (given.say);
    this.machines = /** @type {import("./batches.js").Machine[]} */ (given.machines);
    this.batches = /** @type {number[]} */ (given.batches);
    this.alpha = this.slider("alpha", this.words.alpha, 0, 0.99, 0.001, 0.7);
    this.gamma = this.slider("gamma", this.words.gamma, 1, MOST, 1, 4);
    this.cost = this.slider("cost", this.words.cost, 0, 1, 0.001, 0.1);
    this.batch = this.slider("batch", this.words.batch, 1, MOST_BATCH, 1, 1);
    this.check = this.slider("check", this.words.check, 1, MOST + 1, 0.01, 1, () => this.ownCheck());
    this.chosen = machineSelect(this.words, this.machines, () => this.choose());
    this.chosen.value = given.machine;
    this.tokens = this.figure(this.words.tokens);
    this.speedup = this.figure(this.words.speedup);
    this.use = h("button", { type: "button", class: "lt-btn", "data-testid": "worth-use",
      onclick: () => this.take() }, this.words.use);
    this.forget = h("button", { type: "button", class: "lt-btn", hidden: true, "data-testid": "worth-forget",
      onclick: () => { write({ worth: null }, true); this.import(); } }, this.words.forget);
    this.time = this.figure("");
    this.rounds = this.figure(say(this.words.same_run, { batches: this.batches.join(", ") }));
    this.rounds.svg.dataset.testid = "worth-rounds";
    this.rounds.box.append(h("p", { class: "lt-keys" }, ...["drafting", "checking", "without"].map((part) =>
      h("span", {}, h("i", { class: part }), this.words[`key_${part}`]))));
    put(this.root, h("h2", {}, this.words.title), this.said, this.forget, h("p", {}, this.words.intro),
      h("div", { class: "lt-sliders" }, this.alpha.box, this.gamma.box, this.cost.box, this.batch.box, this.check.box,
        h("label", {}, this.words.machine, this.chosen)), this.verdict, this.own,
      h("div", { class: "lt-charts" }, this.tokens.box, this.speedup.box), this.limit,
      h("h3", {}, this.words.batches), h("p", {}, this.words.batches_intro),
      h("div", { class: "lt-charts" }, this.time.box, this.rounds.box), this.pays, this.basis,
      this.here, this.use, this.wrong,
      h("p", { class: "lt-help" }, this.words.source),
      h("details", { open: true }, h("summary", {}, this.words.runs), this.list,
        h("p", { class: "lt-help" }, this.words.runs_note)),
      h("details", {}, h("summary", {}, this.words.papers), h("div",
        { class: "lt-scroll", tabindex: "0", role: "region",
          "aria-label": this.words.papers },
        h("table", { class: "lt-table words" }, h("thead", {},
          h("tr", {}, ...this.words.papers_heads.split("|").map((head) =>
            h("th", { scope: "col" }, head)))), this.papers))));
    this.choose();
    new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      this.import();
      void this.look();
    }, { rootMargin: FAR }).observe(this.root);
    addEventListener("popstate", () => { if (this.root.checkVisibility()) this.import(); });
    // a run that arrived late
    addEventListener("stage:step", () => { if (this.root.checkVisibility()) void this.look(); });
  }

  /**
   * A slider with its value.
   * @param {string} name @param {string} label @param {number} low @param {number} high @param {number} step
   * @param {number} value @param {() => void} [moved]
   */
  slider(name, label, low, high, step, value, moved = () => this.draw()) {
    const output = h("output", { for: `worth-${name}` });
    const input = h("input", { type: "range", id: `worth-${name}`, min: low, max: high, step, value,
      oninput: moved,
      "data-testid": `worth-${name}` });
    return { input, output, box: h("label", { for: `worth-${name}` }, label, output, input) };
  }

  /** An empty figure. @param {string} label */
  figure(label) {
    const svg = s("svg", { class: "lt-plot", viewBox: `0 0 ${W} ${H}`, role: "img" });
    const caption = h("figcaption", {}, label);
    return { svg, caption, box: h("figure", {}, caption, svg) };
  }

  /** The values of the sliders. @returns {import("./batches.js").Values} */
  values() {
    const [alpha, gamma, cost, batch] = [this.alpha, this.gamma, this.cost, this.batch].map((one) =>
      Number(one.input.value));
    return { alpha, gamma, cost, batch };
  }

  /** Takes the machine that is chosen in the list. */
  choose() {
    const name = this.chosen.value;
    this.machine = name === "free" ? freeMachine(this.words) : this.machines.find((one) => one.name === name)
      ?? ownMachine(this.words, Number(this.check.input.value), this.values());
    this.draw();
  }

  /** Takes a machine on which the check takes as long as its slider says. */
  ownCheck() {
    this.chosen.value = "own";
    this.choose();
  }

  /** Draws everything that depends on the sliders. */
  draw() {
    const at = this.values(), { alpha: a, gamma: g, cost: c, batch } = at, { curve, known } = this.machine;
    const check = checkTime(g, batch, curve), kind = kindOf(this.words, this.machine, (g + 1) * batch);
    this.check.input.max = String(g + 1);
    this.check.input.value = String(check);
    for (const [slider, text] of /** @type {const} */ ([[this.alpha, fine(a)], [this.gamma, String(g)],
      [this.cost, fine(c)], [this.batch, String(batch)], [this.check, `${check.toFixed(2)}, ${kind}`]]))
      setText(slider.output, text);
    const many = expectedTokens(a, g), fast = expectedSpeedup(a, g, c, check), best = bestGamma(a, c, batch, curve);
    setText(this.verdict, say(fast < 1 ? this.words.slower : this.words.faster, { tokens: many.toFixed(2),
      price: (g * c + check).toFixed(2), speedup: fast.toFixed(2) }));
    setText(this.limit, this.limits(at, check, best));
    setText(this.own, this.ownBest(best));
    plot(this.tokens.svg, this.words, { label: this.words.tokens, y: (x) => expectedTokens(a, x), line: 1 / (1 - a),
      cls: "most", known: MOST,
      note: this.words.ceiling, points: this.points((_, tokens) => tokens, [["tokens", this.words.here, "here"]]) },
    g, null);
    setText(this.speedup.caption, say(this.words.speedup_at, { batch,
      kind: kindUpTo(this.words, this.machine, (MOST + 1) * batch) }));
    plot(this.speedup.svg, this.words, { label: this.words.speedup, line: 1, cls: "even", note: this.words.even,
      y: (x) => expectedSpeedup(a, x, c, checkTime(x, batch, curve)),
      known: known === null ? MOST : Math.max(0, Math.floor(known / batch) - 1),
      points: this.points((x, tokens) => tokens / (x * c + checkTime(x, batch, curve)), batch > 1 ? []
      : [["speedup", this.words.here_speedup, "here formula"], ["clock", this.words.here_clock, "here"]]) },
    g, best);
    this.drawBatches(at);
  }

  /**
   * The marks of the imported run, otherwise those of the run on the stage.
   * @param {(gamma: number, tokens: number) => number} height
   * @param {["tokens" | "speedup" | "clock", string, string][]} kinds value, name and look of a mark of the run here
   * @returns {Point[]}
   */
  points(height, kinds) {
    if (this.imported) return pointsOf(this.imported, height);
    const run = this.known.here, gamma = run?.gamma ?? null;
    if (!run?.chain || gamma === null) return [];
    return kinds.flatMap(([key, named, cls]) => {
      const value = run[key];
      return typeof value === "number" ? [{ gamma, value, name: say(named, { name: run.name }), cls }] : [];
    });
  }

  /**
   * The sentence that says which c and which γ pay off. @param {import("./batches.js").Values} at @param {number} check
   * @param {number | null} best
   */
  limits({ alpha, gamma }, check, best) {
    const limit = breakEven(alpha, gamma, check);
    return (alpha === 0 ? this.words.nothing_kept : limit <= 0 ? this.words.check_alone
      : say(this.words.limit, { limit: limit.toFixed(2) }))
      + (best === null ? this.words.none_pays : say(this.words.best_is, { best }));
  }

  /** The sentence on the best γ according to an imported run's passes. @param {number | null} best the formula's */
  ownBest(best) {
    if (!this.imported) return "";
    const { cost, batch } = this.values();
    return ownBest(this.words, this.imported,
      (gamma, tokens) => tokens / (gamma * cost + checkTime(gamma, batch, this.machine.curve)), best);
  }

  /** Draws the cost of several sequences at once. @param {import("./batches.js").Values} at */
  drawBatches(at) {
    const { words, machine } = this;
    setText(this.time.caption, drawTime(this.time.svg, words, machine, at));
    drawRounds(this.rounds.svg, words, machine, at, this.batches);
    setText(this.pays, `${paysWhere(words, at, machine.curve)} ${words.batches_note}`);
    setText(this.basis, sourceOf(words, machine));
  }

  /** Sets the sliders to the values of the imported run, otherwise to those of the run on the stage. */
  take() {
    const run = this.known.here;
    if (this.imported) return this.setImported(this.imported);
    if (run?.alpha === null || run?.gamma === null || run?.cost === null || !run) return;
    this.set(run.alpha, run.gamma, run.cost);
  }

  /**
   * Sets three sliders.
   * @param {number} alpha @param {number} gamma @param {number | null} cost null: it is not changed
   */
  set(alpha, gamma, cost) {
    this.alpha.input.value = String(alpha);
    this.gamma.input.value = String(Math.min(MOST, Math.max(1, Math.round(gamma))));
    if (cost !== null) this.cost.input.value = String(cost);
    this.draw();
  }

  /** Takes the run of another engine that the address describes, or removes the last one. */
  import() {
    const text = parameters().get("worth") ?? "";
    if (text === this.address) return;
    this.address = text;
    const run = this.imported = decode(text);
    this.forget.hidden = !run;
    setText(this.said, described(this.words, text, run));
    if (run) this.setImported(run);
    else this.draw();
    this.describe();
    if (text) this.root.scrollIntoView();
  }

  /**
   * Sets the sliders to an imported run, with the assumptions of its report: one sequence, and a check that takes as
   * long as one token.
   * @param {Imported} run
   */
  setImported(run) {
    this.batch.input.value = "1";
    this.chosen.value = "free";
    this.set(run.alpha, run.gamma, run.cost);
    this.choose();
  }

  /** Writes the measured values of the runs. */
  describe() {
    const run = this.known.here, several = { name: run?.name ?? "", tokens: run?.tokens.toFixed(2) ?? "" };
    const full = run && run.chain && run.alpha !== null && run.gamma !== null && run.cost !== null;
    const imported = this.imported && compared(this.words, this.imported);
    setText(this.here, imported ? imported
      : !run ? this.words.unmeasured : !full ? say(this.words.measured_tree, several)
      : say(this.words.measured, { ...several, alpha: `${Math.round(100 * (run.alpha ?? 0))}%`,
        gamma: (run.gamma ?? 0).toFixed(1), cost: (run.cost ?? 0).toFixed(2),
        expected: expectedTokens(run.alpha ?? 0, run.gamma ?? 0).toFixed(2) })
        + (run.clock === null ? "" : ` ${say(this.words.clock, { clock: run.clock.toFixed(2) })}`));
    this.use.hidden = !full && !imported;
    setText(this.use, imported ? this.words.use_imported : this.words.use);
    const most = Math.max(1, ...this.known.runs.map(({ tokens }) => tokens));
    put(this.list, ...this.known.runs.map(({ name, title, tokens }) => {
      const line = h("i", { "aria-hidden": "true" });
      line.style.width = `${(100 * tokens) / most}%`;
      return h("li", { title, "data-here": name === run?.name }, h("b", {}, name), line,
        h("span", {}, tokens.toFixed(2)));
    }));
    put(this.papers, ...this.known.papers.map((row) => h("tr", {}, h("th", { scope: "row" }, row.paper),
      ...[row.pair, row.method, row.tokens === null ? `${row.speedup?.toFixed(2)}×`
      : `${row.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map((cell) => h("td", {}, cell)))));
  }

  /** Fetches the values again if another run is on the stage. */
  async look() {
    const name = holders("#stage")[0]?.stage.state().name ?? "";
    if (this.known.runs.length && name === this.asked && (this.known.here
      || !name)) return; // a running run has no values yet
    this.asked = name;
    try {
      const answer = await fetch(`explorer/worth?run=${encodeURIComponent(name)}`);
      if (!answer.ok) throw new Error(String(answer.status));
      this.known = await answer.json();
      setText(this.wrong, "");
    } catch { setText(this.wrong, this.words.wrong); }
    this.describe();
    this.draw();
  }
}

/** Starts the calculator. @param {HTMLElement} element */
export function worth(element) { new WorthTab(element); }
