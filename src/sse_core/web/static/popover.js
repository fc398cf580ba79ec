/**
 * A small group of buttons beside a place of the board, such as the pieces that can be placed there.
 */
import { choiceButton } from "./choices.js";
import { byId, el } from "./dom.js";

/** The most choices that are shown here; more stay in the panel. */
const MOST = 6;

/** @param {(key: string) => void} onChoose */
export function makePopover(onChoose) {
  const root = byId("popover");
  const frame = byId("board-frame");

  /** Remove the group. */
  function hide() {
    root.hidden = true;
    root.replaceChildren();
  }

  /**
   * Show the choices beside a box of the screen, above it if there is more room.
   * @param {import("./steps.js").Step[]} steps
   * @param {DOMRect} box
   * @param {string} name
   * @param {{game: string, source: string}} about the game, and the clauses of the question
   */
  function show(steps, box, name, about) {
    if (steps.length > MOST) return hide();
    root.replaceChildren(el("p", { class: "popover-title" }, name), ...steps.map((step) => choiceButton(step, about, onChoose)));
    root.setAttribute("aria-label", name);
    root.hidden = false;
    const outer = frame.getBoundingClientRect();
    const room = outer.width - root.offsetWidth;
    const left = Math.max(0, Math.min(room, box.left + box.width / 2 - outer.left - root.offsetWidth / 2));
    const below = box.bottom - outer.top + 6;
    const above = box.top - outer.top - root.offsetHeight - 6;
    root.style.left = `${left}px`;
    root.style.top = `${above < 0 || box.bottom + root.offsetHeight < innerHeight - 12 ? below : above}px`;
    root.querySelector("button")?.focus({ preventScroll: true });
  }

  return { show, hide, hasFocus: () => root.contains(document.activeElement) };
}
