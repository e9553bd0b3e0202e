// The players of a finished match: people with links to their pages, winners with a star.

/**
 * @import { Child } from "../dom.js"
 * @import { MatchPlayer, MatchRating, SeatRating } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { isBoardVariant } from "../room.js";
import { botName, calledName } from "../terms.js";
import { t, whole } from "../texts.js";
import { ratingChanged } from "./rated.js";

/**
 * The players of a match as REST lists them, with what it changed in their ratings; `shown` is the player whose list this is.
 *
 * @param {{ variant: string, players: MatchPlayer[], rated?: MatchRating }} match
 * @param {string | null} [shown]
 */
export function playersOf({ variant, players, rated }, shown = null) {
  // On a board, a match that all have won is a draw.
  const isDrawn = isBoardVariant(variant) && players.every(({ won }) => won);
  return h(
    "ul",
    { class: "players", "aria-label": t("matches.players") },
    players.map((player) =>
      h(
        "li",
        { key: player.seat },
        name(isDrawn ? { ...player, won: false } : player, shown),
        changed(rated?.changes.find(({ seat }) => seat === player.seat)),
      ),
    ),
    isDrawn && h("li", { key: "drawn", class: "tag" }, t("matches.drawn")),
  );
}

/** @param {SeatRating | undefined} rating @returns {Child} */
const changed = (rating) => rating && [" ", h("span", { key: "rated", class: "small" }, ratingChanged(rating))];

/** @param {MatchPlayer} player @param {string | null} shown @returns {Child} */
function name({ seat, player, name, declared_bot, bot, won, score }, shown) {
  const points = score == null ? "" : ` (${whole(score)})`;
  const star = won && [
    h("span", { title: t("matches.winner") }, icon("wins"), h("span", { class: "hidden" }, ` ${t("matches.winner")}`)),
    " ",
  ];
  const shownName = name == null ? t("matches.forgotten") : calledName({ name, declared_bot });
  if (bot) return [star, botName(seat), points];
  return [
    star,
    player === shown ? h("strong", {}, shownName) : h("a", { href: `/player/${player}` }, shownName),
    points,
  ];
}
