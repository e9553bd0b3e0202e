// <giog-create>: a room of one's own, with everything that a table can agree on explained where it is chosen.

/**
 * @import { On } from "../dom.js"
 * @import { Game } from "../rules.js"
 * @import { Clock, SettingsInput } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { variants } from "../rules.js";
import { session } from "../session.js";
import { known, t } from "../texts.js";
import { fail } from "./home.js";

/** @type {Record<string, Clock>} */
const CLOCKS = {
  auto: { kind: "auto" },
  none: { kind: "none" },
  quick: { kind: "timed", decision_ms: 15_000, bank_ms: 30_000 },
  calm: { kind: "timed", decision_ms: 60_000, bank_ms: 180_000 },
};

class Create extends View {
  /** @type {Game[]} */
  #games = [];
  /** @type {Game | null} */
  #game = null;

  began() {
    variants().then((games) => {
      this.#games = games;
      this.#game = games[0] ?? null;
      this.redraw();
    }, (error) => fail(this, error));
  }

  draw() {
    const game = this.#game;
    if (!game) return h("p", { class: "loading" }, t("table.coming"));
    return h("form", { class: "create", onsubmit: (event) => this.#make(event) },
      h("h1", {}, t("create.title")),
      h("fieldset", { class: "games" }, h("legend", {}, t("create.game")), this.#games.map((one) => this.#choice(one))),
      select("seats", range(game.min_players, game.max_players).map((n) => [n, t("create.players", { n })]), Math.min(4, game.max_players)),
      game.options.map((option) => h("label", { key: option.id }, known(`option.${option.id}`) ?? option.name,
        h("select", { name: `option.${option.id}` }, option.choices.map(({ value, meaning }) =>
          h("option", { value, selected: value === option.default }, known(`option.${option.id}.${value}`) ?? meaning))))),
      select("ceremony", words("create.ceremony", ["players", "server"]), "players"),
      select("clock", words("create.clock", Object.keys(CLOCKS)), "auto"),
      select("access", words("create.access", ["public", "unlisted", "password"]), "public"),
      h("label", {}, t("room.password"), h("input", { name: "password", autocomplete: "off", maxlength: 64 }), h("small", {}, t("create.password"))),
      select("chat", words("create.chat", ["free", "phrases", "off"]), "free"),
      check("spectators", true),
      check("take_backs", true),
      check("bots", false),
      h("div", { class: "buttons" }, h("a", { class: "button", href: "#/" }, t("cancel")), h("button", { class: "main", type: "submit" }, t("create.make"))),
    );
  }

  /** @param {Game} game */
  #choice(game) {
    return h("label", { key: game.id, class: "game" },
      h("input", { type: "radio", name: "variant", value: game.id, checked: game === this.#game, onchange: () => this.#pick(game) }),
      h("span", {}, h("strong", {}, game.name), " ", h("span", { lang: "zh" }, game.name_chinese),
        h("small", {}, known(`learn.short.${game.id}`) ?? game.summary)),
    );
  }

  /** @param {Game} game */
  #pick(game) {
    this.#game = game;
    this.redraw();
  }

  /** @param {On<SubmitEvent, HTMLFormElement>} event */
  async #make(event) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const game = this.#game;
    if (!game) return;
    // What a select says is one of its options.
    const said = (/** @type {string} */ name) => /** @type {any} */ (form.get(name));
    const options = Object.fromEntries(game.options.map(({ id }) => [id, form.get(`option.${id}`)]));
    const password = form.get("access") === "password" && form.get("password");
    const settings = {
      variant: this.#game.id,
      seats: Number(form.get("seats")),
      options,
      ceremony: form.get("ceremony"),
      clock: CLOCKS[form.get("clock")],
      access: form.get("access"),
      chat: form.get("chat"),
      spectators: form.has("spectators"),
      take_backs: form.has("take_backs"),
      ...(password && { password }),
    };
    try {
      const room = await session.create(settings);
      if (form.has("bots")) await session.request("add_bot", { room, all: true });
      location.hash = `#/room/${room}`;
    } catch (refusal) {
      fail(this, refusal);
    }
  }
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** @param {string} key @param {string[]} ids */
const words = (key, ids) => ids.map((id) => /** @type {[string, string]} */ ([id, t(`${key}.${id}`)]));

/** @param {string} name @param {[value: string | number, text: string][]} choices @param {string | number} chosen */
function select(name, choices, chosen) {
  return h("label", { key: name }, t(`create.${name}`),
    h("select", { name }, choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

/** @param {string} name @param {boolean} checked */
function check(name, checked) {
  return h("label", { class: "check", key: name }, h("input", { type: "checkbox", name, checked }), t(`create.${name}`));
}

customElements.define("giog-create", Create);
