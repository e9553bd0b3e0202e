import type { News, NewsNow, NewsNowOrShort, RoomEvent, RoomEventOrShort, RoomId, ServerMessage } from "../types/protocol.js";
export type Single = Extract<ServerMessage, {
    type: "event" | "now";
}>;
export type Kind = (value: any) => unknown;
/**
 * @import { News, NewsNow, NewsNowOrShort, RoomEvent, RoomEventOrShort, RoomId, ServerMessage } from "../types/protocol.js"
 */
/** @typedef {Extract<ServerMessage, { type: "event" | "now" }>} Single a part of `news` as if it had come separately */
/** @typedef {(value: any) => unknown} Kind turns a value of a short form into that of an object */
/**
 * The events and the open decisions of `news`, in their order.
 *
 * @param {News} news
 * @param {RoomId} room whose handle they name
 * @returns {Single[]}
 */
export declare function singles({ seq, events, now }: News, room: RoomId): Single[];
/** An event as an object. @param {RoomEventOrShort} event @returns {RoomEvent} */
export declare function fullEvent(event: RoomEventOrShort): RoomEvent;
/** What a match waits for, as an object. @param {NewsNowOrShort} now @returns {NewsNow} */
export declare function fullNow(now: NewsNowOrShort): NewsNow;
