// Programs that play under `giog bot run`, `giog bot check` and `giog arena`: one JSON line in, one line out (docs/BOTS.md). The runner owns
// the connection, the time, entropy and receipts. The program only chooses.

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
export const fallback = (decision) => /** @type {AnyAction} */ (decision.default ?? decision.actions?.[0]);

/**
 * A function that answers a runner's messages; nothing if there is no answer. Unknown messages have none: versions only grow.
 *
 * @param {Play} play
 * @param {About} [about]
 * @returns {(message: ToProgram) => Promise<object | undefined>}
 */
export function bot(play, { name, author, options, started, over } = {}) {
  return async (message) => {
    switch (message.type) {
      case "turn": {
        const action = (await play(/** @type {Asked} */ (message))) ?? fallback(message.decision);
        return { ...action, match: message.match, turn: message.turn };
      }
      case "hello": {
        if (options) {
          const set = Object.entries(message.options ?? {});
          Object.assign(options, Object.fromEntries(set.filter(([option]) => Object.hasOwn(options, option))));
        }
        return name || author || options ? { name, author, options: options && Object.keys(options) } : undefined;
      }
      case "start":
        await started?.(message);
        return undefined;
      case "over":
        await over?.(message);
        return undefined;
      case "ping":
        return { type: "pong" };
    }
  };
}

/**
 * Answers the runner's lines until it closes them: for Node.js. What the program prints with `console.log` goes to the error output, where
 * the runner shows it.
 *
 * @param {Play} play
 * @param {About} [about]
 */
export async function run(play, about) {
  const { stdin, stdout } = /** @type {any} */ (globalThis).process;
  console.log = console.error;
  const answer = bot(play, about);
  let rest = "";
  stdin.setEncoding("utf8");
  for await (const text of stdin) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const said = await answer(JSON.parse(line));
      if (said) stdout.write(`${JSON.stringify(said)}\n`);
    }
  }
}
