// Finished matches in a few lines each: the game, who played, who won, and when; each leads to its replay.

/** @import { MatchPlayer, MatchSummary, Occupant } from "../types/protocol.js" */

import { h } from "../dom.js";
import { isBoardVariant } from "../room.js";
import { botName, calledName } from "../terms.js";
import { list, t } from "../texts.js";
import { face } from "./faces.js";
import { names } from "./rooms.js";

/** @param {MatchSummary[]} matches @param {(variant: string) => string} called the name of a game */
export const latest = (matches, called) =>
  h(
    "ul",
    { class: "brief" },
    matches.map((match) => h("li", { key: match.match_id }, line(match, called(match.variant)))),
  );

/** @param {MatchSummary} match @param {string} game */
function line({ match_id, variant, players, ended_at }, game) {
  const seated = players.map(occupant);
  // On a board, a match that all have won is a draw.
  const isDrawn = isBoardVariant(variant) && players.every(({ won }) => won);
  const winners = seated.flatMap((one, seat) =>
    players[seat]?.won && !isDrawn ? ["name" in one ? calledName(one) : botName(seat)] : [],
  );
  return h(
    "a",
    { class: "latest", href: `/match/${match_id}` },
    h(
      "span",
      { class: "faces" },
      seated.map((one, seat) =>
        h("span", { key: seat, class: players[seat]?.won && !isDrawn ? "winner" : null }, face(one, seat)),
      ),
    ),
    h("strong", {}, game),
    h("time", { class: "small", datetime: ended_at }, whenTold(ended_at)),
    h("span", { class: "who" }, names(seated)),
    isDrawn && h("span", { key: "drawn", class: "won" }, t("matches.drawn")),
    winners.length > 0 && h("span", { key: "won", class: "won" }, `${t("matches.winner")}: ${list(winners)}`),
  );
}

/** A moment: today its time, else its day. @param {string} moment */
function whenTold(moment) {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(document.documentElement.lang, isToday ? { timeStyle: "short" } : { dateStyle: "medium" });
}

/** The player of a seat, in the form of a table. @param {MatchPlayer} player @returns {Occupant} */
const occupant = ({ bot, player = "", name = t("matches.forgotten"), tag = "", declared_bot }) =>
  bot ? { bot } : { player, name, tag, ...(declared_bot && { declared_bot }) };
