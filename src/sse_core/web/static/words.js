/**
 * Names of seats and of levels of bots on the page.
 */
import { say } from "./messages.js";

/**
 * Return the name of a level, with its Elo if that is known.
 * @param {{title: string, elo: number | null}} level
 */
export function levelWords({ title, elo }) {
  return elo === null ? title : say("level.rated", { name: title, elo });
}

/**
 * Return a seat with its name, as sentences call it.
 * @param {{letter: string, name: string}} seat
 */
export function labelOf({ letter, name }) {
  return name ? `${letter} (${name})` : letter;
}

/**
 * Return the seats of the person who looks: those held by this device, or the only person's at one screen.
 * @param {{mine: number[] | null, seats: {player: string}[]}} game
 */
export function ownSeats({ mine, seats }) {
  const people = [...seats.keys()].filter((seat) => seats[seat].player === "human");
  return mine ?? (people.length === 1 ? people : []);
}

/**
 * Return the name of a seat for a place where its letter stands beside it.
 * @param {{mine: number[] | null, seats: any[]}} game
 * @param {number} seat
 */
export function callOf(game, seat) {
  return game.seats[seat].name || say(ownSeats(game).includes(seat) ? "people.you" : "score.person");
}
