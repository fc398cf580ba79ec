/**
 * The game on the page: it holds the server's last answer, and passes it to the panels.
 */
import { keepPly, plyOfAddress } from "./address.js";
import { makeAnalysis } from "./analysis.js";
import { announce, hush } from "./announce.js";
import { room } from "./api.js";
import { makeBoard } from "./board.js";
import { makeBranches } from "./branches.js";
import { showCampaign } from "./campaign.js";
import { makeChooser } from "./chooser.js";
import { makeCover } from "./cover.js";
import { confirmed } from "./dialogs.js";
import { makeClocks } from "./clocks.js";
import { isToConfirm, showSwitch } from "./confirming.js";
import { NOTHING, byId } from "./dom.js";
import { makeEvaluation } from "./evaluation.js";
import { follow } from "./events.js";
import { makeFilm } from "./film.js";
import { showHiding } from "./hiding.js";
import { forTab } from "./kept.js";
import { makeMade } from "./made.js";
import { say, speakAs } from "./messages.js";
import { makeMoves, spoken } from "./moves.js";
import { layout, onLayout } from "./narrow.js";
import { forget, remember } from "./recent.js";
import { isLost, untilReached } from "./reach.js";
import { makeReplay } from "./replay.js";
import { makeReview } from "./review.js";
import { showScore } from "./score.js";
import { makeShare } from "./share.js";
import { listenToKeys } from "./shortcuts.js";
import { makePeople, sitDown } from "./people.js";
import { clearTable, showTable } from "./table.js";
import { onTheme, theme } from "./theme.js";
import { makeTurning } from "./turning.js";
import { choiceWords, showTurn, titleOf, turnWords, waitWords } from "./turn.js";
import { makeView } from "./view.js";

/** @typedef {import("./answers.js").Shown} Shown */

const HINT_SECONDS = 1;

/**
 * Open a game on the page.
 * @param {string} id
 */
