// Types of the events that parts of the page send each other, and of a table as its parts see it.

import type { Told } from "../client/connection.js";
import type { Bubbles } from "../views/bubbles.js";
import type { KnownRoom, Room } from "../room.js";
import type { Match } from "../tricksmatch.js";
import type { Game } from "../rules.js";
import type { Child, View } from "../dom.js";
import type { Action, AnyMatchResult, BoardOutcome, Decision, Pieces, RoomEvent, Seat, SeenTrick } from "./protocol.js";

/** A change of a room: its former and new state, and the message that caused the change. */
export interface RoomNews {
  before: Room;
  room: Room;
  message: Told;
}

/** The events by name; their senders document the meaning. */
export interface PageEvents {
  /** Of a connection: others are listened to with its `on`. */
  greeted: Event;
  /** Of the session and the settings. */
  change: Event;
  room: CustomEvent<RoomNews>;
  renamed: Event;
  invited: Event;
  distrust: CustomEvent<string>;
  /** Of the document: the reader has chosen another language. */
  language: Event;
  /** Of a view: why something failed, in words. */
  fail: CustomEvent<string>;
}

/** The stages in which a result is not told yet: all is face down or moves, all is turned up, the winner is highlighted. */
export type RevealStage = "down" | "turned" | "won";

/** How a result is revealed. */
export interface Revealing {
  /** The stages, each with its milliseconds, or with what it waits for. */
  stages: [RevealStage, number | ((table: HTMLElement) => Promise<unknown>)][];
  /** How long the result is held once it is shown, in milliseconds. */
  hold?: number;
  /** What is heard when it is shown. */
  sound?: "flip" | "sweep";
  /** Called once it is shown. */
  told(): void;
}

/** A table as its parts draw it: during a match or in a review. */
export interface Shown {
  readonly room: KnownRoom;
  readonly match: Match;
  readonly variant: Game | null;
  readonly decision: Decision | null;
  /** The stacks in the order in which they were chosen. */
  readonly order: number[];
  /** The chosen pieces of the hand; only for players. */
  readonly chosenCodes?: Pieces;
  /** The current suggestion of the server's bot, if it was requested; only for players. */
  readonly suggested?: Pieces;
  /** Whether an action was sent and not answered yet. */
  readonly asking?: boolean;
  /** The stage of the last trick's reveal, until all is told. */
  readonly reveal?: RevealStage | null;
  /** The trick that is being revealed. */
  readonly turning?: SeenTrick | null;
  /** All hands and plays, if everything is shown open. */
  readonly open?: { hands: Pieces[]; plays: (Pieces | null)[]; words(seat: Seat): string } | null;
  /** The latest chat lines. */
  readonly bubbles?: Bubbles;
  act?(action: Action): void;
  place?(stack: number): void;
  unplace?(): void;
}

/** The view of a match of another family than trick games at a table; its code is loaded with the first such game. */
export interface FamilyPlay {
  readonly kind: "boards" | "tiles";
  /** The name of the panel with the history; empty for the usual name. */
  readonly historyName: string;
  /** Whether nobody plays for absent players. */
  readonly losesOnTime: boolean;
  /** Which side a seat will have in the next match; empty if there are no sides. */
  sideTold(seat: Seat): string;
  /** How a match on a board ended. */
  endTold(room: KnownRoom, outcome: BoardOutcome): string;
  /** Draws the running match, or the last one. */
  draw(): Child;
  /** Draws what decided the last match, where it takes more than a sentence. */
  decided?(): Child;
  /** Draws a panel that differs from that of trick games. */
  panel(panel: string): Child;
  /** Handles a key; returns whether it did anything. */
  acts(event: KeyboardEvent): boolean;
  /** The text that a key reads aloud; undefined for other keys. */
  reading(event: KeyboardEvent): string | undefined;
  /** Called after an event of the match; gives how its result is revealed, if it has one. */
  happened(event: RoomEvent): Omit<Revealing, "told"> | void;
  /** Called when a tap has closed the last result. */
  closed?(): void;
  /** Called when a decision of this person opens. */
  asked?(): void;
  /** An event in a sentence; null for events without one. */
  eventTold(room: KnownRoom, event: RoomEvent): string | null;
}

/** The review of a finished match of another family than trick games. */
export interface FamilyReview {
  readonly kind: "board" | "tiles";
  /** The keys of the review, in a sentence. */
  readonly keysTold: string;
  /** How a match ended, without the winner. */
  howEnded(result: AnyMatchResult): string;
  /** A note on what the page does not check; empty if it checks everything. */
  readonly verifyNote: string;
  /** Whether a view with everything open shows more. */
  canOpen(variant: string): boolean;
  /** The step to which Page Up or Page Down leads. */
  page(at: number, way: 1 | -1): number;
  /** A step in a sentence. */
  told(at: number): string;
  /** Draws a step, with the text `told` and the `controls` in their places. */
  draw(at: number, told: Child, controls: Child): Child;
  /** Called after drawing. */
  shown(view: Element): void;
  /** On boards: the step after the ply with this index of those that stand, and the number of its row in the list of moves. */
  plyAt?(ply: number): PlyAt;
  /** In games of tiles: the review that the server makes. */
  analysis?(of: OfReview): Child;
}

/** Where a ply of a match on a board is. */
export interface PlyAt {
  step: number;
  number: number;
}

/** What a review by the server is of, the view that shows it, and what plays on from an action. */
export interface OfReview {
  view: View;
  id: string;
  names: string[];
  seat: Seat;
  again(seat: Seat, action: number): void;
}

/** The API of browsers that require trusted script URLs, from a policy. */
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
