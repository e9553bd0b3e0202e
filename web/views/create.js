// <giog-create>, at `new/GAME`: a room of one's own, with everything that a table can agree on explained where it is chosen; at
// `change/ROOM` the same form changes the settings of a room that one owns.

/**
 * @import { Child, On } from "../dom.js"
 * @import { Game } from "../rules.js"
 * @import { Access, Ceremony, ChatMode, Clock, HintMode, Options, RoomState, Settings } from "../types/protocol.js"
 * @import { SettingsInput, StandInPlayer, Variant } from "../types/protocol.js"
 */

/**
 * What the form says: as the protocol's settings, but for the clock and what is asked of the server besides.
 *
 * @typedef {{ variant: Variant, seats: number, options: { [id: string]: string }, ceremony: Ceremony, access: Access,
 *   password: string, chat: ChatMode, spectators: boolean, take_backs: boolean, stand_in: StandInPlayer, hints: HintMode, clock: string,
 *   decision_s: number, bank_s: number, pause: number, bots: number, sit: boolean }} Form
 */

import { h, View } from "../dom.js";
import { go } from "../places.js";
import { variants } from "../rules.js";
import { session } from "../session.js";
import { choiceName, duration, gameName, optionName } from "../terms.js";
import { known, t } from "../texts.js";
import { title } from "./attention.js";
import { fail } from "./home.js";

const S = 1_000;
/** What the clock may be; `own` asks for its two numbers, in seconds. */
/** @type {{ [name: string]: Clock | null }} */
const CLOCKS = {
  auto: { kind: "auto" },
  none: { kind: "none" },
  quick: { kind: "timed", decision_ms: 15 * S, bank_ms: 30 * S },
  calm: { kind: "timed", decision_ms: 60 * S, bank_ms: 180 * S },
  day: { kind: "timed", decision_ms: 24 * 3_600 * S, bank_ms: 0 },
  own: null,
};
/** The server's bounds for a clock of one's own, in seconds; and for a password, in bytes. */
const CLOCK_FROM_S = 1;
const CLOCK_TO_S = 24 * 3_600;
const PASSWORD_BYTES = 64;
/** Pauses after a trick that are offered, in milliseconds. */
const PAUSES = [0, 1_000, 2_500, 5_000, 10_000];

/** What the form holds when nothing was chosen yet: the server's own defaults. @type {Form} */
const USUAL = {
  variant: "giog",
  seats: 4,
  options: {},
  ceremony: "players",
  clock: "auto",
  decision_s: 30,
  bank_s: 60,
  access: "public",
  password: "",
  chat: "free",
  spectators: true,
  take_backs: true,
  stand_in: "bot",
  hints: "auto",
  pause: 2_500,
  bots: 0,
  sit: true,
};

