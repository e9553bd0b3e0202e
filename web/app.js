// The page: the parts of every view (name, settings, the state of the connection, the operator's announcement), and which view is shown.
// The addresses of places are in places.js.

/**
 * @import { Child, On, Place, Trouble } from "./dom.js"
 * @import { Chosen } from "./settings.js"
 */

import { h, View } from "./dom.js";
import { icon } from "./icons.js";
import { markKeys } from "./keyboard.js";
import { closeLayers } from "./layers.js";
import { keepForLater } from "./offline.js";
import { followAddress, go, here, places } from "./places.js";
import { part } from "./rest.js";
import { session } from "./session.js";
import { openSettings, settings } from "./settings.js";
import { revealEnds, shown } from "./shown.js";
import { sound } from "./sound.js";
import { gameName, personName } from "./terms.js";
import { chooseLanguage, language, languages, loadTexts, t } from "./texts.js";
import { SETS } from "./pieces/pieces.js";
import { allowNotifications, attend, waitKey, waitsElsewhere } from "./views/attention.js";
import { brought, fail } from "./views/home.js";
import { nameField } from "./views/namefield.js";
import { trouble } from "./views/trouble.js";
import "./views/piece.js";
import "./views/home.js";
import "./views/table.js";

/** For debugging a running page, and for its tests. */
export { session, settings };

/** Imports of views that are not needed to play: they are loaded when they are opened. @type {{ [name: string]: () => Promise<unknown> }} */
const LATER = {
  learn: () => import("./learn/learn.js"),
  lesson: () => import("./lesson/lesson.js"),
  matches: () => import("./views/matches.js"),
  match: () => import("./views/review.js"),
  branch: () => import("./views/branch.js"),
  game: () => import("./views/game.js"),
  mistake: () => import("./views/review.js"),
  mistakes: () => import("./views/mistakes.js"),
  new: () => import("./views/create.js"),
  change: () => import("./views/create.js"),
  move: () => import("./views/move.js"),
  friend: () => import("./views/friend.js"),
  ladder: () => import("./views/ratings.js"),
  player: () => import("./views/player.js"),
  puzzle: () => import("./views/puzzle.js"),
  about: () => import("./views/about.js"),
  ended: () => import("./views/ended.js"),
};

/**
 * The element for each place. `key` gives the part of the address that needs an element of its own: while it is the same, the element
 * stays and is told the new address. Views with `needs` are shown only if the address has more words.
 *
 * @type {{ [name: string]: { tag: string, key?: (id: string) => string, needs?: boolean } }}
 */
const VIEWS = {
  room: { tag: "giog-table", key: (id) => id, needs: true },
  matches: { tag: "giog-matches", key: (id) => `matches-${id}` },
  match: { tag: "giog-review", key: (id) => id, needs: true },
  branch: { tag: "giog-branch", key: (id) => `branch-${id}`, needs: true },
  game: { tag: "giog-game", key: (id) => `game-${id}`, needs: true },
  mistake: { tag: "giog-review", key: (id) => id, needs: true },
  mistakes: { tag: "giog-mistakes" },
  ladder: { tag: "giog-ladder" },
  player: { tag: "giog-player", key: (id) => id, needs: true },
  learn: { tag: "giog-learn" },
  lesson: { tag: "giog-lesson" },
  new: { tag: "giog-create" },
  change: { tag: "giog-create", key: (id) => `change-${id}`, needs: true },
  move: { tag: "giog-move", key: (id) => id, needs: true },
  friend: { tag: "giog-friend", key: (id) => id, needs: true },
  puzzle: { tag: "giog-puzzle", key: (id) => `puzzle-${id}` },
  about: { tag: "giog-about" },
  ended: { tag: "giog-ended" },
};
/** The view for unknown addresses. @type {typeof VIEWS[string]} */
const NOWHERE = { tag: "giog-home" };

