// The parts of a page that modules need when they are loaded: nothing is drawn, requested or stored here.

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
