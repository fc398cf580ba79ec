/**
 * Stepping through a game: to the first, the previous, the next and the last position, and to any by the slider.
 */
import { byId } from "./dom.js";

/** @param {{onPly: (ply: number | null) => void, onPlayOn: () => void}} hooks */
export function makeReplay({ onPly, onPlayOn }) {
  let [first, ply, last] = [0, 0, 0];
  const slider = byId("ply");

  /**
   * Go to a ply; the last one follows the game.
   * @param {number} wanted
   */
  function go(wanted) {
    const next = Math.max(first, Math.min(last, wanted));
    if (next !== ply) onPly(next === last ? null : next);
  }
  const steps = {
    first: () => go(first),
    back: () => go(ply - 1),
    forward: () => go(ply + 1),
    last: () => go(last),
  };
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("play-on").addEventListener("click", onPlayOn);

  /** @param {any} shown */
  function show(shown) {
    [first, ply, last] = [shown.first_ply, shown.ply, shown.last_ply];
    slider.min = String(first);
    slider.max = String(last);
    slider.value = String(ply);
    byId("ply-words").textContent = `${ply} of ${last}`;
    for (const id of ["first", "back"]) byId(id).disabled = ply === first;
    for (const id of ["forward", "last"]) byId(id).disabled = ply === last;
    byId("play-on").hidden = ply === last;
  }

  return { show, ...steps };
}
