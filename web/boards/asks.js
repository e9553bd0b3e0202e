// What the player on a board can do besides moving on it: offers, choosing allies, typed moves, resigning; and the help.

/**
 * @import { Child, On } from "../dom.js"
 * @import { BoardPlay } from "./live.js"
 * @import { Seat } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { boardGame } from "../games/boards.js";
import { icon } from "../icons.js";
import { meant, withDigits } from "../keyboard.js";
import { openSettings, settings } from "../settings.js";
import { t } from "../texts.js";
import { keyList } from "../views/keylist.js";
import { reserved } from "../views/reserved.js";
import { nameAt, namesAt, pausedTold } from "../views/told.js";
import { isChecked } from "./check.js";
import { coachTold } from "./coach.js";
import { flag } from "./men.js";
import { isPlayed, plate, spoils, standings } from "./plates.js";
import { pointsOf } from "./points.js";
import { STATE_LETTERS } from "./states.js";
import { endTold, repeatedTold, stateTold } from "./words.js";

/**
 * The open decision, and what can be done about it.
 *
 * @param {BoardPlay} play
 * @param {{ two: boolean, turned: boolean, partner: boolean }} how
 */
export function beside(play, how) {
  const { match, room } = play;
  const { view, start } = match;
  const many = boardGame(view.variant).large ?? false;
  const seats = Array.from({ length: many ? start.seats : 0 }, (_, seat) => seat);
  return h(
    "div",
    { class: "beside" },
    many && standings(play),
    many &&
      h(
        "div",
        { class: "plates" },
        seats.map((seat) => h("div", { key: seat }, plate(play, seat), spoils(match, seat))),
      ),
    // After the match, the table shows above how it ended.
    isPlayed(room, match) && reserved("board-said", {}, said(play)),
    isPlayed(room, match) && view.you != null && line(play),
    buttons(play, how),
  );
}

/**
 * What is said about the decision; an offer or a plan stands in place of whose turn it is.
 *
 * @param {BoardPlay} play
 * @returns {Child[]}
 */
function said(play) {
  const { match, room } = play;
  const { view } = match;
  const instead = unsure(play) || offered(play) || planned(play);
  return [
    h(
      "p",
      { key: "status", class: instead ? "status hidden" : "status" },
      isChecked(view) && h("strong", { class: "checked" }, t("board.check"), " "),
      [repeatedTold(room, view), status(play)].filter(Boolean).join(" "),
    ),
    instead || failed(play) || coach(play),
    "notation" in view.position &&
      view.position.board === undefined &&
      h("p", { key: "blind", class: "small" }, t("board.blindfold")),
    allies(play),
    play.wrong && h("p", { key: "wrong", id: "typed-wrong", class: "fault", role: "alert" }, play.wrong),
  ];
}

/** The coach's advice for this turn, if hints are on. @param {BoardPlay} play */
function coach({ match, may }) {
  const told = settings.get("hints") && coachTold(match.view, may);
  return told && h("p", { key: "coach", class: "small" }, told);
}

/** The move that waits to be confirmed, where there are days for it. @param {BoardPlay} play */
function unsure(play) {
  const { unsure } = play;
  return (
    unsure !== null &&
    h(
      "div",
      { key: "unsure", class: "offer", role: "group", "aria-label": t("board.sure", { move: unsure }) },
      h("p", { role: "status" }, t("board.sure", { move: unsure })),
      h("button", { class: "main", onclick: () => play.confirm(true) }, t("board.sure.yes")),
      h("button", { onclick: () => play.confirm(false) }, t("cancel")),
    )
  );
}

/** The planned move, which is made as soon as it is possible. @param {BoardPlay} play */
function planned(play) {
  const { planned } = play;
  return (
    planned &&
    h(
      "p",
      { key: "plan", class: "small planned", role: "status" },
      t("board.plan", { move: planned }),
      " ",
      h("button", { onclick: () => play.plan(null) }, t("cancel")),
    )
  );
}

