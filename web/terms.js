// The settings of a table in words: for the lobby, for people who come to a table, and for the form.

/**
 * @import { Clock, Occupant, Settings } from "./types/protocol.js"
 */

import { knownGame } from "./games/list.js";
import { isBoardVariant, isTrickGame, personOf } from "./room.js";
import { known, number, t } from "./texts.js";

const MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/**
 * A game's name in the reader's language; the server's name if the page does not know the game.
 *
 * @param {string} id
 * @param {string} [name]
 */
export const gameName = (id, name = id) => known(`game.${id}`) ?? name;

/** The server's name for people whose data was deleted (docs/PROTOCOL.md). */
const FORGOTTEN = "forgotten";

/**
 * A person's name. A name that the server made up (docs/PROTOCOL.md, `hello`), or that stands for a deleted person, is translated.
 *
 * @param {string} name
 */
export const personName = (name) =>
  name === FORGOTTEN
    ? t("matches.forgotten")
    : name.replace(/^Guest (\d{4})$/, (_, number) => t("person.guest", { number }));

/** The name of a person as it is shown to others; of a declared bot with a word that says so, as of the server's bots. @param {{ name: string, declared_bot?: unknown }} person */
export const calledName = ({ name, declared_bot }) =>
  declared_bot ? t("seat.bot", { name: personName(name) }) : personName(name);

/** The engine of a declared bot and its version; null for everybody else. @param {Occupant | null | undefined} occupant */
export const engineOf = (occupant) => {
  const declared = personOf(occupant)?.declared_bot;
  return declared ? `${declared.engine} ${declared.version}` : null;
};

/** The pieces that are used as names for people without one. */
const KINDS = "KkAaEeRrHhCcPp";

/** A suggestion for a name: for one that the server made up, a piece with a number of two digits. @param {string} name */
export function suggestedName(name) {
  const number = /^Guest (\d{4})$/.exec(name)?.[1];
  if (!number) return personName(name);
  const piece = t(`piece.${KINDS[Number(number) % KINDS.length]}`);
  return `${piece.charAt(0).toLocaleUpperCase(document.documentElement.lang)}${piece.slice(1)} ${number.slice(2)}`;
}

/** The names of bots by the number of their seat: Chinese names of pieces. */
const BOTS = ["Bīng", "Pào", "Mǎ", "Jū", "Xiàng"];

/** The name of a bot at its seat. @param {number} seat */
export const botName = (seat) => t("seat.bot", { name: BOTS[seat] ?? seat + 1 });

/** The level of bots that play every game. */
export const USUAL_LEVEL = "simple";

/** The level of a bot; the server's word if the page does not know it. @param {string} bot */
export const botLevel = (bot) => known(`bot.${bot}`) ?? bot;

/** A time in the longest unit without a fraction, or else in seconds. @param {number} ms */
export function duration(ms) {
  const s = ms / MS;
  /** @type {[number, string]} */
  const [value, unit] =
    s && s % HOUR_S === 0 ? [s / HOUR_S, "hour"] : s && s % MINUTE_S === 0 ? [s / MINUTE_S, "minute"] : [s, "second"];
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" }).format(
    value,
  );
}

/** Time left with less than this is shown in tenths of a second, and told by a sound; milliseconds. */
export const HURRY_MS = 10_000;

/** Time that is left in a decision: as `clockText`, its last seconds in tenths. @param {number} ms */
export function leftText(ms) {
  const tenths = Math.ceil(ms / 100);
  if (tenths >= HURRY_MS / 100 || tenths <= 0) return clockText(ms);
  return (tenths / 10).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
}

/** A time in the form of a clock; with days and hours if it is long. @param {number} ms */
export function clockText(ms) {
  const s = Math.ceil(ms / MS);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const digits = (/** @type {string} */ text) => text.replace(/\d/g, (digit) => number(Number(digit)));
  if (s >= DAY_S) {
    const unit = (/** @type {number} */ value, /** @type {string} */ unit) =>
      new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "narrow" }).format(
        value,
      );
    return `${unit(Math.floor(s / DAY_S), "day")} ${unit(Math.floor((s % DAY_S) / HOUR_S), "hour")}`;
  }
  const minutes = Math.floor((s % HOUR_S) / MINUTE_S);
  if (s >= HOUR_S) return digits(`${Math.floor(s / HOUR_S)}:${two(minutes)}:${two(s % MINUTE_S)}`);
  return digits(`${minutes}:${two(s % MINUTE_S)}`);
}

