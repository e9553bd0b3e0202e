// <giog-create>, at `new/GAME`: the form that creates a room, with an explanation of every setting. At `change/ROOM` the same form
// changes the settings of one's own room.

/**
 * @import { Child, On } from "../dom.js"
 * @import { AnyGame } from "../rules.js"
 * @import { Form } from "./form.js"
 * @import { OptionInfo, RoomState } from "../types/protocol.js"
 */

import { boardTexts } from "../boards/language.js";
import { knownGame } from "../games/list.js";
import { tilesTexts } from "../tiles/language.js";
import { h, View } from "../dom.js";
import { go } from "../places.js";
import { FAMILIES, everyGame, familyOf, isBoardGame, isOfTricks } from "../rules.js";
import { session } from "../session.js";
import { choiceName, gameName, hasOption, optionName, takesBack } from "../terms.js";
import { known, t } from "../texts.js";
import { title } from "./attention.js";
import { OWN, clocks, numbers, whyClock } from "./clocks.js";
import { field, range, times, words } from "./field.js";
import { USUAL, fitting, formOf, settingsOf } from "./form.js";
import { brought } from "./home.js";
import { laterTexts } from "./language.js";
import { picture } from "./picture.js";

await laterTexts();

/** The server's limit for a password, in bytes. */
const PASSWORD_BYTES = 64;
/** The choices for the pause after a trick, in milliseconds. */
const PAUSES = [0, 1_000, 2_500, 5_000, 10_000];
/** The choices for the most and the least time to claim a tile of mahjong, in milliseconds. */
const WINDOWS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const LEAST_WINDOWS = [0, 1_000, 1_500, 3_000, 5_000];

