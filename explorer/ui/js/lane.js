// Parts shared by the races of the Compare tab and the first view: a clock, the blocks of the passes, the text.

import { s } from "../../stage/js/dom.js";

/** A pass: who made it, from when to when. @typedef {["draft" | "target", number, number]} Pass */

/**
 * The number of frames up to a time; a frame begins with its time.
 * @param {[number, ...unknown[]][]} frames @param {number} time
 */
export function cameBy(frames, time) {
  let low = 0, high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle][0] <= time) low = middle + 1; else high = middle;
  }
  return low;
}

/**
 * The text after each frame [time, tokens, target passes, characters that stay, characters that are added].
 * @param {[number, number, number, number, string][]} frames
 */
export function textsOf(frames) {
  const texts = [""];
  for (const [, , , kept, added] of frames) texts.push(texts[texts.length - 1].slice(0, kept) + added);
  return texts;
}

/**
 * The passes as blocks along a lane: those of the target fill its height, those of the draft the lower part.
 * @param {Pass[]} passes @param {number} scale units per second @param {number} high
 * @param {number} [gap] width of the gap between two blocks
 */
export const blocks = (passes, scale, high, gap = 0) => /** @type {const} */ (["draft", "target"]).map((model) => {
  const x = (/** @type {number} */ time) => +(scale * time).toFixed(2);
  const top = model === "draft" ? +(high * 0.3).toFixed(2) : 0;
  const of = passes.filter(([which]) => which === model);
  return s("path", { "data-of": model, d: of.map(([, from, to]) =>
    `M${x(from)} ${top}H${Math.max(x(from) + 0.8, x(to) - gap).toFixed(2)}V${high}H${x(from)}Z`).join("") });
});

/** A clock that runs from 0 to `end` once and then stops. */
export class Clock {
  time = 0; end = 0;
  speed = 1; // recorded seconds per second
  playing = 0; last = 0;

  /**
   * @param {() => void} draw draws the current time
   * @param {() => boolean} alive whether the drawn element is still on the page
   * @param {number} [most] maximum number of seconds by which one frame moves on
   */
  constructor(draw, alive, most = Infinity) {
    this.draw = draw;
    this.alive = alive;
    this.most = most;
  }
  /** Takes another length and speed, and moves the clock to its end. @param {number} end @param {number} speed */
  open(end, speed) {
    cancelAnimationFrame(this.playing);
    Object.assign(this, { playing: 0, end, speed, time: end });
  }
  /** Pauses. */
  stop() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.draw();
  }
  /** Plays or pauses; at the end it plays again. */
  toggle() {
    if (this.playing) return this.stop();
    if (this.time >= this.end) this.time = 0;
    this.last = performance.now();
    this.playing = requestAnimationFrame((now) => this.tick(now));
    this.draw();
  }
  /** Moves on and draws. @param {number} now */
  tick(now) {
    if (!this.alive()) return;
    const passed = Math.min(this.most, Math.max(0, (now - this.last) / 1000));
    this.time = Math.min(this.end, this.time + passed * this.speed);
    this.last = now;
    if (this.time >= this.end) return this.stop();
    this.draw();
    this.playing = requestAnimationFrame((next) => this.tick(next));
  }
}
