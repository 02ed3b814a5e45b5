// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import { assert, describe, it } from "@effect/vitest"
import { InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import * as Domain from "@hedgerow/core/Domain"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { RateLimiter } from "@hedgerow/http/limits/RateLimiter"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

/** The names of the insights that visitors had asked, in their order. */
class Asked extends Context.Service<Asked, Array<string>>()("@hedgerow/testing/test/sharing/Sharing.test/Asked") {}

const asking = Layer.effect(
  InsightResults,
  Effect.gen(function*() {
    const results = yield* InsightResults
    const asked = yield* Asked
    return InsightResults.of({
      of: (by, insight, ask) => {
        if (by.endpoint === "/shared/{token}/") asked.push(`${insight.name} ${ask.refresh}`)
        return results.of(by, insight, ask)
      }
    })
  })
)

const nothingAsked = Layer.sync(Asked, () => [])

const domain = Layer.merge(Domain.layer, asking.pipe(Layer.provide([Domain.layer, nothingAsked])))

const over = <E>(storage: Layer.Layer<StoragePorts, E>) =>
  Layer.suspend(() => FlagApi.layerOver(storage, domain).pipe(Layer.provideMerge(nothingAsked)))

const storages = {
  memory: over(MemoryStorage.layer),
  PostgreSQL: over(PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer), Layer.orDie))
} as const

const html = { key: "", headers: { authorization: "", accept: "text/html" } }
const noon = Date.UTC(2026, 0, 5, 12)

const visit = (token: unknown) => call("GET", `/shared/${String(token)}`, undefined, html)

const capture = Effect.fnUntraced(function*(batch: ReadonlyArray<object>) {
  const { project } = yield* FlagApi
  const answer = yield* call("POST", "/batch/", { api_key: project.api_token, batch })
  assert.strictEqual(answer.status, 200, answer.text)
})

const signedUp = (person: string, properties: object = {}) => ({
  event: "signed up",
  distinct_id: person,
  properties,
  timestamp: "2026-01-05T10:00:00Z"
})

const trend = (dashboards: ReadonlyArray<unknown>, name = "Signups", query: object = {}) =>
  good("POST", "insights/", {
    name,
    dashboards,
    query: {
      kind: "TrendsQuery",
      series: [{ kind: "EventsNode", event: "signed up" }],
      dateRange: { date_from: "-7d" },
      ...query
    }
  })

const dashboard = (fields: object = {}) => good("POST", "dashboards/", { name: "Growth", ...fields })

const turnOn = (id: unknown) => good("PATCH", `dashboards/${String(id)}/sharing/`, { enabled: true })

const actions = Effect.fnUntraced(function*(id: unknown) {
  const { results } = yield* good("GET", `dashboards/${String(id)}/activity/`)
  return (results as ReadonlyArray<JsonRecord>).map(({ activity }) => activity)
})

/** The texts of all pictures of a page. */
const picturesOf = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/src="data:image\/svg\+xml;base64,([^"]*)"/g)].map(([, text = ""]) =>
    Buffer.from(text, "base64").toString("utf8")
  )

