// A hand of the lesson while it is played: a match from one of its later moments on, judged by the referee, and turned into a room so
// that a table can show it. It needs no server.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { Match as Shown, MatchView } from "../tricksmatch.js"
 * @import { Match } from "../judge/match.js"
 * @import { Decision, Pieces, RoomState, Seat, SeenTrick, Settings } from "../types/protocol.js"
 * @import { Hand } from "./hands.js"
 */

import { FIRST_GAME } from "../games/list.js";
import { judge as game } from "../games/giog/judge.js";
import { act, asked, begin } from "../judge/match.js";
import { at, seatsOf } from "../judge/deal.js";
import { generalsIn, setOf, sorted } from "../judge/pieces.js";

/** The reader's seat. */
export const YOU = 0;
/** The number of pieces in a hand of three players (docs/RULES.md §5.1). */
const DEALT = 10;

export class Practice {
  #hand;
  #match;
  /** The number of tricks before this hand, which are not shown. */
  #before;
  /** Distinguishes this attempt from earlier ones. */
  #id;

  /** @param {Hand} hand @param {string} id tells this attempt from others */
  constructor(hand, id) {
    this.#hand = hand;
    this.#id = id;
    this.#match = moment(hand);
    this.#before = this.#match.tricks.length;
    this.#othersLay();
  }

  get isOver() {
    return this.#match.stage === "over";
  }

  /** Whether the hand has shown its idea: after one trick, or at the end of the match. */
  get isDone() {
    return this.#hand.toTheEnd ? this.isOver : this.#match.tricks.length > this.#before;
  }

