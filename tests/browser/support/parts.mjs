// Modules of the page, from within it: where they are differs with each version of the page.

/** Gives each page of a browser context `window.part(name)`: a module of the page, the same one that the page has. */
export function withParts(context) {
  return context.addInitScript(() => {
    window.part = (name) => import(new URL(name, document.querySelector("script[type=module]").src).href);
  });
}
