// The people of a table: a menu with what can be done about each of them, and reports to the operator.

/**
 * @import { Fields, Reply, RequestType, Without } from "../connection.js"
 * @import { Child, On } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { PlayerId, Seat } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

/** @typedef {{ player: PlayerId, name: string }} Somebody */

import { h } from "../dom.js";
import { personOf } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { botLevel, personName } from "../terms.js";
import { t } from "../texts.js";
import { fail } from "./home.js";
import { askFirst } from "./question.js";
import { openSheet, Sheet } from "./sheet.js";
import { nameAt } from "./told.js";

/** The longest report, in characters. */
const MOST = 200;

/**
 * A button with a person's name, which opens a menu. `where` distinguishes several such buttons for one person.
 *
 * @param {Known} table
 * @param {Somebody} person
 * @param {{ where: string, seat?: Seat | null, label?: string }} shown
 */
export function personMenu(table, person, { where, seat = null, label = personName(person.name) }) {
  const { room } = table;
  const { player } = person;
  const id = `menu-${where}-${player}`;
  const owns = room.state.owner === room.me && player !== room.me;
  const stays = seat != null && room.state.phase !== "gathering";
  const muted = session.isMuted(player);
  const asks = (/** @type {"owner" | "remove" | "put_out" | "ban"} */ what, /** @type {() => void} */ act) => () =>
    askAbout(what, label, act);
  const item = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ act) =>
    h("li", { key }, h("button", { class: "quiet", onclick: (event) => done(event, act) }, text));
  return h(
    "span",
    { class: "person", key: id },
    h("button", { class: "quiet name", popovertarget: id, "aria-label": t("person.menu", { name: label }) }, label),
    h(
      "div",
      { id, popover: "auto", class: "menu", role: "group", "aria-label": label },
      h("p", { class: "small" }, label),
      h(
        "ul",
        {},
        h("li", { key: "matches" }, h("a", { class: "button quiet", href: `/matches/${player}` }, t("person.matches"))),
        item("mute", t(muted ? "person.unmute" : "person.mute"), () => mute(table, person, !muted)),
        item("report", t("person.report"), () => openSheet("giog-report", { table, player, label })),
        owns &&
          seat != null &&
          room.state.owner !== player &&
          item(
            "owner",
            t("person.owner"),
            asks("owner", () => table.ask("pass_ownership", { seat })),
          ),
        owns &&
          seat != null &&
          room.state.phase === "gathering" &&
          item(
            "remove",
            t("person.remove"),
            asks("remove", () => table.ask("remove", { seat })),
          ),
        owns &&
          !stays &&
          item(
            "put_out",
            t("person.put_out"),
            asks("put_out", () => putOut(table, person, false)),
          ),
        owns &&
          !stays &&
          item(
            "ban",
            t("person.ban"),
            asks("ban", () => putOut(table, person, true)),
          ),
      ),
    ),
  );
}

/**
 * Asks before the owner does something about a person.
 *
 * @param {"owner" | "remove" | "put_out" | "ban"} what
 * @param {string} name
 * @param {() => void} act
 */
const askAbout = (what, name, act) => askFirst(t(`person.${what}.ask`, { name }), t(`person.${what}`), act);

/** @param {On<MouseEvent, HTMLElement>} event @param {() => void} act */
function done(event, act) {
  const menu = event.currentTarget.closest("[popover]");
  if (menu instanceof HTMLElement) menu.hidePopover();
  act();
}

/** @param {Known} table @param {Somebody} person @param {boolean} muted */
async function mute(table, person, muted) {
  try {
    await session.mute(table.room.id, person, muted);
    table.tell(t(muted ? "person.muted" : "person.unmuted", { name: personName(person.name) }));
  } catch (refusal) {
    fail(table, refusal);
  }
}

/**
 * Removes a person from one's own room, and bans them if wanted.
 *
 * @param {Known} table
 * @param {Somebody} person
 * @param {boolean} ban
 */
async function putOut(table, { player, name }, ban) {
  try {
    await session.request("remove", { room: table.room.id, player, ban });
    table.tell(t(ban ? "person.ban.done" : "person.put_out.done", { name: personName(name) }));
  } catch (refusal) {
    fail(table, refusal);
  }
}

/**
 * Everybody at the table: seats by name with their menus, and the number of spectators.
 *
 * @param {Known} table
 * @returns {Child}
 */
export function people(table) {
  const { room } = table;
  const { seats, owner } = room.state;
  const gone = settings
    .get("muted")
    .filter(({ player }) => !seats.some(({ occupant }) => personOf(occupant)?.player === player));
  return h(
    "section",
    { key: "people", class: "people" },
    h("h3", {}, t("people.title")),
    h(
      "ul",
      {},
      seats.map(
        ({ seat, occupant, away }) =>
          occupant &&
          h(
            "li",
            { key: seat },
            "player" in occupant && seat !== room.you
              ? personMenu(table, occupant, { where: "panel", seat, label: nameAt(room, seat) })
              : h("span", { class: "name" }, nameAt(room, seat)),
            seat === room.you && h("span", { class: "tag" }, t("seat.you")),
            "bot" in occupant && h("span", { class: "tag" }, botLevel(occupant.bot)),
            "player" in occupant && occupant.player === owner && h("span", { class: "tag" }, t("seat.owner")),
            away && h("span", { class: "tag" }, t("seat.away")),
          ),
      ),
    ),
    h("p", { class: "small" }, watching(room)),
    owner === room.me &&
      h(
        "button",
        { key: "watchers", class: "quiet", onclick: () => openSheet("giog-watchers", { table }) },
        t("watchers.open"),
      ),
    gone.length > 0 &&
      h(
        "details",
        { key: "muted" },
        h("summary", {}, t("people.muted")),
        h(
          "ul",
          {},
          gone.map((person) =>
            h(
              "li",
              { key: person.player },
              h("button", { class: "quiet", onclick: () => mute(table, person, false) }, personName(person.name)),
            ),
          ),
        ),
      ),
  );
}

