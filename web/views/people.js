// The people of a table, and a menu with what can be done about each of them.

/**
 * @import { Child, On } from "../dom.js"
 * @import { PlayerId, Seat } from "../types/protocol.js"
 * @import { Known } from "./seated.js"
 */

/** @typedef {{ player: PlayerId, name: string }} Somebody a person by name */

import { h } from "../dom.js";
import { ask, part } from "../rest.js";
import { personOf } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { botLevel, calledName, engineOf, personName } from "../terms.js";
import { t } from "../texts.js";
import { block, blocks } from "./blocks.js";
import { brought, fail } from "./home.js";
import { askFirst } from "./question.js";
import { levelAt, nameAt } from "./told.js";
import { watching } from "./waiting.js";

// What blocked people write is hidden on all devices of the person; a failure only leaves that for the next time.
blocks().catch(() => {});

/**
 * A button with a person's name, which opens a menu. `where` distinguishes several such buttons for one person.
 *
 * @param {Known} table
 * @param {Somebody} person
 * @param {{ where: string, seat?: Seat | null, label?: string }} shown
 */
export function personMenu(table, person, { where, seat = null, label = calledName(person) }) {
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
        h("li", { key: "profile" }, h("a", { class: "button quiet", href: `/player/${player}` }, t("person.profile"))),
        item("mute", t(muted ? "person.unmute" : "person.mute"), () => mute(table, person, !muted)),
        item("befriend", t("person.befriend"), () => befriend(table, person)),
        item("block", t("person.block"), () =>
          askFirst(t("person.block.ask", { name: label }), t("person.block"), () => hide(table, person)),
        ),
        item("report", t("person.report"), () => moderate(table, "giog-report", { player, label })),
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
export const askAbout = (what, name, act) => askFirst(t(`person.${what}.ask`, { name }), t(`person.${what}`), act);

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

/** Asks somebody to be friends, or agrees if they have asked. @param {Known} table @param {Somebody} person */
function befriend(table, { player, name }) {
  return brought(table, async () => {
    const { friends } = await ask(`/guests/me/friends/${player}`, { method: "PUT" });
    settings.set("friends", true);
    table.tell(t(friends ? "friends.agree.done" : "person.befriend.done", { name: personName(name) }));
  });
}

/** Blocks a person; the server sends nothing more of what they write here. @param {Known} table @param {Somebody} person */
function hide(table, person) {
  return brought(table, async () => {
    await block(person);
    await session.mute(table.room.id, person, true);
    table.tell(t("person.block.done", { name: personName(person.name) }));
  });
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
            "bot" in occupant && h("span", { class: "tag" }, botLevel(levelAt(room, seat) ?? "")),
            engineOf(occupant) && h("span", { class: "tag" }, engineOf(occupant)),
            "player" in occupant && occupant.player === owner && h("span", { class: "tag" }, t("seat.owner")),
            away && h("span", { class: "tag" }, t("seat.away")),
          ),
      ),
    ),
    h("p", { class: "small" }, watching(room)),
    owner === room.me &&
      h(
        "button",
        { key: "watchers", class: "quiet", onclick: () => moderate(table, "giog-watchers") },
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

/** Opens a dialog about people, whose code is loaded with the first of them. @param {Known} table @param {string} tag @param {object} [fields] */
const moderate = (table, tag, fields = {}) =>
  brought(table, async () => (await part(import("./moderation.js"))).openSheet(tag, { table, ...fields }));