/** That the planned move was not possible, until another is made; the log of the table has it for screen readers. @param {BoardPlay} play */
const failed = (play) => play.planFailed && h("p", { key: "failed", class: "small" }, t("board.plan.gone"));

/** Whose decision is open, or how the match ended. @param {BoardPlay} play */
export function status(play) {
  const { match, room } = play;
  const { outcome, position, you } = match.view;
  if (outcome) return endTold(room, outcome, match);
  const paused = pausedTold(room);
  if (paused !== null) return paused;
  if (you != null && position.turn.includes(you)) {
    const phase =
      "phase" in position ? (position.phase ?? "move") : play.may.some((kind) => kind.do === "flip") ? "flip" : "move";
    const due = "due" in position ? (position.due ?? 0) : 0;
    if (phase === "remove" && due > 1) return t("board.ask.remove.n", { n: due });
    if (phase === "move" && "state" in position && position.state)
      return t("board.ask.state", { state: stateTold(position.state) });
    return t(`board.ask.${phase}`);
  }
  return position.turn.length ? t("status.waiting", { names: namesAt(room, position.turn) }) : "";
}

/** An open proposal to take back, or else an open draw offer. @param {BoardPlay} play */
function offered(play) {
  const { match, room } = play;
  const { offer, take_back } = match.view.position;
  if (!isPlayed(room, match)) return null;
  if (take_back) return askedBack(play, take_back.by);
  if (!offer) return null;
  const own = offer.by === match.view.you;
  const may = play.anyTime;
  return h(
    "div",
    { key: "offer", class: "offer", role: "group", "aria-label": t("board.offer.label") },
    h("p", {}, own ? t("board.offer.own") : t("board.offer.open", { name: nameAt(room, offer.by) })),
    may.includes("accept_draw") &&
      h("button", { class: "main", onclick: () => play.do("accept_draw") }, t("board.accept")),
    may.includes("decline_draw") && h("button", { onclick: () => play.do("decline_draw") }, t("board.decline")),
  );
}

/** An open proposal to take back. @param {BoardPlay} play @param {Seat} by */
function askedBack(play, by) {
  const { match, room } = play;
  const may = play.anyTime;
  return h(
    "div",
    { key: "take-back", class: "offer", role: "group", "aria-label": t("board.take_back.label") },
    h(
      "p",
      {},
      by === match.view.you ? t("board.take_back.own") : t("board.take_back.open", { name: nameAt(room, by) }),
    ),
    may.includes("accept_take_back") &&
      h("button", { class: "main", onclick: () => play.do("accept_take_back") }, t("board.take_back.accept")),
    may.includes("decline_take_back") &&
      h("button", { onclick: () => play.do("decline_take_back") }, t("board.decline")),
  );
}

/** The states that can be chosen as an ally. @param {BoardPlay} play */
function allies(play) {
  const states = play.may.find((kind) => kind.do === "ally")?.choices;
  return (
    states &&
    h(
      "div",
      { key: "allies", class: "allies", role: "group", "aria-label": t("board.ask.ally") },
      states.map((state) =>
        h(
          "button",
          { key: state, disabled: play.asking, onclick: () => play.play(state) },
          h("span", { class: "small-man", "aria-hidden": "true" }, flag(STATE_LETTERS[state] ?? "", "")),
          stateTold(state),
        ),
      ),
    )
  );
}

/** The input for typed moves. @param {BoardPlay} play */
function line(play) {
  const blindfold = play.match.view.position.board === undefined;
  const paused = Boolean(play.room.state.paused);
  // In a pause its place stays free, so that nothing below it moves.
  const look = ["typed", blindfold && "always", paused && "kept"].filter(Boolean).join(" ");
  return h(
    "form",
    { key: "line", class: look, onsubmit: (event) => typed(play, event) },
    h(
      "label",
      {},
      t("board.type"),
      h("input", {
        name: "move",
        disabled: paused,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        size: 6,
        dir: "ltr",
        "aria-describedby": play.wrong ? "typed-wrong" : null,
        onkeydown: (event) => named(event),
      }),
    ),
    h("button", { type: "submit", disabled: paused }, t("board.send")),
  );
}

