// Mouse, touch and keyboard events on the nodes of a graph.

import { pointer } from "../dom.js";

/** @import { Graph } from "./graph.js" */

const NEAR = 16; // px: the largest distance at which a touch still means a node

/** The node of an event, −1 for none. @param {Graph} graph @param {Event} event */
function placeOf({ frame }, event) {
  const node = event.target instanceof Element ? event.target.closest("[data-node]") : null;
  return node && frame ? frame.it.place.get(Number(node.getAttribute("data-node"))) ?? -1 : -1;
}
/** The node nearest to a touch, −1 if none is near. @param {Graph} graph @param {MouseEvent} event */
function nearest(graph, event) {
  const { scene, zoom } = graph;
  let place = -1, least = NEAR;
  for (const node of scene?.nodes ?? []) {
    if (!scene || node.state === null) continue;
    const away = zoom.away(event, node, scene.mode.high);
    if (away <= least) [place, least] = [node.place, away];
  }
  return place;
}
/**
 * Moves the focus to the next or previous visible node, in the order of an outline.
 * @param {Graph} graph @param {number} by
 */
function move(graph, by) {
  const list = (graph.frame?.items ?? []).filter(({ place }) => graph.shows(place)).sort((a, b) => a.row - b.row);
  const at = list.findIndex(({ place }) => place === graph.selection.roving);
  const to = list[Math.min(list.length - 1, Math.max(0, at + by))];
  if (!to) return;
  graph.rove(to.place);
  graph.focus({ preventScroll: true });
  graph.reveal([to.place]);
}

/** Listens to the events of a graph. @param {Graph} graph */
export function listenTo(graph) {
  const { svg, on } = graph;
  const take = (/** @type {number} */ place) => {
    if (place < 0) return;
    graph.rove(place);
    on.pick(place);
  };
  const point = (/** @type {number} */ place) => {
    graph.float(place);
    on.hover(place);
  };
  svg.addEventListener("click", (event) => {
    const place = placeOf(graph, event);
    take(place < 0 && graph.touched.matches ? nearest(graph, event) : place);
  });
  svg.addEventListener("mouseover", (event) => { if (pointer.moved(event)) point(placeOf(graph, event)); });
  svg.addEventListener("mouseleave", (event) => { if (pointer.moved(event)) point(-1); });
  svg.addEventListener("focusin", (event) => { if (placeOf(graph, event) >= 0) point(placeOf(graph, event)); });
  svg.addEventListener("focusout", () => point(-1));
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take(placeOf(graph, event));
    else if (event.key === "ArrowDown") move(graph, 1);
    else if (event.key === "ArrowUp") move(graph, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
