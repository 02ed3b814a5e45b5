import assert from "node:assert/strict"
import { type ChildProcess, spawn as spawnChild } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { bundlePath, ensureBundle } from "../bundle.ts"
import { freePort } from "../free-port.ts"
import { makeFolder } from "../release/Packages.ts"
import { nginxIn } from "./Configurations.ts"
import { toolPath } from "./DebianTools.ts"

/** Ports of this computer instead of those that the examples name. */
interface Ports {
  readonly plain: number
  readonly secure: number
  readonly server: number
}

const spawn = (program: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = process.env): ChildProcess =>
  spawnChild(program, args, { env, stdio: "ignore" })

const startNginx = (folder: string, ports: Ports): ChildProcess => {
  const configuration = nginxIn(folder, (text) =>
    text.replace(/^ *listen \[.*\n/gm, "")
      .replace("listen 80;", `listen 127.0.0.1:${ports.plain};`)
      .replace("listen 443 ", `listen 127.0.0.1:${ports.secure} `)
      .replace("127.0.0.1:8000", `127.0.0.1:${ports.server}`))
  return spawn(toolPath("nginx"), ["-p", folder, "-e", "stderr", "-g", "daemon off;", "-c", configuration])
}

const startCaddy = (folder: string, ports: Ports): ChildProcess => {
  const file = join(folder, "Caddyfile")
  const options = `{\nadmin off\nskip_install_trust\nhttp_port ${ports.plain}\nhttps_port ${ports.secure}\n}\n`
  const text = readFileSync("deploy/caddy/Caddyfile", "utf8")
    .replace("analytics.example.com {", "localhost {\n\ttls internal")
    .replace("127.0.0.1:8000", `127.0.0.1:${ports.server}`)
  writeFileSync(file, options + text)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder }
  return spawn(toolPath("caddy"), ["run", "--adapter", "caddyfile", "--config", file], env)
}

/** The proxies of the examples, each with the name that its certificate has here. */
const proxies = {
  nginx: { start: startNginx, host: "analytics.example.com" },
  caddy: { start: startCaddy, host: "localhost" }
} as const

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Sends a request to a name at a port here; the certificate is nobody's. */
const send = (port: number, host: string, path: string, { body, headers = {}, method = "GET" }: Asked) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: "127.0.0.1", servername: host, port, path, method, rejectUnauthorized: false }
    request({ ...options, headers: { host, ...headers } }, resolve).once("error", reject).end(body)
  })

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of response.setEncoding("utf8")) text += chunk
  return text
}

/** The first part of an answer that goes on; the connection is closed then. */
const firstPart = async (response: IncomingMessage): Promise<string> => {
  for await (const chunk of response.setEncoding("utf8")) return String(chunk)
  return ""
}

/** Tries until something answers at all. */
const answers = async (ask: () => Promise<unknown>): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    const isThere = await ask().then(() => true, () => false)
    if (isThere) return
    await pause(200)
  }
  throw new Error("Nothing answered in a minute")
}

const key = `phx_${"k".repeat(40)}`

const token = "phc_behind_a_proxy"

/** The requests without a key that one address may make in a minute. */
const anonymous = 20

const startServer = (port: number): ChildProcess =>
  spawn(process.execPath, [bundlePath, "serve"], {
    PATH: process.env["PATH"],
    HEDGEROW_PORT: String(port),
    HEDGEROW_STORAGE: "memory",
    HEDGEROW_TRUST_PROXY: "true",
    // Without the console `/` has links with the whole address.
    HEDGEROW_CONSOLE: "false",
    HEDGEROW_METRICS: "on",
    HEDGEROW_RATE_LIMITS: "on",
    HEDGEROW_RATE_LIMIT_ANONYMOUS: `${anonymous}/minute`,
    HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY: key,
    HEDGEROW_BOOTSTRAP_PROJECT_TOKEN: token
  })

type Send = (path: string, asked?: Asked) => Promise<IncomingMessage>

/** What the guide promises of a proxy, asked through it. */
const checkPromises = async (ask: Send): Promise<void> => {
  const authorization = { authorization: `Bearer ${key}` }
  assert.equal((await ask("/metrics")).statusCode, 404, "metrics are not for everybody")

  const headers = { "content-type": "application/json" }
  const tooLarge = await ask("/batch/", { method: "POST", headers, body: Buffer.alloc(21 * 1024 * 1024, " ") })
  assert.equal(tooLarge.statusCode, 413)
  assert.match(await textOf(tooLarge), /^\{"type":/, "the refusal is the server's own")

  const stream = await ask(`/flags/definitions/stream?token=${token}`, { headers: authorization })
  assert.match(await firstPart(stream), /^(?:retry|event|id): /, "a stream is passed on while it is open")

  const links = await textOf(await ask("/", { headers: { accept: "text/html", "x-forwarded-host": "forged.example" } }))
  assert.match(
    links,
    /https:\/\/(?:analytics\.example\.com|localhost)[:/]/,
    "links have the scheme and name of the client"
  )
  assert.doesNotMatch(links, /forged\.example/)

  const forged = Array.from({ length: anonymous + 1 }, (_, i) => ({ headers: { "x-forwarded-for": `192.0.2.${i}` } }))
  const statuses: Array<number | undefined> = []
  for (const each of forged) statuses.push((await ask("/api/projects/1/", each)).resume().statusCode)
  assert.equal(statuses.at(-1), 429, `an address cannot be forged: ${statuses.join(" ")}`)
}

/** Puts each proxy of the examples before a server, and asks for what the guide promises. */
export const checkProxies = async (): Promise<void> => {
  await ensureBundle()
  for (const [name, { host, start }] of Object.entries(proxies)) {
    const ports = { plain: await freePort(), secure: await freePort(), server: await freePort() }
    const running = [startServer(ports.server)]
    const ask: Send = (path, asked = {}) => send(ports.secure, host, path, asked)
    try {
      await answers(() => fetch(`http://127.0.0.1:${ports.server}/_health`))
      running.push(start(makeFolder(), ports))
      await answers(async () => assert.equal((await ask("/_health")).resume().statusCode, 200))
      await checkPromises(ask)
    } catch (error) {
      throw new Error(`Behind ${name}`, { cause: error })
    } finally {
      // The proxy first. Its master ends its worker, which a killed one would leave behind.
      for (const child of running.toReversed()) child.kill("SIGTERM")
    }
  }
}
