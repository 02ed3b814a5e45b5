import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import { makeGuideFiles } from "@hedgerow/server/guides/GuideFiles"
import * as Guides from "@hedgerow/server/guides/Guides"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib"

const files = {
  "index.html": "<h1>Hedgerow</h1>",
  "404.html": "<h1>Not there</h1>",
  "sql.html": "<h1>The SQL dialect</h1>",
  "decisions/index.html": "<h1>Decisions</h1>",
  "decisions/0001-effect-4.html": "<h1>Effect</h1>",
  "assets/app.B94hsj66.js": "console.log(1)",
  "charts/funnel.svg": "<svg/>"
}

const makeSite = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-guides-"))
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, "site", `${name}.br`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, brotliCompressSync(text))
    }
    writeFileSync(join(folder, "secret.html.br"), brotliCompressSync("beside the site"))
    writeFileSync(join(folder, "site/.hidden.html.br"), brotliCompressSync("hidden"))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

type Headers = Readonly<Record<string, string>>

/** Sends requests to the site of a folder. */
const serve = Effect.fnUntraced(function*(folder: string) {
  const layer = Guides.layerOf(folder).pipe(
    Layer.provide(NodeServices.layer),
    Layer.provide(HttpServer.layerServices)
  )
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => HttpRouter.toWebHandler(layer, { disableLogger: true })),
    ({ dispose }) => Effect.promise(dispose)
  )
  return (path: string, headers: Headers = {}) =>
    Effect.promise(() => handler(new Request(`http://localhost${path}`, { headers })))
})

const opened = Effect.flatMap(makeSite, (folder) => serve(join(folder, "site")))
const textOf = (response: Response) => Effect.promise(() => response.text())
const bytesOf = (response: Response) => Effect.promise(async () => Buffer.from(await response.arrayBuffer()))

it.effect("a page stands at its name, one of a folder at the folder's", () =>
  Effect.gen(function*() {
    const get = yield* opened
    const pages = [
      ["/guides/", "index.html"],
      ["/guides/sql", "sql.html"],
      ["/guides/sql.html", "sql.html"],
      ["/guides/decisions/", "decisions/index.html"],
      ["/guides/decisions/0001-effect-4", "decisions/0001-effect-4.html"]
    ] as const
    for (const [path, file] of pages) {
      const answer = yield* get(path)
      assert.deepStrictEqual([answer.status, yield* textOf(answer)], [200, files[file]], path)
      assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
      assert.strictEqual(answer.headers.get("cache-control"), "no-cache")
    }
  }).pipe(Effect.scoped))

it.effect("other addresses of a page lead to it", () =>
  Effect.gen(function*() {
    const get = yield* opened
    for (
      const [path, place] of [["/guides", "/guides/"], ["/guides/sql/", "/guides/sql"], [
        "/guides/decisions",
        "/guides/decisions/"
      ]] as const
    ) {
      const { headers, status } = yield* get(path)
      const location = new URL(headers.get("location") ?? "", `http://localhost${path}`).pathname
      assert.deepStrictEqual([status, location], [308, place])
    }
  }).pipe(Effect.scoped))

it.effect("what is not there is 404, as a page or as JSON; nothing beside the site is read", () =>
  Effect.gen(function*() {
    const get = yield* opened
    const page = yield* get("/guides/nowhere", { accept: "text/html" })
    assert.deepStrictEqual([page.status, yield* textOf(page)], [404, files["404.html"]])
    const paths = ["nowhere", "..%2Fsecret.html", "..%2Fsecret", ".hidden", "assets", "a//b"]
    for (const path of paths) {
      const answer = yield* get(`/guides/${path}`)
      assert.deepStrictEqual([answer.status, JSON.parse(yield* textOf(answer)).code], [404, "not_found"], path)
    }
    const folder = yield* makeSite
    const find = yield* makeGuideFiles(join(folder, "site"))
    for (const path of ["../secret.html", "../secret", "sql/../../secret.html", "/etc/hosts", ".hidden.html"]) {
      assert.isTrue(Option.isNone(yield* find(path)), path)
    }
    assert.isTrue(Option.isSome(yield* find("sql.html")))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.effect("files are sent packed to those who take that, whole to others, and not again to those who have them", () =>
  Effect.gen(function*() {
    const get = yield* opened
    const sent = Effect.fnUntraced(function*(accepted: string) {
      const answer = yield* get("/guides/sql", { "accept-encoding": accepted })
      assert.strictEqual(answer.headers.get("vary"), "Accept-Encoding")
      return [answer.headers.get("content-encoding"), yield* bytesOf(answer)] as const
    })
    const [brotli, packed] = yield* sent("gzip, deflate, br")
    const [gzip, zipped] = yield* sent("gzip, br;q=0")
    const [none, plain] = yield* sent("identity")
    assert.deepStrictEqual([brotli, gzip, none], ["br", "gzip", null])
    for (const bytes of [brotliDecompressSync(packed), gunzipSync(zipped), plain]) {
      assert.strictEqual(bytes.toString(), files["sql.html"])
    }
    const etag = (yield* get("/guides/sql")).headers.get("etag") ?? ""
    const again = yield* get("/guides/sql", { "if-none-match": etag })
    assert.deepStrictEqual([again.status, yield* textOf(again)], [304, ""])
  }).pipe(Effect.scoped))

it.effect("a file with a hash in its name is kept for ever; a page runs no code of its own", () =>
  Effect.gen(function*() {
    const get = yield* opened
    const script = yield* get("/guides/assets/app.B94hsj66.js")
    assert.strictEqual(script.headers.get("content-type"), "text/javascript; charset=utf-8")
    assert.strictEqual(script.headers.get("cache-control"), "public, max-age=31536000, immutable")
    assert.strictEqual((yield* get("/guides/charts/funnel.svg")).headers.get("content-type"), "image/svg+xml")
    const policy = (yield* get("/guides/")).headers.get("content-security-policy") ?? ""
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.notMatch(policy, /https?:|\*|script-src[^;]*unsafe/)
  }).pipe(Effect.scoped))

it.effect("without a site its paths are 404", () =>
  Effect.gen(function*() {
    const get = yield* serve("/nowhere")
    assert.strictEqual((yield* get("/guides/", { accept: "text/html" })).status, 404)
  }).pipe(Effect.scoped))
