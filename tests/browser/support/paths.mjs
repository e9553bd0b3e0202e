// Paths of files and folders.

import path from "node:path";

/** The repository. */
export const root = path.resolve(import.meta.dirname, "../../..");

/** The output of failed tests: a trace and a picture. */
export const results = path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "page");

/** The server's program, which `tests/page` builds. */
export function program() {
  const path = process.env.GIOG_TEST_PROGRAM;
  if (!path) throw new Error("GIOG_TEST_PROGRAM is not set: run these tests with tests/page");
  return path;
}
