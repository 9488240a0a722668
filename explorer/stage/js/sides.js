// Shows a reader that a scrolled part has more than what is visible. The sides with more are in `data-more`; the style
// sheet fades them, and a small sign names their directions.

import { h, set, setText } from "./dom.js";

const NEAR = 3; // px that nobody misses
const SIGNS = { up: "↑", down: "↓", left: "←", right: "→" };
/** @typedef {keyof typeof SIGNS} Side */
/**
 * @typedef {Pick<Element, "scrollLeft" | "scrollTop" | "scrollWidth" | "scrollHeight" | "clientWidth"
 *   | "clientHeight">} Box
 */

/**
 * The sides on which a box has more than it shows.
 * @param {Box} box @param {{ w: number, h: number }} [until] where its content ends, if there is free space after it
 * @returns {Side[]}
 */
export function sidesOf({ scrollLeft: x, scrollTop: y, scrollWidth, scrollHeight, clientWidth, clientHeight },
  until = { w: Infinity, h: Infinity }) {
  const more = /** @type {[Side, number][]} */ ([["up", y],
    ["down", Math.min(scrollHeight, until.h) - clientHeight - y], ["left", x],
    ["right", Math.min(scrollWidth, until.w) - clientWidth - x]]);
  return more.filter(([, hidden]) => hidden > NEAR).map(([side]) => side);
}

/** Watches a box that scrolls. */
export class Sides {
  sign = h("span", { class: "st-more-sign", "aria-hidden": "true", "data-testid": "more-sign" });
  /**
   * @param {HTMLElement} box
   * @param {() => { w: number, h: number } | undefined} until where its content ends in px
   */
  constructor(box, until = () => undefined) {
    this.box = box; this.until = until;
    box.classList.add("st-sides");
    box.addEventListener("scroll", () => this.look(), { passive: true });
    new ResizeObserver(() => this.look()).observe(box);
  }
  /** Looks again, after the content has changed. It reads sizes, so it runs last. */
  look() {
    const sides = sidesOf(this.box, this.until());
    set(this.box, { "data-more": sides.join(" ") });
    setText(this.sign, sides.length ? `${sides.map((side) => SIGNS[side]).join(" ")} more` : "");
  }
}
