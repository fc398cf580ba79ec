// A bot for the engine protocol in JavaScript: it flies to the system with the most planets, in Small Star Empires.
// In other games it takes an action at random.
//
//     sse match "engine:node bot.js" greedy

const lines = require("node:readline").createInterface({ input: process.stdin });

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

/** The symbols of a map by the names of its places, such as b2: a letter for the row, and a number within it. */
function symbolsOf(map) {
  const rows = map.slice(map.indexOf("\n\n") + 2).split("\n");
  const found = new Map();
  rows.forEach((row, y) => {
    const symbols = row.trim().split(/ +/);
    symbols.forEach((symbol, x) => found.set(String.fromCharCode(97 + y) + (x + 1), symbol));
  });
  return found;
}

/** What an action is worth, such as b2-c4=C: the planets of c4, and a little more with a city. */
function worthOf(action, symbols) {
  const move = /^[a-z]+\d+-([a-z]+\d+)=([A-Z])/.exec(action);
  if (move === null) return 0;
  return (Number(symbols.get(move[1])) || 0) + (move[2] === "C" ? 0.5 : 0);
}

function choose(message) {
  const symbols = symbolsOf(String(message.json.map));
  const worths = message.actions.map((action) => worthOf(action, symbols));
  const best = Math.max(...worths);
  const ids = message.ids.filter((_, place) => worths[place] === best);
  send({ type: "info", request: message.request, line: [message.actions[worths.indexOf(best)]] });
  send({ type: "action", request: message.request, id: ids[message.seed % ids.length] });
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    send({ type: "hello", protocol: 1, name: "JavaScript", wants: ["actions", "json"], games_at_once: 1000 });
  } else if (message.type === "choose") {
    choose(message);
  } else if (message.type === "quit") {
    lines.close();
  }
});
