// The sentences on a run in progress: its step and the time left. Without earlier loads, the time left is unknown.

/**
 * The loading progress of a run (explorer/service/loading.py). Times are in seconds, null if unknown.
 * @typedef {{ steps: string[], step: number, doing: string, share: number, elapsed: number, spent: number,
 *   left: number | null, expected: number | null }} Loading
 */

/** A rounded duration. @param {number} seconds */
export function span(seconds) {
  if (seconds < 10) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90) return `${5 * Math.round(seconds / 5)} s`;
  return `${Math.round(seconds / 60)} min`;
}

/**
 * The time left, `ago` seconds after it was measured, or a remark that loading takes longer than last time.
 * @param {Loading} loading @param {number} ago
 */
export function left({ left, spent, expected, steps }, ago) {
  const over = expected === null ? 0 : spent + ago - expected;
  if (expected !== null && over > Math.max(3, expected / 4)) return `longer than last time (${span(expected)})`;
  if (left !== null) return left - ago < 0.5 ? "almost ready" : `about ${span(left - ago)} left`;
  return steps.length ? "time left unknown (first run here)" : "";
}

/** The seconds since Run was pressed. @param {Loading} loading @param {number} ago */
export const elapsed = ({ elapsed }, ago) => `${Math.floor(elapsed + ago)} s so far`;

/** The fraction that is done, 0 to 1; null if unknown. @param {Loading} loading @param {number} ago */
export function done({ left, elapsed, share, step, steps }, ago) {
  const now = elapsed + ago;
  if (left !== null && now + left > 0) return Math.min(0.98, now / (elapsed + left));
  if (share > 0 && share < 1 && steps.length) return (step - 1 + share) / steps.length;
  return null;
}

/** The progress in one line. @param {Loading | null} loading @param {number} tokens @param {number} wanted */
export function brief(loading, tokens, wanted) {
  if (!loading) return `${tokens} of ${wanted} tokens`;
  return loading.steps.length ? `step ${loading.step} of ${loading.steps.length}: ${loading.doing}` : loading.doing;
}

/** The time at which a run began, with the day unless it is today. @param {number} when @param {Date} now */
export function since(when, now = new Date()) {
  const date = new Date(when), time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === now.toDateString()) return time;
  return `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}
