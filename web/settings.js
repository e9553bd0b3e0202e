// What a person has chosen for this browser: the set of pieces, light or dark, hints. Kept in `localStorage`.

const KEY = "giog.settings";

const DEFAULTS = { set: "traditional", theme: "auto", hints: true, sound: false, vibration: false, notification: false, order: "strength", matches: 0, lobby: {}, muted: [] };

class Settings extends EventTarget {
  #chosen = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };

  get(name) {
    return this.#chosen[name];
  }

  set(name, value) {
    this.#chosen = { ...this.#chosen, [name]: value };
    localStorage.setItem(KEY, JSON.stringify(this.#chosen));
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Makes the page look as it was chosen. */
  apply() {
    const { theme } = this.#chosen;
    document.documentElement.classList.toggle("light", theme === "light");
    document.documentElement.classList.toggle("dark", theme === "dark");
  }
}

export const settings = new Settings();

/** Shows what can be chosen for this browser. */
export function openSettings() {
  document.querySelector("dialog.settings").showModal();
}
