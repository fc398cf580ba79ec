/**
 * The buttons that turn and mirror the board. Each game keeps its view in this browser.
 */
import { announce } from "./announce.js";
import { el } from "./dom.js";
import { forGood } from "./kept.js";
import { say } from "./messages.js";

/**
 * Put the buttons among those of the view of a board.
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
    // After a mirror the steps go the same way on the screen.
    change({ ...orientation, turn: (orientation.turn + way + steps) % steps });
  }

  function flip() {
    // Left and right of the screen are exchanged, however the map is turned.
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
    /** Show the view that a game has in this browser. @param {string} name */
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
