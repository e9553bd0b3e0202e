// <giog-ending>: the early end of a match, to which all who play agree: who does, and who is waited for.

/**
 * @import { EventOf, KnownRoom } from "../room.js"
 * @import { SeatState } from "../types/protocol.js"
 * @import { Seated } from "./seated.js"
 */

import { h } from "../dom.js";
import { isKnown, personOf } from "../room.js";
import { session } from "../session.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { openSheet, Sheet } from "./sheet.js";
import { nameAt } from "./told.js";

await laterTexts();

/** The matches about which somebody's wish to end them was shown by itself: once each, so that nobody is pestered. @type {Set<string>} */
const shown = new Set();

class Ending extends Sheet {
  /** @type {Seated | null} */
  table = null;
  match_id = "";

  began() {
    this.follow(session, "change", () => (this.#room ? this.redraw() : this.close()));
  }

  /** The room, while this match is played. @returns {KnownRoom | null} */
  get #room() {
    const room = this.table?.room;
    return room && isKnown(room) && room.match?.start.match_id === this.match_id ? room : null;
  }

  heading() {
    return t("ending.title");
  }

  body() {
    const room = this.#room;
    if (!room) return null;
    const agrees = Boolean(room.you != null && room.state.seats[room.you]?.ending);
    return [
      h("p", { key: "why" }, t("ending.why")),
      h(
        "ul",
        { key: "who", class: "places" },
        asked(room).map((at) =>
          h(
            "li",
            { key: at.seat },
            h("span", { class: "name" }, nameAt(room, at.seat)),
            h("span", { class: at.ending ? "tag free" : "tag" }, t(at.ending ? "ending.agrees" : "ending.plays")),
          ),
        ),
      ),
      h(
        "div",
        { key: "buttons", class: "buttons" },
        // The safe answer has the focus.
        h(
          "button",
          { key: "no", type: "button", autofocus: true, onclick: () => (agrees ? this.#agree(false) : this.close()) },
          t("ending.on"),
        ),
        agrees
          ? h("button", { key: "wait", type: "button", class: "main", onclick: () => this.close() }, t("close"))
          : h(
              "button",
              { key: "yes", type: "button", class: "main", onclick: () => this.#agree(true) },
              t("ending.yes"),
            ),
      ),
    ];
  }

  /** @param {boolean} agrees */
  async #agree(agrees) {
    const room = this.#room;
    const { match_id } = this;
    if (!room) return;
    if (await this.attempt(() => session.request("end_match", { room: room.id, match_id, agrees }))) this.close();
  }
}

customElements.define("giog-ending", Ending);

/** The seats whose agreement is needed: of people who play themselves. @param {KnownRoom} room @returns {SeatState[]} */
export const asked = (room) => room.state.seats.filter(({ occupant, away }) => personOf(occupant) && !away);

/** Opens the dialog. @param {Seated} table */
export function openEnding(table) {
  const match_id = table.room?.match?.start.match_id;
  if (match_id) openSheet("giog-ending", { table, match_id });
}

/**
 * Somebody agrees to end the match, or plays on: said at their seat, and the first time asked of this person.
 *
 * @param {Seated} table
 * @param {EventOf<"ending">} event
 */
export function endingHeard(table, { seat, agrees }) {
  const { room } = table;
  if (!room || !isKnown(room) || !room.match || seat === room.you) return;
  table.bubbles.show(seat, t(agrees ? "ending.bubble" : "ending.bubble.on"));
  table.tell(t(agrees ? "ending.told" : "ending.told.on", { name: nameAt(room, seat) }));
  const { match_id } = room.match.start;
  const own = asked(room).find((at) => at.seat === room.you);
  if (agrees && own && !own.ending && !shown.has(match_id)) {
    shown.add(match_id);
    openEnding(table);
  }
  table.redraw();
}