class Create extends View {
  /** @type {Game[]} */
  #games = [];
  #wanted = USUAL;
  /** Whether the form has been filled in from the game, or from the room. */
  #filled = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    this.load(() => this.#get());
    title(`${t(this.room_ ? "change.title" : "create.title")} – Giog`);
  }

  /** The room whose settings are changed, or null. */
  get room_() {
    const [name, id] = this.here;
    return name === "change" && id ? id : null;
  }

  /** Takes the game that the address names, and keeps what else was chosen. */
  moved() {
    const [name, id] = this.here;
    const game = name === "new" && this.#games.find((one) => one.id === id);
    if (game) this.#set(fitting(game, this.#wanted.seats));
    this.redraw();
  }

  async #get() {
    this.#games = await variants();
    // Whoever comes by the address alone is not in the room yet.
    if (this.room_) await session.enter(this.room_);
    this.moved();
  }

  get #table() {
    return (this.room_ && session.rooms.get(this.room_)?.state) || null;
  }

  get #game() {
    return this.#games.find(({ id }) => id === this.#wanted.variant) ?? this.#games[0];
  }

  draw() {
    const state = this.#table;
    const game = this.#game;
    if (!game || (this.room_ && !state)) return h("p", { class: "loading" }, t("table.coming"));
    if (state && !(state.owner === session.me?.player && state.phase === "gathering")) return this.#notNow(state);
    if (!this.#filled)
      this.#wanted = state
        ? fields(state.settings, session.password(this.room_ ?? ""))
        : { ...this.#wanted, ...fitting(game, this.#wanted.seats) };
    this.#filled = true;
    return h(
      "form",
      { class: "create", onsubmit: (event) => this.#send(event) },
      h("h1", {}, t(state ? "change.title" : "create.title")),
      h(
        "fieldset",
        { class: "games" },
        h("legend", {}, t("create.game")),
        this.#games.map((one) => this.#choice(one)),
      ),
      this.#aboutSeats(game, !state),
      h(
        "details",
        { open: Boolean(state) },
        h("summary", {}, t("create.more")),
        h("div", { class: "fields" }, this.#aboutPeople(), this.#aboutTime(), this.#aboutGame(game), this.#more()),
      ),
      state && this.#consequences(state),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: state ? `/room/${this.room_}` : "/" }, t("cancel")),
        h("button", { class: "main", type: "submit" }, t(state ? "change.make" : "create.make")),
      ),
    );
  }

  /** @param {RoomState} state @returns {Child} */
  #notNow({ owner }) {
    return h(
      "div",
      { class: "empty" },
      h("p", {}, t(owner === session.me?.player ? "change.playing" : "change.not_owner")),
      h("a", { class: "button", href: `/room/${this.room_}` }, t("home.back")),
    );
  }

  /** @param {Game} game @returns {Child} */
  #choice(game) {
    return h(
      "label",
      { key: game.id, class: "game" },
      h("input", {
        type: "radio",
        name: "variant",
        value: game.id,
        checked: game === this.#game,
        onchange: () => this.#set(fitting(game, this.#wanted.seats)),
      }),
      h(
        "span",
        {},
        h("strong", {}, gameName(game.id, game.name)),
        " ",
        !document.documentElement.lang.startsWith("zh") && h("span", { lang: "zh" }, game.name_chinese),
        h("small", {}, known(`learn.short.${game.id}`) ?? game.summary),
      ),
    );
  }

  /** Who plays: what everybody chooses. @param {Game} game @param {boolean} isNew @returns {Child} */
  #aboutSeats(game, isNew) {
    const { seats, bots } = this.#wanted;
    const numbers = range(game.min_players, game.max_players);
    return [
      this.#select(
        "seats",
        numbers.map((n) => [n, t("create.players", { n })]),
        "",
        { key: `seats-${game.id}`, read: Number },
      ),
      isNew &&
        this.#select(
          "bots",
          range(0, seats - 1).map((n) => [n, n ? t("create.bots.some", { n }) : t("create.bots.none")]),
          t(bots === 0 ? "create.bots.why.none" : bots < seats - 1 ? "create.bots.why.some" : "create.bots.why.all"),
          { key: `bots-${seats}`, read: Number },
        ),
    ];
  }

  /** How the game is played. @param {Game} game @returns {Child} */
  #aboutGame(game) {
    const { options, ceremony } = this.#wanted;
    return [
      game.options.map((option) =>
        field(`${game.id}-${option.id}`, optionName(option), known(`option.${option.id}.why`), (why) =>
          h(
            "select",
            {
              name: `option.${option.id}`,
              "aria-describedby": why,
              onchange: ({ currentTarget }) => this.#set({ options: { ...options, [option.id]: currentTarget.value } }),
            },
            option.choices.map((choice) =>
              h(
                "option",
                { key: choice.value, value: choice.value, selected: choice.value === options[option.id] },
                choiceName(option.id, choice),
              ),
            ),
          ),
        ),
      ),
      this.#select("ceremony", words("create.ceremony", ["players", "server"]), t(`create.ceremony.why.${ceremony}`)),
    ];
  }

  /** @returns {Child} */
  #aboutTime() {
    const { clock, decision_s, bank_s } = this.#wanted;
    const number = (/** @type {"decision_s" | "bank_s"} */ name, /** @type {number} */ from) =>
      h(
        "label",
        { key: name },
        t(`create.${name}`),
        h("input", {
          type: "number",
          name,
          inputmode: "numeric",
          required: true,
          min: from,
          max: CLOCK_TO_S,
          value: this.#wanted[name],
          onchange: ({ currentTarget }) => this.#set({ [name]: Number(currentTarget.value) }),
        }),
      );
    const { decision_ms, bank_ms } = timed(CLOCKS[clock]) ?? { decision_ms: decision_s * S, bank_ms: bank_s * S };
    const why =
      known(`create.clock.why.${clock}`) ??
      t(bank_ms ? "create.clock.why.timed" : "create.clock.why.flat", {
        decision: duration(decision_ms),
        bank: duration(bank_ms),
      });
    return [
      this.#select("clock", words("create.clock", Object.keys(CLOCKS)), why),
      clock === "own" && h("div", { class: "pair" }, number("decision_s", CLOCK_FROM_S), number("bank_s", 0)),
    ];
  }

  /** @returns {Child} */
  #aboutPeople() {
    const { access, password } = this.#wanted;
    return [
      this.#select(
        "access",
        words("create.access", ["public", "unlisted", "password"]),
        t(`create.access.why.${access}`),
      ),
      access === "password" &&
        field("password", t("room.password"), t(this.room_ ? "change.password" : "create.password"), (why) =>
          h("input", {
            name: "password",
            "aria-describedby": why,
            required: true,
            autocomplete: "off",
            maxlength: PASSWORD_BYTES,
            value: password,
            oninput: ({ currentTarget }) => this.#password(currentTarget),
          }),
        ),
    ];
  }

  /** A password is counted in bytes, which `maxlength` does not. @param {HTMLInputElement} input */
  #password(input) {
    const long = new TextEncoder().encode(input.value).length > PASSWORD_BYTES;
    input.setCustomValidity(long ? t("create.password.long") : "");
    this.#set({ password: input.value });
  }

  /** @returns {Child} */
  #more() {
    const { chat, stand_in, hints } = this.#wanted;
    return [
      this.#check("spectators"),
      this.#check("take_backs"),
      !this.room_ && this.#check("sit"),
      this.#select("chat", words("create.chat", ["free", "phrases", "off"]), t(`create.chat.why.${chat}`)),
      this.#select("stand_in", words("create.stand_in", ["bot", "default"]), t(`create.stand_in.why.${stand_in}`)),
      this.#select("hints", words("create.hints", ["auto", "on", "off"]), t(`create.hints.why.${hints}`)),
      this.#select(
        "pause",
        PAUSES.map((ms) => [ms, duration(ms)]),
        t("create.pause.why"),
        { read: Number },
      ),
    ];
  }

  /** What a change does to those who are there. @param {RoomState} state @returns {Child} */
  #consequences({ settings, series, seats }) {
    const next = this.#settings();
    /** @type {{ [id: string]: string }} */
    const options = /** @type {any} */ ({ ...settings.options });
    const other =
      next.variant !== settings.variant ||
      next.seats !== settings.seats ||
      Object.entries(next.options ?? {}).some(([id, value]) => options[id] !== value);
    const stand = seats.slice(this.#wanted.seats).filter(({ occupant }) => occupant).length;
    return h(
      "div",
      { class: "small", role: "status" },
      h(
        "ul",
        {},
        h("li", { key: "ready" }, t("change.ready")),
        other && series.matches > 0 && h("li", { key: "series" }, t("change.series")),
        stand > 0 && h("li", { key: "stand" }, t("change.stand", { n: stand })),
      ),
    );
  }

  /**
   * @template {keyof Form} Name
   * @param {Name} name
   * @param {[value: string | number, text: string][]} choices
   * @param {string} why
   * @param {{ key?: string, read?: (value: string) => string | number }} [more]
   * @returns {Child}
   */
  #select(name, choices, why, { key = name, read = String } = {}) {
    const chosen = this.#wanted[name];
    return field(key, t(`create.${name}`), why, (described) =>
      h(
        "select",
        {
          name,
          "aria-describedby": described,
          onchange: ({ currentTarget }) => this.#set({ [name]: read(currentTarget.value) }),
        },
        choices.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text)),
      ),
    );
  }

  /** @param {"spectators" | "take_backs" | "sit"} name @returns {Child} */
  #check(name) {
    const why = t(`create.${name}.why`, { times: session.me?.limits.take_backs_per_trick });
    return h(
      "div",
      { class: "field", key: name },
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          name,
          "aria-describedby": `why-${name}`,
          checked: this.#wanted[name],
          onchange: ({ currentTarget }) => this.#set({ [name]: currentTarget.checked }),
        }),
        t(`create.${name}`),
      ),
      h("small", { id: `why-${name}` }, why),
    );
  }

  /** @param {Partial<Form>} change */
  #set(change) {
    this.#wanted = { ...this.#wanted, ...change };
    this.#wanted.bots = Math.min(this.#wanted.bots, this.#wanted.seats - 1);
    this.redraw();
  }

  /** What the form says, as the protocol's `settings`. @returns {SettingsInput} */
  #settings() {
    const {
      variant,
      seats,
      ceremony,
      clock,
      decision_s,
      bank_s,
      access,
      password,
      chat,
      spectators,
      take_backs,
      stand_in,
      hints,
      pause,
      options,
    } = this.#wanted;
    return {
      variant,
      seats,
      ceremony,
      access,
      chat,
      spectators,
      take_backs,
      stand_in,
      hints,
      // The server offers what it takes.
      options: /** @type {Options} */ (
        Object.fromEntries((this.#game?.options ?? []).map(({ id }) => [id, options[id]]))
      ),
      clock: CLOCKS[clock] ?? { kind: "timed", decision_ms: decision_s * S, bank_ms: bank_s * S },
      reveal_pause_ms: pause,
      ...(access === "password" && { password }),
    };
  }

  /** @param {On<SubmitEvent, HTMLFormElement>} event */
  async #send(event) {
    event.preventDefault();
    const { bots, sit } = this.#wanted;
    try {
      if (this.room_) {
        await session.configure(this.room_, this.#settings());
        go(`/room/${this.room_}`);
        return;
      }
      const room = await session.create(this.#settings(), sit);
      for (let n = 0; n < bots; n++) await session.request("add_bot", { room });
      go(`/room/${room}`);
    } catch (refusal) {
      fail(this, refusal);
    }
  }
}

/**
 * What a game needs of the form: its own options, and as many seats as it is for.
 *
 * @param {Game} game
 * @param {number} seats
 */
function fitting(game, seats) {
  return {
    variant: game.id,
    seats: Math.max(game.min_players, Math.min(seats, game.max_players)),
    options: Object.fromEntries(game.options.map((option) => [option.id, option.default])),
  };
}

/** The two numbers of a clock that has them. @param {Clock | null | undefined} clock */
const timed = (clock) => (clock ? (clock.kind === "timed" ? clock : { decision_ms: 0, bank_ms: 0 }) : null);

/** The form of settings that there are. @param {Settings} settings @param {string} [password] @returns {Form} */
function fields({ clock, reveal_pause_ms, options, ...settings }, password = "") {
  const same = (/** @type {[string, Clock | null]} */ [, one]) => one && JSON.stringify(one) === JSON.stringify(clock);
  const [name] = Object.entries(CLOCKS).find(same) ?? ["own"];
  const own = clock.kind === "timed" ? { decision_s: clock.decision_ms / S, bank_s: clock.bank_ms / S } : {};
  return {
    ...USUAL,
    ...settings,
    ...own,
    options: /** @type {any} */ ({ ...options }),
    clock: name,
    pause: reveal_pause_ms,
    password,
  };
}

/**
 * Something to choose, with its name and what it means; `control` is told the id of that, if there is something to say.
 *
 * @param {string} key
 * @param {string} name
 * @param {string | undefined} why
 * @param {(described: string | undefined) => Child} control
 */
function field(key, name, why, control) {
  const id = why ? `why-${key}` : undefined;
  return h("div", { class: "field", key }, h("label", {}, name, control(id)), why && h("small", { id }, why));
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** @param {string} key @param {string[]} ids */
const words = (key, ids) => ids.map((id) => /** @type {[string, string]} */ ([id, t(`${key}.${id}`)]));

customElements.define("giog-create", Create);
