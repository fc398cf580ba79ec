/**
 * The palette of the map editor: the tools of a game in groups, and the turn of the chosen tool.
 */
import { toolPicture } from "./api.js";
import { el } from "./dom.js";
import { say } from "./messages.js";
import { onTheme, theme } from "./theme.js";

/**
 * @typedef {{key: string, words: string, group: string, turns: number, shortcut: string}} Tool
 */

/**
 * Return the palette of a game; `onChoice` is called when another tool is chosen, or the chosen one is turned.
 * @param {string} game
 * @param {Tool[]} tools
 * @param {() => void} onChoice
 */
export function makePalette(game, tools, onChoice) {
  let chosen = tools[0];
  let turn = 0;
  const cards = new Map(tools.map((tool) => [tool.key, card(tool)]));
  const turning = el("button", { type: "button", onclick: () => turnOn() }, say("editor.turn"), " ", el("kbd", {}, "T"));
  const words = el("p", { class: "hint", role: "status" });
  const groups = [...new Set(tools.map((tool) => tool.group))];
  const root = el(
    "div",
    { class: "palette choices" },
    ...groups.map((group) =>
      el(
        "div",
        { class: "group", role: "radiogroup", "aria-label": group },
        el("h3", {}, group),
        el("div", { class: "tool-list" }, ...tools.filter((tool) => tool.group === group).map((tool) => cards.get(tool.key))),
      ),
    ),
  );
  onTheme(draw);
  draw();

  /** @param {Tool} tool */
  function card(tool) {
    return el(
      "label",
      { class: "tool", title: tool.shortcut ? `${tool.words} (${tool.shortcut})` : tool.words },
      el("input", { type: "radio", name: "tool", class: "sr-only", value: tool.key, onchange: () => choose(tool) }),
      el("img", { alt: "", class: tool.turns > 1 && "is-wide" }),
      el("span", { class: "tool-words" }, tool.words),
      el("small", { class: "tool-count", "aria-hidden": "true" }),
    );
  }

  /** @param {Tool} tool */
  function choose(tool) {
    chosen = tool;
    turn = 0;
    draw();
    onChoice();
  }

  function turnOn() {
    if (chosen.turns === 1) return;
    turn = (turn + 1) % chosen.turns;
    draw();
    onChoice();
  }

  function draw() {
    for (const tool of tools) {
      const [input, img] = cards.get(tool.key).children;
      const picture = toolPicture(game, tool.key, tool === chosen ? turn : 0, theme());
      input.checked = tool === chosen;
      if (img.getAttribute("src") !== picture) img.src = picture;
    }
    turning.hidden = chosen.turns === 1;
    const degrees = (360 / chosen.turns) * turn;
    words.textContent = say("editor.chosen", { words: turn ? say("editor.turned", { words: chosen.words, degrees }) : chosen.words });
  }

  return {
    root,
    head: el("div", { class: "actions-head" }, words, turning),
    tool: () => chosen.key,
    turn: () => turn,
    turnOn,
    /** Choose the tool with a keyboard key; return whether there is one. @param {string} key */
    press(key) {
      const found = tools.find((tool) => tool.shortcut === (key === "Backspace" ? "Delete" : key));
      if (found && found !== chosen) choose(found);
      return found !== undefined;
    },
    /** @param {Record<string, number>} counts how many of each are on the map */
    count(counts) {
      for (const tool of tools) {
        const [input, , , count] = cards.get(tool.key).children;
        count.textContent = String(counts[tool.key] ?? "");
        input.setAttribute("aria-label", counts[tool.key] ? say("editor.count", { words: tool.words, count: counts[tool.key] }) : tool.words);
      }
    },
  };
}