/** The number of spectators, in words. @param {KnownRoom} room */
export function watching({ present }) {
  const n = present?.spectators ?? 0;
  return n ? t("people.watching", { n }) : t("people.nobody");
}

/** Reports a person to the operator. */
class Report extends Sheet {
  /** @type {Known | null} */
  table = null;
  player = "";
  label = "";
  #sent = false;

  heading() {
    return t("report.title", { name: this.label });
  }

  body() {
    if (this.#sent)
      return [
        h("p", { role: "status" }, t("report.sent")),
        h("button", { class: "main", onclick: () => this.close() }, t("close")),
      ];
    return h(
      "form",
      { class: "fields", onsubmit: (event) => this.#send(event) },
      h("label", {}, t("report.what"), h("textarea", { name: "text", required: true, maxlength: MOST, rows: 4 })),
      h("p", { class: "small" }, t("report.goes", { name: this.label })),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", onclick: () => this.close() }, t("cancel")),
        h("button", { class: "main", type: "submit" }, t("report.send")),
      ),
    );
  }

  /** @param {On<SubmitEvent, HTMLFormElement>} event */
  async #send(event) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("text")).trim();
    const room = this.table?.room;
    if (text && room)
      this.#sent = await this.attempt(() => session.request("report", { room: room.id, player: this.player, text }));
    this.redraw();
  }
}

customElements.define("giog-report", Report);

/** The owner's dialog: the spectators, the banned people, and whether spectators may chat. */
class Watchers extends Sheet {
  /** @type {Known | null} */
  table = null;
  /** @type {Reply<"list_people"> | null} */
  #people = null;

  began() {
    this.follow(session, "room", ({ detail: { message } }) => {
      const came = message.type === "notice" && message.notice.do === "presence";
      const renamed = message.type === "event" && message.event.do === "renamed";
      if (came || renamed) this.#look();
    });
    this.follow(session, "change", () => this.redraw());
    this.#look();
  }

  heading() {
    return t("watchers.title");
  }

  body() {
    const room = this.table?.room;
    const people = this.#people;
    if (!room || !people) return h("p", {}, t("watchers.loading"));
    const { spectators, banned } = people;
    return [
      spectators.length === 0 && h("p", { key: "nobody", class: "small" }, t("watchers.nobody")),
      h(
        "ul",
        { key: "watching" },
        spectators
          .filter(({ player }) => player !== room.me)
          .map((person) =>
            h(
              "li",
              { key: person.player },
              h("span", { class: "name" }, `${personName(person.name)}#${person.tag}`),
              h("button", { class: "quiet", onclick: () => this.#remove(person, "put_out") }, t("person.put_out")),
              h("button", { class: "quiet", onclick: () => this.#remove(person, "ban") }, t("person.ban")),
            ),
          ),
      ),
      h(
        "label",
        { key: "silence", class: "check" },
        h("input", {
          type: "checkbox",
          checked: room.state.silenced,
          onchange: (event) => this.#ask("silence", { silenced: event.currentTarget.checked }),
        }),
        t("watchers.silence"),
      ),
      h("h3", { key: "banned" }, t("watchers.banned")),
      banned.length === 0 && h("p", { key: "none", class: "small" }, t("watchers.no_bans")),
      h(
        "ul",
        { key: "out" },
        banned.map(({ player, name }) =>
          h(
            "li",
            { key: player },
            h(
              "button",
              { class: "quiet", onclick: () => this.#ask("unban", { player }) },
              t("watchers.unban", { name: personName(name) }),
            ),
          ),
        ),
      ),
      h("p", { key: "why", class: "small" }, t("watchers.why")),
    ];
  }

  /** @param {Somebody} person @param {"put_out" | "ban"} how */
  #remove({ player, name }, how) {
    askAbout(how, personName(name), () => this.#ask("remove", { player, ...(how === "ban" && { ban: true }) }));
  }

  /**
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Without<Fields<Type>, "room">} fields
   */
  async #ask(type, fields) {
    await this.attempt(async () => {
      // All requests to a room consist of their fields and the room.
      const whole = /** @type {unknown} */ ({ room: this.table?.room.id, ...fields });
      await session.request(type, /** @type {Fields<Type>} */ (whole));
    });
    await this.#look();
  }

  async #look() {
    const room = this.table?.room.id;
    if (!room) return;
    await this.attempt(async () => (this.#people = await session.request("list_people", { room })));
  }
}

customElements.define("giog-watchers", Watchers);
