import { assert, describe, it } from "@effect/vitest"
import { hostRule } from "@hedgerow/server/config/AllowedHosts"
import { Effect } from "effect"
import { request } from "node:http"
import { text } from "node:stream/consumers"
import { settings, startServer } from "./observability/InProcess.ts"

const rule = (env: Readonly<Record<string, string>> = {}) =>
  Effect.map(settings({ HEDGEROW_STORAGE: "memory", ...env }), hostRule)

const own = [
  "localhost:8000",
  "LOCALHOST",
  "localhost.",
  "shop.localhost:1",
  "127.0.0.1:8000",
  "127.8.9.1",
  "[::1]:8000"
]
const strange = [
  "",
  "evil.test",
  "evil.test:8000",
  "127.0.0.1.evil.test",
  "localhost.evil.test",
  "evil-localhost",
  "1270.0.0.1",
  "192.168.0.7",
  "[::2]",
  "10.127.0.0.1"
]

interface Case {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  readonly allowed: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

const cases: ReadonlyArray<Case> = [
  { name: "on loopback: this computer's names alone", env: {}, allowed: own, refused: strange },
  { name: "on another loopback address", env: { HEDGEROW_HOST: "127.0.0.2" }, allowed: own, refused: strange },
  { name: "on loopback in IPv6", env: { HEDGEROW_HOST: "::1" }, allowed: own, refused: strange },
  {
    name: "on loopback with a public URL: its name too, on any port",
    env: { HEDGEROW_PUBLIC_URL: "https://API.example.com:8443/x" },
    allowed: [...own, "api.example.com", "api.example.com:443"],
    refused: [...strange, "example.com", "x.api.example.com"]
  },
  {
    name: "on loopback with names listed",
    env: { HEDGEROW_ALLOWED_HOSTS: "host.docker.internal,*.Example.org,[fe80::1]" },
    allowed: [...own, "host.docker.internal:8000", "a.example.org", "a.b.example.org", "[fe80::1]:8000"],
    refused: [...strange, "example.org", "notexample.org", "docker.internal"]
  },
  {
    name: "on loopback with any name",
    env: { HEDGEROW_ALLOWED_HOSTS: "*" },
    allowed: [...own, ...strange],
    refused: []
  },
  {
    name: "on loopback behind a trusted proxy: what the proxy lets through",
    env: { HEDGEROW_TRUST_PROXY: "true" },
    allowed: [...own, ...strange],
    refused: []
  },
  {
    name: "behind a trusted proxy with names listed",
    env: { HEDGEROW_TRUST_PROXY: "true", HEDGEROW_ALLOWED_HOSTS: "api.example.com" },
    allowed: [...own, "api.example.com"],
    refused: strange
  },
  { name: "for others too: any name", env: { HEDGEROW_HOST: "0.0.0.0" }, allowed: [...own, ...strange], refused: [] },
  {
    name: "for others too, with names listed",
    env: { HEDGEROW_HOST: "192.168.0.7", HEDGEROW_ALLOWED_HOSTS: "api.example.com" },
    allowed: [...own, "api.example.com", "192.168.0.7:8000"],
    refused: strange.filter((host) => host !== "192.168.0.7")
  }
]

const ask = (url: string, headers: Readonly<Record<string, string>>) =>
  Effect.promise(() =>
    new Promise<{ readonly status: number | undefined; readonly body: string }>((resolve, reject) => {
      request(url, { headers }, (response) => {
        void text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
      }).on("error", reject).end()
    })
  )

describe("the hosts a server answers for", () => {
  for (const { allowed, env, name, refused } of cases) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const allows = yield* rule(env)
        assert.deepStrictEqual(allowed.filter((host) => !allows(host)), [])
        assert.deepStrictEqual(refused.filter(allows), [])
      }))
  }

  it.effect.each(["api.example.com:80", "https://api.example.com", "a b", "*.*", "a,,b", "exa*mple.com"])(
    "a list that is none stops the start: %j",
    (list) =>
      Effect.gen(function*() {
        const failed = yield* Effect.flip(rule({ HEDGEROW_ALLOWED_HOSTS: list }))
        assert.include(String(failed), "ALLOWED_HOSTS")
      })
  )

  it.live("another page's name cannot read a server on loopback, metrics included", () =>
    Effect.gen(function*() {
      const url = yield* startServer()
      const paths = [
        "/metrics",
        "/docs",
        "/openapi.json",
        "/_health",
        "/_ready",
        "/flags/",
        "/nothing",
        "/api/projects/"
      ]
      for (const path of paths) {
        const refused = yield* ask(url + path, { host: "evil.test", "x-forwarded-host": "localhost" })
        assert.strictEqual(refused.status, 421, path)
        assert.deepStrictEqual(JSON.parse(refused.body), {
          type: "invalid_request",
          code: "host_not_allowed",
          detail: "This server does not answer for the Host evil.test. HEDGEROW_ALLOWED_HOSTS=evil.test allows it, and "
            + "so does a HEDGEROW_PUBLIC_URL with that host.",
          attr: null
        })
        for (const host of own) assert.notStrictEqual((yield* ask(url + path, { host })).status, 421, `${host} ${path}`)
      }
    }).pipe(Effect.scoped))

  it.live("the refusal names the setting with the host, whatever was sent", () =>
    Effect.gen(function*() {
      const url = yield* startServer()
      const said = (host: string) => Effect.map(ask(`${url}/_health`, { host }), ({ body }) => body)
      assert.include(yield* said("Stats.Example.com:8000"), "HEDGEROW_ALLOWED_HOSTS=stats.example.com allows it")
      assert.include(yield* said("[fe80::1]"), "HEDGEROW_ALLOWED_HOSTS=[fe80::1] allows it")
      for (const host of ["a b", "<script>", `${"a".repeat(300)}.test`]) {
        const body = yield* said(host)
        assert.notInclude(body, host)
        assert.include(body, "HEDGEROW_ALLOWED_HOSTS lists further ones")
      }
    }).pipe(Effect.scoped))

  it.live("a proxy on this computer that keeps the client's Host goes on working", () =>
    Effect.gen(function*() {
      const url = yield* startServer({ HEDGEROW_TRUST_PROXY: "true" })
      assert.strictEqual((yield* ask(`${url}/_health`, { host: "api.example.com" })).status, 200)
      const named = yield* startServer({ HEDGEROW_PUBLIC_URL: "https://api.example.com" })
      assert.strictEqual((yield* ask(`${named}/_health`, { host: "api.example.com" })).status, 200)
    }).pipe(Effect.scoped))
})
