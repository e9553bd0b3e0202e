// What a table agrees on, in words: for the lobby, for who comes to a table, and for the form in which it is chosen.

/**
 * @import { Clock, Settings } from "./types/protocol.js"
 */

import { isBoardVariant, isTrickGame } from "./room.js";
import { known, number, t } from "./texts.js";

const MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/**
 * A game's name in the reader's language; what the server calls it where the page does not know it.
 *
 * @param {string} id
 * @param {string} [name]
 */
export const gameName = (id, name = id) => known(`game.${id}`) ?? name;

/** What the server calls people who were forgotten (docs/PROTOCOL.md). */
const FORGOTTEN = "forgotten";

/**
 * What somebody is called: a name that the server made up (docs/PROTOCOL.md, `hello`), or that stands for somebody who was
 * forgotten, is said in the reader's language.
 *
 * @param {string} name
 */
export const personName = (name) =>
  name === FORGOTTEN
    ? t("matches.forgotten")
    : name.replace(/^Guest (\d{4})$/, (_, number) => t("person.guest", { number }));

/** The kinds of pieces that make a name for who has none yet. */
const KINDS = "KkAaEeRrHhCcPp";

/** A name to begin with: for one that the server made up, a piece with a number of two digits. @param {string} name */
export function suggestedName(name) {
  const number = /^Guest (\d{4})$/.exec(name)?.[1];
  if (!number) return personName(name);
  const piece = t(`piece.${KINDS[Number(number) % KINDS.length]}`);
  return `${piece.charAt(0).toLocaleUpperCase(document.documentElement.lang)}${piece.slice(1)} ${number.slice(2)}`;
}

/** What bots are called by the number of their seat, after pieces as they are said in Chinese. */
const BOTS = ["Bīng", "Pào", "Mǎ", "Jū", "Xiàng"];

/** What a bot is called at its seat. @param {number} seat */
export const botName = (seat) => t("seat.bot", { name: BOTS[seat] ?? seat + 1 });

/** How well a bot plays; what the server calls it where the page does not know that. @param {string} bot */
export const botLevel = (bot) => known(`bot.${bot}`) ?? bot;

/** A time in the longest unit that says it without a fraction, or else in seconds. @param {number} ms */
export function duration(ms) {
  const s = ms / MS;
  /** @type {[number, string]} */
  const [value, unit] =
    s && s % HOUR_S === 0 ? [s / HOUR_S, "hour"] : s && s % MINUTE_S === 0 ? [s / MINUTE_S, "minute"] : [s, "second"];
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" }).format(
    value,
  );
}

/** A time as a clock shows it; days and hours where it is that long. @param {number} ms */
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

/** How long a decision may take, in a few words. @param {Clock} clock */
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
 * The same of a game: on boards the usual clock is another one.
 *
 * @param {{ clock: Clock, variant: string }} of
 */
export const clockOf = ({ clock, variant }) =>
  clock.kind === "auto" && isBoardVariant(variant) ? t("create.clock.auto") : clockInWords(clock);

/** What an option of a game is about. @param {{ id: string, name?: string }} option */
export const optionName = ({ id, name = id }) => known(`option.${id}`) ?? name;
/**
 * What a value of an option means.
 *
 * @param {string} id
 * @param {{ value: string | boolean | number, meaning?: string }} choice
 */
export const choiceName = (id, { value, meaning = String(value) }) => known(`option.${id}.${value}`) ?? meaning;

/** Whether an option means something in a game: all games of dice have the same ones. @param {string} variant @param {string} id */
export const hasOption = (variant, id) => id !== "any_triple" || variant === "chuck-a-luck";

/** Whether there is anything in a game that can be taken back. @param {string} variant */
export const takesBack = (variant) => !isBoardVariant(variant) && variant !== "mahjong";

/** Everything that was agreed on. @param {Settings} settings @returns {[what: string, how: string][]} */
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
  // Whose time runs out loses there, so nobody plays for them.
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
    takesBack(variant) && [t("create.take_backs"), t(take_backs ? "yes" : "no")],
    [t("create.chat"), t(`create.chat.${chat}`)],
    standIns && [t("create.stand_in"), t(`create.stand_in.${stand_in}`)],
    [t("create.hints"), t(`create.hints.${hints}`)],
    !isBoardVariant(variant) && [t(tricks ? "create.pause" : "create.pause.tiles"), duration(reveal_pause_ms)],
    window_ms !== undefined && [t("create.window"), duration(window_ms)],
  ];
  return all.filter((term) => term !== false);
}
