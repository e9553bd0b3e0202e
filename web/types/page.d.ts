// What the parts of the page tell each other by events, so that listeners know what they get; and what a table is to its parts.

import type { Refusal, Told } from "../connection.js";
import type { Bubbles } from "../views/bubbles.js";
import type { KnownRoom, Match, Room } from "../room.js";
import type { Game } from "../rules.js";
import type { Action, Decision, Pieces, Seat, Welcome } from "./protocol.js";

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