/** Names of points are Latin letters: where the keyboard has none, they are those at the same place. @param {On<KeyboardEvent, HTMLInputElement>} event */
function named(event) {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
  const letter = meant(event);
  if (letter === key || !/^[a-z]$/i.test(letter) || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = currentTarget;
  currentTarget.setRangeText(letter, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
}

/** @param {BoardPlay} play @param {On<SubmitEvent, HTMLFormElement>} event */
function typed(play, event) {
  event.preventDefault();
  const input = event.currentTarget.elements.namedItem("move");
  if (!(input instanceof HTMLInputElement)) return;
  const text = withDigits(input.value)
    .trim()
    .replaceAll(/[\s–-]/g, "");
  const may = play.may;
  const alike = may
    .flatMap((kind) => kind.choices ?? [])
    .find((choice) => choice === text || choice.toLowerCase() === text.toLowerCase());
  const free = may.some((kind) => kind.choices === null) && pointsOf(text.toLowerCase()).length === 2;
  if (!alike && !free) {
    play.wrong = may.length ? t("board.wrong", { move: text || "–" }) : t("board.not_now");
    play.redraw();
    return;
  }
  input.value = "";
  play.play(alike ?? text.toLowerCase());
}

/** @param {BoardPlay} play @param {{ two: boolean, turned: boolean, partner: boolean }} how */
function buttons(play, { two, turned, partner }) {
  const may = play.anyTime;
  const { asking, offersDraws } = play;
  return h(
    "div",
    { key: "buttons", class: "buttons board-actions" },
    two &&
      h(
        "button",
        { key: "partner", class: "other-board", "aria-pressed": String(partner), onclick: () => play.other() },
        t("board.other"),
      ),
    may.includes("offer_draw")
      ? h("button", { key: "draw", disabled: asking, onclick: () => play.do("offer_draw") }, t("board.offer"))
      : // Its place stays free, so that the other buttons keep theirs.
        offersDraws && h("span", { key: "no-draw", class: "button kept", "aria-hidden": "true" }, t("board.offer")),
    // It keeps its place, too, and its focus while the other decides.
    play.takesBack &&
      h(
        "button",
        {
          key: "take-back",
          class: "quiet",
          title: t("board.take_back"),
          "aria-label": t("board.take_back"),
          "aria-disabled": String(asking || !may.includes("propose_take_back")),
          onclick: () => play.anyTime.includes("propose_take_back") && play.do("propose_take_back"),
        },
        icon("take_back"),
      ),
    may.includes("resign") &&
      h("button", { key: "resign", disabled: asking, onclick: () => play.do("resign") }, t("board.resign")),
    h(
      "button",
      {
        key: "turn",
        class: "quiet",
        title: t("board.turn"),
        "aria-label": t("board.turn"),
        "aria-pressed": String(turned),
        onclick: () => play.turn(),
      },
      icon("counter"),
    ),
  );
}

/** The keys at a board, each with the text that explains it. */
const KEYS = /** @type {const} */ ([
  ["← ↑ → ↓", "key.board.move"],
  ["Enter, Space", "key.board.choose"],
  ["h2e2", "key.board.type"],
  ["Esc", "key.none"],
  ["T", "key.trick"],
  ["Shift + L", "key.board.last"],
  ["?", "key.help"],
]);

/** The help at a board: the rules, the settings, the keys. @param {string} game */
export function help(game) {
  return h(
    "div",
    { class: "help" },
    h(
      "p",
      { class: "buttons" },
      h("a", { class: "button", href: `/learn/${game}`, target: "_blank" }, t("help.rules")),
      h("button", { onclick: openSettings }, t("settings.title")),
    ),
    keyList(KEYS.map(([keys, text]) => [keys, t(text)])),
    h("p", { class: "small" }, t("board.help.drag")),
  );
}
