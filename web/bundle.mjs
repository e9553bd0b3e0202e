// Bundles the page for browsers, in the folder `dist`: `web/build` runs it. The modules that are needed at the start are one file, and so are
// its style sheets; modules that are loaded later stay separate files, with the paths that they have here, because some are imported by a
// computed path (`pageFile` in `root.js`). Shared parts of them are in `chunks`.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const WEB = import.meta.dirname;
const DIST = path.join(WEB, "dist");
/** The manifest: the sources of the bundle, and the imports of each module; the server reads it. */
const MANIFEST = path.join(DIST, "manifest");
/** What makes it. */
const TOOLS = ["bundle.mjs", "package-lock.json"];
/** The module that the document names, and the one with all other modules that are needed at the start. */
const FIRST = "start.js";
const APP = "app.js";
/** The document, and its one style sheet. */
const DOCUMENT = "index.html";
const STYLES = "page.css";
/** A line of the document that names a style sheet. */
const SHEET = /^ *<link rel="stylesheet" href="\/([^"]*)" \/>\n/gm;
/** Folders without files of the page. */
const LEFT_OUT = ["tests", "types", "node_modules", "dist"];
/** The kinds of sources: the server has the same list (`crates/server/src/web/bundle.rs`). */
const SOURCE = /\.(js|css|html)$/;
/** An import of a module by a computed path. */
const NAMED = /import\(pageFile\(`([^`]*)`\)\)/g;
/** Texts are there before the rest of the page. */
const TEXTS = /(^|\/)texts\//;

/** The options for output: for current browsers, minified. @type {import("esbuild").BuildOptions} */
const WRITTEN = {
  absWorkingDir: WEB,
  bundle: true,
  charset: "utf8",
  format: "esm",
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  minify: true,
  outbase: ".",
  outdir: "dist",
  preserveSymlinks: true,
  target: "esnext",
};

/** The paths of all sources, in the order of their bytes. @param {string} folder @returns {string[]} */
export function sources(folder = "") {
  const found = readdirSync(path.join(WEB, folder)).flatMap((entry) => {
    const name = folder + entry;
    // The folder of the package that the page uses is a link.
    if (statSync(path.join(WEB, name)).isDirectory()) return LEFT_OUT.includes(name) ? [] : sources(`${name}/`);
    return SOURCE.test(name) ? [name] : [];
  });
  return found.sort();
}

/** A digest of files, each with its path and length: the server serves the bundle only if that of its sources is the same. */
function digest(paths) {
  const all = createHash("sha256");
  for (const name of paths) {
    const bytes = readFileSync(path.join(WEB, name));
    all.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return all.digest("hex");
}

/** The static and dynamic imports of each module, by path, as esbuild found them in the sources. */
export async function imports(entries) {
  const { metafile } = await build({ ...WRITTEN, entryPoints: entries, splitting: true, write: false });
  return listed(metafile.inputs);
}

/** The static and dynamic imports of each file, from esbuild's metafile. */
function listed(files) {
  const of = (file, kind) => file.imports.filter((one) => one.kind === kind).map(({ path }) => path);
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, [of(file, "import-statement"), of(file, "dynamic-import")]]),
  );
}

/** The modules that others import by a computed path. */
function named(paths) {
  const texts = paths.filter((name) => name.endsWith(".js")).map((name) => readFileSync(path.join(WEB, name), "utf8"));
  const parts = texts.flatMap((text) => [...text.matchAll(NAMED)]).map(([, name]) => name.split(/\$\{[^}]*\}/));
  const patterns = parts.map((all) => new RegExp(`^${all.map((part) => part.replaceAll(".", "\\.")).join("[^/]+")}$`));
  return paths.filter((name) => patterns.some((pattern) => pattern.test(name)));
}

/** The modules that are separate files: those that are imported dynamically, or by a computed path. */
export async function entries(paths) {
  const later = Object.values(await imports([FIRST, ...named(paths)])).flatMap(([, later]) => later);
  return [...new Set([...named(paths), ...later])].filter((name) => name !== FIRST);
}

/**
 * Makes what is loaded later import the modules of the beginning. They are there by then anyway; but so all of them are needed by the same
 * files, and stay together.
 */
const importFirstModules = (entries) => ({
  name: "import the first modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path: file }) => {
      const name = path.relative(WEB, file);
      if (!entries.includes(name) || name === APP || TEXTS.test(name)) return null;
      return { contents: `import ${JSON.stringify(path.join(WEB, APP))};\n${readFileSync(file, "utf8")}` };
    });
  },
});

/** Makes the first module import the file with the modules of the beginning directly, because `app.js` only re-exports them. */
const importDirectlyFrom = (file) => ({
  name: "import directly from a file",
  setup({ onResolve }) {
    onResolve({ filter: /\/app\.js$/ }, () => ({ path: `./${file}`, external: true }));
  },
});

/** Writes all modules; returns what each of the files imports. */
async function modules(paths) {
  const plain = (name) => path.normalize(name).replace(/^dist\//, "");
  const written = ({ metafile }) =>
    Object.fromEntries(
      Object.entries(listed(metafile.outputs)).map(([name, kinds]) => [
        plain(name),
        kinds.map((all) => all.map(plain)),
      ]),
    );
  const later = await entries(paths);
  const rest = written(
    await build({
      ...WRITTEN,
      entryPoints: later,
      splitting: true,
      chunkNames: "chunks/[hash]",
      plugins: [importFirstModules(later)],
    }),
  );
  const [[beginning, ...others]] = rest[APP];
  if (!beginning || others.length > 0) throw new Error(`the modules of the beginning are not one file: ${rest[APP]}`);
  return {
    ...written(await build({ ...WRITTEN, entryPoints: [FIRST], plugins: [importDirectlyFrom(beginning)] })),
    ...rest,
  };
}

/** Writes all style sheets, those of the document as one, and the document. */
async function styles(paths) {
  const html = readFileSync(path.join(WEB, DOCUMENT), "utf8");
  const sheets = [...html.matchAll(SHEET)].map(([, name]) => name);
  const one = { contents: sheets.map((name) => `@import "./${name}";`).join("\n"), loader: "css", resolveDir: WEB };
  await build({ ...WRITTEN, stdin: one, outdir: undefined, outfile: `dist/${STYLES}` });
  const others = paths.filter((name) => name.endsWith(".css") && !sheets.includes(name));
  await build({ ...WRITTEN, entryPoints: others });
  let named = 0;
  const document = html.replace(SHEET, (line, name) => (named++ === 0 ? line.replace(name, STYLES) : ""));
  writeFileSync(path.join(DIST, DOCUMENT), document);
}

/** Writes the bundle, unless it is there. */
async function bundle() {
  const paths = sources();
  const made = { sources: digest(paths), tools: digest(TOOLS) };
  const there = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, "utf8")) : {};
  if (there.sources === made.sources && there.tools === made.tools) return;
  rmSync(DIST, { recursive: true, force: true });
  const modulesOf = await modules(paths);
  await styles(paths);
  // Written last, so that an incomplete bundle is not used.
  writeFileSync(MANIFEST, JSON.stringify({ ...made, modules: modulesOf }));
}

if (process.argv[1] === import.meta.filename) await bundle();
