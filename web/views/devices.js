// <giog-devices>: the person's devices, which can be logged out; the recovery code, for people who have lost all devices; and the
// deletion of the person's data.

/** @import { DeviceInfo, DeviceList } from "../types/protocol.js" */

import { h } from "../dom.js";
import { ask, bytesAt, end, TOKEN } from "../rest.js";
import { session } from "../session.js";
import { kept } from "../storage.js";
import { personName } from "../terms.js";
import { t } from "../texts.js";
import { laterTexts } from "./language.js";
import { codeForm, codeShown, comeBack } from "./recovery.js";
import "./push.js";
import { openSheet, Sheet } from "./sheet.js";

await laterTexts();

/** How long a file may take until the browser has begun to save it, in milliseconds. */
const SAVED_MS = 60_000;

class DevicesSheet extends Sheet {
  /** A recovery code that is shown now, and never again. */
  code = "";
  /** @type {DeviceList | null} */
  #list = null;
  /** Whether the person is entering a code, and its purpose. @type {"" | "replace" | "use"} */
  #typing = "";
  /** Whether the person is asked to confirm the deletion. */
  #leaving = false;
  #told = "";

  began() {
    this.follow(session, "renamed", () => this.redraw());
    this.#load();
  }

  get stays() {
    return this.code !== "";
  }

  heading() {
    return t("devices.title");
  }

  body() {
    if (this.code) return codeShown(this.code, () => this.#shown());
    return [
      h("p", { class: "small" }, t("devices.what", { name: personName(session.me?.name ?? "") })),
      h(
        "ul",
        { class: "rooms" },
        this.#list?.devices.map((device) => this.#device(device)),
      ),
      this.#list &&
        this.#list.devices.length > 1 &&
        h(
          "button",
          { key: "others", onclick: () => this.#end("/guests/me/devices", t("devices.ended.others")) },
          t("devices.end.others"),
        ),
      h("giog-push", { key: "push" }),
      h("h3", {}, t("recovery.title")),
      this.#recovery(),
      h("div", { key: "export", class: "buttons" }, h("button", { onclick: () => this.#export() }, t("export.me"))),
      h("h3", {}, t("forget.title")),
      this.#forget(),
      h("p", { class: "small", role: "status" }, this.#told),
    ];
  }

  /** @param {DeviceInfo} device */
  #device({ device, name, made_at, seen_at, current }) {
    return h(
      "li",
      { key: device },
      h(
        "span",
        { class: "about" },
        h("strong", {}, name),
        h("span", { class: "who" }, t("devices.dates", { made: day(made_at), seen: day(seen_at) })),
      ),
      current
        ? h("span", { class: "small" }, t("devices.this"))
        : h(
            "button",
            {
              "aria-label": t("devices.end.name", { name }),
              onclick: () => this.#end(`/guests/me/devices/${device}`, t("devices.ended", { name })),
            },
            t("devices.end"),
          ),
    );
  }

  #recovery() {
    if (this.#typing === "replace") return codeForm((code) => this.#make(code), t("recovery.former"));
    if (this.#typing === "use") return codeForm((code) => this.#use(code), t("recovery.code"));
    const has = this.#list?.recovery;
    return [
      h("p", { class: "small" }, has ? t("recovery.has") : t("recovery.why")),
      h(
        "div",
        { class: "buttons" },
        has
          ? h("button", { key: "replace", onclick: () => this.#type("replace") }, t("recovery.replace"))
          : h("button", { key: "make", disabled: !this.#list, onclick: () => this.#make() }, t("recovery.make")),
        h("button", { key: "use", onclick: () => this.#type("use") }, t("recovery.mine")),
      ),
    ];
  }

  /** Saves everything that the server stores of the person as a file. A link alone would come without the token. */
  async #export() {
    this.#told = "";
    await this.attempt(async () => {
      const bytes = await bytesAt("/guests/me/export");
      const url = URL.createObjectURL(new Blob([bytes], { type: "application/json" }));
      Object.assign(document.createElement("a"), { href: url, download: "giog.json" }).click();
      setTimeout(() => URL.revokeObjectURL(url), SAVED_MS);
      this.#told = t("export.done");
    });
  }

  /** Says what will be deleted and what will stay, before it is done. */
  #forget() {
    if (!this.#leaving) {
      return h(
        "div",
        { class: "buttons" },
        h("button", { key: "forget", onclick: () => this.#leave(true) }, t("forget.start")),
      );
    }
    return h(
      "div",
      { key: "leaving", class: "column", role: "group", "aria-label": t("forget.title") },
      h("p", {}, t("forget.goes")),
      h("p", {}, t("forget.stays")),
      h("p", {}, h("strong", {}, t("forget.never"))),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { key: "yes", onclick: () => this.attempt(() => session.forgetMe()) },
          t("forget.yes", { name: personName(session.me?.name ?? "") }),
        ),
        h("button", { key: "no", class: "main", onclick: () => this.#leave(false) }, t("cancel")),
      ),
    );
  }

  /** @param {boolean} leaving */
  #leave(leaving) {
    this.#leaving = leaving;
    this.redraw();
    queueMicrotask(() =>
      /** @type {HTMLElement | null} */ (this.querySelector(leaving ? "[role=group] .main" : "button"))?.focus(),
    );
  }

  #load() {
    return this.attempt(async () => {
      // A new guest does not exist before the server has answered `hello`.
      if (!kept(TOKEN)) await session.greeted();
      this.#list = await ask("/guests/me/devices");
    });
  }

  /** @param {"replace" | "use"} what */
  #type(what) {
    this.#typing = what;
    this.redraw();
    queueMicrotask(() => this.querySelector("input")?.focus());
  }

  /** @param {Parameters<typeof end>[0]} path @param {string} told */
  async #end(path, told) {
    this.#told = "";
    await this.attempt(async () => {
      await end(path);
      this.#list = await ask("/guests/me/devices");
      this.#told = told;
    });
  }

  /** Creates a new code in place of the former one, or the first one. @param {string} [former] */
  async #make(former) {
    const body = former ? { code: former } : {};
    await this.attempt(
      async () => (this.code = (await ask("/guests/me/recovery", { method: "POST", body })).recovery_code),
    );
  }

  /** @param {string} code */
  async #use(code) {
    await this.attempt(async () => {
      const next = await comeBack(code);
      // This page's token has ended with all others, and the dialog may be closed.
      if (this.isConnected) this.code = next;
      else openDevices(next);
    });
  }

  #shown() {
    this.code = "";
    this.#typing = "";
    this.#load();
  }
}

/** @param {string} at */
function day(at) {
  return new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}

/** Opens the dialog with the devices; first shows a recovery code, if one was just created. */
export function openDevices(code = "") {
  openSheet("giog-devices", { code });
}

customElements.define("giog-devices", DevicesSheet);
