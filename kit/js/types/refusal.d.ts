import type { ErrorCode, ErrorReply, ProblemCode } from "../types/protocol.js";
export type RefusedFor = ErrorCode | ProblemCode | "connection_lost";
export type Refused = Omit<ErrorReply, "code" | "re"> & {
    code: RefusedFor;
};
/** A request that the server refused: its `code` is for programs, its `message` for people. */
export declare class Refusal extends Error {
    code: RefusedFor;
    reply: Refused;
    /** @param {Refused} reply */
    constructor(reply: Refused);
}
/** After how many milliseconds a refused request may be sent again; null if that is of no use. @param {unknown} error */
export declare function pauseAfter(error: unknown): number | null;
