// Moves from one step to the next. A step's picture is complete without it: every animation starts from an earlier look
// and ends at the picture that is already drawn, so that stopping one shows the end. Only a single step forward moves.
// Durations and easings are those of the page's design; the ids of the animations name the movements.

import { h } from "../dom.js";
import { shapeOf } from "../marks.js";

/** @import { Parts, Picture } from "./patch.js" */
/** @import { Frame } from "./frame.js" */
/** @import { Node, Scene } from "./scene.js" */
/**
 * A drawn graph: its layout, its scene, the corner of its drawing on the screen in px, and its zoom.
 * @typedef {{ frame: Frame, scene: Scene, left: number, top: number, zoom: number }} View
 * A movement: its name, the node that it is about (its key, or none) and when it starts, in ms after the step.
 * @typedef {{ name: "hop" | "pop" | "check" | "score" | "coin" | "verdict" | "fly" | "fall" | "hole" | "bonus"
 *   | "residual" | "wait" | "merge" | "ray" | "room", node: string | null, at: number }} Move
 */

const EASE = "cubic-bezier(.2,.7,.2,1)", GRAVITY = "cubic-bezier(.5,0,.9,.6)", LANDING = "cubic-bezier(.3,1.35,.5,1)";
const LANDED = 520, FLIES = 600, FALLS = 900, EMPTY = 1150; // ms: the random number has landed, what follows
const SCORED = 420; // ms: p appears while the pass still rises
const MERGE = 700; // ms: two boxes become one
const SPLIT = 900; // ms: copies slide apart
const DRAFTED = ["draft", "exit"];
const OWN = new Set(["residual", "bonus", "drawn", "greedy", "own"]); // states of the target's own token

/**
 * The movements from one scene of a round to the next one.
 * @param {Scene} before @param {Scene} after @param {string} phase of the step that is reached @returns {Move[]}
 */
export function movesTo(before, after, phase) {
  const moves = /** @type {Move[]} */ ([]), was = new Map(before.nodes.map((node) => [node.key, node]));
  const add = (/** @type {Move["name"]} */ name, /** @type {Node | null} */ node, at = 0) =>
    moves.push({ name, node: node && node.key, at });
  // the joint ratio of a prefix is not a random number, so it does not fall; the longest prefix's fell at its test
  const fell = (/** @type {Node} */ node) => node.coin !== null && node.side !== "above"
    && was.get(node.key)?.coin !== node.coin && !(phase === "verify" && node.span !== null);
  const thrown = after.nodes.some(fell);
  const late = (/** @type {number} */ at) => (thrown ? at : Math.max(0, at - LANDED));
  if (DRAFTED.includes(phase) && before.pass.draft && after.pass.draft) add("hop", null);
  if (after.pass.area.on && !before.pass.area.on) add("check", null);
  if (after.pass.rays && after.pass.rays !== before.pass.rays && !after.pass.area.on) add("ray", null);
  if (thrown) add("wait", null);
  for (const node of after.nodes) {
    const old = was.get(node.key);
    if (!old) continue;
    const drops = fell(node);
    if (old.state === null && node.state !== null) {
      const own = OWN.has(node.state) && drops; // the target's token waits for its random number
      add("pop", node, DRAFTED.includes(phase) ? 180 : own ? LANDED : 150);
    }
    if (old.p === null && node.p !== null && old.state !== null) add("score", node, after.pass.area.on ? SCORED : 0);
    if (drops) add("coin", node);
    if (old.y !== node.y && !node.fallen && !node.joined && old.state !== null) add("room", node);
    if (node.joined && !old.joined) add("merge", node);
    else if (old.state !== null && node.state !== old.state) {
      add("verdict", node, late(LANDED));
      if (node.state === "accepted") add("fly", node, late(FLIES));
      if (node.state === "rejected") add("residual", node, late(FALLS));
    } else if (drops && node.state === "rejected")
      add("residual", node, late(FALLS)); // another duplicate of a rejected node
    if (OWN.has(node.state ?? "") && old.state === null) add("fly", node, drops ? LANDED + 340 : 480);
    if (node.fallen && !old.fallen) add("fall", node, late(FALLS));
    if (/\bhole\b/.test(node.classes) && !/\bhole\b/.test(old.classes)) add("hole", node, late(EMPTY));
  }
  if (before.pass.bonus?.visible && !after.pass.bonus?.visible && phase !== "commit") add("bonus", null, late(FALLS));
  return moves;
}