/** The time for a decision, in a few words. @param {Clock} clock */
export function clockInWords(clock) {
  if (clock.kind === "days") return t("clock.days", { n: clock.days });
  if (clock.kind === "bank") {
    const [bank, increment] = [duration(clock.bank_ms), duration(clock.increment_ms)];
    return t(clock.increment_ms ? "clock.bank" : "clock.bank.flat", { bank, increment });
  }
  if (clock.kind !== "timed") return known(`clock.${clock.kind}`) ?? clock.kind;
  const { decision_ms, bank_ms } = clock;
  return bank_ms
    ? t("clock.timed", { decision: duration(decision_ms), bank: duration(bank_ms) })
    : t("clock.flat", { decision: duration(decision_ms) });
}

/**
 * The same for a game: games on boards have another usual clock.
 *
 * @param {{ clock: Clock, variant: string }} of
 */
export const clockOf = ({ clock, variant }) =>
  clock.kind === "auto" && isBoardVariant(variant) ? t("create.clock.auto") : clockInWords(clock);

/** The name of an option of a game. @param {{ id: string, name?: string }} option */
export const optionName = ({ id, name = id }) => known(`option.${id}`) ?? name;
/**
 * The meaning of an option's value.
 *
 * @param {string} id
 * @param {{ value: string | boolean | number, meaning?: string }} choice
 */
export const choiceName = (id, { value, meaning = String(value) }) => known(`option.${id}.${value}`) ?? meaning;

/** Whether an option has an effect in a game: all games of dice have the same options. @param {string} variant @param {string} id */
export const hasOption = (variant, id) => id !== "any_triple" || Boolean(knownGame(variant).triple);

/**
 * Whether plays can be taken back in a game; on boards it is a turn, by consent, unless nobody may look at what it was.
 *
 * @param {{ variant: string, options: object }} of
 */
export function takesBack({ variant, options }) {
  const game = knownGame(variant);
  if (!isBoardVariant(variant)) return !game.windows;
  return Boolean(game.takesBack) && !("blindfold" in options && options.blindfold);
}

/** All settings of a table. @param {Settings} settings @returns {[what: string, how: string][]} */
export function terms(settings) {
  const {
    variant,
    seats,
    options,
    ceremony,
    clock,
    access,
    chat,
    spectators,
    take_backs,
    stand_in,
    hints,
    reveal_pause_ms,
    window_ms,
  } = settings;
  const tricks = isTrickGame(variant);
  // There a player whose time runs out loses, so there are no stand-ins.
  const standIns = options.on_time !== "lose" || clock.kind === "none";
  /** @type {([what: string, how: string] | false)[]} */
  const all = [
    [t("create.game"), gameName(variant)],
    [t("create.seats"), t("create.players", { n: seats })],
    ...Object.entries(options)
      .filter(([id]) => hasOption(variant, id))
      .map(([id, value]) => /** @type {[string, string]} */ ([optionName({ id }), choiceName(id, { value })])),
    tricks && [t("create.ceremony"), t(`create.ceremony.${ceremony}`)],
    [t("create.clock"), clockOf(settings)],
    [t("create.access"), t(`create.access.${access}`)],
    [t("create.spectators"), t(spectators ? "yes" : "no")],
    takesBack(settings) && [t("create.take_backs"), t(take_backs ? "yes" : "no")],
    [t("create.chat"), t(`create.chat.${chat}`)],
    standIns && [t("create.stand_in"), t(`create.stand_in.${stand_in}`)],
    [t("create.hints"), t(`create.hints.${hints}`)],
    !isBoardVariant(variant) && [t(tricks ? "create.pause" : "create.pause.tiles"), duration(reveal_pause_ms)],
    window_ms !== undefined && [t("create.window"), duration(window_ms)],
  ];
  return all.filter((term) => term !== false);
}