class Create extends View {
  /** @type {AnyGame[]} */
  #games = [];
  #wanted = USUAL;
  /** Whether the form was filled in from the game or the room. */
  #filled = false;
  #busy = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    this.load(() => this.#get());
  }

  /** The room whose settings are changed, or null. */
  get room_() {
    const [name, id] = this.here;
    return name === "change" && id ? id : null;
  }

  /** Selects the game that the address names, and keeps the other settings. */
  moved() {
    const [name, id] = this.here;
    const game = name === "new" && this.#games.find((one) => one.id === id);
    if (game) this.#set(fitting(game, this.#wanted));
    this.redraw();
  }

  async #get() {
    [this.#games] = await Promise.all([everyGame(), boardTexts(), tilesTexts()]);
    // A person who opens the address directly has not joined the room yet.
    if (this.room_) await session.enter(this.room_);
    this.moved();
  }

  get #table() {
    return (this.room_ && session.rooms.get(this.room_)?.state) || null;
  }

  get #game() {
    return this.#games.find(({ id }) => id === this.#wanted.variant) ?? this.#games[0];
  }

  /** Fills in the form once, from the game or the room. */
  prepare() {
    title(`${t(this.room_ ? "change.title" : "create.title")} – Giog`);
    const state = this.#table;
    const game = this.#game;
    if (this.#filled || !game || (this.room_ && !state) || (state && !this.#isMine(state))) return;
    this.#filled = true;
    this.#wanted = state
      ? formOf(state.settings, session.password(this.room_ ?? ""))
      : { ...this.#wanted, ...fitting(game, this.#wanted) };
  }

  /** Whether the person may change the settings now. @param {RoomState} state */
  #isMine(state) {
    return state.owner === session.me?.player && state.phase === "gathering";
  }

  draw() {
    const state = this.#table;
    const game = this.#game;
    if (!game || (this.room_ && !state)) return h("p", { class: "loading" }, t("table.coming"));
    if (state && !this.#isMine(state)) return this.#notNow(state);
    return h(
      "form",
      { class: "create", onsubmit: (event) => this.#send(event) },
      h("h1", {}, t(state ? "change.title" : "create.title")),
      !state && this.#who(game),
      h(
        "fieldset",
        { key: "games", class: "games" },
        h("legend", {}, t("create.game")),
        FAMILIES.map((family) => [
          h("h2", { key: family }, t(`family.${family}`)),
          this.#games.filter((one) => familyOf(one) === family).map((one) => this.#choice(one)),
        ]),
      ),
      h("p", { key: "about", class: "small" }, known(`learn.short.${game.id}`) ?? game.summary),
      this.#aboutSeats(game, !state),
      h(
        "details",
        { key: "more", open: Boolean(state) },
        h("summary", {}, t("create.more")),
        h(
          "div",
          { class: "fields" },
          this.#aboutPeople(),
          this.#aboutTime(game),
          this.#aboutGame(game),
          this.#more(game),
        ),
      ),
      state && this.#consequences(state),
      h(
        "div",
        { key: "make", class: "buttons make" },
        h("a", { class: "button", href: state ? `/room/${this.room_}` : "/" }, t("cancel")),
        h("button", { class: "main", type: "submit", disabled: this.#busy }, t(state ? "change.make" : "create.make")),
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

  /** @param {AnyGame} game @returns {Child} */
  #choice(game) {
    return h(
      "label",
      { key: game.id, class: "pictured game" },
      h("input", {
        type: "radio",
        name: "variant",
        value: game.id,
        checked: game === this.#game,
        onchange: () => this.#set(fitting(game, this.#wanted)),
      }),
      picture(game.id),
      h("strong", {}, gameName(game.id, game.name)),
      " ",
      !document.documentElement.lang.startsWith("zh") && h("small", { lang: "zh" }, game.name_chinese),
    );
  }

  /** The first question: it chooses who is expected, and with that how the table is found. @param {AnyGame} game @returns {Child} */
  #who({ min_players }) {
    const seats = Math.max(this.#wanted.seats, min_players);
    /** @type {{ [who: string]: Partial<Form> }} */
    const choices = {
      bots: {
        bots: seats - 1,
        access: "unlisted",
        sit: true,
        ...(this.#wanted.admits === "none" && { admits: "any" }),
      },
      friends: { bots: 0, access: "unlisted" },
      anyone: { bots: 0, access: "public" },
    };
    const chosen = whoOf(this.#wanted);
    return h(
      "fieldset",
      { key: "who", class: "expected" },
      h("legend", {}, t("create.who")),
      Object.entries(choices).map(([who, change]) =>
        h(
          "label",
          { key: who, class: "way" },
          h("input", {
            type: "radio",
            name: "who",
            value: who,
            checked: who === chosen,
            onchange: () => this.#set(change),
          }),
          h("span", {}, h("strong", {}, t(`create.who.${who}`)), " ", h("small", {}, t(`create.who.${who}.why`))),
        ),
      ),
    );
  }

  /** Settings about the players, in the simple part of the form. @param {AnyGame} game @param {boolean} isNew @returns {Child} */
  #aboutSeats(game, isNew) {
    const { seats, bots, admits } = this.#wanted;
    const numbers = range(game.min_players, game.max_players);
    return [
      this.#select(
        "seats",
        numbers.map((n) => [n, t("create.players", { n })]),
        known(`create.seats.why.${game.id}`) ?? "",
        { key: `seats-${game.id}`, read: Number },
      ),
      isNew &&
        admits !== "none" &&
        this.#select(
          "bots",
          range(0, seats - 1).map((n) => [n, n ? t("create.bots.some", { n }) : t("create.bots.none")]),
          t(bots === 0 ? "create.bots.why.none" : bots < seats - 1 ? "create.bots.why.some" : "create.bots.why.all"),
          { key: `bots-${seats}`, read: Number },
        ),
    ];
  }

  /** Settings about the rules of the game. @param {AnyGame} game @returns {Child} */
  #aboutGame(game) {
    const { options, ceremony, windows, window, window_least } = this.#wanted;
    return [
      game.options.map((option) => {
        if (!hasOption(game.id, option.id)) return null;
        const [key, why] = [`${game.id}-${option.id}`, whyOption(option.id, options[option.id])];
        const { choices } = option;
        if (!choices?.length) return this.#number(option, key, why);
        return field(key, optionName(option), why, (why) =>
          h(
            "select",
            {
              name: `option.${option.id}`,
              "aria-describedby": why,
              onchange: ({ currentTarget }) => {
                const value = choices[currentTarget.selectedIndex]?.value ?? "";
                this.#set({ options: { ...options, [option.id]: value } });
              },
            },
            choices.map((choice) =>
              h(
                "option",
                {
                  key: String(choice.value),
                  value: String(choice.value),
                  selected: choice.value === options[option.id],
                },
                choiceName(option.id, choice),
              ),
            ),
          ),
        );
      }),
      isOfTricks(game) &&
        this.#select("ceremony", words("create.ceremony", ["players", "server"]), t(`create.ceremony.why.${ceremony}`)),
      knownGame(game.id).windows && [
        this.#select("window", times(WINDOWS, window), t("create.window.why"), { read: Number }),
        this.#select("window_least", times(LEAST_WINDOWS, window_least), t("create.window_least.why"), {
          read: Number,
        }),
        this.#select("windows", words("create.windows", ["quick", "strict"]), t(`create.windows.why.${windows}`)),
      ],
    ];
  }

  /** An option with a number. @param {Pick<OptionInfo, "id" | "name" | "least" | "most">} option @param {string} key @param {string | undefined} why */
  #number({ id, name, least, most }, key, why) {
    const { options } = this.#wanted;
    return field(key, optionName({ id, name }), why ?? t("option.number.why", { least, most }), (why) =>
      h("input", {
        type: "number",
        name: `option.${id}`,
        inputmode: "numeric",
        required: true,
        "aria-describedby": why,
        min: least,
        max: most,
        value: String(options[id]),
        onchange: ({ currentTarget }) => this.#set({ options: { ...options, [id]: Number(currentTarget.value) } }),
      }),
    );
  }

  /** @param {AnyGame} game @returns {Child} */
  #aboutTime(game) {
    const board = isBoardGame(game);
    const own = numbers(board).map(({ name, from, to }) =>
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
          max: to,
          step: "any",
          value: this.#wanted[name],
          onchange: ({ currentTarget }) => this.#set({ [name]: Number(currentTarget.value) }),
        }),
      ),
    );
    const loses = this.#wanted.options.on_time === "lose";
    return [
      this.#select("clock", clocks(board, this.#wanted.kept), whyClock(board, this.#wanted, loses), {
        key: board ? "clock-boards" : "clock",
      }),
      this.#wanted.clock === OWN && h("div", { class: "pair" }, own),
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

  /** The limit for a password is in bytes, which `maxlength` does not count. @param {HTMLInputElement} input */
  #password(input) {
    const long = new TextEncoder().encode(input.value).length > PASSWORD_BYTES;
    input.setCustomValidity(long ? t("create.password.long") : "");
    this.#set({ password: input.value });
  }

  /** @param {AnyGame} game @returns {Child} */
  #more(game) {
    const { chat, stand_in, hints, admits, options, clock, pause } = this.#wanted;
    const [tricks, paused] = [isOfTricks(game), !isBoardGame(game)];
    // There a player whose time runs out loses, so there are no stand-ins.
    const standIns = options.on_time !== "lose" || clock === "none";
    return [
      this.#check("spectators", t(paused ? "create.spectators.why" : "create.spectators.why.boards")),
      takesBack({ variant: game.id, options }) && this.#check("take_backs", this.#whyTakeBacks(game)),
      !this.room_ && this.#check("sit", t("create.sit.why")),
      this.#select("chat", words("create.chat", ["free", "phrases", "off"]), t(`create.chat.why.${chat}`)),
      standIns &&
        this.#select("stand_in", words("create.stand_in", ["bot", "default"]), t(`create.stand_in.why.${stand_in}`)),
      this.#select("hints", words("create.hints", ["auto", "on", "off"]), t(`create.hints.why.${hints}`)),
      this.#select("admits", words("create.admits", ["any", "house", "none"]), t(`create.admits.why.${admits}`)),
      paused &&
        this.#select("pause", times(PAUSES, pause), t("create.pause.why"), {
          label: t(tricks ? "create.pause" : "create.pause.tiles"),
          read: Number,
        }),
    ];
  }

  /** When something can be taken back. @param {AnyGame} game */
  #whyTakeBacks(game) {
    if (isBoardGame(game)) return t("create.take_backs.why.boards");
    const times = session.me?.limits.take_backs_per_trick;
    return t(isOfTricks(game) ? "create.take_backs.why" : "create.take_backs.why.tiles", { times });
  }

  /** What a change means for the people at the table. @param {RoomState} state @returns {Child} */
  #consequences({ settings, series, seats }) {
    const next = settingsOf(this.#wanted, this.#game);
    /** @type {{ [id: string]: unknown }} */
    const options = { ...settings.options };
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
   * @param {{ key?: string, label?: string, read?: (value: string) => string | number }} [more]
   * @returns {Child}
   */
  #select(name, choices, why, { key = name, label = t(`create.${name}`), read = String } = {}) {
    const chosen = this.#wanted[name];
    return field(key, label, why, (described) =>
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

  /** @param {"spectators" | "take_backs" | "sit"} name @param {string} why @returns {Child} */
  #check(name, why) {
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
    const withBots = whoOf(this.#wanted) === "bots";
    this.#wanted = { ...this.#wanted, ...change };
    const most = this.#wanted.seats - 1;
    // With bots alone, these have all other seats, however many there are.
    this.#wanted.bots = withBots && !("bots" in change) ? most : Math.min(this.#wanted.bots, most);
    if (this.#wanted.admits === "none") this.#wanted.bots = 0;
    this.redraw();
  }

  /** @param {On<SubmitEvent, HTMLFormElement>} event */
  async #send(event) {
    event.preventDefault();
    if (this.#busy) return;
    this.#busy = true;
    this.redraw();
    await brought(this, async () => go(`/room/${await this.#made()}`));
    this.#busy = false;
    this.redraw();
  }

  /** The changed room, or a new one even if fewer bots could be added than wanted. */
  async #made() {
    const { bots, sit } = this.#wanted;
    const settings = settingsOf(this.#wanted, this.#game);
    if (this.room_) {
      await session.configure(this.room_, settings);
      return this.room_;
    }
    const room = await session.create(settings, sit);
    await brought(this, () => session.addBots(room, bots));
    if (whoOf(this.#wanted) === "bots") await brought(this, () => session.ready(room));
    return room;
  }
}

/**
 * Who is expected at a table: nobody but bots, those who have its link, or anyone.
 *
 * @param {Form} form
 */
const whoOf = ({ bots, seats, access, sit }) =>
  access === "public" ? "anyone" : access === "unlisted" && sit && bots === seats - 1 ? "bots" : "friends";

/**
 * What an option is about, and the effect of its value if there is a text for it.
 *
 * @param {string} id
 * @param {string | boolean | number | undefined} value
 */
const whyOption = (id, value) => known(`option.${id}.why.${value}`) ?? known(`option.${id}.why`);

customElements.define("giog-create", Create);
