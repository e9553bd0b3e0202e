// <giog-link>: a link as a QR code, as text to copy, and for the sharing function of the device. Used for the link to a table, and for
// the one that logs in another device.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { QrCode } from "../types/protocol.js"
 * @import { Pictured } from "./resultpicture.js"
 */

/**
 * What is shared: a link that is made when it is needed, and that may expire; with a result also its picture.
 * @typedef {{ title: string, lines: string[], make: () => Promise<{ url: string, expires_in_ms?: number }>, pictured?: Pictured }} Shared
 */

import { linkPart } from "../again.js";
import { h } from "../dom.js";
import { ask, server } from "../rest.js";
import { ROOT } from "../root.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { drawResult, HEIGHT, WIDTH } from "./resultpicture.js";
import { openSheet, Sheet } from "./sheet.js";

await laterTexts();

/** The white modules around a QR code, which cameras need. */
const MARGIN = 4;

class LinkSheet extends Sheet {
  /** What is shared. @type {Shared} */
  what = { title: "", lines: [], make: async () => ({ url: location.href }) };
  /** @type {string | null} */
  #link = null;
  /** @type {QrCode | null} */
  #code = null;
  #until = 0;
  #told = "";
  /** The picture as a file, and its address in this page. @type {{ file: File, url: string } | null} */
  #picture = null;

  began() {
    this.#make();
    // The canvas is there after the first drawing.
    if (this.what.pictured) requestAnimationFrame(() => this.#paint());
    this.onEnd(() => this.#picture && URL.revokeObjectURL(this.#picture.url));
    this.every(1_000, () => this.#until && this.redraw());
  }

  #make() {
    this.#told = "";
    return this.attempt(async () => {
      this.#link = this.#code = null;
      const { url, expires_in_ms } = await this.what.make();
      this.#until = expires_in_ms ? performance.now() + expires_in_ms : 0;
      this.#link = url;
      this.redraw();
      this.#code = await ask("/qr", { method: "POST", body: { text: url } });
    });
  }

  heading() {
    return this.what.title;
  }

  body() {
    const left = this.#until && Math.ceil((this.#until - performance.now()) / 1_000);
    if (this.#until && left <= 0) {
      return [h("p", {}, t("move.over")), h("button", { class: "main", onclick: () => this.#make() }, t("move.again"))];
    }
    return [
      this.what.lines.filter(Boolean).map((line) => h("p", { class: "small" }, line)),
      this.what.pictured &&
        h("canvas", {
          key: "picture",
          class: "result-picture",
          width: WIDTH,
          height: HEIGHT,
          role: "img",
          "aria-label": this.what.title,
        }),
      this.#code && !this.what.pictured && picture(this.#code),
      this.#link &&
        h("input", {
          class: "link",
          readonly: true,
          "aria-label": t("share.link"),
          value: this.#link,
          onfocus: ({ currentTarget }) => currentTarget.select(),
        }),
      this.#until > 0 && h("p", { class: "small" }, t("move.left", { n: left })),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { key: "copy", class: "main", disabled: !this.#link, onclick: () => this.#copy() },
          t("share.copy"),
        ),
        "share" in navigator &&
          h("button", { key: "share", disabled: !this.#link, onclick: () => this.#share() }, t("share.share")),
        this.#picture &&
          h(
            "a",
            { key: "save", class: "button", href: this.#picture.url, download: this.#picture.file.name },
            t("share.picture"),
          ),
      ),
      h("p", { class: "small", role: "status" }, this.#told),
    ];
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#link ?? "");
      this.#told = t("share.copied");
    } catch {
      // Pages without TLS cannot use the clipboard: then the selected text can be copied by hand.
      this.querySelector("input")?.select();
      this.#told = t("share.selected");
    }
    this.redraw();
  }

  async #share() {
    const { title } = this.what;
    const files = this.#picture ? [this.#picture.file] : [];
    const shared = { title, url: this.#link ?? "" };
    const whole = { ...shared, files };
    // Cancelling the sharing is no failure.
    await navigator.share(files.length && navigator.canShare?.(whole) ? whole : shared).catch(() => {});
  }

  /** Draws the picture, and keeps it as a file. */
  #paint() {
    const canvas = this.querySelector("canvas");
    const on = canvas?.getContext("2d");
    if (!canvas || !on || !this.what.pictured) return;
    drawResult(on, this.what.pictured, document.documentElement.dir === "rtl" ? "rtl" : "ltr");
    canvas.toBlob((blob) => {
      if (!blob || !this.isConnected) return;
      const file = new File([blob], "giog.png", { type: blob.type });
      this.#picture = { file, url: URL.createObjectURL(file) };
      this.redraw();
    });
  }
}

/** A QR code as `/qr` returns it. @param {QrCode} code */
function picture({ size, path }) {
  const side = size + 2 * MARGIN;
  return h(
    "svg",
    { class: "qr", role: "img", "aria-label": t("share.qr"), viewBox: `${-MARGIN} ${-MARGIN} ${side} ${side}` },
    h("path", { d: path }),
  );
}

/** The public address of this page: as its operator has set it, or else as this browser knows it. */
async function address() {
  const { public_url } = await server();
  return public_url ?? location.origin + ROOT;
}

/**
 * Shares a place of this page (a path) with a title and lines of explanation.
 *
 * @param {string} place
 * @param {string} title
 * @param {string[]} [lines]
 */
export function sharePlace(place, title, lines = []) {
  openSheet("giog-link", { what: { title, lines, make: async () => ({ url: `${await address()}${place}` }) } });
}

/**
 * Shares the result of a match: its picture, and its replay as spectators see it.
 *
 * @param {string} match_id
 * @param {Pictured} pictured
 */
export function shareResult(match_id, pictured) {
  const make = async () => ({ url: `${await address()}/match/${match_id}` });
  openSheet("giog-link", { what: { title: `${pictured.game}: ${pictured.told}`, lines: [], make, pictured } });
}

/** Shares a room's link, with which it can be set up again when it is gone. @param {KnownRoom} room */
export function shareTable({ id, state }) {
  const { variant, access } = state.settings;
  sharePlace(`/room/${id}${linkPart(state)}`, t("share.title", { game: gameName(variant) }), [t(`share.${access}`)]);
}

/** Shows the link that logs another device in as this person. */
export function moveElsewhere() {
  openSheet("giog-link", {
    what: {
      title: t("move.title"),
      lines: [t("move.how"), t("move.secret"), t("move.receipts")],
      async make() {
        const { code, expires_in_ms } = await ask("/guests/me/handover", { method: "POST" });
        return { url: `${await address()}/#/move/${code}`, expires_in_ms };
      },
    },
  });
}

/** Shows the link that makes friends of this person and whoever opens it. */
export function linkForFriend() {
  openSheet("giog-link", {
    what: {
      title: t("friends.link"),
      lines: [t("friends.link.how"), t("friends.link.many")],
      async make() {
        const { code } = await ask("/guests/me/friends/code", { method: "POST" });
        return { url: `${await address()}/#/friend/${code}` };
      },
    },
  });
}

customElements.define("giog-link", LinkSheet);
