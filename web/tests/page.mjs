// As much of a page as modules need that are loaded with one: nothing is drawn, asked or kept here.

const nothing = () => {};
const listening = { addEventListener: nothing, removeEventListener: nothing };

Object.assign(globalThis, {
  ...listening,
  setInterval: nothing,
  HTMLElement: class {},
  customElements: { define: nothing },
  location: new URL("http://localhost/"),
  document: { ...listening, documentElement: { lang: "en", dir: "ltr" } },
  matchMedia: () => ({ matches: false, ...listening }),
});
