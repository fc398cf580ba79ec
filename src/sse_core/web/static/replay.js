/**
 * Replay controls: buttons for the first, previous, next and last position, a slider, and automatic play.
 */
import { byId } from "./dom.js";
import { say } from "./messages.js";

/** The milliseconds of each position in automatic play. */
const PAUSE = 900;

/** @param {{onPly: (ply: number | null) => void, onPlayOn: () => void}} hooks */
export function makeReplay({ onPly, onPlayOn }) {
  let [first, ply, last] = [0, 0, 0];
  /** The timer of automatic play, else 0. */
  let timer = 0;
  const slider = byId("ply");

  /**
   * Go to a ply; the last one follows the game.
   * @param {number} wanted
   */
  function go(wanted) {
    const next = Math.max(first, Math.min(last, wanted));
    if (next === ply) return;
    // The next step starts from here, even before the position is shown.
    ply = next;
    onPly(next === last ? null : next);
  }
  const steps = {
    first: () => go(first),
    back: () => go(ply - 1),
    forward: () => go(ply + 1),
    last: () => go(last),
  };
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", () => (rest(), step()));
  byId("watch").addEventListener("click", () => (timer ? rest() : watch()));
  slider.addEventListener("input", () => (rest(), go(Number(slider.value))));
  byId("play-on").addEventListener("click", onPlayOn);

  /** Start automatic play, from the first position if this is the last one. */
  function watch() {
    if (ply === last) go(first);
    timer = setInterval(() => go(ply + 1), PAUSE);
    byId("watch").textContent = say("replay.pause");
  }

  /** Stop automatic play. */
  function rest() {
    clearInterval(timer);
    timer = 0;
    byId("watch").textContent = say("replay.watch");
  }

  /**
   * @param {{first_ply: number, ply: number, last_ply: number}} shown the position, and the ends of its line
   * @param {boolean} isBranch whether the line is a branch
   */
  function show(shown, isBranch) {
    [first, ply, last] = [shown.first_ply, shown.ply, shown.last_ply];
    slider.min = String(first);
    slider.max = String(last);
    slider.value = String(ply);
    byId("ply-words").textContent = say(isBranch ? "replay.ofBranch" : "replay.of", { ply: String(ply), last: String(last) });
    for (const id of ["first", "back"]) byId(id).disabled = ply === first;
    for (const id of ["forward", "last"]) byId(id).disabled = ply === last;
    byId("play-on").hidden = ply === last && !isBranch;
    byId("watch").disabled = first === last;
    byId("watch").hidden = isBranch;
    if (ply === last) rest();
  }

  return { show, ...steps };
}
