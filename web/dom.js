// Making the page from descriptions, and changing it to what is wanted with as few changes as possible: what has the focus
// keeps it, and screen readers hear only what is new. There is no other way from data to the page, and none that reads
// text as markup, so names and chat can never become more than text.

const KEY = Symbol("key");
const LISTENERS = Symbol("listeners");
const NAMES = Symbol("names");
const NOTHING = Object.freeze({});
const SVG = "http://www.w3.org/2000/svg";
/** The tags that are drawings; all others are HTML. */
const DRAWINGS = ["svg", "path"];

/**
 * Describes an element. Of `props`, `on…` are listeners, `key` tells it from its siblings, `style` is an object of custom
 * properties, a name that begins with a dot is a property of the element, and all others are attributes: `true` sets one
 * without a value; `false`, `null` and `undefined` leave it out. Children are descriptions, texts, lists of them, or nothing.
 */
export function h(tag, props, ...children) {
  const wanted = children.flat(Infinity).filter((child) => child != null && child !== false && child !== "");
  return { tag, props: props ?? NOTHING, children: wanted };
}

/** Changes the children of `into` to what is described. */
export function render(into, ...wanted) {
  patch(into, wanted.flat(Infinity).filter((child) => child != null && child !== false && child !== ""));
}

function patch(into, wanted) {
  const keyed = new Map();
  const free = [];
  for (const node of into.childNodes) {
    if (node[KEY] === undefined) free.push(node);
    else keyed.set(node[KEY], node);
  }
  let at = into.firstChild;
  for (const item of wanted) {
    const node = found(item, keyed, free) ?? made(item);
    if (typeof item === "object") update(node, item);
    else if (node.data !== String(item)) node.data = String(item);
    if (node === at) at = at.nextSibling;
    else into.insertBefore(node, at);
  }
  while (at) at = removed(at, free);
}

function found(item, keyed, free) {
  if (typeof item !== "object") return taken(free, (node) => node.nodeType === Node.TEXT_NODE);
  const tag = DRAWINGS.includes(item.tag) ? item.tag : item.tag.toUpperCase();
  if (item.props.key === undefined) return taken(free, (node) => node.nodeName === tag);
  const node = keyed.get(item.props.key);
  if (!node || node.nodeName !== tag) return undefined;
  keyed.delete(item.props.key);
  return node;
}

function taken(free, fits) {
  const index = free.findIndex(fits);
  return index < 0 ? undefined : free.splice(index, 1)[0];
}

function removed(node, free) {
  const next = node.nextSibling;
  node.remove();
  const index = free.indexOf(node);
  if (index >= 0) free.splice(index, 1);
  return next;
}

function made(item) {
  if (typeof item !== "object") return document.createTextNode(String(item));
  const node = DRAWINGS.includes(item.tag) ? document.createElementNS(SVG, item.tag) : document.createElement(item.tag);
  if (item.props.key !== undefined) node[KEY] = item.props.key;
  return node;
}

function update(node, { tag, props, children }) {
  const before = node[NAMES] ?? NOTHING;
  for (const name of Object.keys(before)) if (!(name in props)) set(node, name, undefined);
  for (const [name, value] of Object.entries(props)) if (name !== "key" && before[name] !== value) set(node, name, value);
  node[NAMES] = props;
  // What is in a custom element is its own.
  if (!tag.includes("-")) patch(node, children);
}

function set(node, name, value) {
  if (name.startsWith("on")) {
    listen(node, name.slice(2), value);
  } else if (name.startsWith(".")) {
    node[name.slice(1)] = value;
  } else if (name === "value" || name === "checked") {
    if (value !== undefined && node[name] !== value) node[name] = value;
  } else if (name === "style") {
    for (const [property, text] of Object.entries(value ?? NOTHING)) node.style.setProperty(property, String(text));
  } else if (value == null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

function listen(node, type, listener) {
  node[LISTENERS] ??= {};
  if (!(type in node[LISTENERS])) node.addEventListener(type, (event) => node[LISTENERS][type]?.(event));
  node[LISTENERS][type] = listener;
}

/** A custom element that draws itself with `draw()`, at most once a frame, whenever something it shows has changed. */
export class View extends HTMLElement {
  #asked = false;
  #ends = [];

  connectedCallback() {
    this.began?.();
    this.redraw();
  }

  disconnectedCallback() {
    for (const end of this.#ends.splice(0)) end();
  }

  /** Listens as long as this is on the page. */
  follow(target, type, listener) {
    target.addEventListener(type, listener);
    this.#ends.push(() => target.removeEventListener(type, listener));
  }

  /** Does something when this goes from the page. */
  onEnd(act) {
    this.#ends.push(act);
  }

  /** Does something again and again as long as this is on the page. */
  every(ms, act) {
    const timer = setInterval(act, ms);
    this.#ends.push(() => clearInterval(timer));
  }

  redraw() {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (this.isConnected) render(this, this.draw());
    });
  }
}
