// <giog-friends>: the person's friends with the tables where they are, requests to be friends, the link for a friend, people of the latest
// matches, and whom the person has blocked.

/** @import { ContactInfo, FriendInfo, FriendList, MayInvite } from "../types/protocol.js" */
/** @import { Somebody } from "./people.js" */

import { h } from "../dom.js";
import { ask, change, end, TOKEN } from "../rest.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { kept } from "../storage.js";
import { calledName, gameName } from "../terms.js";
import { t } from "../texts.js";
import { blocks, unblock } from "./blocks.js";
import { about, AGAIN_MS, closeAll, named, notListed, people, recentPeople } from "./contacts.js";
import { laterTexts } from "./language.js";
import { linkForFriend } from "./link.js";
import { askFirst } from "./question.js";
import { openSheet, Sheet } from "./sheet.js";

await laterTexts();

/** @type {MayInvite[]} */
const MAY_INVITE = ["friends", "recent", "nobody"];

class FriendsSheet extends Sheet {
  /** @type {FriendList | null} */
  #lists = null;
  /** @type {ContactInfo[]} */
  #blocked = [];
  /** People of the latest matches. @type {Somebody[]} */
  #recent = [];
  #told = "";

  began() {
    this.attempt(() => this.#load());
    this.every(AGAIN_MS, () => !document.hidden && this.attempt(() => this.#load()));
  }

  heading() {
    return t("friends.title");
  }

  body() {
    const { friends = [], asking = [], asked = [] } = this.#lists ?? {};
    return [
      this.#lists && friends.length === 0 && h("p", { key: "none", class: "small" }, t("friends.none")),
      people(
        "friends",
        friends.map((one) => this.#friend(one)),
      ),
      h(
        "div",
        { key: "link", class: "buttons" },
        h("button", { class: "main", disabled: !this.#lists, onclick: () => linkForFriend() }, t("friends.link")),
      ),
      titled(
        "asking",
        asking.map((one) => [
          about(one),
          this.#button(one, "friends.agree", () => ask(`/guests/me/friends/${one.player}`, { method: "PUT" })),
          this.#button(one, "friends.decline", () => end(`/guests/me/friends/${one.player}`)),
        ]),
      ),
      titled(
        "asked",
        asked.map((one) => [
          about(one),
          this.#button(one, "friends.withdraw", () => end(`/guests/me/friends/${one.player}`)),
        ]),
      ),
      titled(
        "recent",
        notListed(this.#recent, [...friends, ...asking, ...asked, ...this.#blocked]).map((one) => [
          about(one),
          this.#button(one, "person.befriend", () => ask(`/guests/me/friends/${one.player}`, { method: "PUT" })),
        ]),
      ),
      titled(
        "blocked",
        this.#blocked.map((one) => [about(one), this.#button(one, "friends.unblock", () => unblock(one))]),
      ),
      this.#lists && this.#choices(this.#lists),
      h("p", { key: "told", class: "small", role: "status" }, this.#told),
    ];
  }

  /** What friends see, and who may invite this person. @param {FriendList} lists */
  #choices({ shows_tables, may_invite, push_invitations }) {
    const choose = (/** @type {object} */ choice) => this.#do("", () => change("/guests/me/friends", "PATCH", choice));
    return [
      check("shows", shows_tables, t("friends.shows"), (checked) => choose({ shows_tables: checked })),
      h(
        "div",
        { key: "may-invite", class: "field" },
        h(
          "label",
          {},
          t("friends.may_invite"),
          h(
            "select",
            { onchange: ({ currentTarget }) => choose({ may_invite: currentTarget.value }) },
            MAY_INVITE.map((id) =>
              h("option", { key: id, value: id, selected: id === may_invite }, t(`friends.may_invite.${id}`)),
            ),
          ),
        ),
      ),
      check("push", push_invitations, t("friends.push"), (checked) => choose({ push_invitations: checked })),
    ];
  }

  /** @param {FriendInfo} friend */
  #friend(friend) {
    const name = calledName(friend);
    return [
      h(
        "span",
        { class: "about" },
        named(friend),
        friend.tables.map(({ room, variant }) =>
          h(
            "a",
            { key: room, class: "button", href: `/room/${room}`, onclick: closeAll },
            t("friends.at", { game: gameName(variant) }),
          ),
        ),
      ),
      h(
        "button",
        {
          class: "quiet",
          "aria-label": `${t("friends.end")}: ${name}`,
          onclick: () =>
            askFirst(t("friends.end.ask", { name }), t("friends.end"), () =>
              this.#do(t("friends.ended", { name }), () => end(`/guests/me/friends/${friend.player}`)),
            ),
        },
        t("friends.end"),
      ),
    ];
  }

  /**
   * A button about somebody.
   *
   * @param {Somebody} person
   * @param {"friends.agree" | "friends.decline" | "friends.withdraw" | "friends.unblock" | "person.befriend"} what
   * @param {() => Promise<unknown>} act
   */
  #button(person, what, act) {
    const name = calledName(person);
    const told = t(`${what}.done`, { name });
    return h("button", { key: what, "aria-label": `${t(what)}: ${name}`, onclick: () => this.#do(told, act) }, t(what));
  }

  /** Changes something, and shows what there is then. @param {string} told @param {() => Promise<unknown>} act */
  #do(told, act) {
    this.#told = "";
    return this.attempt(async () => {
      await act();
      await this.#load();
      this.#told = told;
    });
  }

  async #load() {
    // A new guest does not exist before the server has answered `hello`.
    if (!kept(TOKEN) || !session.me) await session.greeted();
    const me = session.me?.player ?? "";
    const [lists, blocked, recent] = await Promise.all([ask("/guests/me/friends"), blocks(), recentPeople(me)]);
    if (!settings.get("friends")) settings.set("friends", true);
    this.#lists = lists;
    this.#blocked = blocked;
    this.#recent = recent;
  }
}

/** A switch with its label. @param {string} key @param {boolean} checked @param {string} label @param {(checked: boolean) => void} then */
const check = (key, checked, label, then) =>
  h(
    "label",
    { key, class: "check" },
    h("input", { type: "checkbox", checked, onchange: ({ currentTarget }) => then(currentTarget.checked) }),
    label,
  );

/** A list with its title, if it is not empty. @param {"asking" | "asked" | "recent" | "blocked"} key @param {import("../dom.js").Child[]} rows */
const titled = (key, rows) => [
  rows.length > 0 && h("h3", { key: `${key}-title` }, t(`friends.${key}`)),
  people(key, rows),
];

/** Opens the dialog. */
export const openFriends = () => openSheet("giog-friends");

customElements.define("giog-friends", FriendsSheet);
