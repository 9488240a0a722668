// The race: several runs on one clock, with their text and passes as they happened. Controls: play, pause, restart,
// time, speed.

import { embedCode, linkWith, shared } from "../../stage/js/address.js";
import { h, put, s, setText } from "../../stage/js/dom.js";
import { Clock, blocks, cameBy, textsOf } from "./lane.js";
import { named } from "./compare.js";
import { copyLink, holders, say } from "./page.js";

/**
 * One run in the race, from explorer/features/race.py. A frame is [time, tokens, target passes, characters that stay,
 * characters that are added].
 * @typedef {[number, number, number, number, string]} Frame
 * @typedef {{ name: string, title: string, settings: string, total: number, speed: string,
 *   passes: ["draft" | "target", number, number][], frames: Frame[] }} Track
 * @typedef {{ tracks: Track[], say: Record<string, string>, sentence: string }} Race
 */

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4], WIDTH = 1000, STEPS = 1000;
const SLOW = 4; // seconds to which a very short race is stretched: toy pairs finish in milliseconds

/** The race on the Compare tab. */
class RaceTab {
  asked = "";
  clock = new Clock(() => this.draw(), () => this.element.isConnected);
  lanes = /** @type {{ draw: (time: number) => void }[]} */ ([]); race = /** @type {Race | null} */ (null);
  play = h("button", { type: "button", class: "lt-btn", "data-testid": "race-play",
    onclick: () => this.clock.toggle() });
  restart = h("button", { type: "button", class: "lt-btn", "data-testid": "race-restart", onclick: () => {
    this.clock.time = 0;
    if (!this.clock.playing) this.clock.toggle();
  } });
  scrub = h("input", { type: "range", id: "race-clock", min: 0, max: STEPS, value: 0, step: 1,
    "data-testid": "race-clock", oninput: () => {
      this.clock.time = (Number(this.scrub.value) / STEPS) * this.clock.end;
      this.clock.stop();
    } });
  pace = h("select", { id: "race-speed", "data-testid": "race-speed", onchange: () => {
    this.clock.speed = Number(this.pace.value);
  } });
  result = h("p", { class: "lt-big race-end", role: "status", "data-testid": "race-end" });
  now = h("output", { for: "race-clock" });
  copied = h("p", { role: "status", class: "race-copied" });
  seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.seen.disconnect();
    if (named()) return; // the comparison in the address is loading: `race:runs` follows
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
      if (element.isConnected && (this.comparison() || this.rows().length > 1)) void this.ask();
    });
    this.seen.observe(element);
  }

  /** Draws the race at the current time. */
  draw() {
    if (!this.race) return;
    const { time, end, playing } = this.clock, over = time >= end;
    for (const lane of this.lanes) lane.draw(time);
    this.scrub.value = String(end ? Math.round((time / end) * STEPS) : 0);
    const shown = `${this.seconds(time)} s`;
    setText(this.now, shown);
    this.scrub.ariaValueText = shown;
    setText(this.play, this.race.say[playing ? "pause" : over ? "again" : "play"]);
    setText(this.result, over ? this.race.sentence : "");
  }
  /** A time with enough decimals for this race. @param {number} value */
  seconds(value) { return (this.clock.end < 0.1 ? value.toFixed(4) : value.toFixed(2)); }

  /** The lane of one run. @param {Track} track @param {Record<string, string>} words */
  newLane(track, words) {
    const { end } = this.clock, x = (/** @type {number} */ time) => +((WIDTH * time) / end).toFixed(2);
    const texts = textsOf(track.frames), text = h("span"), counts = h("span", { class: "race-counts" });
    const cursor = s("rect", { class: "race-now", x: 0, y: 0, width: 3, height: 20 });
    const later = s("rect", { class: "race-later", x: 0, y: 0, width: WIDTH, height: 20 });
    const strip = s("svg", { class: "race-strip", viewBox: `0 0 ${WIDTH} 20`, preserveAspectRatio: "none",
      "aria-hidden": "true" }, ...blocks(track.passes, WIDTH / end, 20), later, cursor);
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

  /** Opens a race at its end, with the result; a reader can play it. @param {Race} race */
  open(race) {
    const words = race.say, { clock } = this, end = Math.max(...race.tracks.map((track) => track.total));
    clock.open(end, end < SLOW / 10 ? end / SLOW : 1);
    this.race = race;
    const lanes = race.tracks.map((track) => this.newLane(track, words));
    this.lanes = lanes;
    put(this.pace, ...SPEEDS.map((times) => h("option", { value: times * clock.speed, selected: times === 1 },
      `${times}×`)));
    setText(this.restart, words.restart);
    const link = this.comparison() !== "" && shared() && this.copying("link", words.link, words.copied, (href) => href);
    const embed = link && this.copying("embed", words.embed, words.embedded, (href) => embedCode(href, words.title));
    put(this.root, this.result, h("div", { class: "lt-tools" }, this.play, this.restart, link, embed,
      h("label", { class: "race-clock", for: "race-clock" }, `${words.clock} `, this.now, this.scrub),
      h("label", {}, `${words.speed} `, this.pace)),
    h("div", { class: "race-lanes" }, ...lanes.map((lane) => lane.root)),
    h("p", { class: "race-keys" }, ...["target", "draft"].map((of) =>
      h("span", {}, h("i", { "data-of": of }), words[of])), words.intro), this.copied);
    this.draw();
  }

  /**
   * A button that copies the link to this race, or the text that `made` makes of the link.
   * @param {string} id @param {string} label @param {string} copied the notice @param {(href: string) => string} made
   */
  copying(id, label, copied, made) {
    const text = () => made(linkWith({ tab: "compare", comparison: this.comparison() }));
    return h("button", { type: "button", class: "lt-btn", "data-testid": `race-${id}`,
      onclick: () => copyLink(text(), copied, (said) => setText(this.copied, said)) }, label);
  }

  /** Fetches the race of the runs in the table, with all timings if the comparison is stored. */
  async ask() {
    const stored = this.comparison(), query = stored ? `comparison=${encodeURIComponent(stored)}`
      : `runs=${encodeURIComponent(this.rows().join(","))}`;
    if (query === this.asked) return;
    this.asked = query;
    try {
      const answer = await fetch(`explorer/race?${query}`);
      const content = answer.ok ? await answer.json() : await answer.text();
      if (this.asked !== query) return; // other runs have finished in the meantime
      if (answer.ok) this.open(content);
      else this.refuse(content);
    } catch {
      if (this.asked !== query) return;
      this.asked = ""; // allow another try
      this.refuse(this.root.dataset.race || "");
    }
  }

  /** Shows why there is no race and removes an earlier one. @param {string} why */
  refuse(why) {
    this.race = null;
    this.clock.stop();
    put(this.root, h("p", { role: "alert" }, why));
  }

  /** Removes the race because new runs have started. */
  clear() {
    this.race = null;
    this.asked = "";
    this.clock.stop();
    put(this.root);
  }
  /** The stored comparison in the table, or "". */
  comparison() {
    return /** @type {HTMLElement | null} */ (
      document.querySelector("#compare-table [data-comparison]"))?.dataset.comparison ?? "";
  }
  /** The names of the runs in the table. */
  rows() {
    return /** @type {string[]} */ ([...document.querySelectorAll("#compare-table tr[data-run]")].map((row) =>
    /** @type {HTMLElement} */ (row).dataset.run));
  }
}

/** Starts the race; it fetches its runs when it is first visible and after new runs. @param {HTMLElement} element */
export function race(element) { new RaceTab(element); }
