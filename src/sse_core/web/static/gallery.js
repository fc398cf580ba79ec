/**
 * The starts that ship with a game, as a list to choose from.
 */
import { byId, el, inWords } from "./dom.js";

/**
 * Show the presets of a game; the first choice is none of them.
 * @param {any} game
 * @param {() => void} onChange
 */
export function makeGallery(game, onChange) {
  const root = byId("gallery");
  byId("start-legend").textContent = game.preset === "map" ? "Map" : "Start";
  const none = { name: "", about: "as the rules and the seed say" };
  root.replaceChildren(...[none, ...game.presets].map((preset) => card(preset, game.preset)));
  root.querySelector("input").checked = true;
  root.onchange = onChange;

  return {
    /** Return the name of the preset that is chosen, null for none. */
    value: () => root.querySelector("input:checked")?.value || null,
    /** @param {boolean} on while a pasted text takes the place of the presets */
    disable(on) {
      root.hidden = on;
      byId("gallery-off").hidden = !on;
    },
  };
}

/**
 * @param {{name: string, about: string}} preset
 * @param {string} noun
 */
function card({ name, about }, noun) {
  return el(
    "label",
    { class: "preset" },
    el("input", { type: "radio", name: "preset", value: name }),
    el("span", {}, el("strong", {}, name ? inWords(name) : `A new ${noun}`), el("small", {}, about)),
  );
}
