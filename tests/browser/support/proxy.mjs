// Reverse proxies before a server, with the examples of `deploy` as their settings: on a free port of the loopback address, without TLS.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { root } from "./paths.mjs";
import { listening } from "./ports.mjs";

const running = new Set();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** An example of `deploy`. */
export const example = (name) => readFileSync(path.join(root, "deploy", name), "utf8");

/** The text with this part replaced; the part must exist. */
function replaced(text, part, by) {
  if (!text.includes(part)) throw new Error(`the example has no ${part}`);
  return text.replaceAll(part, by);
}

/** nginx's example at this port, below a path, with a password if there is one (`name:password`). */
export function nginxSettings({ port, upstream, below = "", password = "", folder }) {
  let text = example("nginx/nginx.conf");
  text = replaced(text, "user www-data;", "daemon off;\nmaster_process off;\nerror_log stderr error;");
  text = replaced(text, "pid /run/nginx.pid;", `pid ${folder}/nginx.pid;`);
  // An ordinary user may not have that many connections in one process.
  text = replaced(text, "worker_rlimit_nofile 65536;", "");
  text = replaced(text, "worker_connections 32768;", "worker_connections 512;");
  text = text.replace(/ {4}server \{\n {8}listen 80;[^}]*\}\n/, "");
  text = text.replace(/ {8}ssl_certificate.*\n/g, "").replace("        listen [::]:443 ssl;\n", "");
  text = replaced(text, "listen 443 ssl;", `listen 127.0.0.1:${port};`);
  text = replaced(text, "server 127.0.0.1:8080", `server ${upstream}`);
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  text = replaced(text, "server_tokens off;", ["server_tokens off;", ...kept].join("\n    "));
  let start = `location ${below}/ {`;
  if (password) {
    const [name, secret] = password.split(":");
    writeFileSync(path.join(folder, "passwords"), `${name}:{PLAIN}${secret}\n`);
    start += `\n            auth_basic "Giog";\n            auth_basic_user_file ${folder}/passwords;`;
  }
  return replaced(text, "location / {", start);
}

/** Caddy's example at this port, below a path, which it removes. */
export function caddySettings({ port, upstream, below = "" }) {
  let text = replaced(example("caddy/Caddyfile"), "play.example.org {", `http://127.0.0.1:${port} {`);
  text = replaced(text, "127.0.0.1:8080", upstream);
  text = replaced(text, "\tlog {", "\tlog {\n\t\toutput discard");
  text = replaced(text, "\treverse_proxy", `\thandle_path ${below}/* {\n\treverse_proxy`);
  return `{\n\tadmin off\n\tauto_https off\n}\n${text.trimEnd()}\n}\n`;
}

export class ReverseProxy {
  #child;
  #folder;

  /** A proxy, "nginx" or "caddy", with these options: `{ port, upstream, below, password }`. */
  static async start(name, told) {
    const proxy = new ReverseProxy();
    proxy.#folder = mkdtempSync(path.join(tmpdir(), "giog-proxy-"));
    const file = path.join(proxy.#folder, "settings");
    const settings = name === "nginx" ? nginxSettings : caddySettings;
    writeFileSync(file, settings({ ...told, folder: proxy.#folder }));
    const args =
      name === "nginx" ? ["-p", proxy.#folder, "-c", file] : ["run", "--adapter", "caddyfile", "--config", file];
    const env = { ...process.env, HOME: proxy.#folder, XDG_DATA_HOME: proxy.#folder, XDG_CONFIG_HOME: proxy.#folder };
    const child = spawn(name, args, { stdio: ["ignore", "ignore", "pipe"], env });
    let said = "";
    child.stderr.on("data", (data) => (said += data));
    proxy.#child = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    await listening(child, told.port, () => said);
    return proxy;
  }

  async stop() {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGKILL");
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Checks that Caddy accepts one of its examples; throws its error if not. */
export function caddyReads(name) {
  const file = path.join(root, "deploy/caddy", name);
  execFileSync("caddy", ["adapt", "--adapter", "caddyfile", "--config", file], { stdio: ["ignore", "ignore", "pipe"] });
}

/** Checks that nginx accepts its example, except for the certificates and its folder; throws its error if not. */
export function nginxReads() {
  const folder = mkdtempSync(path.join(tmpdir(), "giog-proxy-"));
  const file = path.join(folder, "nginx.conf");
  let text = example("nginx/nginx.conf").replace(/ {8}ssl_certificate.*\n/g, "");
  text = replaced(replaced(text, " ssl;", ";"), "pid /run/nginx.pid;", `pid ${folder}/nginx.pid;`);
  try {
    writeFileSync(file, text);
    execFileSync("nginx", ["-t", "-p", folder, "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
