/**
 * Form fields for the players of a new game: a person or a bot for each seat, and the budget of a bot.
 */
import { badge, byId, el } from "./dom.js";
import { say } from "./messages.js";
import { levelWords } from "./words.js";

/** @typedef {import("./answers.js").GameShown} GameShown */

/**
 * Return the seats of a game; `onCount` is called when their number changes.
 * @param {GameShown} game
 * @param {() => void} onCount
 */
export function makePlayers(game, onCount) {
  const budgeted = new Set(game.bots.filter((bot) => bot.takes_budget).map((bot) => bot.name));
  const weakest = game.levels[0].player;
  const others = game.bots.filter((bot) => !game.levels.some((level) => level.player === bot.name));

  const numbers = Array.from({ length: game.most_players - game.least_players + 1 }, (_, i) => game.least_players + i);
  const count = el("select", { id: "player-count", onchange: () => (fit(), onCount()) }, ...numbers.map((number) => el("option", { value: number }, String(number))));
  const rows = [...game.seats].slice(0, game.most_players).map(row);
  fit();

  /**
   * @param {string} letter
   * @param {number} seat
   */
  function row(letter, seat) {
    const budget = el("input", { class: "budget", "aria-label": say("players.budget", { letter }), placeholder: say("players.budgetAs"), title: say("players.budgetTitle"), maxlength: 12, autocomplete: "off" });
    const player = el(
      "select",
      { "aria-label": say("players.seat", { letter }), onchange: () => (budget.hidden = !budgeted.has(player.value)) },
      el("option", { value: "human" }, say("players.person")),
      el("optgroup", { label: say(game.levels.some((level) => level.elo !== null) ? "players.rated" : "players.bots") }, ...game.levels.map((level) => el("option", { value: level.player }, levelWords(level)))),
      el("optgroup", { label: say("players.byName") }, ...others.map((bot) => el("option", { value: bot.name }, bot.name))),
    );
    player.value = seat === 0 || game.most_players === 1 ? "human" : weakest;
    budget.hidden = !budgeted.has(player.value);
    return el("li", {}, badge(letter), player, budget);
  }

  /** Show the seats that play. */
  function fit() {
    rows.forEach((row, seat) => (row.hidden = seat >= Number(count.value)));
  }

  return {
    show() {
      byId("count-row").hidden = numbers.length === 1;
      byId("count-row").replaceChildren(say("players.count"), " ", count);
      byId("players").replaceChildren(...rows);
    },
    /** Return a player for each seat, as the server names them. */
    values: () =>
      rows.slice(0, Number(count.value)).map((row) => {
        const [player, budget] = [row.querySelector("select").value, row.querySelector("input").value.trim()];
        return budgeted.has(player) && budget ? `${player}:${budget}` : player;
      }),
    /** @param {number} number */
    setCount(number) {
      if (!numbers.includes(number)) return;
      count.value = String(number);
      fit();
    },
  };
}
