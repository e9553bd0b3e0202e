// <giog-tables>: the tables at which the person has a seat, to leave one of them when they have too many.

/** @import { RoomId, RoomState } from "../types/protocol.js" */

import { h } from "../dom.js";
import { ask } from "../rest.js";
import { isBot, personOf } from "../room.js";
import { session } from "../session.js";
import { botName, calledName, gameName } from "../terms.js";
import { list, t } from "../texts.js";
import { askFirst } from "./question.js";
import { openSheet, Sheet } from "./sheet.js";

class Tables extends Sheet {
  /** Why it is shown. */
  why = "";
  /** What is known of tables that this page has not joined. @type {Map<RoomId, RoomState | null>} */
  #known = new Map();

  began() {
    this.follow(session, "change", () => this.redraw());
  }

  prepare() {
    for (const id of session.seated) {
      if (session.rooms.get(id)?.state || this.#known.has(id)) continue;
      this.#known.set(id, null);
      this.attempt(async () => this.#known.set(id, await ask(`/rooms/${id}`)));
    }
  }

  heading() {
    return t("home.yours");
  }

  body() {
    return [
      h("p", { key: "why" }, this.why),
      h(
        "ul",
        { key: "tables", class: "rooms" },
        session.seated.map((id) => this.#table(id)),
      ),
    ];
  }

  /** @param {RoomId} id */
  #table(id) {
    const state = session.rooms.get(id)?.state ?? this.#known.get(id);
    const game = state ? gameName(state.settings.variant) : t("home.table");
    const leave = () => this.attempt(() => session.leave(id));
    return h(
      "li",
      { key: id },
      h(
        "span",
        { class: "about" },
        h("a", { href: `/room/${id}` }, h("strong", {}, game)),
        state && h("span", { class: "who" }, others(state)),
      ),
      h(
        "button",
        {
          "aria-label": `${t("table.leave")}: ${game}`,
          onclick: () => (state?.phase === "playing" ? askFirst(t("leave.ask"), t("table.leave"), leave) : leave()),
        },
        t("table.leave"),
      ),
    );
  }
}

customElements.define("giog-tables", Tables);

/** Everybody at a table. @param {RoomState} state */
const others = ({ seats }) =>
  list(
    seats.flatMap(({ occupant, seat }) =>
      isBot(occupant) ? [botName(seat)] : [personOf(occupant)].flatMap((one) => (one ? [calledName(one)] : [])),
    ),
  );

/** Shows the person's tables, and why. @param {string} why */
export const openTables = (why) => openSheet("giog-tables", { why });
