// A running match on a board: the boards with their players, the open decision, the buttons, and an input for typed moves. What the
// person has begun but not sent is stored here; everything else comes from the room.

/**
 * @import { Child } from "../dom.js"
 * @import { BoardMatch, Done } from "../boardmatch.js"
 * @import { KnownRoom } from "../room.js"
 * @import { FamilyPlay } from "../types/page.js"
 * @import { Known } from "../views/seated.js"
 * @import { BoardAction, BoardOutcome, May, RoomEvent, Seat, Verb } from "../types/protocol.js"
 */

import { doneStanding, ON_BOARD } from "../boardmatch.js";
import { h } from "../dom.js";
import { boardGame } from "../games/boards.js";
import { meant } from "../keyboard.js";
import { boardDecision, isBoardVariant, isOfBoard, onBoard } from "../room.js";
import { styled } from "../root.js";
import { sound } from "../sound.js";
import { takesBack } from "../terms.js";
import { t } from "../texts.js";
import { isSlow, losesOnTime } from "../views/absent.js";
import { roomPlayed } from "../views/played.js";
import { askFirst } from "../views/question.js";
import { focus } from "../views/seated.js";
import { beside, help, status } from "./asks.js";
import { boardsOf } from "./board.js";
import { checkAt, isChecked } from "./check.js";
import { lastOf, moves } from "./moves.js";
import { Plan } from "./plan.js";
import { isPlayed, plate } from "./plates.js";
import { shapeOf, sizeOf } from "./shape.js";
import { reserveOf, seatsAround } from "./sides.js";
import { actionOfTold, endTold, repeatedTold, repeats } from "./words.js";

await styled("boards/live.css");

/** How long a man moves, in milliseconds: as `--calm` of style.css. */
const MOVE_MS = 300;

/**
 * The action of a kind with an argument, in the form of decisions.
 *
 * @param {Verb} verb
 * @param {string} choice
 * @returns {BoardAction | null}
 */
function actionOf(verb, choice) {
  switch (verb) {
    case "move":
      return { do: verb, move: choice };
    case "drop": {
      const [piece = "", to = ""] = choice.split("@");
      return { do: verb, piece, to };
    }
    case "flip":
    case "place":
    case "remove":
      return { do: verb, at: choice };
    case "ally":
      return { do: verb, state: choice };
    case "resign":
    case "offer_draw":
    case "accept_draw":
    case "decline_draw":
    case "propose_take_back":
    case "accept_take_back":
    case "decline_take_back":
      return { do: verb };
    default:
      return null;
  }
}

/** What a player or spectator of a game on a board sees and can do. @implements {FamilyPlay} */
export class BoardPlay {
  kind = /** @type {const} */ ("boards");
  /** @type {Known} */
  #table;
  /** The chosen piece of the reserve, and its match. */
  #held = { match: "", piece: "" };
  /** Whether the board is shown from the other side. */
  #turned = false;
  #plan = new Plan();
  /** Whether the partner's board is shown on a narrow screen. */
  #partner = false;
  /** Why the typed move is not possible. */
  wrong = "";

  /** @param {Known} table */
  constructor(table) {
    this.#table = table;
  }

