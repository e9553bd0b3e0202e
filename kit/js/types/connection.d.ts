import type { OkReply, Request, RoomId, ServerMessage, TurnMessage, Welcome } from "../types/protocol.js";
import type { RefusedFor } from "./refusal.js";
/**
 * @import { News, OkReply, Request, RoomId, ServerMessage, TurnMessage, Welcome } from "../types/protocol.js"
 * @import { RefusedFor } from "./refusal.js"
 */
import { Refusal } from "./refusal.js";
export type RequestType = Request["type"];
export type Told = Exclude<ServerMessage, {
    type: "ok" | "error" | "news";
}>;
export type Identity = {
    /**
     * what `hello` is to say
     */
    hello: () => Partial<Fields<"hello">>;
    greeted: (answer: Welcome) => void;
    /**
     * before the next try, perhaps as somebody else; whether there is to be one
     */
    refused: (code: RefusedFor, refusal: Refusal) => boolean;
};
export type Frame = {
    id: number;
    type: RequestType;
    room?: RoomId;
    [field: string]: unknown;
};
export type Waiting = {
    frame: Frame;
    resolve: (answer: OkReply) => void;
    reject: (refusal: Refusal) => void;
    /**
     * over which connection it was sent last
     */
    sent?: WebSocket;
    /**
     * whether it is not sent again over another one
     */
    once?: boolean;
};
export type Joined = {
    seq?: number | undefined;
    password?: string | undefined;
};
export type Fields<Type extends RequestType> = Without<Extract<Request, {
    type: Type;
}>, "id" | "type">;
export type Without<Union, Names extends PropertyKey> = Union extends unknown ? Omit<Union, Names> : never;
export type Reply<Type extends RequestType> = Type extends "hello" ? {
    re: number;
} & Welcome : Type extends "list_rooms" | "watch_lobby" ? Extract<OkReply, {
    more: boolean;
}> : Type extends "act" ? Extract<OkReply, {
    turn: number;
}> : Type extends "hint" ? Extract<OkReply, {
    hint: unknown;
}> : Type extends "choices" ? Extract<OkReply, {
    plays: unknown;
}> : Type extends "actions" ? Extract<OkReply, {
    actions: unknown[];
}> : Type extends "turn" ? Extract<OkReply, {
    turn: TurnMessage;
}> : Type extends "list_people" ? Extract<OkReply, {
    banned: unknown;
}> : Type extends "ping" | "unwatch_lobby" | "watch_matches" | "unwatch_matches" ? {
    re: number;
} : Extract<OkReply, {
    room: RoomId;
}>;
export type Tells = {
    /**
     * any message of the server except replies
     */
    message: Told;
    /**
     * the answer to `hello`; comes before requests are sent again
     */
    greeted: Welcome;
    /**
     * one was not let into a room again
     */
    out: {
        room: RoomId;
        refusal: Refusal;
    };
    state: undefined;
};
/**
 * What a connection tells, by the names of its events.
 *
 * @typedef {object} Tells
 * @property {Told} message any message of the server except replies
 * @property {Welcome} greeted the answer to `hello`; comes before requests are sent again
 * @property {{ room: RoomId, refusal: Refusal }} out one was not let into a room again
 * @property {undefined} state
 */
export declare class Connection extends EventTarget {
    #private;
    /** `waiting`: until the next attempt. `stopped`: until `connect` is called. @type {"connecting" | "open" | "waiting" | "stopped"} */
    state: "connecting" | "open" | "waiting" | "stopped";
    /** The rooms that were joined: after a lost connection they are joined again. @type {Map<RoomId, Joined>} */
    rooms: Map<RoomId, Joined>;
    /** The latest answer to `hello`. @type {Welcome | null} */
    welcome: Welcome | null;
    /** The last refusal of `hello`, while the server accepts nobody. @type {Refusal | null} */
    closed: Refusal | null;
    /** Why the connection was stopped, if the server refused it. @type {Refusal | null} */
    refused: Refusal | null;
    /** @param {string} url @param {Identity} identity */
    constructor(url: string, identity: Identity);
    /**
     * Calls a function with each event of this name, until the returned function is called.
     *
     * @template {keyof Tells} Name
     * @param {Name} name
     * @param {(told: Tells[Name]) => unknown} listener
     */
    on<Name extends keyof Tells>(name: Name, listener: (told: Tells[Name]) => unknown): () => void;
    /** Connects now, or checks whether the open connection is alive. */
    wake(): void;
    connect(): void;
    /** Whether the connection was lost or could not be opened, and is not back yet. */
    get isLost(): boolean;
    /** The answer to `hello`, as soon as there is a connection. Throws the `Refusal` if the server accepts nobody, or not this person. */
    greeted(): Promise<Welcome>;
    /** Reconnects with the current identity; `forget` drops the rooms of the former one, and its requests that have no answer yet. */
    renew({ forget }?: {
        forget?: boolean | undefined;
    }): void;
    /**
     * Sends a request; returns its reply, or throws a `Refusal`.
     *
     * @template {RequestType} Type
     * @param {Type} type
     * @param {Fields<Type>} fields
     * @returns {Promise<Reply<Type>>}
     */
    request<Type extends RequestType>(type: Type, fields: Fields<Type>): Promise<Reply<Type>>;
    /**
     * As `request`, and again after each refusal that passes.
     *
     * @template {RequestType} Type
     * @param {Type} type
     * @param {Fields<Type>} fields
     * @returns {Promise<Reply<Type>>}
     */
    insist<Type extends RequestType>(type: Type, fields: Fields<Type>): Promise<Reply<Type>>;
    /**
     * Joins a room. If that is refused for the moment, the room is joined as soon as it can be, and the refusal is thrown nevertheless.
     *
     * @param {RoomId} room
     * @param {Omit<Fields<"join">, "room">} [fields]
     */
    join(room: RoomId, fields?: Omit<Fields<"join">, "room">): Promise<{
        re: number;
    } & {
        room: RoomId;
        handle?: number;
    }>;
    /** Disconnects until `connect` is called, and forgets all rooms. @param {Refusal | null} [refusal] why */
    stop(refusal?: Refusal | null): void;
}
