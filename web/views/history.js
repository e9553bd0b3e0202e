// The tricks that were played, each with all plays, the winner and the reason; before them the deal.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { Match } from "../tricksmatch.js"
 * @import { Game } from "../rules.js"
 * @import { Shown } from "../types/page.js"
 * @import { SeenTrick } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { pieceName, piecesInWords, typeName } from "../rules.js";
import { number, t } from "../texts.js";
import { deal } from "./deal.js";
import { countOf } from "./plays.js";
import { nameAt, trickTold } from "./told.js";

/**
 * All tricks of the match, the last one first. With `look` each has a button that calls it with the
 * trick's number.
 *
 * @param {Pick<Shown, "room" | "variant"> & { readonly match: Match | null }} table
 * @param {(trick: number) => void} [look]
 */
export function history({ room, variant, match }, look) {
  const tricks = match?.view.tricks ?? [];
  return [
    match && tracker({ variant, match }),
    tricks.length === 0 && h("p", { key: "none", class: "empty" }, t("history.none")),
    h(
      "ol",
      { key: "tricks", class: "history", reversed: true },
      tricks.toReversed().map((trick) => entry({ room, variant, match }, trick, look)),
    ),
    match && deal({ room, match }),
  ];
}

/**
 * The pieces that the person has not seen yet: in other hands, or captured face down. Only during the match.
 *
 * @param {{ variant: Game | null, match: Match }} table
 */
function tracker({ variant, match }) {
  const { view, start } = match;
  if (!variant || view.stage !== "play") return null;
  const up = view.trick?.in_turn?.up ?? [];
  const isUp = view.you != null && up[view.you] != null;
  const laid = [...view.tricks.flatMap(({ plays }) => plays), ...up, isUp ? null : view.trick?.yours, view.hand];
  const seen = [...laid.join("")];
  const out = variant.kinds.map(({ piece, counts }) => ({
    piece,
    n: (counts[start.seats - variant.min_players] ?? 0) - seen.filter((code) => code === piece).length,
  }));
  return h(
    "section",
    { key: "tracker" },
    h("h3", {}, t("tracker.title")),
    h(
      "ul",
      { class: "tracker" },
      out.map(({ piece, n }) =>
        h(
          "li",
          { key: piece, class: n > 0 ? "" : "gone" },
          h("giog-piece", { code: piece }),
          h("span", { class: "hidden" }, pieceName(piece)),
          " ",
          number(n),
        ),
      ),
    ),
  );
}

/**
 * @param {{ room: KnownRoom, variant: Game | null, match: Match | null }} table
 * @param {SeenTrick} trick
 * @param {((trick: number) => void) | undefined} look
 */
function entry({ room, variant, match }, trick, look) {
  return h(
    "li",
    { key: trick.trick },
    h(
      "p",
      {},
      h("strong", {}, t("history.trick", { n: trick.trick + 1, type: typeName(variant, trick.type) })),
      " ",
      trickTold({ room, variant, match }, trick),
    ),
    h(
      "ul",
      { class: "plays" },
      trick.plays.map((pieces, seat) =>
        h(
          "li",
          { class: seat === trick.winner ? "winner" : "" },
          h(
            "span",
            { class: "name" },
            seat === trick.leader ? t("history.leads", { name: nameAt(room, seat) }) : nameAt(room, seat),
          ),
          h(
            "span",
            {
              class: trick.shown[seat] ? "play" : "play unseen",
              role: "img",
              "aria-label": pieces ? piecesInWords(pieces) : t("play.down", { n: countOf(trick) }),
            },
            (pieces ? [...pieces] : Array(countOf(trick)).fill("back")).map((code, i) =>
              h("giog-piece", { key: code + i, code }),
            ),
          ),
          !trick.shown[seat] &&
            h("span", { class: "stays" }, t(pieces && match?.view.outcome ? "play.was_down" : "play.stays_down")),
        ),
      ),
    ),
    look && h("button", { class: "quiet", onclick: () => look(trick.trick) }, t("history.look")),
  );
}
