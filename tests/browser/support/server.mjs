// A server for one test: `giog serve` in a process, on a free port of the loopback address, with its own data folder. It can be killed as
// by a power failure, and started again with the same data and port.

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { program } from "./paths.mjs";

/** How long a server may take until it listens, on a busy machine: in milliseconds. */
const START_MS = 120_000;

/** Tests are fast, and many people come from one address. */
const LIMITS = [
  "requests_per_second = 100000",
  "requests_burst = 100000",
  "connection_cost_burst = 1000000000",
  "person_cost_burst = 1000000000",
  "address_cost_burst = 1000000000",
  "received_bytes_burst = 1000000000",
  "rest_per_second = 100000",
  "rest_burst = 100000",
  "new_guests_per_minute = 100000",
  "connections_per_address = 100000",
  "rooms_per_connection = 1000",
  "rooms_per_person = 1000",
  "rooms_per_address = 1000",
  "new_rooms_per_minute = 1000",
  "spectators_per_address = 1000",
  "least_free_disk_bytes = 0",
];

/** The running servers; all are stopped with the tests. */
const running = new Set();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

export class Server {
  #child = null;
  #folder;
  #times;
  #limits;
  #push;
  #top;
  #port = 0;

  /**
   * A server with these lines in the sections `[times]`, `[limits]` and `[push]` of its settings, and before them; bots act at once unless the
   * lines change that.
   */
  static async start(times = ["bot_delay_ms = 0"], limits = [], push = [], top = []) {
    const server = new Server(times, limits, push, top);
    await server.start();
    return server;
  }

  constructor(times, limits, push, top) {
    this.#times = times;
    this.#push = push;
    this.#top = top;
    const named = (line) => line.split(" = ")[0];
    this.#limits = [...LIMITS.filter((line) => !limits.some((other) => named(other) === named(line))), ...limits];
    this.#folder = mkdtempSync(path.join(tmpdir(), "giog-server-"));
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  get port() {
    return this.#port;
  }

  /** The folder of its database and its key. */
  get data() {
    return path.join(this.#folder, "data");
  }

  /** Starts it, at its old address if it had one. */
  async start() {
    const settings = path.join(this.#folder, "giog.toml");
    const top = [`listen = "127.0.0.1:${this.#port}"`, 'log = "warn"', `data_dir = ${JSON.stringify(this.data)}`];
    const sections = [...this.#top, "[times]", ...this.#times, "[limits]", ...this.#limits, "[push]", ...this.#push];
    writeFileSync(settings, [...top, ...sections, ""].join("\n"));
    const child = spawn(program(), ["serve", "--config", settings], { stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    // After an aborted run, the servers are listed here.
    writeFileSync(path.join(this.#folder, "pid"), `${child.pid}\n`);
    running.add(child);
    child.once("exit", () => running.delete(child));
    this.#port = await listening(child);
  }

  /** Ends it at once, as a power cut would. */
  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  /** Copies its data while it does not run; returns a function that restores the copy. */
  saved() {
    const copy = path.join(this.#folder, "saved");
    cpSync(this.data, copy, { recursive: true });
    return () => {
      rmSync(this.data, { recursive: true });
      cpSync(copy, this.data, { recursive: true });
    };
  }

  /** Stops it, and deletes its data. */
  async remove() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The port that it says it listens on. */
function listening(child) {
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server does not listen after ${START_MS} ms`)), START_MS);
    lines.on("line", (line) => {
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the server ended before it listened: ${code ?? signal}`));
    });
  });
}
