// What the parts of the page tell each other by events, so that listeners know what they get; and what a table is to its parts.

import type { Refusal, Told } from "../connection.js";
import type { Bubbles } from "../views/bubbles.js";
import type { KnownRoom, Match, Room } from "../room.js";
import type { Game } from "../rules.js";
import type { Child } from "../dom.js";
import type { Action, AnyMatchResult, BoardOutcome, Decision, Pieces, RoomEvent, Seat, Welcome } from "./protocol.js";

/** What a session tells of a room: how it was, how it is, and the message that made it so. */
export interface RoomNews {
  before: Room;
  room: Room;
  message: Told;
}

/** The events by their names; who sends them says what they mean. */
export interface PageEvents {
  /** Of a connection. */
  message: CustomEvent<Told>;
  greeted: CustomEvent<Welcome>;
  refused: CustomEvent<Refusal>;
  state: Event;
  /** Of the session and the settings. */
  change: Event;
  room: CustomEvent<RoomNews>;
  distrust: CustomEvent<string>;
  /** Of the document: the reader has chosen another language. */
  language: Event;
  /** Of a view: why something failed, in words. */
  fail: CustomEvent<string>;
}

/** The stages in which a finished trick is shown: all face down, all turning up together, winner and others told apart. */
export type RevealStage = "down" | "turned" | "won";

/** A table as its parts draw it: one that is played at, or a match that is looked at again. */
export interface Shown {
  readonly room: KnownRoom;
  readonly match: Match;
  readonly variant: Game | null;
  readonly decision: Decision | null;
  /** Stacks in the order in which they were picked. */
  readonly order: number[];
  /** Pieces of the hand that are picked; only where one plays. */
  readonly chosenCodes?: Pieces;
  /** What the server's computer player would lay now, if it was asked; only where one plays. */
  readonly suggested?: Pieces;
  /** Whether an action is on its way. */
  readonly asking?: boolean;
  /** Where the reveal of the last trick is, while it is being shown. */
  readonly reveal?: RevealStage | null;
  /** Everybody's hands and plays, where they are looked at with all eyes. */
  readonly open?: { hands: Pieces[]; plays: (Pieces | null)[]; words(seat: Seat): string } | null;
  /** What people have just said. */
  readonly bubbles?: Bubbles;
  act?(action: Action): void;
  place?(stack: number): void;
  unplace?(): void;
}

/** What shows and plays a game of another family than tricks at a table: its code comes when such a game is looked at. */
export interface FamilyPlay {
  readonly kind: "boards" | "tiles";
  /** What the panel with what was played is called; empty where it is called as always. */
  readonly historyName: string;
  /** Whether nobody plays for whoever leaves. */
  readonly losesOnTime: boolean;
  /** Whose side a seat will have in the next match; empty where there are none. */
  sideTold(seat: Seat): string;
  /** How a match on a board ended. */
  endTold(room: KnownRoom, outcome: BoardOutcome): string;
  /** The match that is played, or the one that was played last. */
  draw(): Child;
  /** A panel that is another than at tables of trick games. */
  panel(panel: string): Child;
  /** What a key does; whether it does anything. */
  acts(event: KeyboardEvent): boolean;
  /** What a key reads aloud; undefined for keys that read nothing. */
  reading(event: KeyboardEvent): string | undefined;
  /** Something has happened in the match. */
  happened(event: RoomEvent): void;
  /** A decision of one's own is open now. */
  asked?(): void;
  /** An event in a sentence; null for those that are not worth one. */
  eventTold(room: KnownRoom, event: RoomEvent): string | null;
}

/** What looks again at a finished match of another family than tricks. */
export interface FamilyReview {
  readonly kind: "board" | "tiles";
  /** What keys do here, in a sentence. */
  readonly keysTold: string;
  /** How a match ended, without who won. */
  howEnded(result: AnyMatchResult): string;
  /** What is to be known of what the page checks; empty where it checks everything. */
  verifyNote(variant: string): string;
  /** Whether there is more to see with everything open. */
  canOpen(variant: string): boolean;
  /** The step that Page Up or Page Down leads to. */
  page(at: number, way: 1 | -1): number;
  /** A step in a sentence. */
  told(at: number): string;
  /** A step, with `told` and `controls` where they belong. */
  draw(at: number, told: Child, controls: Child): Child;
  /** It has been drawn. */
  shown(view: Element): void;
}

/** What browsers ask for that take a script's address from a policy alone. */
export interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): TrustedTypePolicy;
}

export interface TrustedTypePolicy {
  createScriptURL(text: string): unknown;
}

declare global {
  interface EventTarget {
    addEventListener<Name extends keyof PageEvents>(
      type: Name,
      listener: (event: PageEvents[Name]) => void,
      options?: AddEventListenerOptions,
    ): void;
  }
}