/** The animations of one stage. */
export class Motion {
  reduced = matchMedia("(prefers-reduced-motion: reduce)"); // read every time, because a reader may change it
  running = /** @type {Animation[]} */ ([]);
  flying = /** @type {HTMLElement[]} */ ([]);
  rate = 1;

  /**
   * @param {HTMLElement} root of the stage @param {Picture} picture
   * @param {(id: number) => HTMLElement | undefined} tokenOf the token of a node in the text
   */
  constructor(root, picture, tokenOf) { this.root = root; this.picture = picture; this.tokenOf = tokenOf; }

  /** Ends all movements at once: the picture of the step is already drawn. */
  stop() {
    for (const each of this.running) each.cancel();
    for (const each of this.flying) each.remove();
    this.running = [];
    this.flying = [];
  }

  /**
   * Moves from one scene to the next, which is already drawn.
   * @param {Scene} before @param {Scene} after @param {string} phase @param {number} rate the speed of playback
   */
  play(before, after, phase, rate) {
    if (this.reduced.matches) return;
    this.rate = Math.max(1, rate);
    const nodes = new Map(after.nodes.map((node) => [node.key, node])), old = new Map(before.nodes.map((node) =>
      [node.key, node]));
    for (const { name, node, at } of movesTo(before, after, phase)) {
      const to = node === null ? undefined : nodes.get(node), from = node === null ? undefined : old.get(node);
      if (to && from) this.moveNode(name, at, from, to, after);
      else this.movePass(name, at, before, after);
    }
  }

  /** Moves to the remainder after a rejection, which is already drawn. @param {number} rate the speed of playback */
  leftover(rate) {
    if (this.reduced.matches) return;
    this.rate = Math.max(1, rate);
    this.shrink(0);
  }

  /**
   * Animates an element. Before the animation starts, the element looks like its first frame.
   * @param {Element | null | undefined} element @param {string} name @param {Keyframe[]} frames @param {number} ms
   * @param {number} delay @param {string} easing
   */
  move(element, name, frames, ms, delay = 0, easing = EASE) {
    if (!element) return;
    const each = element.animate(frames, { duration: ms, delay, easing, fill: "backwards", id: `st-${name}` });
    each.playbackRate = this.rate;
    this.running.push(each);
  }

