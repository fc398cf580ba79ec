/**
 * What seats and levels of bots are called on the page.
 */
import { say } from "./messages.js";

/**
 * Return a level in words: its name, and its Elo if that is known.
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
 * Return the seats that are those of who looks: on a device of one's own, and where one person alone plays at the screen.
 * @param {{mine: number[] | null, seats: {player: string}[]}} game
 */
export function ownSeats({ mine, seats }) {
  const people = [...seats.keys()].filter((seat) => seats[seat].player === "human");
  return mine ?? (people.length === 1 ? people : []);
}

/**
 * Return what a seat is called where its letter stands beside it.
 * @param {{mine: number[] | null, seats: any[]}} game
 * @param {number} seat
 */
export function callOf(game, seat) {
  return game.seats[seat].name || say(ownSeats(game).includes(seat) ? "people.you" : "score.person");
}
