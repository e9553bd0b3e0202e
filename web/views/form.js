// The data of a table's form: its defaults, its adjustment to a game, and its conversion to and from the settings of a room.

/**
 * @import { AnyGame } from "../rules.js"
 * @import { Chosen } from "./clocks.js"
 * @import { SameForAll } from "../again.js"
 * @import { Bots, Options, Settings, SettingsInput, Variant, WindowMode } from "../types/protocol.js"
 */

/**
 * The settings that the form has as the protocol does.
 *
 * @typedef {Omit<SameForAll, "clock" | "reveal_pause_ms">} AsTheyAre
 *
 * The data of the form: these, another form of the clock, and data that are not settings.
 *
 * @typedef {Chosen & AsTheyAre & { variant: Variant, seats: number, options: { [id: string]: string | boolean | number },
 *   password: string, pause: number, window: number, window_least: number, windows: WindowMode, admits: Bots, bots: number, sit: boolean }} Form
 *
 *   `admits` is the setting `bots`, and `bots` the number of those that are added at first
 */

import { LEFT_OUT } from "../again.js";
import { FIRST_GAME, knownGame } from "../games/list.js";
import { isBoardVariant } from "../room.js";
import { isBoardGame } from "../rules.js";
import { USUAL_CLOCK, chosenClock, clockOf, fittingClock } from "./clocks.js";

const { clock: _, reveal_pause_ms: PAUSE, ...AS_THEY_ARE } = LEFT_OUT;

/** The defaults of the form, which are the server's. @type {Form} */
export const USUAL = {
  variant: FIRST_GAME,
  seats: 4,
  options: {},
  ...AS_THEY_ARE,
  ...USUAL_CLOCK,
  password: "",
  pause: PAUSE,
  window: 8_000,
  window_least: 1_500,
  windows: "quick",
  admits: "any",
  bots: 0,
  sit: true,
};

/**
 * The parts of the form that depend on the game: its options, a possible number of seats, and a possible clock.
 *
 * @param {AnyGame} game
 * @param {Form} wanted
 */
export function fitting(game, { seats, clock }) {
  return {
    variant: game.id,
    seats: Math.max(game.min_players, Math.min(seats, game.max_players)),
    options: /** @type {Form["options"]} */ ({ ...game.default_options }),
    clock: fittingClock(isBoardGame(game), clock),
  };
}

/** The form for existing settings. @param {Settings} settings @param {string} [password] @returns {Form} */
export function formOf(
  { clock, reveal_pause_ms, options, bots = "any", window_ms, window_least_ms, ...settings },
  password = "",
) {
  return {
    ...USUAL,
    ...settings,
    ...chosenClock(isBoardVariant(settings.variant), clock),
    options: /** @type {Form["options"]} */ ({ ...options }),
    pause: reveal_pause_ms,
    admits: bots,
    window: window_ms ?? USUAL.window,
    window_least: window_least_ms ?? USUAL.window_least,
    password,
  };
}

/** The form as the protocol's `settings`. @param {Form} form @param {AnyGame | undefined} game @returns {SettingsInput} */
export function settingsOf(form, game) {
  const { variant, seats, access, password, pause, window, window_least, windows, admits, options } = form;
  const names = /** @type {(keyof AsTheyAre)[]} */ (Object.keys(AS_THEY_ARE));
  return {
    variant,
    seats,
    .../** @type {AsTheyAre} */ (Object.fromEntries(names.map((name) => [name, form[name]]))),
    // The options come from the server, so it accepts them.
    options: /** @type {Options} */ (Object.fromEntries((game?.options ?? []).map(({ id }) => [id, options[id]]))),
    clock: clockOf(game !== undefined && isBoardGame(game), form),
    reveal_pause_ms: pause,
    ...(admits !== "any" && { bots: admits }),
    ...(knownGame(variant).windows && { window_ms: window, window_least_ms: Math.min(window_least, window), windows }),
    ...(access === "password" && { password }),
  };
}