  /**
   * Unmerging: every copy lies on the box that it was drawn as, and slides to its own place. The edges follow.
   * @param {View} before the merged graph @param {View} after the tree with all copies @param {number} rate
   */
  split(before, after, rate) {
    if (this.reduced.matches) return;
    this.rate = Math.max(1, rate);
    for (const node of after.scene.nodes) {
      const item = before.frame.spot.get(node.place), from = item?.into?.item ?? item;
      if (!from || node.state === null) continue;
      const x = (before.left + from.x * before.zoom - after.left) / after.zoom;
      const y = (before.top + from.cy * before.zoom - after.top) / after.zoom;
      this.move(this.picture.elementOf(node), "split", [{ transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${node.x}px, ${node.y}px)` }], SPLIT, 0, "cubic-bezier(.5,0,.3,1)");
    }
    for (const { group } of [this.picture.edges, this.picture.merges, this.picture.bands])
      this.move(group, "split", [{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], SPLIT);
  }

  /**
   * A movement of the models, the pass or the panels.
   * @param {Move["name"]} name @param {number} at @param {Scene} before @param {Scene} after
   */
  movePass(name, at, before, after) {
    const { pass } = this.picture, hidden = [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }];
    if (name === "hop" && before.pass.draft && after.pass.draft) {
      const dx = before.pass.draft.x - after.pass.draft.x;
      this.move(pass.draft.root, name, [{ transform: `translate(${dx}px, 0)` },
        { transform: `translate(${dx / 2}px, -13px)` }, { transform: "translate(0, 0)" }], 320);
    }
    if (name === "check") {
      this.move(pass.area, name, [{ transform: "scaleY(0)", fillOpacity: 0.4 },
        { transform: "scaleY(1)", fillOpacity: 0.4, offset: 0.62 },
        { transform: "scaleY(1)", fillOpacity: 0.13 }], 760, 0, "cubic-bezier(.3,.1,.3,1)");
      this.move(pass.rays, name, [{ opacity: 0 }, { opacity: 1 }], 260, SCORED);
    }
    if (name === "ray") this.move(pass.rays, name, [{ opacity: 0 }, { opacity: 1 }], 300);
    if (name === "bonus") this.move(pass.bonus, name, [{ visibility: "visible" }, { visibility: "visible" }],
      Math.max(1, at));
    if (name === "wait") for (const element of this.root.querySelectorAll(".st-say, .st-inspector > :not(.st-overlap), "
      + ".st-legend")) this.move(element, name, hidden, LANDED + 80); // the words wait for the random number
  }

  /**
   * A movement of one node.
   * @param {Move["name"]} name @param {number} at @param {Node} from @param {Node} to @param {Scene} after
   */
  moveNode(name, at, from, to, after) {
    const parts = this.picture.partsOf(to), here = `translate(${to.x}px, ${to.y}px)`;
    if (!parts) return;
    const appear = [{ opacity: 0 }, { opacity: 1 }];
    if (name === "pop" && at < LANDED) this.move(parts.root, name, [
      { transform: `translate(${to.x}px, ${to.y - 16}px) scale(.9)`, opacity: 0 }, { transform: here, opacity: 1 }],
    260, at, LANDING);
    else if (name === "pop") for (const part of [parts.box, parts.glyph, parts.name, parts.second, parts.p?.root])
      this.move(part, name, appear, 220, at); // the scale below it is there before
    if (name === "score") {
      this.move(parts.p?.root, name, appear, 120, at);
      this.move(parts.p?.line, name, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], 320, at);
    }
    if (name === "coin") {
      this.move(parts.scale?.root, name, appear, 120);
      this.move(parts.scale?.coin, name, [
        { transform: "translateY(-110px)", opacity: 0.4, easing: "cubic-bezier(.55,0,.8,.75)" },
        { transform: "translateY(0)", opacity: 1, offset: 0.65, easing: "ease-out" },
        { transform: "translateY(-6px)", offset: 0.8, easing: "ease-in" },
        { transform: "translateY(0)" }], LANDED, 0, "linear");
      this.move(parts.scale?.says, name, appear, 120, 400);
    }
    if (name === "verdict") {
      this.move(parts.box, name, [{ fill: "var(--card)", stroke: "var(--amber-edge)", strokeDasharray: "3 3",
        strokeWidth: "1.5px" }, {}], 180, at);
      this.move(parts.glyph, name, [{ d: `path("${shapeOf(from.state ?? "pending")}")`, fill: "none",
        stroke: "var(--amber-edge)", strokeDasharray: "2.2 2.2", strokeWidth: "1.5px" }, {}], 160, at);
      this.move(this.picture.edgeOf(to), name, [{ stroke: "var(--grey)", strokeWidth: "1.5px",
        strokeDasharray: "none", visibility: "visible" }, {}], 180, at);
    }
    if (name === "room") {
      this.move(parts.root, name, [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: here }], 320);
      this.move(this.picture.edgeOf(to), name, appear, 320);
    }
    if (name === "merge") this.merge(parts, from, to);
    if (name === "fall") {
      this.move(parts.root, name, [{ transform: `translate(${from.x}px, ${from.y}px)` },
        { transform: `translate(${(from.x + to.x) / 2}px, ${(from.y + 2 * to.y) / 3}px) rotate(1.6deg)`, offset: 0.7 },
        { transform: here }], 380, at, GRAVITY);
      this.move(this.picture.edgeOf(to), name, [{ visibility: "visible" }, { visibility: "visible" }], Math.max(1, at));
    }
    if (name === "hole") {
      this.move(parts.root, name, appear, 200, at);
      this.move(this.picture.edgeOf(to), name, appear, 200, at);
    }
    if (name === "residual") this.shrink(at);
    if (name === "fly") this.fly(to, at, parts.name, after);
  }

  /**
   * Merging: a box moves onto the box that it repeats, and a mark on the edge is left of it.
   * @param {Parts} parts @param {Node} from @param {Node} to
   */
  merge(parts, from, to) {
    const onto = `translate(${to.onto?.x ?? to.x}px, ${to.onto?.y ?? to.y}px)`;
    this.move(parts.root, "merge", [{ transform: `translate(${from.x}px, ${from.y}px)` },
      { transform: onto, offset: 0.7, easing: EASE }, { transform: `translate(${to.x}px, ${to.y}px)` }], MERGE);
    for (const part of [parts.box, parts.name, parts.q?.root, parts.second])
      this.move(part, "merge", [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], MERGE);
    this.move(parts.box, "merge", [{ width: `${from.wide}px` }, { width: `${from.wide}px` }], MERGE);
    this.move(this.picture.edgeOf(to), "merge", [{ visibility: "visible" }, { visibility: "visible" }], MERGE * 0.6);
    this.move(this.picture.merges.drawn.get(String(to.place))?.parts.root, "merge",
      [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], MERGE);
  }

  /**
   * The residual in the panel: the common parts and those that only the draft has fade, and the blue parts move to the
   * base line and are scaled to 100%. The same rectangles serve throughout.
   * @param {number} at
   */
  shrink(at) {
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(
      ".st-joint-bars i[data-of='left']"))) { // DSBD: the shares of all beams
      const { from = "0%", mid = "0%" } = part.dataset;
      this.move(part, "residual", [{ width: from }, { width: mid, offset: 0.45, easing: EASE },
        { width: part.style.width }], 940, at, "ease-in-out");
    }
    const box = this.root.querySelector(".st-overlap[data-part='residual']");
    if (!box) return;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll(".st-both i"))) {
      const { of, from = "0", size = "0" } = part.dataset, { width } = part.style;
      if (of !== "p") this.move(part, "residual", [{ opacity: 1 }, { opacity: 0.16 }], 320, at);
      else if (box.hasAttribute("data-scaled"))
        this.move(part, "residual", [{ opacity: 0 }, { opacity: 1 }], 420, at + 320);
      else this.move(part, "residual", [{ left: `${100 * Number(from)}%`, width: `${100 * Number(size)}%` },
        { left: "0%", width: `${100 * Number(size)}%`, offset: 0.45, easing: EASE }, { left: "0%", width }],
      940, at + 320, "ease-in-out");
    }
    for (const part of box.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys, b[data-of='r']"))
      this.move(part, "residual", [{ opacity: 0 }, { opacity: 1 }], 200, at + 1180);
  }

  /**
   * A token flies from its box into the text, where it is hidden until it lands.
   * @param {Node} node @param {number} at @param {SVGTextElement | null} word @param {Scene} after
   */
  fly({ id, state }, at, word, after) {
    const view = this.tokenOf(id);
    if (!view || !word || !view.checkVisibility() || after.mode.name === "dots") return;
    const a = word.getBoundingClientRect(), b = view.getBoundingClientRect(), ms = 420;
    const copy = h("span", { class: "st-fly", "data-state": state, "aria-hidden": "true" }, view.textContent);
    Object.assign(copy.style, { left: `${a.left}px`, top: `${a.top}px`, fontSize: getComputedStyle(view).fontSize });
    this.root.append(copy);
    this.flying.push(copy);
    const dx = b.left - a.left, dy = b.top - a.top;
    const flight = [{ transform: "none", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.01 },
      { transform: `translate(${dx / 2}px, ${dy * 0.8}px) scale(1.08)`, offset: 0.55 },
      { transform: `translate(${dx}px, ${dy}px)`, opacity: 1 }];
    this.move(copy, "fly", flight, ms, at, "cubic-bezier(.3,.1,.2,1)");
    this.running.at(-1)?.finished.then(() => copy.remove(), () => {});
    this.move(view, "fly", [{ opacity: 0 }, { opacity: 0 }], at + ms);
  }
}