  /** The plays that the reader may make, each once; none if it is not their turn. @returns {Pieces[]} */
  get plays() {
    if (this.isDone || asked(this.#match, YOU) !== "play") return [];
    const { trick } = this.#match;
    const all = choices(at(this.#match.hands, YOU));
    return all.filter(
      (pieces) =>
        (!trick || pieces.length === trick.count) && act(copy(this.#match), { seat: YOU, do: "play", pieces }) === null,
    );
  }

  /** Lays the reader's pieces, and then those of the others. Throws if the play is not legal. @param {Pieces} pieces */
  lay(pieces) {
    this.#act(YOU, pieces);
    this.#othersLay();
  }

  /** The last finished trick, or null. @returns {SeenTrick | null} */
  get trick() {
    return this.#seen().at(-1) ?? null;
  }

  /**
   * The room with the match as the reader sees it. `names` are the players by seat.
   *
   * @param {string[]} names
   * @returns {KnownRoom}
   */
  room(names) {
    const state = roomState(names);
    const view = this.#view();
    const decision = this.#decision();
    const deciding = decision ? [{ seat: YOU, left_ms: null, bank_ms: null }] : [];
    const me = "you";
    const now = { room: this.#id, seq: 0, deciding, you: { turn: view.tricks.length, decision }, at: 0 };
    const match = this.#shown(view);
    return { id: this.#id, me, seq: 0, you: YOU, state, match, now, present: null, chat: [], left: null };
  }

  /** @param {MatchView} view @returns {Shown} */
  #shown(view) {
    const { variant, options } = view;
    // A table uses only this part of a match's start.
    const start = /** @type {Shown["start"]} */ (
      /** @type {unknown} */ ({ match_id: this.#id, variant, options, seats: view.hand_sizes.length })
    );
    return { start, view, commitments: [] };
  }

  /** @param {Seat} seat @param {Pieces} pieces */
  #act(seat, pieces) {
    const refused = act(this.#match, { seat, do: "play", pieces });
    if (refused) throw new Error(`the referee refuses ${pieces} of seat ${seat}: ${refused}`);
  }

  /** The plays of the others, as they are listed; in the last trick all their remaining pieces. */
  #othersLay() {
    const others = () =>
      this.isDone ? [] : seatsOf(this.#match).filter((seat) => seat !== YOU && asked(this.#match, seat) === "play");
    for (let [seat] = others(); seat !== undefined; [seat] = others()) {
      const hand = at(this.#match.hands, seat);
      const count = this.#match.trick?.count ?? Number(Object.keys(this.#hand.lays[seat] ?? {})[0]);
      this.#act(
        seat,
        hand.length === count || this.#match.tricks.length > this.#before
          ? hand
          : (this.#hand.lays[seat]?.[count] ?? ""),
      );
    }
  }

  /** @returns {Decision | null} */
  #decision() {
    const { plays } = this;
    if (!plays.length) return null;
    const { trick, tricks, hands } = this.#match;
    const pieces = plays[0] ?? "";
    const isLast = trick ? trick.isLast : at(hands, YOU).length === 1;
    const generals = isLast && generalsIn(at(hands, YOU)) ? "behead" : "free";
    return {
      decision: tricks.length,
      must: true,
      stage: "play",
      default: { do: "play", pieces },
      do: "play",
      trick: tricks.length,
      lead: !trick,
      type: trick?.type ?? null,
      count: trick?.count ?? null,
      generals,
      plays,
    };
  }

  /** The finished tricks of this hand, with what each player had captured in this hand by then. @returns {SeenTrick[]} */
  #seen() {
    const captured = this.#hand.captured.map(() => 0);
    return this.#match.tricks.slice(this.#before).map(({ leader, type, plays, shown, winner }, i) => {
      if (winner !== null) captured[winner] = at(captured, winner) + plays.join("").length;
      const beheaded = this.isOver && i + 1 === this.#match.tricks.length - this.#before ? this.#match.beheaded : [];
      return {
        trick: this.#before + i,
        leader,
        type,
        plays,
        shown,
        winner,
        won_by: "highest",
        captured: [...captured],
        beheaded,
      };
    });
  }

  /** @returns {MatchView} */
  #view() {
    const { trick, tricks, hands, captured, beheaded, scores, winners, leader, order, options } = this.#match;
    const { general_ban, beheading } = options;
    const open = trick
      ? {
          leader: trick.leader,
          type: trick.type,
          count: trick.count,
          laid: trick.plays.map((play) => play !== null),
          yours: trick.plays[YOU] ?? null,
          last: trick.isLast,
        }
      : {
          leader,
          type: null,
          count: null,
          laid: hands.map(() => false),
          yours: null,
          last: hands.every(({ length }) => length === 1),
        };
    return {
      variant: FIRST_GAME,
      options: { general_ban, beheading: beheading ?? "forfeit" },
      you: YOU,
      stage: this.isOver ? "over" : "play",
      layout: null,
      stacks: [],
      order,
      hand: hands[YOU] ?? "",
      hand_sizes: hands.map(({ length }) => length),
      trick: this.isOver ? null : { trick: tricks.length, ...open },
      tricks: this.#seen(),
      captured,
      beheaded,
      outcome: winners && { captured, beheaded, scores, winners },
    };
  }
}

/** A match at its middle, without the earlier tricks. @param {Hand} hand @returns {Match} */
function moment({ hands, leader, captured }) {
  const stacks = setOf(32).match(/../g) ?? [];
  /** @type {Match["options"]} */
  const options = { general_ban: "refuse", beheading: game.beheading };
  const match = begin({
    game,
    seats: hands.length,
    options,
    stacks,
    six: 0,
    exposer: 0,
    dice: [],
    cards: "",
    starter: 0,
  });
  const unseen = { leader, type: "single", plays: [], shown: [], winner: leader };
  const played = DEALT - (hands[YOU] ?? "").length;
  return {
    ...match,
    stage: "tricks",
    order: seatsOf(match),
    dealt: [...hands],
    hands: hands.map(sorted),
    leader,
    captured: [...captured],
    tricks: Array.from({ length: played }, () => ({ ...unseen })),
  };
}

/** A copy of a match; playing on with it does not change the original. @param {Match} match @returns {Match} */
const copy = (match) => ({
  ...match,
  hands: [...match.hands],
  tricks: [...match.tricks],
  captured: [...match.captured],
  beheaded: [...match.beheaded],
  sealed: [...match.sealed],
  trick: match.trick && { ...match.trick, plays: [...match.trick.plays], attempts: [...match.trick.attempts] },
});

/** All possible selections of pieces from a hand, each once, the weakest first. @param {Pieces} hand @returns {Pieces[]} */
function choices(hand) {
  const found = new Set([""]);
  for (const piece of hand) for (const pieces of [...found]) found.add(sorted(pieces + piece));
  found.delete("");
  return [...found].toReversed();
}

/** The state of the lesson's room: two other players, and nothing that needs a server. @param {string[]} names @returns {RoomState} */
function roomState(names) {
  const seated = (/** @type {string} */ name, /** @type {number} */ seat) => ({
    seat,
    occupant: { player: `${seat}`, name, tag: "" },
    ready: false,
    away: false,
  });
  // Settings about people and times have no effect here.
  const settings = /** @type {Settings} */ ({
    variant: FIRST_GAME,
    seats: names.length,
    hints: "off",
    take_backs: false,
    chat: "off",
    ceremony: "server",
  });
  return {
    settings,
    phase: "playing",
    owner: null,
    seats: names.map(seated),
    next: null,
    previous: null,
    series: { matches: 0, rows: [] },
    quick: false,
    silenced: false,
  };
}
