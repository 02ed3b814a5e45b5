import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import * as Console from "@hedgerow/server/console/Console"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"

const index = "<html><meta name=\"hedgerow-base\" content=\"__BASE__\"><script nonce=\"__NONCE__\" "
  + "src=\"/console/assets/app-1.js\"></script></html>"

const files = { "index.html": index, "assets/app-1.js": "console.log(1)", "icon.svg": "<svg/>" }

const put = (folder: string): void => {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.br`, brotliCompressSync(text))
    writeFileSync(`${file}.gz`, gzipSync(text))
  }
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({ "index.html": "i", "assets/app-1.js": "a", "icon.svg": "s" })
  )
}

const makeFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "hedgerow-console-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

type Headers = Readonly<Record<string, string>>

const serve = Effect.fnUntraced(function*(folder: string) {
  const layer = Console.layerOf(folder, () => Effect.succeed(HttpServerResponse.text("the start page"))).pipe(
    Layer.provide(NodeServices.layer),
    Layer.provide(HttpServer.layerServices)
  )
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => HttpRouter.toWebHandler(layer, { disableLogger: true })),
    ({ dispose }) => Effect.promise(dispose)
  )
  return (path: string, headers: Headers = { accept: "text/html" }) =>
    Effect.promise(() => handler(new Request(`http://localhost${path}`, { headers })))
})

const textOf = (response: Response) => Effect.promise(() => response.text())
const bytesOf = (response: Response) => Effect.promise(async () => Buffer.from(await response.arrayBuffer()))

it.effect("every page of the console is the same one, with a nonce of its own and never kept", () =>
  Effect.gen(function*() {
    const folder = yield* makeFolder
    put(folder)
    const get = yield* serve(folder)
    const nonces = new Set<string>()
    for (const path of ["/", "/login", "/project/1", "/project/1/sql?q=x"]) {
      const answer = yield* get(path)
      assert.strictEqual(answer.status, 200, path)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      const policy = answer.headers.get("content-security-policy") ?? ""
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ""
      assert.match(policy, /^default-src 'none'; script-src 'self';/)
      const text = yield* textOf(answer)
      assert.include(text, `nonce="${nonce}"`)
      assert.notInclude(text, "__")
      nonces.add(nonce)
    }
    assert.strictEqual(nonces.size, 4)
  }).pipe(Effect.scoped))

it.effect("other clients, and names that are not in the list, get 404", () =>
  Effect.gen(function*() {
    const folder = yield* makeFolder
    put(folder)
    writeFileSync(join(folder, "secret.txt.br"), brotliCompressSync("beside the list"))
    const get = yield* serve(folder)
    const asked = [
      yield* get("/project/1", { accept: "application/json" }),
      ...yield* Effect.forEach(
        ["assets/app-2.js", "secret.txt", "..%2Fmanifest.json", "manifest.json", "index.html", "constructor"],
        (name) => get(`/console/${name}`)
      )
    ]
    for (const answer of asked) {
      assert.deepStrictEqual([answer.status, JSON.parse(yield* textOf(answer)).code], [404, "not_found"])
    }
  }).pipe(Effect.scoped))

it.effect("files are sent in the coding that the client takes, and kept for good where their names have a hash", () =>
  Effect.gen(function*() {
    const folder = yield* makeFolder
    put(folder)
    const get = yield* serve(folder)
    const script = files["assets/app-1.js"]
    const codings = [
      ["gzip, br", "br", "\"a-br\"", brotliDecompressSync],
      ["gzip", "gzip", "\"a-gzip\"", gunzipSync],
      ["", null, "\"a\"", (bytes: Buffer) => bytes]
    ] as const
    for (const [accepted, coding, etag, unpack] of codings) {
      const answer = yield* get("/console/assets/app-1.js", { "accept-encoding": accepted })
      assert.strictEqual(answer.headers.get("content-encoding"), coding)
      assert.strictEqual(answer.headers.get("vary"), "Accept-Encoding")
      assert.strictEqual(answer.headers.get("etag"), etag)
      assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(unpack(yield* bytesOf(answer)).toString(), script)
      const again = yield* get("/console/assets/app-1.js", { "accept-encoding": accepted, "if-none-match": etag })
      assert.strictEqual(again.status, 304)
    }
    assert.strictEqual((yield* get("/console/icon.svg")).headers.get("cache-control"), "no-cache")
  }).pipe(Effect.scoped))

it.effect("without a build the start page is there; a later build is found", () =>
  Effect.gen(function*() {
    const folder = yield* makeFolder
    const get = yield* serve(folder)
    assert.strictEqual(yield* textOf(yield* get("/")), "the start page")
    assert.strictEqual((yield* get("/project/1")).status, 404)
    put(folder)
    assert.include(yield* textOf(yield* get("/")), "hedgerow-base")
  }).pipe(Effect.scoped))
