// What the parts of the page tell each other by events, so that listeners know what they get.

import type { Refusal, Told } from "../connection.js";
import type { Room } from "../room.js";
import type { Welcome } from "./protocol.js";

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
  /** Of a view: why something failed, in words. */
  fail: CustomEvent<string>;
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
