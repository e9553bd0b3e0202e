// Builds the page from descriptions, and updates it with as few changes as possible, so that the focus stays, and screen readers read
// only what is new. All data gets into the page this way, and nothing is parsed as markup, so names and chat can never become more than
// text.

/** @import { PageEvents } from "./types/page.js" */

import { onHost } from "./root.js";

/**
 * @typedef {{ tag: string, props: AnyProps, children: (Description | string | number)[] }} Description
 *
 * @typedef {{ readonly key?: string | number, readonly [name: string]: unknown }} AnyProps
 *
 * @typedef {HTMLElement | SVGElement} Drawn
 *
 * @typedef {Description | string | number | false | null | undefined | Child[]} Child what stands for nothing is left out
 */

/**
 * The properties in the description of an element with this tag; listeners are typed with their event and element.
 *
 * @template {string} Tag
 * @typedef {{ [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: On<HTMLElementEventMap[Name], Tagged<Tag>>) => unknown }
 *   & { key?: string | number, style?: { [property: string]: string | number }, [name: string]: unknown }} Props
 */

/**
 * An event at the element that listens.
 *
 * @template {Event} Happened
 * @template {Element} By
 * @typedef {Happened & { currentTarget: By, target: Element }} On
 */

/**
 * @template {string} Tag
 * @typedef {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement} Tagged
 */

/** The last properties of each element. @type {WeakMap<Node, AnyProps>} */
const PROPS = new WeakMap();
/** The current listeners of each element, by the type of event. @type {WeakMap<Node, Map<string, unknown>>} */
const LISTENERS = new WeakMap();
/** @type {AnyProps} */
const NOTHING = Object.freeze({});
const SVG = "http://www.w3.org/2000/svg";
/** The tags of SVG elements; all others are HTML. */
const DRAWINGS = ["svg", "path"];
/** A path of this server in a link. Two slashes at the beginning would name another server. */
const PATH = /^\/(?!\/)/;

/**
 * Describes an element. Of `props`, `on…` are listeners, `key` identifies it among its siblings, `style` is an object of custom
 * properties, names that begin with a dot are properties of the element, and all others are attributes: `true` sets one without a value;
 * `false`, `null` and `undefined` leave it out. A link to a path
 * (`href: "/about"`) is to that path of this server. Children are descriptions, texts, lists of them, or nothing.
 *
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Props<Tag>} [props]
 * @param {Child[]} children
 * @returns {Description}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? NOTHING, children: flat(children) };
}

/** Changes the children of `into` to match the description. @param {Element} into @param {Child[]} wanted */
function render(into, ...wanted) {
  patch(into, flat(wanted));
}

/** @param {Child[]} children @returns {Description["children"]} */
function flat(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flat(child);
    return child == null || child === false || child === "" ? [] : [child];
  });
}

