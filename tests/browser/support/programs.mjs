// Where the system has a program that tests start. None is downloaded.

import { accessSync, constants } from "node:fs";
import path from "node:path";

/** The first of these programs that there is, by its name or path; undefined if there is none. @param {string[]} names */
export function looked(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const programs = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  return programs.find((program) => {
    try {
      accessSync(program, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The program that was chosen, or the first of these; an error if there is none. @param {string[]} names @param {string} [chosen] */
export function found(names, chosen) {
  const program = chosen || looked(names);
  if (!program) throw new Error(`not installed: ${names[0]} (looked for ${names.join(", ")})`);
  return program;
}