/** @type {Chosen["theme"][]} */
const THEMES = ["auto", "light", "dark"];
/** @type {Chosen["marks"][]} */
const MARKS = ["auto", "on", "off"];
/** How long a message about a failure is shown, in milliseconds. */
const TOAST_MS = 6_000;
/** The same for a message about a dishonest server, so that nobody misses it. */
const DISTRUST_MS = 120_000;

class App extends View {
  #failed = "";
  #timer = 0;
  #here = here();
  /** The announcement that the person has closed; it stays closed until there is another one. */
  #closed = "";
  /** What tables wait for that the person does not want to be told any more. @type {Set<string>} */
  #hushed = new Set();
  /** Draws invitations, once its code is loaded. @type {typeof import("./views/invited.js") | null} */
  #invited = null;
  /** The views whose code was requested: `null` while it is loading. @type {Map<string, null | "there" | Trouble>} */
  #code = new Map();

  began() {
    this.follow(session, "change", () => {
      if (session.ended) closeLayers();
      this.redraw();
    });
    this.follow(session, "distrust", ({ detail }) =>
      this.fail(t("distrust", { what: t(`distrust.${detail}`) }), DISTRUST_MS),
    );
    this.follow(session, "invited", () =>
      brought(this, async () => {
        this.#invited ??= await part(import("./views/invited.js"));
        this.redraw();
      }),
    );
    this.follow(settings, "change", () => this.redraw());
    // What is not told over a match is told after its result was shown.
    this.follow(revealEnds, "change", () => this.redraw());
    this.follow(places, "change", () => this.#moved());
    this.follow(this, "fail", ({ detail }) => this.fail(detail));
  }

  #moved() {
    this.#here = here();
    this.redraw();
    queueMicrotask(() => this.querySelector("main")?.focus({ preventScroll: true }));
  }