describe.each(Object.entries(storages))("a link of a dashboard, with %s", (_, storage) => {
  const world = <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.andThen(TestClock.setTime(noon), Effect.provide(test, storage))

  it.effect("is turned on, opened without a key, renewed, which ends the one before, and turned off", () =>
    Effect.gen(function*() {
      const { id } = yield* dashboard({ description: "Of the week" })
      yield* trend([id])
      const path = `dashboards/${String(id)}/sharing/`
      const off = { enabled: false, access_token: null, link: null, created_by: null, created_at: null }
      assert.deepStrictEqual(yield* good("GET", path), off)
      assert.deepStrictEqual(yield* good("PATCH", path, { enabled: false }), off)
      assert.strictEqual((yield* call("POST", `${path}refresh/`)).status, 404)

      const made = yield* turnOn(id)
      const token = String(made["access_token"])
      assert.match(token, /^hgl_[0-9A-Za-z]{43}$/)
      assert.deepInclude(made, { enabled: true, created_at: "2026-01-05T12:00:00Z" })
      assert.strictEqual(made["link"], `http://hedgerow.test/shared/${token}`)
      assert.isString(recordOrEmpty(made["created_by"])["email"])
      const shown = { ...made, access_token: null, link: null }
      assert.deepStrictEqual(yield* good("GET", path), shown)
      assert.deepStrictEqual(yield* turnOn(id), shown)

      yield* capture([signedUp("ada"), signedUp("bob")])
      const page = yield* visit(token)
      assert.deepStrictEqual([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"])
      for (const part of ["<h1>Growth</h1>", "Of the week", "<h2>Signups</h2>", "less than a minute ago", "in UTC"]) {
        assert.include(page.text, part)
      }
      assert.strictEqual(picturesOf(page.text).length, 1)
      assert.strictEqual((yield* call("HEAD", `/shared/${token}`, undefined, html)).status, 200)

      yield* TestClock.adjust("1 hour")
      const renewed = yield* good("POST", `${path}refresh/`)
      assert.notStrictEqual(renewed["access_token"], token)
      assert.deepInclude(renewed, { enabled: true, created_at: "2026-01-05T13:00:00Z" })
      assert.strictEqual((yield* visit(token)).status, 404)
      assert.strictEqual((yield* visit(renewed["access_token"])).status, 200)

      assert.deepStrictEqual(yield* good("PATCH", path, { enabled: false }), off)
      assert.strictEqual((yield* visit(renewed["access_token"])).status, 404)
      const again = yield* turnOn(id)
      assert.strictEqual((yield* visit(again["access_token"])).status, 200)
      assert.deepStrictEqual((yield* actions(id)).slice(0, 4), [
        "sharing enabled",
        "sharing disabled",
        "sharing renewed",
        "sharing enabled"
      ])
    }).pipe(world))

  it.effect("shows nothing, in one and the same answer, once its dashboard or its project is gone", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const unknown = yield* visit(`hgl_${"x".repeat(43)}`)
      assert.strictEqual(unknown.status, 404)
      assert.include(unknown.text, "Nothing is shared here")
      const { id } = yield* dashboard()
      const { access_token: token } = yield* turnOn(id)
      const headersOf = (headers: Headers) => [...headers].filter(([name]) => name !== "x-request-id")
      const same = Effect.fnUntraced(function*(sent: unknown) {
        const { headers, status, text } = yield* visit(sent)
        assert.deepStrictEqual([status, text], [404, unknown.text])
        assert.deepStrictEqual(headersOf(headers), headersOf(unknown.headers))
      })
      yield* same("x")
      yield* same("%00")
      yield* good("PATCH", `dashboards/${String(id)}/`, { deleted: true })
      yield* same(token)
      assert.strictEqual((yield* call("GET", `dashboards/${String(id)}/sharing/`)).status, 404)
      yield* good("PATCH", `dashboards/${String(id)}/`, { deleted: false })
      assert.strictEqual((yield* visit(token)).status, 200)
      const json = yield* call("GET", "/shared/hgl_x", undefined, { headers: { authorization: "" } })
      assert.deepStrictEqual([json.status, json.body["code"]], [404, "not_found"])

      const organization = `/api/organizations/${project.organization_id}/projects/`
      const other = yield* good("POST", organization, { name: "Other" })
      const there = `/api/projects/${String(other["id"])}/dashboards/`
      const { id: theirs } = yield* good("POST", there, { name: "Theirs" })
      const link = yield* good("PATCH", `${there}${String(theirs)}/sharing/`, { enabled: true })
      assert.include((yield* visit(link["access_token"])).text, "<h1>Theirs</h1>")
      for (const [method, rest] of [["GET", ""], ["PATCH", ""], ["POST", "refresh/"]] as const) {
        const body = method === "PATCH" ? { enabled: false } : undefined
        const answer = yield* call(method, `dashboards/${String(theirs)}/sharing/${rest}`, body)
        assert.strictEqual(answer.status, 404, method)
      }
      assert.strictEqual((yield* visit(link["access_token"])).status, 200)
      assert.isBelow((yield* call("DELETE", `${organization}${String(other["id"])}/`)).status, 300)
      yield* same(link["access_token"])
    }).pipe(world))
})