export async function openRoom(id) {
  const api = room(id);
  /** @type {Shown} the server's last answer */
  let shown = NOTHING;
  /** @type {number | string | null} the position on the board; null follows the game */
  let ply = plyOfAddress();
  /** @type {number | string | null} a wanted position that the game doesn't have, for a message */
  let missing = null;
  /** @type {number | null} the seat of the person at the screen, in a game with secrets */
  let viewer = null;
  /** Whether that person has the screen alone, and never passes it on; this survives a reload of the tab. */
  let alone = false;
  const aloneKey = `alone ${id}`;
  /** The number of the last request, so that a late answer never hides a newer one. */
  let asked = 0;
  /** Whether the page says that the server can't be reached; the next answer removes that. */
  let saidLost = false;
  let stopFollowing = () => {};

  const board = makeBoard(byId("board"), {
    onPlace: (place) => chooser.choosePlace(place),
    onPoint: (place) => chooser.point(place),
  });
  const chooser = makeChooser(board, { onAct: act, whyNot: (keys) => whyNot({ keys }), isToConfirm: () => !shown.tries && isToConfirm() });
  const view = makeView(board, { onZoom: () => chooser.hidePopover(), onFrame: () => chooser.refresh() });
  const turning = makeTurning(byId("map-only").parentElement, board, () => {
    view.show();
    chooser.hidePopover();
    chooser.refresh();
  });
  const moves = makeMoves(goTo);
  const branches = makeBranches(id, moves, { onGo: (to) => (to === undefined ? refresh() : goTo(to)) });
  const evaluation = makeEvaluation();
  const review = makeReview({ onPly: goTo, onWorths: evaluation.reviewed });
  const replay = makeReplay({ onPly: step, onPlayOn: playOn });
  const analysis = makeAnalysis({ onPoint: showLine, onWorth: evaluation.analysed });
  const share = makeShare(api, branches.recorded);
  const film = makeFilm(board, {
    frame: (at) => api.picture({ ply: at, seat: viewer, ...style() }),
    onDrawn: () => {
      turning.show(shown.game);
      view.show();
      chooser.refresh();
    },
  });
  const cover = makeCover(uncover);
  const made = makeMade();
  const clocks = makeClocks();
  const people = makePeople(api, { onAgree: agree, failed });

  // --- what the server shows

  /** Return the style of pictures. */
  const style = () => ({ theme: theme(), layout: layout() });

  /** Return the request parameters: the position on the board, and which moves the page has already. */
  function wanted() {
    return { ply, ...branches.view(), seat: viewer, ...style(), known: shown?.known };
  }

  /** Return the request parameters for the position on the board. */
  function position() {
    return { ply: shown.ply, ...branches.view() };
  }

  /** Return a key that differs between positions. */
  function placeOf(/** @type {Shown} */ one) {
    return [one.ply, one.is_latest, ...one.line.map(spoken)].join("\n");
  }

  /** Ask for the position again, and show it. */
  async function refresh() {
    const number = ++asked;
    try {
      const next = await nextShown();
      if (number !== asked) return;
      // The game answers in another language than the page: from now on both use that language.
      if (speakAs(next.language)) return await refresh();
      show(next);
      tellMissing();
    } catch (error) {
      if (number === asked) failed(error);
    }
  }

  /** Return the server's answer for the position on the board; for the last one if the game doesn't have it. */
  async function nextShown() {
    try {
      return await api.shown(wanted());
    } catch (error) {
      if (/** @type {any} */ (error).status !== 400 || ply === null || branches.isOpen()) throw error;
      [missing, ply] = [ply, null];
      return await api.shown(wanted());
    }
  }

  /** Say which position the game doesn't have, since its last one is shown instead. */
  function tellMissing() {
    if (missing === null || isCovered()) return;
    chooser.refuse(say("address.noPosition", { ply: String(missing), first: String(shown.first_ply), last: String(shown.last_ply) }));
    missing = null;
  }

  /**
   * Show the answer to the last request, which has only the moves that are new to the page.
   * @param {Shown} answer
   */
  function show(answer) {
    const before = shown;
    const isElsewhere = !before || placeOf(before) !== placeOf(answer);
    const kept = before?.moves.slice(0, answer.moves_from) ?? [];
    const next = { ...answer, moves: [...kept, ...answer.moves] };
    shown = next;
    if (next.is_latest) ply = null;
    if (!before) remember(next);
    if (saidLost) chooser.refuse("");
    saidLost = false;
    byId("room-title").textContent = `${next.title}: ${turnWords(next)}`;
    document.title = titleOf(next);
    byId("bar-title").textContent = next.title;
    byId("warning").textContent = next.warning;
    byId("warning").hidden = !next.warning;
    showHiding(next.hiding);
    clocks.show(next);
    if (mustPass()) return passOn();
    if (byId("cover").hidden && isCovered()) showRoom();
    moves.show(next);
    if (!branches.show(next)) return look(null);
    keepPly(id, branches.view().ply ?? (next.is_latest ? null : next.ply));
    if (before && isElsewhere) followByAnalysis();
    view.tell(next);
    film.show(next.svg, firstNew(before), next.ply);
    showTurn(next);
    showScore(next);
    showTable(next);
    replay.show({ ...next, ...(branches.isOpen() ? branches.span() : {}) }, branches.isOpen());
    review.show(next);
    evaluation.show(next);
    share.show(next, theme(), position());
    made.show(next);
    people.show(next, before);
    showTools();
    if (before?.version !== next.version || isElsewhere) begin();
    if (before && before.version !== next.version && next.is_latest) tell(before);
  }

  /** Offer the actions that can be played or tried in the position. */
  function begin() {
    chooser.begin(shown.legal ? { legal: shown.legal, questions: shown.questions } : shown.tries, waitWords(shown), shown.game, choiceWords(shown));
  }

  /**
   * Return the first new ply, from which on motion is shown; one after the position if none is new.
   * @param {Shown} before
   */
  function firstNew(before) {
    if (before && shown.is_latest && shown.last_ply > before.last_ply) return before.last_ply + 1;
    return before && shown.ply === before.ply + 1 ? shown.ply : shown.ply + 1;
  }

  /**
   * Announce the moves since the last look, and whose turn it is.
   * @param {Shown} before
   */
  function tell(before) {
    const fresh = shown.moves.filter((move) => move.ply > before.last_ply).slice(-6);
    announce([...fresh.map(spoken), turnWords(shown) ?? ""].map((words) => words.replace(/\.?$/, ".")).join(" "));
  }

  /** Enable the buttons that do something now. */
  function showTools() {
    const past = !shown.is_latest;
    byId("room").classList.toggle("is-over", shown.finished && !past && !shown.tries);
    byId("undo").disabled = !shown.can_undo || past || shown.asked !== null;
    byId("redo").disabled = !shown.can_redo || past;
    byId("hint").disabled = !shown.legal;
    byId("resign").hidden = mySeat() === null || shown.finished;
    byId("pass-on").hidden = !alone || !shown.secrets;
    byId("save-record").hidden = shown.secrets;
    byId("save-map").hidden = !shown.has_map;
    byId("rematch").hidden = !shown.finished || (shown.mine?.length === 0 && !shown.rematch);
    byId("notation").hidden = !shown.legal && !shown.tries;
    byId("analyse").disabled = shown.finished && !past;
    showCampaign(shown);
  }

  // --- secrets

  /** Return whether another person than the one at the screen is to act, so that secrets must be covered. */
  function mustPass() {
    const people = shown.seats.filter((seat) => seat.is_person).length;
    if (!shown.secrets || shown.mine || people < 2 || alone) return false;
    // Until a person has chosen a seat, nobody's view is shown.
    return viewer === null || (shown.person !== null && shown.person !== viewer && ply === null);
  }

  function passOn() {
    chooser.begin(null, "", shown.game);
    analysis.clear();
    review.clear();
    chooser.lock(true);
    film.stop();
    board.clear();
    hush();
    moves.clear();
    clearTable();
    byId("notation-text").value = "";
    byId("made").hidden = true;
    byId("room").classList.add("is-covered");
    cover.show(shown);
  }

  function isCovered() {
    return byId("room").classList.contains("is-covered");
  }

  /** Show the panels again, now drawn for the new person at the screen. */
  function showRoom() {
    byId("room").classList.remove("is-covered");
    chooser.lock(false);
  }

  /** @param {number} seat */
  function uncover(seat) {
    // The person to act passes the screen on afterwards; any other person keeps the own view.
    alone = shown.person !== null && seat !== shown.person;
    forTab.set(aloneKey, alone ? String(seat) : null);
    viewer = seat;
    shown = NOTHING;
    refresh();
    listen();
  }

  /** Let others play at this screen again. */
  function shareScreen() {
    alone = false;
    forTab.set(aloneKey, null);
    refresh();
  }

  /** Return the seat for which the person at the screen makes requests; null for a spectator. */
  function mySeat() {
    if (!shown.mine) return viewer ?? shown.person;
    return shown.mine.find((seat) => seat === shown.person) ?? shown.mine[0] ?? null;
  }

  // --- acting

  /**
   * Follow the game again, and show its last position, the server's answer to a change.
   * @param {Shown} next
   * @param {number} number that of the request
   */
  function showLast(next, number) {
    const wasElsewhere = ply !== null || branches.isOpen();
    branches.leave();
    ply = null;
    if (number === asked) show(next);
    // News came meanwhile, and the page has asked for the earlier position.
    else if (wasElsewhere) refresh();
  }

  /**
   * Send a change of the game to the server, and show the result; return whether it was made.
   * @param {"act" | "undo" | "redo" | "resign"} what
   * @param {object} [body]
   */
  async function change(what, body = {}) {
    const number = ++asked;
    chooser.lock(true);
    chooser.refuse("");
    byId("room").setAttribute("aria-busy", "true");
    try {
      if (what === "act") made.choose(shown);
      const { version, known } = shown;
      const seat = shown.mine ? mySeat() : viewer;
      const next = await api.tell(what, { version, known, seat: seat ?? undefined, ...style(), ...body });
      showLast(next, number);
      return true;
    } catch (error) {
      // The chosen steps lead nowhere: the choices begin again, below the reason.
      if (shown) begin();
      failed(error);
      return false;
    } finally {
      if (!isCovered()) chooser.lock(false);
      byId("room").removeAttribute("aria-busy");
    }
  }

  /** @param {{id: number} | {text: string}} action */
  function act(action) {
    return shown.tries ? attempt(action) : change("act", { seat: shown.person, ...action });
  }

  /**
   * Try an action in the position on the board, in a branch of the game; return whether that is possible.
   * @param {{id: number} | {text: string}} action
   */
  async function attempt(action) {
    const legal = shown.tries?.legal ?? [];
    const text = "text" in action ? action.text : legal.find((each) => each.id === action.id)?.text ?? "";
    const isKnown = legal.some((each) => each.text === text);
    const refused = (isKnown ? "" : await whyNot({ text })) || branches.attempt(text);
    chooser.refuse(refused);
    if (refused) begin();
    else if (branches.isOpen()) await refresh();
    else goTo(shown.ply + 1);
    return !refused;
  }

  /**
   * Send an agreement of the people to the server.
   * @param {"answer" | "without" | "back"} what
   * @param {object} body
   */
  async function agree(what, body) {
    const number = ++asked;
    try {
      showLast(await api.tell(what, { ...body, known: shown.known, ...style() }), number);
    } catch (error) {
      failed(error);
    }
  }

  /** Begin again at the position on the board: by a take-back, or else in a new game. */
  async function playOn() {
    if (!shown.can_undo || branches.isOpen()) return playOnElsewhere();
    const back = shown.last_ply - shown.ply;
    const question = say(shown.mine ? "replay.playOnOthers" : "replay.playOnAsked", { count: back });
    if (await confirmed(question, say("replay.playOnYes"))) await change("undo", { to: shown.ply });
  }

  async function playOnElsewhere() {
    try {
      location.assign((await api.link(position())).url);
    } catch (error) {
      failed(error);
    }
  }

  async function resign() {
    const seat = mySeat();
    if (seat === null) return;
    if (await confirmed(say("actions.resignAsked", { letter: shown.seats[seat].letter }), say("actions.resign"))) await change("resign", { seat });
  }

  async function rematch() {
    // News of the rematch would start a request while the browser leaves the page.
    stopFollowing();
    try {
      if (shown.mine?.length === 0 && shown.rematch) return location.assign(`/g/${shown.rematch.id}`);
      const next = await api.tell("rematch", {});
      location.assign(`/g/${next.id}`);
    } catch (error) {
      listen();
      failed(error);
    }
  }

  /** @param {SubmitEvent} event */
  async function playNotation(event) {
    event.preventDefault();
    const field = byId("notation-text");
    const text = field.value.trim();
    if (text && (await act({ text }))) field.value = "";
  }

  /**
   * Return why no legal action begins with these keys, or why an action is refused; empty if it is legal.
   * @param {{keys: string[]} | {text: string}} what
   */
  async function whyNot(what) {
    try {
      const tried = shown.tries && { seat: shown.tries.seat, ...position() };
      const { reason } = await api.tell("why", { seat: shown.person, ...what, ...tried });
      return reason;
    } catch (error) {
      saidLost = isLost(error);
      return /** @type {Error} */ (error).message;
    }
  }

  // --- hints and analysis

  async function askHint() {
    if (!shown?.legal || byId("hint").disabled) return;
    const { version } = shown;
    const line = byId("hint-line");
    byId("hint").disabled = true;
    line.textContent = say("hint.thinks");
    line.hidden = false;
    try {
      const { text, words, steps } = await api.tell("hint", { seat: shown.person, seconds: HINT_SECONDS });
      if (shown.version !== version) return;
      chooser.setHint({ text, words, keys: steps.map((step) => step.key) });
      announce(say("hint.said", { words }));
    } catch (error) {
      line.hidden = true;
      failed(error);
    } finally {
      showTools();
    }
  }

  /**
   * Mark the first action of a line on the board, as a hint.
   * @param {string} text
   */
  function showLine(text) {
    const found = (shown.legal ?? shown.tries?.legal ?? []).find((action) => action.text === text);
    if (!found) return;
    const { steps } = found;
    chooser.setHint({ text, words: steps.map((step) => step.words).join(", "), keys: steps.map((step) => step.key) });
  }

  function toggleAnalysis() {
    if (analysis.isRunning()) analysis.stop();
    else analysis.start(api.address("analysis", { ...position(), seat: shown.viewer }));
  }

  function toggleReview() {
    if (review.isRunning()) review.stop();
    else review.start((width) => api.address("review", { width }));
  }

  /** Clear the analysis of the last position, and analyse the new one if the analysis was running. */
  function followByAnalysis() {
    const goesOn = analysis.isRunning() && (shown.tries || shown.legal || !shown.finished);
    analysis.clear();
    if (goesOn) toggleAnalysis();
  }

  // --- earlier positions, and errors

  /** @param {number | string | null} wanted */
  function look(wanted) {
    ply = wanted;
    chooser.refuse("");
    refresh();
  }

  /**
   * Look at a position of the game; the last one follows the game.
   * @param {number} wanted
   */
  function goTo(wanted) {
    branches.leave();
    look(wanted === shown.last_ply ? null : wanted);
  }

  /**
   * Go to a position of the present line, which is the game or a branch; null goes to its end.
   * @param {number | null} wanted
   */
  function step(wanted) {
    if (!branches.isOpen()) return look(wanted);
    const to = wanted ?? branches.span().last_ply;
    if (branches.step(to)) goTo(to);
    else look(ply);
  }

  /** Take the last choice back; without one, go from a branch to the place where it leaves the game. */
  function stepBack() {
    if (chooser.hasChosen() || !branches.isOpen()) chooser.stepBack();
    else leaveBranch();
  }

  function leaveBranch() {
    goTo(/** @type {number} */ (branches.view().ply));
  }

  /** @param {unknown} error */
  function failed(error) {
    const { status, message } = /** @type {any} */ (error);
    if (status === 404) return gone(message);
    saidLost = isLost(error);
    if (!shown && alone) {
      // The seat that this tab has stored no longer belongs to a person.
      viewer = null;
      return shareScreen();
    }
    if (!shown) byId("turn-words").textContent = message;
    chooser.refuse(message);
    // The game has changed, and no longer has the position where the branch begins.
    if (branches.isOpen() && shown && (status === 400 || status === 409)) return goTo(shown.last_ply);
    // The game has gone on in another tab: show its present state, and keep the message.
    if (status === 409) refresh();
  }

  /** @param {string} message */
  function gone(message) {
    forget(id);
    stopFollowing();
    byId("gone-words").textContent = message;
    byId("room").hidden = true;
    byId("gone").hidden = false;
    document.title = say("gone.title");
  }

  const clicks = { undo: () => change("undo"), redo: () => change("redo"), hint: askHint, resign, rematch, analyse: toggleAnalysis, review: toggleReview, "pass-on": shareScreen };
  for (const [button, click] of Object.entries(clicks)) byId(button).addEventListener("click", click);
  byId("leave-branch").addEventListener("click", leaveBranch);
  byId("notation").addEventListener("submit", playNotation);
  listenToKeys({
    u: () => byId("undo").click(),
    r: () => byId("redo").click(),
    h: askHint,
    a: () => byId("analyse").click(),
    t: review.nextTurn,
    T: review.turnBefore,
    b: () => board.focus(board.current()),
    "/": () => byId("notation-text").focus(),
    m: turning.flip,
    "[": turning.left,
    "]": turning.right,
    "+": view.zoomIn,
    "-": view.zoomOut,
    ArrowLeft: replay.back,
    ArrowRight: replay.forward,
    Home: replay.first,
    End: replay.last,
    Escape: stepBack,
  });
  showSwitch();
  onTheme(refresh);
  onLayout(() => board.hasLayouts() && refresh());

  /** Follow the news of the game, as the person at the screen may know them. */
  function listen() {
    stopFollowing();
    stopFollowing = follow(api.address("events", { seat: viewer }), {
      onChange: (news) => {
        people.hear(news);
        showHiding(news.hiding);
        const keys = /** @type {const} */ (["version", "thinking", "warning"]);
        const isNew = keys.some((key) => news[key] !== shown?.[key]) || (news.table ?? 0) !== shown?.table;
        if (isNew) refresh();
      },
      onLost: () => api.shown(wanted()).catch((error) => error.status === 404 && gone(error.message)),
      onBack: refresh,
      // A person with a seat is called, and counts as away without a stream.
      always: Boolean(shown?.mine?.length),
    });
  }

  const keptSeat = forTab.get(aloneKey);
  if (keptSeat !== null) [viewer, alone] = [Number(keptSeat), true];
  const trouble = await sitDown(api);
  byId("room").hidden = false;
  await untilReached(async () => {
    show(await nextShown());
    tellMissing();
  }).catch(failed);
  if (trouble) chooser.refuse(trouble);
  if (shown) listen();
}