  /** Shows a message about a failure for a while. @param {string} text */
  fail(text, ms = TOAST_MS) {
    this.#failed = text;
    clearTimeout(this.#timer);
    if (text) this.#timer = setTimeout(() => this.fail(""), ms);
    this.redraw();
  }

  prepare() {
    if (!session.announcement) this.#closed = "";
  }

  draw() {
    return [
      h("a", { class: "skip", href: "#main", onclick: (event) => this.#skip(event) }, t("skip")),
      ["room", "lesson", "branch"].includes(this.#here[0] ?? "") || session.ended ? null : this.#head(),
      h("main", { id: "main", tabindex: "-1" }, this.#view(session.ended ? ["ended"] : this.#here)),
      h(
        "div",
        { class: "notes" },
        h("p", { class: "note waits", role: "status" }, this.#waiting()),
        h("p", { class: "note", role: "status" }, this.#state()),
        h("p", { class: "note fault", role: "alert" }, this.#failed),
      ),
      this.#dialog(),
    ];
  }

  /** The view of a place, once its code is loaded; the home view for unknown places. @param {Place} place */
  #view(place) {
    const [name = "", id = ""] = place;
    const { tag, key, needs } = (Object.hasOwn(VIEWS, name) && VIEWS[name]) || NOWHERE;
    if (needs && !id) return h(NOWHERE.tag, { key: NOWHERE.tag, ".here": place });
    const code = this.#codeOf(name);
    if (!code) return h("p", { key: "coming", class: "loading" }, t("table.coming"));
    if (code !== "there") return trouble(code);
    return h(tag, { key: key?.(id) ?? tag, ".here": place });
  }

  /** The state of a view's code, which is requested if it is needed. @param {string} name */
  #codeOf(name) {
    const bring = Object.hasOwn(LATER, name) && LATER[name];
    if (!bring) return "there";
    if (!this.#code.has(name)) this.#bring(name, bring);
    return this.#code.get(name);
  }

  /** @param {string} name @param {() => Promise<unknown>} bring */
  async #bring(name, bring) {
    this.#code.set(name, null);
    try {
      await part(bring());
      this.#code.set(name, "there");
    } catch (error) {
      this.#code.set(name, { error, again: () => this.#bring(name, bring) });
    }
    this.redraw();
  }

  /** @param {Event} event */
  #skip(event) {
    event.preventDefault();
    this.querySelector("main")?.focus();
  }

  /** What is shown on every view: that there is no connection, and the operator's announcement. @returns {Child} */
  #state() {
    const { announcement: text, connection } = session;
    const { closed, isLost } = connection;
    if (isLost) return t(closed?.code === "banned" ? "error.banned" : "connection.waiting");
    if (!text || text === this.#closed) return null;
    const close = { class: "quiet", "aria-label": t("close"), title: t("close"), onclick: () => this.#close(text) };
    return [t("announcement", { text }), h("button", close, icon("close"))];
  }

  /** What another table than the one that is shown waits for, with a way there. @returns {Child} */
  #waiting() {
    const [place, id] = this.#here;
    if (session.ended) return null;
    for (const room of session.rooms.values()) {
      const wait = place === "room" && id === room.id ? null : waitsElsewhere(room);
      const key = wait && waitKey(room, wait);
      if (!wait || !key || this.#hushed.has(key)) continue;
      const hush = () => {
        this.#hushed.add(key);
        this.redraw();
      };
      return [
        h("span", {}, `${gameName(room.state?.settings.variant ?? "")}: ${t(`wait.${wait}`)}`),
        h("a", { class: "button", href: `/room/${room.id}` }, t("home.back")),
        h("button", { class: "quiet", "aria-label": t("close"), title: t("close"), onclick: hush }, icon("close")),
      ];
    }
    return this.#invitation();
  }

  /** An invitation to another table than the one that is shown; none over a match that the person plays. @returns {Child} */
  #invitation() {
    const at = this.#here[0] === "room" ? (this.#here[1] ?? "") : "";
    const table = session.rooms.get(at);
    const room = table && shown(table);
    if (room?.state?.phase === "playing" && room.you != null) return null;
    const [invitation] = [...session.invitations.values()].filter((one) => one.room !== at);
    return invitation && this.#invited ? this.#invited.invitation(this, invitation) : null;
  }

  /** Closes the operator's announcement. @param {string} text */
  #close(text) {
    this.#closed = text;
    this.redraw();
    // The button that had the focus is removed.
    this.querySelector("main")?.focus({ preventScroll: true });
  }

  #head() {
    return h(
      "header",
      { class: "head" },
      h("a", { class: "brand", href: "/" }, h("giog-piece", { code: "K", plain: true }), h("span", {}, "Giog")),
      h(
        "label",
        { class: "languages" },
        icon("language"),
        h("span", { class: "hidden" }, t("settings.language")),
        this.#languages(),
      ),
      h(
        "button",
        { class: "quiet", onclick: openSettings },
        session.me ? personName(session.me.name) : "…",
        icon("settings"),
        h("span", { class: "hidden" }, ` – ${t("settings.title")}`),
      ),
    );
  }

  /** The list of languages, each by its own name; a choice takes effect at once. */
  #languages() {
    const now = language();
    return h(
      "select",
      { value: now, onchange: ({ currentTarget }) => this.#speak(currentTarget) },
      languages().map(([id, name]) => h("option", { key: id, value: id, lang: id, selected: id === now }, name)),
    );
  }

  /** Changes the language; if its texts cannot be loaded, the list shows the current language again. @param {HTMLSelectElement} chosen */
  async #speak(chosen) {
    const id = chosen.value;
    try {
      await chooseLanguage(id);
    } catch (error) {
      if (chosen.value === id) chosen.value = language();
      fail(this, error);
    }
  }

  #dialog() {
    return h(
      "dialog",
      { class: "settings", key: "settings", "aria-labelledby": "settings-title", onclose: () => this.redraw() },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "settings-title" }, t("settings.title")),
        // It has the focus, so that no keyboard comes up for the name.
        h(
          "button",
          {
            class: "quiet",
            autofocus: true,
            "aria-label": t("close"),
            onclick: ({ target }) => target.closest("dialog")?.close(),
          },
          icon("close"),
        ),
      ),
      h(
        "form",
        { onsubmit: (event) => this.#rename(event) },
        h("label", {}, t("settings.name"), nameField({ ".defaultValue": session.me?.name ?? "" })),
        h("button", { type: "submit" }, t("settings.rename")),
      ),
      choice(
        "set",
        SETS.map(({ id, text }) => [id, t(text)]),
      ),
      choice(
        "marks",
        MARKS.map((id) => [id, t(`settings.marks.${id}`)]),
      ),
      h(
        "div",
        { class: "samples" },
        [..."KkRrPp"].map((code) => h("giog-piece", { code, key: code })),
      ),
      choice(
        "theme",
        THEMES.map((id) => [id, t(`settings.theme.${id}`)]),
      ),
      h("label", {}, t("settings.language"), this.#languages()),
      toggle("hints"),
      toggle("stacks"),
      toggle("sounds"),
      h(
        "label",
        {},
        t("settings.volume"),
        h("input", {
          type: "range",
          min: 0,
          max: 100,
          step: 10,
          value: settings.get("volume"),
          onchange: ({ currentTarget }) => {
            settings.set("volume", currentTarget.valueAsNumber);
            sound("lay");
          },
        }),
      ),
      toggle("sound"),
      toggle("vibration"),
      toggle("notification", allowNotifications),
      h(
        "div",
        { class: "buttons" },
        h("button", { key: "friends", onclick: () => brought(this, friends) }, t("friends.title")),
        h("button", { key: "move", onclick: () => brought(this, moveElsewhere) }, t("move.title")),
        h("button", { key: "devices", onclick: () => brought(this, devices) }, t("devices.title")),
        session.former &&
          h(
            "button",
            { key: "former", onclick: () => this.#back() },
            t("move.back", { name: personName(session.former.name) }),
          ),
        h(
          "a",
          {
            key: "about",
            class: "button quiet",
            href: "/about",
            onclick: ({ target }) => target.closest("dialog")?.close(),
          },
          t("about.title"),
        ),
      ),
      h(
        "p",
        {},
        h("button", { class: "main", onclick: ({ target }) => target.closest("dialog")?.close() }, t("close")),
      ),
    );
  }

  /** Returns to the identity that this browser had before it took over another one. */
  async #back() {
    if (session.former) await session.become(session.former);
    go("/");
  }

