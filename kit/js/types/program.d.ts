import type { AnyAction, Over, Start, ToProgram, Turn } from "../types/protocol.js";
export type Asked = Omit<Turn, "decision"> & {
    decision: Turn["decision"] & {
        actions: AnyAction[];
    };
};
export type Play = (turn: Asked) => AnyAction | null | undefined | Promise<AnyAction | null | undefined>;
export type About = {
    name?: string;
    author?: string;
    /**
     * its options with their values, which those that the runner's user has set replace
     */
    options?: Record<string, string>;
    /**
     * a match begins, or this program takes over a seat in it
     */
    started?: (start: Start) => unknown;
    /**
     * a match has ended
     */
    over?: (over: Over) => unknown;
};
/** @import { AnyAction, Over, Start, ToProgram, Turn } from "../types/protocol.js" */
/**
 * @typedef {Omit<Turn, "decision"> & { decision: Turn["decision"] & { actions: AnyAction[] } }} Asked a turn: its legal actions are there
 *
 * @typedef {(turn: Asked) => AnyAction | null | undefined | Promise<AnyAction | null | undefined>} Play chooses an action: one of
 *   `turn.decision.actions`, or the default. Nothing stands for the default, or the first action where there is none.
 *
 * @typedef {object} About what a program says of itself, and wants to hear
 * @property {string} [name]
 * @property {string} [author]
 * @property {Record<string, string>} [options] its options with their values, which those that the runner's user has set replace
 * @property {(start: Start) => unknown} [started] a match begins, or this program takes over a seat in it
 * @property {(over: Over) => unknown} [over] a match has ended
 */
/** The default of a decision; the first of its actions where it has none. @param {Turn["decision"]} decision */
export declare const fallback: (decision: Turn["decision"]) => AnyAction;
/**
 * A function that answers a runner's messages; nothing if there is no answer. Unknown messages have none: versions only grow.
 *
 * @param {Play} play
 * @param {About} [about]
 * @returns {(message: ToProgram) => Promise<object | undefined>}
 */
export declare function bot(play: Play, { name, author, options, started, over }?: About): (message: ToProgram) => Promise<object | undefined>;
/**
 * Answers the runner's lines until it closes them: for Node.js. What the program prints with `console.log` goes to the error output, where
 * the runner shows it.
 *
 * @param {Play} play
 * @param {About} [about]
 */
export declare function run(play: Play, about?: About): Promise<void>;