  /** The room with the people of this match, or of the last one. */
  get room() {
    return roomPlayed(this.#table);
  }

  /** @returns {BoardMatch} */
  get match() {
    return /** @type {BoardMatch} */ (this.#table.board);
  }

  /** The chosen piece of the reserve, or null. */
  get held() {
    const { start, view } = this.match;
    const { match, piece } = this.#held;
    return match === start.match_id && view.you != null && reserveOf(view, view.you).includes(piece) ? piece : null;
  }

  /** Whether an action was sent and not answered yet. */
  get asking() {
    return this.#table.asking;
  }

  redraw() {
    this.#table.redraw();
  }

  /** Shows the board from the other side. */
  turn() {
    this.#turned = !this.#turned;
    this.redraw();
  }

  /** Switches to the other board, if only one fits. */
  other() {
    this.#partner = !this.#partner;
    this.redraw();
  }

  /** The latest chat lines. */
  get bubbles() {
    return this.#table.bubbles;
  }

  /** Chooses a piece of the reserve, or puts it back. @param {string} piece */
  hold(piece) {
    this.#held = { match: this.match.start.match_id, piece: this.held === piece ? "" : piece };
    this.redraw();
  }

  /** The kinds of action that are possible on the board now. @returns {May[]} */
  get may() {
    const decision = isPlayed(this.room, this.match) ? boardDecision(this.room.now) : null;
    return decision?.may ?? [];
  }

  /** The actions that are possible at any time. @returns {Verb[]} */
  get anyTime() {
    return isPlayed(this.room, this.match) ? (this.room.now?.you?.may ?? []).map((kind) => kind.do) : [];
  }

  /** The match in which a draw could be offered before, or can be now. */
  #drawn = "";

  /** Whether a draw can be offered at some time of this match, as far as was seen. */
  get offersDraws() {
    const { match_id } = this.match.start;
    if (this.anyTime.includes("offer_draw")) this.#drawn = match_id;
    return isPlayed(this.room, this.match) && this.#drawn === match_id;
  }

  /** Whether a turn can be taken back at some time of this match. */
  get takesBack() {
    const { view } = this.match;
    const can = takesBack(view) && this.room.state.settings.take_backs;
    return can && view.you != null && isPlayed(this.room, this.match);
  }

  /**
   * The possible choices on the board; null if any two points can be chosen, undefined if there is no choice.
   *
   * @type {readonly string[] | null | undefined}
   */
  #legal;
  /** @type {unknown} */
  #legalOf;

  /** Returns the same list while the decision is the same. */
  #choices() {
    const may = this.may;
    if (this.#legalOf === may) return this.#legal;
    this.#legalOf = may;
    const kinds = may.filter((kind) => ON_BOARD.includes(kind.do));
    if (!kinds.length) this.#legal = undefined;
    else if (kinds.some((kind) => kind.choices === null)) this.#legal = null;
    else this.#legal = kinds.flatMap((kind) => kind.choices ?? []);
    return this.#legal;
  }

  /** What can be planned while this player is not on turn. */
  get #plans() {
    return isPlayed(this.room, this.match) && !this.may.length ? this.#plan.choices(this.match) : undefined;
  }

  /** The planned move, or null. */
  get planned() {
    return isPlayed(this.room, this.match) ? this.#plan.of(this.match) : null;
  }

  /** Plans a move; null removes the plan. @param {string | null} move */
  plan(move) {
    this.#plan.set(this.match, move);
    this.redraw();
  }

  /** Whether the move that was planned for the open decision was not possible: said until another is made. */
  get planFailed() {
    return this.may.length > 0 && this.#plan.hasFailed(this.match);
  }

  /** On the player's turn: makes the planned move, or drops it if it is not possible. */
  asked() {
    this.confirm(false);
    const { planned } = this;
    if (!planned) return;
    this.plan(null);
    if (this.may.some((kind) => kind.choices?.includes(planned))) {
      this.#make(planned);
      return;
    }
    this.#plan.fail(this.match);
    this.#table.tell(t("board.plan.gone"));
  }

  /** Drops the planned move at once if another was made in its place: by the clock, or in another window. */
  #dropPlan() {
    if (!this.#plan.isOf(this.match) || this.#plan.of(this.match)) return;
    this.plan(null);
    this.#table.tell(t("board.plan.other"));
  }

  /** A move that waits to be confirmed. @type {{ choice: string, decide: (yes: boolean) => void } | null} */
  #unsure = null;

  /** The move that waits to be confirmed, or null. */
  get unsure() {
    const { choice = null } = this.#unsure ?? {};
    return choice !== null && this.#kindOf(choice) ? choice : null;
  }

  /** Makes the move that waits to be confirmed, or not. @param {boolean} yes */
  confirm(yes) {
    this.#unsure?.decide(yes);
  }

  /** Whether a move is meant: asked where there are days for it. Its man stands at the new place meanwhile. @param {string} choice @returns {Promise<boolean>} */
  #isSure(choice) {
    this.confirm(false);
    return new Promise((resolve) => {
      const decide = (/** @type {boolean} */ yes) => {
        this.#unsure = null;
        resolve(yes);
        this.redraw();
      };
      this.#unsure = { choice, decide };
      this.redraw();
    });
  }