describe("the page of a shared dashboard", () => {
  const world = <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.andThen(TestClock.setTime(noon), Effect.provide(test, storages.memory))

  it.effect("runs, loads and keeps nothing, and tells its address to nobody", () =>
    Effect.gen(function*() {
      const { id } = yield* dashboard()
      const { headers, text } = yield* visit((yield* turnOn(id))["access_token"])
      assert.match(
        headers.get("content-security-policy") ?? "",
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
      )
      assert.strictEqual(headers.get("cache-control"), "private, no-store")
      assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
      assert.include(headers.get("x-robots-tag") ?? "", "noindex")
      assert.notInclude(text, "<script")
      assert.notInclude(text, " style=")
      assert.include(text, "Nothing is on this dashboard yet.")
    }).pipe(world))

  it.effect("shows names, texts and values as they are written, whatever they look like", () =>
    Effect.gen(function*() {
      const hostile = "</title><script>alert(1)</script><img src=x onerror=alert(2)>"
      const body = `# Read\n\n**this** ${hostile} [a](javascript:alert(3)) ![b](https://elsewhere.example/c.png)`
      yield* capture([signedUp("ada", { [`k${hostile}`]: hostile })])
      const { id } = yield* dashboard({ name: hostile, description: hostile })
      yield* good("PATCH", `dashboards/${String(id)}/`, { tiles: [{ text: { body } }] })
      yield* trend([id], hostile, { breakdownFilter: { breakdown: `k${hostile}`, breakdown_type: "event" } })
      yield* good("POST", "insights/", {
        name: `${hostile} SQL`,
        dashboards: [id],
        query: {
          kind: "DataVisualizationNode",
          source: { kind: "HogQLQuery", query: `select '${hostile}' as one, distinct_id from events` }
        }
      })
      const { text } = yield* visit((yield* turnOn(id))["access_token"])
      for (const page of [text, ...picturesOf(text)]) {
        assert.notInclude(page, "<script")
        assert.notInclude(page, "<img src=x")
        assert.notMatch(page, /(?:href|src)="(?:javascript|https:\/\/elsewhere[^"]*png"[^>]*alt)/i)
      }
      assert.strictEqual((text.match(/<img /g) ?? []).length, picturesOf(text).length)
      assert.isAbove(text.split("&lt;script&gt;alert(1)").length, 5)
      assert.include(text, "<h2>Read</h2>")
      assert.include(text, "<strong>this</strong>")
    }).pipe(world))

  it.effect("has the dashboard's tiles alone, in their order, without those that are deleted", () =>
    Effect.gen(function*() {
      const { id } = yield* dashboard()
      const first = yield* trend([id], "First")
      yield* trend([id], "Second")
      const gone = yield* trend([id], "Gone")
      yield* trend([], "Elsewhere")
      yield* good("PATCH", `insights/${String(gone["id"])}/`, { deleted: true })
      const { tiles } = yield* good("GET", `dashboards/${String(id)}/`)
      const one = (tiles as ReadonlyArray<JsonRecord>)
        .find(({ insight }) => recordOrEmpty(insight)["id"] === first["id"])
      yield* good("PATCH", `dashboards/${String(id)}/`, {
        tiles: [
          { id: one?.["id"], layouts: { sm: { x: 0, y: 9, w: 12, h: 3 } } },
          { text: { body: "Above" }, layouts: { sm: { x: 0, y: 0, w: 4, h: 3 } } }
        ]
      })
      const { text } = yield* visit((yield* turnOn(id))["access_token"])
      const [above, first_, second] = ["Above", "<h2>First", "<h2>Second"].map((part) => text.indexOf(part))
      assert.isTrue(above !== undefined && above > 0 && first_ !== undefined && above < first_)
      assert.isTrue(second !== undefined && second > 0 && first_ !== undefined && first_ < second)
      assert.include(text, "tile w12")
      for (const part of ["Gone", "Elsewhere", "@"]) assert.notInclude(text.replace(/<style>.*<\/style>/s, ""), part)
    }).pipe(world))

  it.effect("is computed once a minute at most, failures too, and takes what is kept", () =>
    Effect.gen(function*() {
      const asked = yield* Asked
      const { id } = yield* dashboard()
      yield* trend([id])
      yield* good("POST", "insights/", {
        name: "Broken",
        dashboards: [id],
        query: { kind: "HogQLQuery", query: "select SECRET from events" }
      })
      const { access_token: token } = yield* turnOn(id)
      const pages = yield* Effect.all([visit(token), visit(token), visit(token)], { concurrency: 3 })
      for (const { status, text } of pages) {
        assert.strictEqual(status, 200)
        assert.include(text, "This cannot be computed.")
        assert.notInclude(text, "SECRET")
      }
      assert.sameMembers(asked, ["Signups blocking", "Broken blocking"])
      yield* TestClock.adjust("59 seconds")
      yield* visit(token)
      assert.strictEqual(asked.length, 2)
      yield* capture([signedUp("ada")])
      yield* TestClock.adjust("10 minutes")
      const kept = yield* visit(token)
      assert.strictEqual(asked.length, 4)
      assert.include(
        kept.text,
        "Computed <time datetime=\"2026-01-05T12:00:00.000Z\">2026-01-05 12:00</time>, 10 minutes ago"
      )
      yield* TestClock.adjust("7 hours")
      assert.include((yield* visit(token)).text, "less than a minute ago")
      // Another question is no older one's answer.
      yield* good("PATCH", `dashboards/${String(id)}/`, { filters: { date_from: "-30d" } })
      asked.length = 0
      yield* visit(token)
      assert.include(asked, "Signups blocking")
    }).pipe(world))

  it.effect("shows nothing of an event any more from the moment on that its deletion is asked for", () =>
    Effect.gen(function*() {
      const { id } = yield* dashboard()
      yield* capture([signedUp("ada"), signedUp("bob")])
      yield* good("POST", "insights/", {
        name: "Who",
        dashboards: [id],
        query: { kind: "ServiceSqlQuery", query: "select distinct_id, event from events order by distinct_id" }
      })
      const token = (yield* turnOn(id))["access_token"]
      assert.include((yield* visit(token)).text, "<td>bob</td>")
      yield* good("POST", "data_deletions/", { distinct_ids: ["bob"] })
      const { text } = yield* visit(token)
      assert.include(text, "<td>ada</td>")
      assert.notInclude(text, "bob")
    }).pipe(world))

  it.effect("is refused to an address that asks too often", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* Effect.forEach([1, 2, 3], () => Effect.map(visit("hgl_x"), ({ status }) => status)),
        [404, 404, 429]
      )
    }).pipe(
      Effect.provide(
        Layer.suspend(() => FlagApi.layerOver(MemoryStorage.layer)).pipe(
          Layer.provide(RateLimiter.layer({ rates: { anonymous: [{ limit: 2, windowSeconds: 60 }] } }))
        )
      )
    ))
})

