/**
 * The sound that calls a person at the own turn, made by the browser itself. It can be switched off.
 */
import { byId } from "./dom.js";
import { forGood } from "./kept.js";
import { say } from "./messages.js";

const KEY = "sound";
const TONES = [660, 880];
const SECONDS = 0.16;
const TICK = [1320];
const TICK_SECONDS = 0.05;
const VOLUME = 0.08;

/** @type {AudioContext | null} */
let context = null;

/** Let a button switch the sound off and on; a browser lets a page sound only after a click. */
export function switchSound() {
  const button = byId("sound");
  if (!button.hidden) return;
  const show = () => {
    button.textContent = say(isOn() ? "sound.on" : "sound.off");
    button.setAttribute("aria-pressed", String(isOn()));
  };
  button.addEventListener("click", () => {
    forGood.set(KEY, isOn() ? "off" : null);
    show();
    if (isOn()) chime();
  });
  button.hidden = false;
  show();
}

function isOn() {
  return forGood.get(KEY) !== "off";
}

/** Sound two soft tones. */
export function chime() {
  sound(TONES, SECONDS);
}

/** Sound a short tick. */
export function tick() {
  sound(TICK, TICK_SECONDS);
}

/**
 * @param {number[]} tones one after the other
 * @param {number} seconds of each
 */
function sound(tones, seconds) {
  if (!isOn() || !globalThis.AudioContext) return;
  // Without a click a browser refuses sound, and logs an error, so the page doesn't try.
  if (!context && navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  tones.forEach((tone, at) => {
    const [source, gain] = [/** @type {AudioContext} */ (context).createOscillator(), /** @type {AudioContext} */ (context).createGain()];
    const begin = now + at * seconds;
    source.frequency.value = tone;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(VOLUME, begin + seconds / 8);
    gain.gain.linearRampToValueAtTime(0, begin + seconds);
    source.connect(gain).connect(/** @type {AudioContext} */ (context).destination);
    source.start(begin);
    source.stop(begin + seconds);
  });
}