  /** @param {On<SubmitEvent, HTMLFormElement>} event */
  async #rename(event) {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      await session.rename(String(new FormData(form).get("name")));
      form.reset();
    } catch (refusal) {
      fail(this, refusal);
    }
  }
}

/**
 * @template {"set" | "marks" | "theme"} Name
 * @param {Name} name
 * @param {[id: Chosen[Name], text: string][]} options
 */
function choice(name, options) {
  const chosen = settings.get(name);
  return h(
    "label",
    {},
    t(`settings.${name}`),
    h(
      "select",
      { onchange: ({ currentTarget }) => settings.set(name, /** @type {Chosen[Name]} */ (currentTarget.value)) },
      options.map(([id, text]) => h("option", { value: id, selected: id === chosen }, text)),
    ),
  );
}

/** @param {"hints" | "stacks" | "sounds" | "sound" | "vibration" | "notification"} name @param {(chosen: boolean) => void} [then] */
function toggle(name, then) {
  const chosen = (/** @type {On<Event, HTMLInputElement>} */ { currentTarget }) => {
    settings.set(name, currentTarget.checked);
    then?.(currentTarget.checked);
  };
  return h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", checked: settings.get(name), onchange: chosen }),
    t(`settings.${name}`),
  );
}

async function friends() {
  (await part(import("./views/friends.js"))).openFriends();
}

async function devices() {
  (await part(import("./views/devices.js"))).openDevices();
}

async function moveElsewhere() {
  (await part(import("./views/link.js"))).moveElsewhere();
}

settings.apply();
markKeys(document.documentElement);
followAddress();
View.inTrouble = trouble;
await loadTexts();
attend();
customElements.define("giog-app", App);
session.connection.connect();
if (settings.get("push")) import("./views/push.js").then(({ goOnPushing }) => goOnPushing()).catch(() => {});
keepForLater();