describe("the links of dashboards", () => {
  it.effect("are made and ended with their scope alone, and read with the one to read", () =>
    Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      const { id } = yield* dashboard()
      const path = `dashboards/${String(id)}/sharing/`
      const [reader, editor, sharer, stranger] = [
        yield* keyOf("reader", ["sharing_configuration:read"]),
        yield* keyOf("editor", ["dashboard:write"]),
        yield* keyOf("sharer", ["sharing_configuration:write"]),
        yield* keyOf("stranger", ["*"], "another organisation")
      ]
      const statuses = (key: string) =>
        Effect.all([
          Effect.map(call("GET", path, undefined, { key }), ({ status }) => status),
          Effect.map(call("PATCH", path, { enabled: true }, { key }), ({ status }) => status),
          Effect.map(call("POST", `${path}refresh/`, undefined, { key }), ({ status }) => status)
        ])
      assert.deepStrictEqual(yield* statuses(reader), [200, 403, 403])
      assert.deepStrictEqual(yield* statuses(editor), [403, 403, 403])
      assert.deepStrictEqual(yield* statuses(stranger), [403, 403, 403])
      assert.deepStrictEqual(yield* statuses(sharer), [200, 200, 200])
      assert.strictEqual((yield* call("PATCH", path, { enabled: "perhaps" })).status, 400)
    }).pipe(Effect.provide(FlagApi.layer)))
})
