/**
 * The switch for confirming moves made by touch, since a finger is wider than a place. This browser remembers it; on
 * touch devices it is on at first.
 */
import { byId } from "./dom.js";
import { forGood } from "./kept.js";

const KEY = "confirms";
const TOUCHES = ["touch", "pen"];

/** The source of the last input: a kind of pointer, or the keyboard. */
let source = "";

document.addEventListener("pointerdown", (event) => (source = event.pointerType), { capture: true });
document.addEventListener("keydown", () => (source = "keyboard"), { capture: true });

function isOn() {
  return forGood.get(KEY) ?? matchMedia("(pointer: coarse)").matches;
}

/** Return whether the last choice must be confirmed. */
export function isToConfirm() {
  return TOUCHES.includes(source) && isOn();
}

/** Show the switch on a device with a touch screen. */
export function showSwitch() {
  const input = byId("confirms");
  byId("device-card").hidden = !matchMedia("(any-pointer: coarse)").matches;
  input.checked = isOn();
  input.addEventListener("change", () => forGood.set(KEY, input.checked));
}
