import type { RoomId } from "../types/protocol.js";
import type { Connection, Told } from "./connection.js";
/** A program did not read its messages: too many were waiting. */
export declare class Overrun extends Error {
}
/**
 * All messages from now on but replies, or those about a room. They end when the connection is stopped; throws a `Refusal` if the server does
 * not let one into that room again, and an `Overrun` if more than 4,096 are not read.
 *
 * @param {Connection} connection
 * @param {RoomId} [room]
 * @returns {AsyncGenerator<Told, void, void>}
 */
export declare function messages(connection: Connection, room?: RoomId): AsyncGenerator<Told, void, void>;
