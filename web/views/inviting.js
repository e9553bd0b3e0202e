// <giog-inviting>: whom a person can invite to a table at which they sit: friends, with the tables where they are, and people of their latest
// matches. Nobody is told whether an invitation reached anybody.

/** @import { ContactInfo, FriendInfo } from "../types/protocol.js" */
/** @import { Somebody } from "./people.js" */

import { h } from "../dom.js";
import { ask, change } from "../rest.js";
import { personOf } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { calledName, gameName } from "../terms.js";
import { t } from "../texts.js";
import { blocks } from "./blocks.js";
import { about, AGAIN_MS, named, notListed, people, recentPeople } from "./contacts.js";
import { laterTexts } from "./language.js";
import { linkForFriend } from "./link.js";
import { openSheet, Sheet } from "./sheet.js";

await laterTexts();

class InvitingSheet extends Sheet {
  /** The table. */
  room = "";
  /** @type {FriendInfo[] | null} */
  #friends = null;
  /** People of the latest matches. @type {Somebody[]} */
  #recent = [];
  /** @type {ContactInfo[]} */
  #blocked = [];
  /** Who was invited from here. @type {Set<string>} */
  #invited = new Set();
  #told = "";

  began() {
    this.attempt(() => this.#load());
    this.every(AGAIN_MS, () => !document.hidden && this.attempt(() => this.#load()));
    this.follow(session, "change", () => this.redraw());
  }

  heading() {
    return t("gather.invite");
  }

  body() {
    const friends = this.#friends ?? [];
    const recent = notListed(this.#recent, [...friends, ...this.#blocked]);
    return [
      h("p", { key: "what", class: "small" }, t("inviting.what")),
      this.#friends && friends.length === 0 && h("p", { key: "none", class: "small" }, t("friends.none")),
      people(
        "friends",
        friends.map((friend) => [where(friend), this.#button(friend)]),
      ),
      recent.length > 0 && h("h3", { key: "recent-title" }, t("friends.recent")),
      people(
        "recent",
        recent.map((one) => [about(one), this.#button(one)]),
      ),
      h("p", { key: "told", class: "small", role: "status" }, this.#told),
      h(
        "div",
        { key: "link", class: "buttons" },
        h("button", { class: "quiet", onclick: () => linkForFriend() }, t("friends.link")),
      ),
    ];
  }

  /** The button that invites somebody; none for those who sit at the table. @param {Somebody} person */
  #button(person) {
    const seats = session.rooms.get(this.room)?.state?.seats ?? [];
    if (seats.some(({ occupant }) => personOf(occupant)?.player === person.player)) return null;
    const name = calledName(person);
    const label = t(this.#invited.has(person.player) ? "inviting.again" : "gather.invite");
    return h("button", { "aria-label": `${label}: ${name}`, onclick: () => this.#invite(person.player, name) }, label);
  }

  /** @param {string} player @param {string} name */
  #invite(player, name) {
    this.#told = "";
    return this.attempt(async () => {
      await change("/guests/me/invitations", "POST", { player, room: this.room });
      this.#invited.add(player);
      this.#told = t("inviting.done", { name });
    });
  }

  async #load() {
    await session.greeted();
    const me = session.me?.player ?? "";
    const [{ friends }, blocked, recent] = await Promise.all([ask("/guests/me/friends"), blocks(), recentPeople(me)]);
    if (friends.length && !settings.get("friends")) settings.set("friends", true);
    this.#friends = friends;
    this.#blocked = blocked;
    this.#recent = recent;
  }
}

/** A friend, and at which tables they are. @param {FriendInfo} friend */
const where = (friend) =>
  h(
    "span",
    { class: "about" },
    named(friend),
    friend.tables.map(({ room, variant }) =>
      h("span", { key: room, class: "tag" }, t("friends.at", { game: gameName(variant) })),
    ),
  );

/** Opens the dialog. @param {string} room */
export const openInviting = (room) => openSheet("giog-inviting", { room });

customElements.define("giog-inviting", InvitingSheet);
