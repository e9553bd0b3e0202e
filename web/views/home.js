// <giog-home>: what this is, a table against bots at once, strangers, and the rooms that are open.

/**
 * @import { Game } from "../rules.js"
 * @import { Occupant, RoomId, RoomSummary } from "../types/protocol.js"
 */

import { Refusal } from "../connection.js";
import { h, View } from "../dom.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { known, t } from "../texts.js";
import { variants } from "../rules.js";

class Home extends View {
  /** @type {Game[]} */
  #games = [];
  #busy = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    this.onEnd(session.watchLobby());
    variants().then((games) => {
      this.#games = games;
      this.redraw();
    }, () => {});
    document.title = "Giog 爵";
  }

  draw() {
    const seated = session.me?.rooms ?? [];
    return [
      h("section", { class: "hero" },
        h("div", { class: "fan" }, [..."kERcP"].map((code, i) => h("giog-piece", { code, key: i }))),
        h("h1", {}, t("home.sentence")),
        h("p", { class: "choices" },
          h("button", { class: "main big", disabled: this.#busy, onclick: () => this.#go(playNow) }, t("home.play")),
          h("button", { disabled: this.#busy, onclick: () => this.#go(() => session.quickPlay()) }, t("home.quick")),
          h("a", { class: "button", href: "#/new" }, t("home.create")),
          h("a", { class: "button", href: "#/learn" }, t("home.learn")),
          h("a", { class: "button", href: "#/matches" }, t("home.matches")),
        ),
        session.me && h("p", { class: "small" }, t("home.name", { name: session.me.name })),
      ),
      seated.length > 0 && h("section", { key: "yours" },
        h("h2", {}, t("home.yours")),
        h("ul", { class: "rooms" }, seated.map((id) => h("li", { key: id }, h("a", { href: `#/room/${id}` }, t("home.back"))))),
      ),
      this.#rooms(),
    ];
  }

  /** @param {() => Promise<RoomId>} how */
  async #go(how) {
    this.#busy = true;
    this.redraw();
    try {
      location.hash = `#/room/${await how()}`;
    } catch (refusal) {
      fail(this, refusal);
    }
    this.#busy = false;
    this.redraw();
  }

  #rooms() {
    const rooms = [...(session.lobby?.values() ?? [])].filter((room) => room.phase !== "closed");
    return h("section", { key: "rooms", "aria-live": "off" },
      h("h2", {}, t("home.rooms")),
      rooms.length === 0
        ? h("p", { class: "empty" }, t("home.empty"), " ", h("button", { onclick: () => this.#go(openTable) }, t("home.open")))
        : h("ul", { class: "rooms" }, rooms.map((room) => this.#room(room))),
    );
  }

  /** @param {RoomSummary} room */
  #room(room) {
    const game = this.#games.find(({ id }) => id === room.variant);
    const people = room.seats.filter(Boolean).map((occupant) => occupantName(occupant));
    const free = room.seats.filter((occupant) => !occupant).length;
    const state = room.phase === "playing" ? t("room.playing") : free ? t("room.free", { n: free }) : t("room.full");
    return h("li", { key: room.room },
      h("a", { href: `#/room/${room.room}` },
        h("strong", {}, game?.name ?? room.variant),
        h("span", { class: free && room.phase !== "playing" ? "tag free" : "tag" }, state),
        room.access === "password" && h("span", { class: "tag" }, t("room.password")),
        h("span", { class: "who" }, people.join(", ") || t("room.nobody")),
      ),
    );
  }
}

/** An occupant's name, as it is shown where nobody else has the same. @param {Occupant | null} occupant */
export function occupantName(occupant) {
  if (!occupant) return t("seat.free");
  return "bot" in occupant ? t("seat.is_bot") : occupant.name;
}

/** Says what failed, on whatever view. @param {Element} from @param {unknown} error */
export function fail(from, error) {
  const said = error instanceof Error ? error.message : String(error);
  const detail = (error instanceof Refusal && known(`error.${error.code}`)) || said;
  from.dispatchEvent(new CustomEvent("fail", { detail, bubbles: true }));
}

/** A table of one's own with bots, where the match begins at once. */
async function playNow() {
  const room = await session.create({ variant: "giog", seats: 3, ceremony: "server", access: "unlisted" });
  await session.request("add_bot", { room, all: true });
  settings.set("matches", settings.get("matches") + 1);
  await session.ready(room);
  return room;
}

/** A table with bots that others may join: whoever comes takes a bot's place. */
async function openTable() {
  const room = await session.create({ variant: "giog", seats: 4 });
  await session.request("add_bot", { room });
  await session.request("add_bot", { room });
  return room;
}

customElements.define("giog-home", Home);
