// The race: runs on one clock. Text and passes as they came; play, pause, restart, scrub, speed.

import { h, put, s, setText } from "../../stage/js/dom.js";
import { named } from "./compare.js";
import { copyLink, holders, say } from "./page.js";

/**
 * What runs/race.py makes of a run; a frame is [at, tokens, target passes, characters kept, characters added].
 * @typedef {[number, number, number, number, string]} Frame
 * @typedef {{ name: string, title: string, settings: string, total: number, speed: string,
 *   passes: ["draft" | "target", number, number][], frames: Frame[] }} Track
 * @typedef {{ tracks: Track[], say: Record<string, string>, sentence: string }} Race
 */

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4], WIDTH = 1000, STEPS = 1000;
const SLOW = 4; // seconds that a race of a toy pair, over in milliseconds, is stretched to

/** How many frames have come by a time. @param {Frame[]} frames @param {number} time */
export function cameBy(frames, time) {
  let low = 0, high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle][0] <= time) low = middle + 1; else high = middle;
  }
  return low;
}

/** The text after each frame. @param {Frame[]} frames */
export function textsOf(frames) {
  const texts = [""];
  for (const [, , , kept, added] of frames) texts.push(texts[texts.length - 1].slice(0, kept) + added);
  return texts;
}

class RaceTab {
  clock = 0; end = 0; speed = 1; playing = 0; last = 0; asked = "";
  lanes = /** @type {{ draw: (time: number) => void }[]} */ ([]); known = /** @type {Race | null} */ (null);
  play = h("button", { type: "button", class: "lt-btn", "data-testid": "race-play", onclick: () => this.toggle() });
  restart = h("button", { type: "button", class: "lt-btn", "data-testid": "race-restart", onclick: () => {
    this.clock = 0;
    if (!this.playing) this.toggle();
  } });
  scrub = h("input", { type: "range", id: "race-clock", min: 0, max: STEPS, value: 0, step: 1,
    "data-testid": "race-clock", oninput: () => {
      this.clock = (Number(this.scrub.value) / STEPS) * this.end;
      this.stop();
    } });
  pace = h("select", { id: "race-speed", "data-testid": "race-speed", onchange: () => {
    this.speed = Number(this.pace.value);
  } });
  told = h("p", { class: "lt-big race-end", role: "status", "data-testid": "race-end" });
  now = h("output", { for: "race-clock" });
  copied = h("p", { role: "status", class: "race-copied" });
  seen = new IntersectionObserver((entries) => {
    if (!entries.some((one) => one.isIntersecting)) return;
    this.seen.disconnect();
    if (named()) return; // the comparison of the address is on its way: `race:runs` follows
    void this.ask();
    this.rows().forEach((name, place) => {
      const stage = holders("#compare .slot")[place]?.stage;
      if (stage && !stage.state().name) stage.receive({ type: "fetch", url: `explorer/open/${name}`, at: { it: 1 } });
    });
  });

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.root = /** @type {HTMLElement} */ (element.querySelector("[data-race]"));
    document.addEventListener("race:begun", () => { if (element.isConnected) this.clear(); });
    document.addEventListener("race:runs", () => {
      if (element.isConnected && this.rows().length > 1) void this.ask();
    });
    this.seen.observe(element);
  }

  stop() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.draw();
  }
  toggle() {
    if (this.playing) return this.stop();
    if (this.clock >= this.end) this.clock = 0;
    this.last = performance.now();
    this.playing = requestAnimationFrame((time) => this.tick(time));
    this.draw();
  }
  /** @param {number} time */
  tick(time) {
    if (!this.element.isConnected) return;
    this.clock = Math.min(this.end, this.clock + Math.max(0, ((time - this.last) / 1000) * this.speed));
    this.last = time;
    if (this.clock >= this.end) return this.stop();
    this.draw();
    this.playing = requestAnimationFrame((time) => this.tick(time));
  }
  draw() {
    if (!this.known) return;
    for (const lane of this.lanes) lane.draw(this.clock);
    this.scrub.value = String(this.end ? Math.round((this.clock / this.end) * STEPS) : 0);
    const shown = `${this.seconds(this.clock)} s`;
    setText(this.now, shown);
    this.scrub.ariaValueText = shown;
    setText(this.play, this.known.say[this.playing ? "pause" : this.clock >= this.end ? "again" : "play"]);
    setText(this.told, this.clock >= this.end ? this.known.sentence : "");
  }
  /** @param {number} value */
  seconds(value) { return (this.end < 0.1 ? value.toFixed(4) : value.toFixed(2)); }

  /** @param {Track} track @param {Record<string, string>} words */
  newLane(track, words) {
    const x = (/** @type {number} */ time) => +((WIDTH * time) / this.end).toFixed(2);
    const texts = textsOf(track.frames), text = h("span"), counts = h("span", { class: "race-counts" });
    const cursor = s("rect", { class: "race-now", x: 0, y: 0, width: 3, height: 20 });
    const later = s("rect", { class: "race-later", x: 0, y: 0, width: WIDTH, height: 20 });
    const strip = s("svg", { class: "race-strip", viewBox: `0 0 ${WIDTH} 20`, preserveAspectRatio: "none",
      "aria-hidden": "true" }, ...["draft", "target"].map((model) => s("path", { "data-of": model,
      d: track.passes.filter((one) => one[0] === model).map(([, from, to]) =>
        `M${x(from)} 2H${x(to)}V18H${x(from)}Z`).join("") })), later, cursor);
    const box = h("div", { class: "race-text", tabindex: "0", role: "region", "aria-label": track.title },
      h("span", { "aria-hidden": "true", class: "race-room" }, texts[texts.length - 1] || " "), text);
    let shown = -1;
    const draw = (/** @type {number} */ time) => {
      const came = cameBy(track.frames, time), over = time >= track.total;
      const at = x(Math.min(time, track.total));
      cursor.setAttribute("x", String(Math.min(at, WIDTH - 3)));
      later.setAttribute("x", String(at));
      later.setAttribute("width", String(Math.max(0, WIDTH - at)));
      if (came === shown && !over) return;
      shown = came;
      setText(text, texts[came]);
      box.scrollTop = text.offsetHeight - box.clientHeight;
      const [, tokens, passes] = came ? track.frames[came - 1] : [0, 0, 0];
      const done = over ? [say(words.done, { seconds: this.seconds(track.total) }), track.speed] : [];
      setText(counts, [say(words.lane, { tokens, passes }), ...done].filter(Boolean).join(" · "));
      root.toggleAttribute("data-done", over);
    };
    const root = h("section", { class: "race-lane", "data-testid": "race-lane", "data-run": track.name },
      h("h2", {}, track.title, " ", h("small", {}, track.settings)), counts, strip, box);
    return { root, draw };
  }

  /** Opens it at its end, where the sentence is: who wants to see it happen plays it. @param {Race} made */
  open(made) {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.known = made;
    const words = made.say;
    this.end = Math.max(...made.tracks.map((track) => track.total));
    this.clock = this.end;
    const built = made.tracks.map((track) => this.newLane(track, words));
    this.lanes = built;
    this.speed = this.end < SLOW / 10 ? this.end / SLOW : 1;
    put(this.pace, ...SPEEDS.map((times) => h("option", { value: times * this.speed, selected: times === 1 },
      `${times}×`)));
    setText(this.restart, words.restart);
    const link = this.comparison() !== "" && h("button", { type: "button", class: "lt-btn", "data-testid": "race-link",
      onclick: () => copyLink(location.href, words.copied, (text) => setText(this.copied, text)) }, words.link);
    put(this.root, this.told, h("div", { class: "lt-tools" }, this.play, this.restart, link,
      h("label", { class: "race-clock", for: "race-clock" }, `${words.clock} `, this.now, this.scrub),
      h("label", {}, `${words.speed} `, this.pace)),
    h("div", { class: "race-lanes" }, ...built.map((lane) => lane.root)),
    h("p", { class: "race-keys" }, ...["target", "draft"].map((of) =>
      h("span", {}, h("i", { "data-of": of }), words[of])), words.intro), this.copied);
    this.draw();
  }

  /** Of the runs in the table, with the timings of the comparison if that is kept. */
  async ask() {
    const kept = this.comparison(), wanted = kept ? `comparison=${encodeURIComponent(kept)}`
      : `runs=${encodeURIComponent(this.rows().join(","))}`;
    if (wanted === this.asked) return;
    this.asked = wanted;
    try {
      const answer = await fetch(`explorer/race?${wanted}`);
      const made = answer.ok ? await answer.json() : await answer.text();
      if (this.asked !== wanted) return; // others have run meanwhile
      if (answer.ok) this.open(made);
      else this.refuse(made);
    } catch {
      if (this.asked !== wanted) return;
      this.asked = ""; // the same runs may be asked for again
      this.refuse(this.root.dataset.race || "");
    }
  }

  /** No race, and why: that of other runs does not stay. @param {string} why */
  refuse(why) {
    this.known = null;
    this.stop();
    put(this.root, h("p", { role: "alert" }, why));
  }

  /** Nothing: other runs are on their way. */
  clear() {
    this.known = null;
    this.asked = "";
    this.stop();
    put(this.root);
  }
  comparison() {
    return /** @type {HTMLElement | null} */ (
      document.querySelector("#compare-table [data-comparison]"))?.dataset.comparison ?? "";
  }
  rows() {
    return /** @type {string[]} */ ([...document.querySelectorAll("#compare-table tr[data-run]")].map((row) =>
    /** @type {HTMLElement} */ (row).dataset.run));
  }
}

/** A race asks for its runs when it is first seen, and when others have run. @param {HTMLElement} element */
export function race(element) { new RaceTab(element); }
