/**
 * The buttons that turn and mirror the board. This browser stores the view of each game.
 */
import { announce } from "./announce.js";
import { el } from "./dom.js";
import { forGood } from "./kept.js";
import { say } from "./messages.js";

/**
 * Add the buttons to those of a board's view.
 * @param {HTMLElement} tools
 * @param {ReturnType<typeof import("./board.js").makeBoard>} board
 * @param {() => void} onChange
 */
export function makeTurning(tools, board, onChange) {
  let game = "";
  let orientation = { turn: 0, flipped: false };
  const left = button("↺", "turning.left", "[", () => turn(-1));
  const right = button("↻", "turning.right", "]", () => turn(1));
  const mirror = button("⇋", "turning.mirror", "M", flip);
  tools.prepend(left, right, mirror);

  /**
   * @param {string} sign
   * @param {any} words the key of what it does
   * @param {string} key
   * @param {() => void} onclick
   */
  function button(sign, words, key, onclick) {
    return el("button", { type: "button", class: "icon", "aria-label": say(words), title: `${say(words)} (${key})`, onclick }, sign);
  }

  /** @param {number} way */
  function turn(way) {
    const steps = board.steps();
    // On a mirrored map the steps still go the same way on the screen.
    change({ ...orientation, turn: (orientation.turn + way + steps) % steps });
  }

  function flip() {
    // The mirror exchanges left and right of the screen, even if the map is turned.
    change({ turn: (board.steps() - orientation.turn) % board.steps(), flipped: !orientation.flipped });
  }

  /** @param {typeof orientation} next */
  function change(next) {
    if (!board.hasMap()) return;
    orientation = next;
    forGood.set(`view-${game}`, orientation.turn || orientation.flipped ? orientation : null);
    show();
    onChange();
    const degrees = (360 / board.steps()) * orientation.turn;
    announce(say(orientation.flipped ? "turning.mirrored" : "turning.turned", { degrees }));
  }

  function show() {
    board.orient(orientation);
    mirror.setAttribute("aria-pressed", String(orientation.flipped));
    for (const each of [left, right, mirror]) each.hidden = !board.hasMap();
  }

  return {
    left: () => turn(-1),
    right: () => turn(1),
    flip,
    /** Show the stored view of a game. @param {string} name */
    show(name) {
      if (name !== game) {
        game = name;
        const found = forGood.get(`view-${name}`);
        orientation = { turn: Number.isInteger(found?.turn) ? found.turn : 0, flipped: found?.flipped === true };
      }
      show();
    },
  };
}
