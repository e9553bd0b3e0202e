// What a table agrees on, in words: for the lobby, for who comes to a table, and for the form in which it is chosen.

import { known, t } from "./texts.js";

const MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;

/** A game's name in the reader's language; what the server calls it where the page does not know it. */
export const gameName = (id, name = id) => known(`game.${id}`) ?? name;

/** A time in the longest unit that says it without a fraction, or else in seconds. */
export function duration(ms) {
  const s = ms / MS;
  const [value, unit] = s && s % HOUR_S === 0 ? [s / HOUR_S, "hour"] : s && s % MINUTE_S === 0 ? [s / MINUTE_S, "minute"] : [s, "second"];
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" }).format(value);
}

/** How long a decision may take, in a few words. */
export function clockInWords({ kind, decision_ms, bank_ms }) {
  if (kind !== "timed") return known(`clock.${kind}`) ?? kind;
  return bank_ms ? t("clock.timed", { decision: duration(decision_ms), bank: duration(bank_ms) }) : t("clock.flat", { decision: duration(decision_ms) });
}

/** An option of a game: what it is about, and what each of its values means. */
export const optionName = ({ id, name = id }) => known(`option.${id}`) ?? name;
export const choiceName = (id, { value, meaning = value }) => known(`option.${id}.${value}`) ?? meaning;

/** Everything that was agreed on, as `[what, how]`. */
export function terms(settings) {
  const { variant, seats, options, ceremony, clock, access, chat, spectators, take_backs, stand_in, reveal_pause_ms } = settings;
  return [
    [t("create.game"), gameName(variant)],
    [t("create.seats"), t("create.players", { n: seats })],
    ...Object.entries(options ?? {}).map(([id, value]) => [optionName({ id }), choiceName(id, { value })]),
    [t("create.ceremony"), t(`create.ceremony.${ceremony}`)],
    [t("create.clock"), clockInWords(clock)],
    [t("create.access"), t(`create.access.${access}`)],
    [t("create.spectators"), t(spectators ? "yes" : "no")],
    [t("create.take_backs"), t(take_backs ? "yes" : "no")],
    [t("create.chat"), t(`create.chat.${chat}`)],
    [t("create.stand_in"), t(`create.stand_in.${stand_in}`)],
    [t("create.pause"), duration(reveal_pause_ms)],
  ];
}
