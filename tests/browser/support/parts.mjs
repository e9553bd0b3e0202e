// Modules of the page, from within it: where they are differs with each version of the page.

/** Gives each page of a browser context `window.part(name)`: what others take of a module that the page begins with, the same that it has. */
export function withParts(context) {
  return context.addInitScript(() => {
    window.part = async (name) => {
      const all = await import(new URL("app.js", document.querySelector("script[type=module]").src).href);
      const own = Object.entries(all).filter(([key]) => key.startsWith(`${name}:`));
      return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1), value]));
    };
  });
}