/** @param {Element} into @param {Description["children"]} wanted */
function patch(into, wanted) {
  /** @type {Map<string | number, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const free = [];
  for (const node of into.childNodes) {
    const key = PROPS.get(node)?.key;
    if (key === undefined) free.push(node);
    else keyed.set(key, node);
  }
  let at = into.firstChild;
  for (const item of wanted) {
    const node = typeof item === "object" ? element(item, keyed, free) : text(String(item), free);
    if (node === at) at = at.nextSibling;
    else into.insertBefore(node, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * The described element: an existing one that is updated, or else a new one.
 *
 * @param {Description} item
 * @param {Map<string | number, ChildNode>} keyed
 * @param {ChildNode[]} free
 */
function element(item, keyed, free) {
  const { key } = item.props;
  /** @param {ChildNode | undefined} node @returns {node is Drawn} */
  const fits = (node) => (node instanceof HTMLElement || node instanceof SVGElement) && node.localName === item.tag;
  const there = key === undefined ? taken(free, fits) : keyed.get(key);
  const node = fits(there) ? there : made(item.tag);
  if (key !== undefined && node === there) keyed.delete(key);
  update(node, item);
  return node;
}

/** @param {string} tag @returns {Drawn} */
function made(tag) {
  return DRAWINGS.includes(tag)
    ? document.createElementNS(SVG, /** @type {"svg"} */ (tag))
    : document.createElement(tag);
}

/** @param {string} data @param {ChildNode[]} free */
function text(data, free) {
  const node = taken(free, (node) => node instanceof Text) ?? document.createTextNode("");
  if (node.data !== data) node.data = data;
  return node;
}

/**
 * @template {ChildNode} Kind
 * @param {ChildNode[]} free
 * @param {(node: ChildNode) => node is Kind} fits
 */
function taken(free, fits) {
  const node = free.find(fits);
  if (node) free.splice(free.indexOf(node), 1);
  return node;
}

/** @param {Drawn} node @param {Description} item */
function update(node, { tag, props, children }) {
  const before = PROPS.get(node) ?? NOTHING;
  for (const name of Object.keys(before)) if (!(name in props)) set(node, name, undefined);
  for (const [name, value] of Object.entries(props))
    if (name !== "key" && before[name] !== value) set(node, name, value);
  PROPS.set(node, props);
  // The children of a custom element are its own.
  if (!tag.includes("-")) patch(node, children);
  // One of its options can be chosen once they are there.
  if (tag === "select" && before.value !== props.value) set(node, "value", props.value);
}

/** @param {Drawn} node @param {string} name @param {unknown} value */
function set(node, name, value) {
  if (name.startsWith("on")) {
    listen(node, name.slice(2), value);
  } else if (name.startsWith(".")) {
    Reflect.set(node, name.slice(1), value);
  } else if ((name === "value" && node.localName !== "option") || name === "checked") {
    if (value !== undefined && Reflect.get(node, name) !== value) Reflect.set(node, name, value);
  } else if (name === "style") {
    for (const [property, text] of Object.entries(value ?? NOTHING)) node.style.setProperty(property, String(text));
  } else if (value == null || value === false) {
    node.removeAttribute(name);
  } else if (name === "href" && node instanceof HTMLAnchorElement && PATH.test(String(value))) {
    node.setAttribute(name, onHost(String(value)));
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Drawn} node @param {string} type @param {unknown} listener */
function listen(node, type, listener) {
  const listeners = LISTENERS.get(node) ?? new Map();
  LISTENERS.set(node, listeners);
  if (!listeners.has(type)) node.addEventListener(type, (event) => listeners.get(type)?.(event));
  listeners.set(type, listener);
}

/** @typedef {WindowEventMap & DocumentEventMap & PageEvents} Events what can be followed */

/**
 * The current place in the page: the parts of the address, of which the first names the view.
 * @typedef {readonly string[]} Place
 */

/** Why a view cannot be shown, and a function that tries again. @typedef {{ error: unknown, again: () => void }} Trouble */

/**
 * A custom element that draws itself with `draw()`, at most once per frame, whenever something that it shows has changed. If that fails
 * (it throws, or its data cannot be loaded), the reason is shown in its place, and the rest of the page is not affected.
 */
export class View extends HTMLElement {
  /** Draws a view that cannot be shown. @type {(trouble: Trouble) => Child} */
  static inTrouble = () => null;
  #asked = false;
  /** @type {Trouble | null} */
  #trouble = null;
  #loading = {};
  /** Whether the last drawing threw an error, which is logged only once. */
  #threw = false;
  /** @type {Place} */
  #here = [];
  /** @type {(() => void)[]} */
  #ends = [];

  connectedCallback() {
    this.follow(document, "language", () => this.redraw());
    try {
      this.began();
    } catch (error) {
      this.#thrown(error);
    }
    this.redraw();
  }

  /** The place that led to this view; updated each time an address leads to it. */
  get here() {
    return this.#here;
  }

  set here(place) {
    this.#here = place;
    if (this.isConnected) this.moved();
  }

  /** Called when this element is added to the page. */
  began() {}

  /** Called when an address leads to this view again: `here` may have other words after those that select the view. */
  moved() {
    this.redraw();
  }

  /** Called after a change, before drawing: here a view requests data that it lacks. */
  prepare() {}

  /** Describes what is shown. It has no side effects. @returns {Child} */
  draw() {
    return null;
  }

  /** Called after drawing. */
  drawn() {}

  disconnectedCallback() {
    for (const end of this.#ends.splice(0)) end();
  }

  /**
   * Adds a listener while this element is on the page.
   *
   * @template {keyof Events} Name
   * @param {EventTarget} target
   * @param {Name} type
   * @param {(event: Events[Name]) => void} listener
   */
  follow(target, type, listener) {
    const heard = /** @type {EventListener} */ (listener);
    target.addEventListener(type, heard);
    this.#ends.push(() => target.removeEventListener(type, heard));
  }

  /** Does something when this element is removed from the page. @param {() => void} act */
  onEnd(act) {
    this.#ends.push(act);
  }

  /** Does something at an interval while this element is on the page. @param {number} ms @param {() => void} act */
  every(ms, act) {
    const timer = setInterval(act, ms);
    this.#ends.push(() => clearInterval(timer));
  }

  redraw() {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (this.isConnected) this.#show();
    });
  }

  /**
   * Loads the data of this view, and draws it; if that fails, offers to try again.
   *
   * @param {() => Promise<unknown>} get
   */
  async load(get) {
    const asked = (this.#loading = {});
    this.#trouble = null;
    try {
      await get();
    } catch (error) {
      // A later call has replaced this one.
      if (asked === this.#loading) this.#trouble = { error, again: () => this.load(get) };
    }
    this.redraw();
  }

  #show() {
    if (this.#trouble) return render(this, View.inTrouble(this.#trouble));
    try {
      this.prepare();
      render(this, this.draw());
      this.drawn();
      this.#threw = false;
    } catch (error) {
      this.#thrown(error);
      render(this, View.inTrouble({ error, again: () => this.redraw() }));
    }
  }

  /** @param {unknown} error */
  #thrown(error) {
    if (!this.#threw) reportError(error);
    this.#threw = true;
  }
}