  /** The possible action with this choice. @param {string} choice */
  #kindOf(choice) {
    return this.may.find((kind) => kind.choices === null || kind.choices.includes(choice));
  }

  /** Makes the action that was chosen on the board, or typed. @param {string} choice */
  play = async (choice) => {
    if (isSlow(this.room.state.settings.clock) && this.may.length && !(await this.#isSure(choice))) return;
    await this.#make(choice);
  };

  /** @param {string} choice */
  async #make(choice) {
    // An action that was sent before, such as a draw offer, has a turn of its own.
    await this.#table.acting;
    if (this.#plans?.includes(choice)) return this.plan(choice);
    const kind = this.#kindOf(choice);
    const action = kind && actionOf(kind.do, choice);
    this.#held.piece = "";
    this.wrong = "";
    if (action) await this.#table.act(action);
  }

  /** Makes an action without argument; asks for confirmation before resigning. @param {Verb} verb */
  do(verb) {
    const action = actionOf(verb, "");
    if (!action) return;
    const act = () => this.#table.act(action);
    if (verb === "resign") askFirst(t("board.resign.ask"), t("board.resign"), act);
    else act();
  }

  /** @returns {Child} */
  draw() {
    const { match, room } = this;
    const { variant, you } = match.view;
    const plans = this.#plans;
    const legal = plans ?? (isPlayed(room, match) ? this.#choices() : undefined);
    const shown = boardsOf(match.view, { seat: you, turned: this.#turned, held: this.held });
    const two = shown.length > 1;
    const look = ["desk on-board", two && "two", this.#partner && "partner", boardGame(variant).large && "wide"];
    return h(
      "div",
      { key: "desk", class: look.filter(Boolean).join(" ") },
      h(
        "div",
        { class: "fields" },
        shown.map((board, i) => {
          const own = i === 0 && legal !== undefined;
          return this.#half({
            ...board,
            ...(own && { legal, plans: plans !== undefined, planned: this.planned }),
            check: checkAt(variant, board.text),
            last: lastOf(match, two ? board.board : null),
          });
        }),
      ),
      beside(this, { two, turned: this.#turned, partner: this.#partner }),
    );
  }

  /** A board with its players. @param {ReturnType<typeof boardsOf>[number]} shown */
  #half({ board, ...shown }) {
    const { view } = this.match;
    const [w, height] = sizeOf(shapeOf(view.variant, view.options), shown.turn ?? 0);
    const [above, below] = seatsAround(view, this.match.start.seats, board, {
      turn: shown.turn ?? 0,
      turned: this.#turned,
    });
    return h(
      "div",
      { key: `half${board}`, class: "half", style: { "--w": w, "--h": height } },
      above.map((seat) => plate(this, seat)),
      h("div", { class: "fit" }, h("giog-board", { ".shown": shown, ".play": this.play })),
      below.map((seat) => plate(this, seat)),
    );
  }

  /** Whether nobody plays for absent players: their clock runs on, and they lose when it runs out. */
  get losesOnTime() {
    return losesOnTime(this.room);
  }

  /** Which side a seat will have in the next match, if that is decided; else empty. @param {Seat} seat */
  sideTold(seat) {
    const { settings, previous } = this.room.state;
    const { variant, seats } = settings;
    // The game in the settings need not be one on a board.
    if (!isBoardVariant(variant)) return "";
    const { begins } = boardGame(variant);
    return begins ? begins(seat, { seats, previous }) : t(`board.side.${seat === 0 ? "x" : "o"}`);
  }

  /** How a match ended. @param {KnownRoom} room @param {BoardOutcome} outcome */
  endTold(room, outcome) {
    return endTold(room, outcome, this.#table.board);
  }

  /** The panels that differ from those of trick games: the moves, and the help. @param {string} panel @returns {Child} */
  panel(panel) {
    const { board } = this.#table;
    if (panel === "history") return board ? moves(this.room, board) : h("p", { class: "empty" }, t("moves.none"));
    return panel === "help" && help(this.room.state.settings.variant);
  }

  /**
   * Handles keys that work wherever the focus is; returns whether this was one: a key that begins a move is typed into the input.
   *
   * @param {KeyboardEvent} event
   */
  acts(event) {
    const { ctrlKey, metaKey, altKey, target } = event;
    const key = meant(event);
    if (key === "Escape" && this.unsure !== null) {
      this.confirm(false);
      return true;
    }
    if (key === "Escape" && this.held) {
      this.hold(this.held);
      return true;
    }
    if (ctrlKey || metaKey || altKey || !(target instanceof Element) || target.closest("button, a, summary"))
      return false;
    const input = this.#table.querySelector(".typed input");
    const files = shapeOf(this.match.view.variant, this.match.view.options).files;
    const isFile = key.length === 1 && key >= "a" && key < String.fromCharCode(97 + files);
    if (!(input instanceof HTMLInputElement) || !isFile || input.disabled || !input.checkVisibility()) return false;
    input.value += key;
    focus(input);
    return true;
  }

  /** The text that a key reads aloud; undefined for other keys. @param {KeyboardEvent} event */
  reading(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const key = meant(event);
    if (key.toLowerCase() === "t") {
      const { view } = this.match;
      const told = [isChecked(view) && t("board.check"), repeatedTold(this.room, view), status(this)];
      return told.filter(Boolean).join(" ");
    }
    if (key === "L") return this.#lastTold();
    return undefined;
  }

  #lastTold() {
    const last = doneStanding(this.match.done).at(-1);
    return last ? this.#told(last) : lastOf(this.match) || t("moves.none");
  }

  /** @param {Done} done */
  #told({ action, before }) {
    return actionOfTold(this.room, this.match.view.variant, action, before);
  }

  /** The name of the list of moves. */
  get historyName() {
    return t("panel.moves");
  }

  /**
   * After an event: plays its sound, and scrolls the list to the last move. The last move is seen before it is told how the match ended.
   *
   * @param {RoomEvent} event
   * @returns {ReturnType<FamilyPlay["happened"]>}
   */
  happened(event) {
    this.#dropPlan();
    if (ON_BOARD.includes(/** @type {Verb} */ (event.do))) sound(event.do === "flip" ? "flip" : "lay");
    queueMicrotask(() => this.#table.querySelector(".moves .last")?.scrollIntoView({ block: "nearest" }));
    if (event.do === "ended") return { stages: [["down", MOVE_MS]], sound: "sweep" };
  }

  /** An event in words; null for events without a text. @param {KnownRoom} room as it was after it @param {RoomEvent} event */
  eventTold(room, event) {
    const match = onBoard(room.match);
    if (event.do === "ended") return isOfBoard(event) ? endTold(room, event, match) : null;
    if (!match || !("position" in event) || event.do === "set_up") return null;
    const done = match.done.at(-1);
    if (!done) return null;
    const { variant } = match.view;
    return [
      actionOfTold(room, variant, done.action, done.before),
      isChecked(this.match.view) && t("board.check"),
      repeats(variant, done.action) && t("board.repeated"),
    ]
      .filter(Boolean)
      .join(" ");
  }
}
