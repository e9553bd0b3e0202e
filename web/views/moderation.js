// The dialogs about people: a report to the operator, and the owner's list of spectators. They are loaded when the first is opened.

/**
 * @import { Fields, Reply, RequestType, Without } from "../client/connection.js"
 * @import { On } from "../dom.js"
 * @import { Somebody } from "./people.js"
 * @import { Known } from "./seated.js"
 */

import { h } from "../dom.js";
import { session } from "../session.js";
import { personName } from "../terms.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { askAbout } from "./people.js";
import { openSheet, Sheet } from "./sheet.js";

await laterTexts();

export { openSheet };

/** The longest report, in characters. */
const MOST = 200;

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
