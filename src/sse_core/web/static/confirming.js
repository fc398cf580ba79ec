/**
 * Moves by touch that are confirmed: a finger is wider than what it taps. It is a switch, kept in this browser, and on from
 * the beginning where a finger is what one points with.
 */
import { byId } from "./dom.js";
import { forGood } from "./kept.js";

const KEY = "confirms";
const TOUCHES = ["touch", "pen"];

/** What the last input came from: a kind of pointer, or the keyboard. */
let source = "";

document.addEventListener("pointerdown", (event) => (source = event.pointerType), { capture: true });
document.addEventListener("keydown", () => (source = "keyboard"), { capture: true });

function isOn() {
  return forGood.get(KEY) ?? matchMedia("(pointer: coarse)").matches;
}

/** Return whether what was just chosen is to be confirmed. */
export function isToConfirm() {
  return TOUCHES.includes(source) && isOn();
}

/** Show the switch on a device that can be touched. */
export function showSwitch() {
  const input = byId("confirms");
  byId("device-card").hidden = !matchMedia("(any-pointer: coarse)").matches;
  input.checked = isOn();
  input.addEventListener("change", () => forGood.set(KEY, input.checked));
}
