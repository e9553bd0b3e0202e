import type { Receipt, RoomEvent, RoomId, Seat } from "../types/protocol.js";
import type { Connection } from "./connection.js";
import type { Play } from "./program.js";
import { Receipts } from "./receipts.js";
/**
 * A seat at one table, which plays match after match.
 *
 *     for await (const receipt of new Table(connection, room, play).matches()) console.log(receipt.match_id);
 *
 * `play` gets a `turn`, exactly as a program under `giog bot run` does, and returns an action.
 */
export declare class Table {
    #private;
    connection: Connection;
    room: string;
    play: Play;
    receipts: Receipts;
    /** One's seat. @type {Seat | null} */
    seat: Seat | null;
    /** The last outcome: the event `over` or `ended`. @type {Extract<RoomEvent, { do: "over" | "ended" }> | null} */
    outcome: Extract<RoomEvent, {
        do: "over" | "ended";
    }> | null;
    /**
     * @param {Connection} connection
     * @param {RoomId} room
     * @param {Play} play
     * @param {Receipts} [receipts] where receipts are kept; otherwise each is forgotten when it was given
     */
    constructor(connection: Connection, room: RoomId, play: Play, receipts?: Receipts);
    /**
     * Takes a seat and plays. Gives the receipt of each finished match; it is `late` if this program was not there from the beginning. Ends when
     * the room is left. Throws a `Dishonesty` if the server does not prove what it must, and a `Refusal` if it lets one do nothing more.
     *
     * @returns {AsyncGenerator<Receipt, void, void>}
     */
    matches(): AsyncGenerator<Receipt, void, void>;
}
