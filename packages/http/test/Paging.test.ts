import { assert, describe, it } from "@effect/vitest"
import { PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { clientAddress, clientUrl, TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import { pageLinks, pageRequest, pageText } from "@hedgerow/http/requests/Paging"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"

describe("page requests", () => {
  const cases: ReadonlyArray<readonly [{ readonly limit?: number; readonly offset?: number }, number, number]> = [
    [{}, 100, 0],
    [{ limit: 10, offset: 20 }, 10, 20],
    [{ limit: 0 }, 100, 0],
    [{ limit: -5, offset: -5 }, 100, 0],
    [{ limit: 1000 }, 1000, 0],
    [{ limit: 1001 }, 1000, 0]
  ]
  for (const [query, limit, offset] of cases) {
    it(`reads ${JSON.stringify(query)}`, () => assert.deepStrictEqual(pageRequest(query), { limit, offset }))
  }
  it("a list may have its own default", () => assert.deepStrictEqual(pageRequest({}, 20), { limit: 20, offset: 0 }))
})

describe("page links", () => {
  const links = (query: string, limit: number, offset: number, count: number) =>
    pageLinks(new URL(`https://h.test/l/?${query}`), { limit, offset }, count)

  it("keep other parameters, sorted by name", () =>
    assert.deepStrictEqual(links("search=a+b&offset=20&limit=10&active=true", 10, 20, 40), {
      next: "https://h.test/l/?active=true&limit=10&offset=30&search=a+b",
      previous: "https://h.test/l/?active=true&limit=10&offset=10&search=a+b"
    }))
  it("never repeat a key", () =>
    assert.strictEqual(
      links("personal_api_key=phx_secret&secret_api_key=phs_secret", 10, 0, 20).next,
      "https://h.test/l/?limit=10&offset=10"
    ))
  it("previous drops an offset of nothing", () => {
    assert.strictEqual(links("offset=10", 10, 10, 11).previous, "https://h.test/l/?limit=10")
    assert.strictEqual(links("offset=3", 10, 3, 11).previous, "https://h.test/l/?limit=10")
  })
  it("previous of a page beyond the end is one page back from there", () =>
    assert.deepStrictEqual(links("offset=50", 10, 50, 11), {
      next: null,
      previous: "https://h.test/l/?limit=10&offset=40"
    }))
  it("show the cut limit", () => assert.match(links("limit=5000", 1000, 0, 1001).next ?? "", /limit=1000&offset=1000/))
  it("end where the list ends", () => assert.deepStrictEqual(links("", 10, 0, 10), { next: null, previous: null }))
})

it.effect("others run while a page of large records is written", () =>
  Effect.gen(function*() {
    const request = HttpServerRequest.fromWeb(new Request("http://h.test/l/"))
    const order: Array<string> = []
    const items = Array.from({ length: 4 }, (_, index) => index)
    const writing = pageText({ items, count: 4 }, { limit: 4, offset: 0 }, (index) => {
      order.push(`record ${index}`)
      return { text: "x".repeat(200_000) }
    }).pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, request))
    const other = Effect.forEach(items, (index) =>
      Effect.andThen(Effect.sync(() => order.push(`other ${index}`)), Effect.yieldNow), { discard: true })
    yield* Effect.all([writing, other], { concurrency: 2 })
    assert.isBelow(order.indexOf("other 0"), order.indexOf("record 3"))
  }))

describe("the client's URL", () => {
  it.effect("keeps the path when the client names no readable host", () =>
    Effect.gen(function*() {
      const sent = HttpServerRequest.fromWeb(new Request("http://h.test/api/projects/?offset=1"))
      for (const originalUrl of ["http://a b<>/api/projects/?offset=1", "/api/projects/?offset=1"]) {
        const url = yield* clientUrl(Object.create(sent, { originalUrl: { value: originalUrl } }))
        assert.strictEqual(url.pathname + url.search, "/api/projects/?offset=1")
      }
    }))

  const forwarded = {
    host: "inner:8000",
    "x-forwarded-host": "api.example.com, proxy",
    "x-forwarded-proto": "https",
    "x-forwarded-for": "203.0.113.9, 10.0.0.1"
  }
  const request = (headers: Record<string, string>) =>
    HttpServerRequest.fromWeb(new Request("http://localhost/api/projects/?a=1", { headers }))
  const href = (headers: Record<string, string>) => Effect.map(clientUrl(request(headers)), (url) => url.href)

  it.effect("is on the host the client names", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* href({ host: "me.test:81" }), "http://me.test:81/api/projects/?a=1")
      assert.strictEqual(yield* href({}), "http://localhost/api/projects/?a=1")
      assert.strictEqual(yield* href({ host: "evil/..@x" }), "http://localhost/api/projects/?a=1")
    }))

  it.effect("trusts a proxy only when configured to", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* href(forwarded), "http://inner:8000/api/projects/?a=1")
      assert.strictEqual(yield* clientAddress(request(forwarded)), undefined)
      const trusting = Effect.provideService(TrustProxy, true)
      assert.strictEqual(yield* trusting(href(forwarded)), "https://api.example.com/api/projects/?a=1")
      assert.strictEqual(yield* trusting(clientAddress(request(forwarded))), "203.0.113.9")
    }))

  it.effect("is under the public URL when one is set", () =>
    Effect.gen(function*() {
      const url = yield* Effect.provideService(href(forwarded), PublicUrl, Option.some(new URL("https://p.test/base/")))
      assert.strictEqual(url, "https://p.test/base/api/projects/?a=1")
    }))
})
