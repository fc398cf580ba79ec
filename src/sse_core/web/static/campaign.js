/**
 * The panel of a game's campaign: its terms, the finished games, and the wins of each seat.
 */
import { withClauses } from "./clauses.js";
import { badge, byId, el } from "./dom.js";
import { listed, say } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

/**
 * Show the campaign of a game, if it is in one.
 * @param {Shown} shown
 */
export function showCampaign(shown) {
  const { campaign } = shown;
  byId("campaign-card").hidden = byId("save-campaign").hidden = !campaign;
  if (!campaign) return;
  // Where people have seats of their own, the button names the next game if somebody has begun it.
  if (!shown.mine || !shown.rematch) byId("rematch").textContent = say(isNext(shown) ? "actions.nextGame" : "actions.rematch");
  if (campaign.is_over) byId("rematch").hidden = true;
  byId("campaign-title").textContent = say("campaign.number", { number: campaign.number });
  byId("campaign-result").hidden = !campaign.is_over;
  byId("campaign-result").textContent = say(campaign.winners.length > 1 ? "campaign.shared" : "campaign.won", { winners: listed(campaign.winners) });
  const wins = shown.seats.map((seat, i) => el("span", { class: "seat" }, badge(seat.letter), ` ${campaign.piles[i]} `));
  const head = el("thead", {}, el("tr", {}, ...campaign.columns.map((/** @type {string} */ name) => el("th", { scope: "col" }, name))));
  const rows = campaign.rows.map((/** @type {string[]} */ row) => el("tr", {}, ...row.map((words) => el("td", {}, words))));
  byId("campaign-table").replaceChildren(el("p", { class: "seat" }, say("campaign.soFar"), ...wins), ...(rows.length ? [el("table", {}, head, el("tbody", {}, ...rows))] : []));
  byId("campaign-terms").replaceChildren(...withClauses(campaign.terms, shown.game));
}

/**
 * Return whether the game is finished by the rules, so that its campaign goes on with the next one.
 * @param {Shown} shown
 */
export function isNext(shown) {
  return Boolean(shown.campaign) && shown.finished && !shown.seats.some((seat) => seat.left);
}
