import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const events = { kind: "EventsQuery", select: ["event", "count()"], after: "all" }
const table = { kind: "DataTableNode", source: events }

const send = Effect.fnUntraced(function*(...names: ReadonlyArray<string>) {
  const { project } = yield* FlagApi
  const batch = names.map((event) => ({
    event,
    distinct_id: "ada",
    properties: { plan: event === "paid" ? "pro" : "free" }
  }))
  assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
})

const create = (fields: JsonRecord = {}) =>
  good("POST", "insights/", { name: "Events", query: table, saved: true, ...fields })

const pathOf = (insight: JsonRecord) => `insights/${String(insight["id"])}/`

const tilesOf = (dashboard: JsonRecord) => dashboard["tiles"] as ReadonlyArray<JsonRecord>

const insightOf = (tile: JsonRecord | undefined) => (tile ?? {})["insight"] as JsonRecord

it.effect("an insight is made, read by id and short id, listed, changed, deleted, restored and logged", () =>
  Effect.gen(function*() {
    const made = yield* create({ tags: ["a"], favorited: true, derived_name: "count of events" })
    assert.match(String(made["short_id"]), /^[0-9A-Za-z]{8}$/)
    assert.deepInclude(made, {
      name: "Events",
      query: table,
      saved: true,
      favorited: true,
      derived_name: "count of events",
      tags: ["a"],
      dashboards: [],
      result: null,
      last_refresh: null,
      is_cached: false
    })
    assert.deepStrictEqual(yield* good("GET", pathOf(made)), made)
    assert.deepStrictEqual(yield* good("GET", `insights/${String(made["short_id"])}/`), made)
    assert.deepStrictEqual((yield* good("GET", `insights/?short_id=${String(made["short_id"])}`))["results"], [made])
    const changed = yield* good("PATCH", pathOf(made), { name: "All events" })
    assert.deepInclude(changed, { name: "All events", query: table })
    assert.strictEqual((yield* call("DELETE", pathOf(made))).status, 405)
    yield* good("PATCH", pathOf(made), { deleted: true })
    assert.strictEqual((yield* good("GET", "insights/"))["count"], 0)
    yield* good("PATCH", pathOf(made), { deleted: false })
    assert.strictEqual((yield* good("GET", "insights/"))["count"], 1)
    assert.strictEqual((yield* good("GET", `${pathOf(made)}activity/`))["total_count"], 4)
    assert.strictEqual((yield* call("GET", "insights/99/")).status, 404)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a list is narrowed and ordered as it is asked for, and what it does not know is refused", () =>
  Effect.gen(function*() {
    const series = [{ kind: "EventsNode", event: "paid" }]
    const viz = (kind: string) => ({ kind: "InsightVizNode", source: { kind, series } })
    yield* create({ name: "b", query: viz("TrendsQuery"), tags: ["x"], favorited: true })
    yield* create({ name: "a", query: viz("FunnelsQuery"), tags: ["x", "y"] })
    yield* create({ name: "c", query: { kind: "HogQLQuery", query: "SELECT 1" } })
    yield* create({ name: "d", query: null })
    yield* create({ name: "e" })
    const names = Effect.fnUntraced(function*(query: string) {
      const { results } = yield* good("GET", `insights/?${query}`)
      return (results as ReadonlyArray<JsonRecord>).map(({ name }) => name)
    })
    assert.deepStrictEqual(yield* names("order=name"), ["a", "b", "c", "d", "e"])
    assert.deepStrictEqual(yield* names("order=-name"), ["e", "d", "c", "b", "a"])
    assert.deepStrictEqual(yield* names("order=created_at"), ["b", "a", "c", "d", "e"])
    assert.deepStrictEqual(yield* names("insight=TRENDS"), ["b"])
    assert.deepStrictEqual(yield* names("insight=FUNNELS"), ["a"])
    assert.deepStrictEqual(yield* names("insight=SQL"), ["c"])
    assert.deepStrictEqual(yield* names("insight=JSON"), ["e"])
    assert.deepStrictEqual(yield* names("favorited=true"), ["b"])
    assert.deepStrictEqual(yield* names("tags=y"), ["a"])
    assert.deepStrictEqual(yield* names(`tags=${encodeURIComponent(`["x"]`)}&order=name`), ["a", "b"])
    assert.lengthOf(yield* names("created_by=[1]"), 5)
    assert.deepStrictEqual(yield* names("created_by=999"), [])
    assert.lengthOf(yield* names("created_by=[]&tags=[]&insight="), 5)
    yield* good("PATCH", "insights/1/", { query: viz("PathsQuery") })
    assert.deepStrictEqual(yield* names("insight=PATHS"), ["b"])
    for (const query of ["insight=TREND", "order=id", "created_by=me", "favorited=2"]) {
      const { body, status } = yield* call("GET", `insights/?${query}`)
      assert.deepStrictEqual([status, String(body["attr"]).split("__")[0]], [400, query.split("=")[0]])
    }
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("filters of the older form are read as the query that they mean, and have its result", () =>
  Effect.gen(function*() {
    yield* send("paid", "seen", "paid")
    const filters = {
      insight: "TRENDS",
      events: [{
        id: "paid",
        name: "paid",
        type: "events",
        order: 0,
        math: "total",
        properties: [{ key: "plan", value: "pro" }]
      }],
      date_from: "-1d",
      display: "BoldNumber",
      filter_test_accounts: "false"
    }
    const made = yield* create({ query: null, filters })
    assert.deepInclude(made, { filters })
    const { query, result } = yield* good("GET", `${pathOf(made)}?refresh=blocking`)
    assert.deepInclude((query as JsonRecord)["source"], {
      kind: "TrendsQuery",
      filterTestAccounts: false,
      dateRange: { date_from: "-1d" },
      trendsFilter: { display: "BoldNumber" }
    })
    assert.deepInclude((result as ReadonlyArray<JsonRecord>)[0], { aggregated_value: 2, label: "paid" })
    assert.strictEqual((yield* good("GET", "insights/?insight=TRENDS"))["count"], 1)
    const plain = yield* create({ query: null, filters: { date_from: "-7d" } })
    assert.isNull(plain["query"])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a plain GET shows the kept result with its time, and computes nothing; refresh computes", () =>
  Effect.gen(function*() {
    yield* send("paid", "seen")
    const made = yield* create()
    const path = pathOf(made)
    assert.deepInclude(yield* good("GET", path), { result: null, last_refresh: null })
    const fresh = yield* good("GET", `${path}?refresh=blocking`)
    assert.deepInclude(fresh, {
      result: [["paid", 1], ["seen", 1]],
      columns: ["event", "count()"],
      hasMore: false,
      is_cached: false,
      last_refresh: "1970-01-01T00:00:00Z",
      timezone: "UTC"
    })
    yield* TestClock.adjust("1 day")
    yield* send("paid")
    const old = yield* good("GET", path)
    assert.deepInclude(old, {
      result: [["paid", 1], ["seen", 1]],
      is_cached: true,
      last_refresh: "1970-01-01T00:00:00Z",
      cache_target_age: "1970-01-01T00:05:00Z"
    })
    const again = yield* good("GET", `${path}?refresh=blocking`)
    assert.deepInclude(again, { result: [["paid", 2], ["seen", 1]], last_refresh: "1970-01-02T00:00:00Z" })
    yield* send("seen")
    assert.deepInclude(yield* good("GET", `${path}?refresh=blocking`), { result: [["paid", 2], ["seen", 1]] })
    assert.deepInclude(yield* good("GET", `${path}?refresh=true`), { result: [["paid", 2], ["seen", 2]] })
    // The same query over POST /query/ is the same result.
    const asked = yield* good("POST", "query/", { query: table })
    assert.deepInclude(asked, { is_cached: true, results: [["paid", 2], ["seen", 2]] })
    const later = yield* good("GET", `${path}?refresh=async`)
    assert.deepInclude(later, { result: [["paid", 2], ["seen", 2]], query_status: null })
    const { body, status } = yield* call("GET", `${path}?refresh=soon`)
    assert.deepStrictEqual([status, body["attr"]], [400, "refresh"])
    // A changed query has another result, or none.
    const changed = yield* good("PATCH", path, { query: { ...events, event: "paid" } })
    assert.deepInclude(changed, { result: null, is_cached: false })
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a dashboard is made, gets insights, shows their results under its filters, and is copied", () =>
  Effect.gen(function*() {
    yield* send("paid", "seen")
    const board = yield* good("POST", "dashboards/", { name: "Growth", pinned: true })
    assert.deepInclude(board, { name: "Growth", pinned: true, creation_mode: "default", tiles: [], filters: {} })
    const path = `dashboards/${String(board["id"])}/`
    const insight = yield* create({ dashboards: [board["id"]] })
    assert.deepStrictEqual(insight["dashboards"], [board["id"]])
    const [tile] = tilesOf(yield* good("GET", path))
    assert.deepInclude(tile, { layouts: {}, color: null, error: null })
    assert.deepInclude(insightOf(tile), { id: insight["id"], result: null })
    const [answered] = tilesOf(yield* good("GET", `${path}?refresh=blocking`))
    assert.deepInclude(insightOf(answered), { result: [["paid", 1], ["seen", 1]], is_cached: false })
    const [kept] = tilesOf(yield* good("GET", path))
    assert.deepInclude(insightOf(kept), { result: [["paid", 1], ["seen", 1]], is_cached: true })

    const filters = { properties: [{ type: "event", key: "plan", value: "pro" }], variables: null }
    const layouts = { sm: { x: 0, y: 0, w: 6, h: 5 } }
    const changed = yield* good("PATCH", path, { filters, tiles: [{ id: tile?.["id"], layouts, color: "blue" }] })
    assert.deepInclude(tilesOf(changed)[0], { layouts, color: "blue" })
    assert.deepInclude(insightOf(tilesOf(changed)[0]), { result: null })
    const [filtered] = tilesOf(yield* good("GET", `${path}?refresh=blocking`))
    assert.deepInclude(insightOf(filtered), { result: [["paid", 1]] })
    const alone = yield* good("GET", pathOf(insight))
    assert.deepInclude(alone, { result: [["paid", 1], ["seen", 1]] })
    const there = yield* good("GET", `${pathOf(insight)}?from_dashboard=${String(board["id"])}`)
    assert.deepInclude(there, { result: [["paid", 1]] })

    const copy = yield* good("POST", "dashboards/", { name: "Copy", use_dashboard: board["id"] })
    assert.deepInclude(copy, { creation_mode: "duplicate" })
    assert.deepInclude(insightOf(tilesOf(copy)[0]), { id: insight["id"] })
    yield* good("PATCH", path, { tiles: [{ id: tile?.["id"], deleted: true }] })
    assert.deepStrictEqual(tilesOf(yield* good("GET", path)), [])
    assert.deepStrictEqual((yield* good("GET", pathOf(insight)))["dashboards"], [copy["id"]])
    const moved = yield* good("PATCH", pathOf(insight), { dashboards: [board["id"]] })
    assert.deepStrictEqual(moved["dashboards"], [board["id"]])
    assert.strictEqual((yield* good("GET", `${path}activity/`))["total_count"], 2)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a tile whose query is wrong says why and leaves the others alone; the insight itself fails as its query", () =>
  Effect.gen(function*() {
    yield* send("paid")
    const { id } = yield* good("POST", "dashboards/", { name: "Mixed" })
    const broken = yield* create({ query: { kind: "EventsQuery", select: ["nothing(1)"] }, dashboards: [id] })
    yield* create({ dashboards: [id] })
    const plain = tilesOf(yield* good("GET", `dashboards/${String(id)}/`))
    assert.deepStrictEqual(plain.map(({ error }) => error), [null, null])
    const [first, second] = tilesOf(yield* good("GET", `dashboards/${String(id)}/?refresh=force_blocking`))
    assert.deepInclude(first?.["error"], { attr: null })
    assert.include(JSON.stringify(first?.["error"]), "nothing")
    assert.deepInclude(insightOf(second), { result: [["paid", 1]] })
    assert.strictEqual((yield* call("GET", pathOf(broken))).status, 200)
    assert.strictEqual((yield* call("GET", `${pathOf(broken)}?refresh=blocking`)).status, 400)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("texts stand on a dashboard beside insights: written, changed, moved, copied and taken away", () =>
  Effect.gen(function*() {
    const board = yield* good("POST", "dashboards/", { name: "Growth" })
    const path = `dashboards/${String(board["id"])}/`
    const insight = yield* create({ dashboards: [board["id"]] })
    const sm = { sm: { x: 0, y: 0, w: 6, h: 2 } }
    const written = yield* good("PATCH", path, {
      tiles: [{ text: { body: "## Signups" }, layouts: sm, color: "blue" }]
    })
    const [first = {}, text = {}] = tilesOf(written)
    assert.deepInclude(first, { text: null })
    assert.deepInclude(text, { insight: null, error: null, layouts: sm, color: "blue" })
    assert.deepInclude(text["text"] as JsonRecord, { id: text["id"], body: "## Signups", team: board["team_id"] })
    assert.notStrictEqual(text["id"], first["id"])

    const sent = [first, { ...text, text: { body: "## Sales" }, layouts: {} }]
    const [, changed = {}] = tilesOf(yield* good("PATCH", path, { tiles: sent }))
    assert.deepInclude(changed["text"] as JsonRecord, { body: "## Sales" })
    assert.deepInclude(changed, { layouts: {}, color: "blue" })

    const copy = yield* good("POST", "dashboards/", { name: "Copy", use_dashboard: board["id"] })
    assert.deepStrictEqual(tilesOf(copy).map((tile) => (tile["text"] as JsonRecord | null)?.["body"]), [
      undefined,
      "## Sales"
    ])
    const other = yield* good("POST", "dashboards/", { name: "Other" })
    const left = yield* good("PATCH", `${path}move_tile/`, { tile: { id: text["id"] }, toDashboard: other["id"] })
    assert.deepStrictEqual(tilesOf(left).map(({ id }) => id), [first["id"]])
    yield* good("PATCH", `${path}move_tile/`, { tile: { id: first["id"] }, toDashboard: other["id"] })
    const there = tilesOf(yield* good("GET", `dashboards/${String(other["id"])}/`))
    assert.deepStrictEqual(there.map(({ id }) => id), [first["id"], text["id"]])
    assert.sameMembers(
      (yield* good("GET", pathOf(insight)))["dashboards"] as ReadonlyArray<unknown> as Array<unknown>,
      [copy["id"], other["id"]]
    )

    yield* good("PATCH", `dashboards/${String(other["id"])}/`, { tiles: [{ id: text["id"], deleted: true }] })
    assert.lengthOf(tilesOf(yield* good("GET", `dashboards/${String(other["id"])}/`)), 1)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a dashboard is copied with its insights where that is asked for: each copy changes by itself", () =>
  Effect.gen(function*() {
    yield* send("paid")
    const board = yield* good("POST", "dashboards/", { name: "Growth" })
    const path = `dashboards/${String(board["id"])}/`
    const fields = { tags: ["a"], description: "Everybody", dashboards: [board["id"]] }
    const first = yield* create({ ...fields, name: "x".repeat(400) })
    const [nameless, gone] = [yield* create({ ...fields, name: "" }), yield* create(fields)]
    yield* good("PATCH", pathOf(gone), { deleted: true })
    const [tile = {}] = tilesOf(yield* good("GET", path))
    const layouts = { sm: { x: 0, y: 0, w: 6, h: 5 } }
    yield* good("PATCH", path, {
      tiles: [{ id: tile["id"], layouts, color: "blue" }, { text: { body: "## Signups" } }]
    })

    const copy = yield* good("POST", "dashboards/", { use_dashboard: board["id"], duplicate_tiles: true })
    const [one = {}, two = {}, text = {}] = tilesOf(copy)
    assert.lengthOf(tilesOf(copy), 3)
    assert.deepInclude(one, { layouts, color: "blue" })
    assert.deepInclude(text["text"] as JsonRecord, { body: "## Signups" })
    const { description, query, tags } = first
    const copied = { description, query, tags, name: `${"x".repeat(393)} (Copy)`, dashboards: [copy["id"]] }
    assert.deepInclude(insightOf(one), copied)
    assert.deepInclude(insightOf(two), { name: "", dashboards: [copy["id"]] })
    assert.notInclude([first["id"], nameless["id"]], insightOf(one)["id"])
    assert.notStrictEqual(insightOf(one)["short_id"], first["short_id"])
    assert.strictEqual((yield* good("GET", `${pathOf(insightOf(one))}activity/`))["total_count"], 1)

    yield* good("PATCH", pathOf(insightOf(one)), { name: "Mine" })
    assert.deepInclude(yield* good("GET", pathOf(first)), { name: "x".repeat(400), dashboards: [board["id"]] })
    const { count } = yield* good("GET", "insights/")
    const refused = { use_dashboard: 9_999, duplicate_tiles: true }
    assert.strictEqual((yield* call("POST", "dashboards/", refused)).status, 400)
    assert.strictEqual((yield* good("GET", "insights/"))["count"], count)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("insights of a dashboard with too many are not duplicated, and nothing of it is kept", () =>
  Effect.gen(function*() {
    const { id } = yield* good("POST", "dashboards/", { name: "Growth" })
    for (let more = 0; more < 301; more++) yield* create({ query: null, dashboards: [id] })
    const refused = yield* call("POST", "dashboards/", { use_dashboard: id, duplicate_tiles: true })
    assert.deepInclude(refused.body, { attr: "duplicate_tiles", code: "max_length" })
    assert.strictEqual((yield* good("GET", "insights/"))["count"], 301)
    assert.strictEqual((yield* good("GET", "dashboards/"))["count"], 1)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a list is narrowed by the times of creation and of the last change, in the project's calendar", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2026-01-05T12:00:00Z"))
    yield* create({ name: "old" })
    yield* TestClock.setTime(Date.parse("2026-01-10T23:30:00Z"))
    yield* create({ name: "new" })
    yield* TestClock.setTime(Date.parse("2026-01-12T08:00:00Z"))
    yield* good("PATCH", "insights/1/", { favorited: true })
    const names = Effect.fnUntraced(function*(query: string) {
      const { results } = yield* good("GET", `insights/?order=created_at&${query}`)
      return (results as ReadonlyArray<JsonRecord>).map(({ name }) => name)
    })
    const cases: ReadonlyArray<readonly [query: string, names: ReadonlyArray<string>]> = [
      ["date_from=2026-01-11", ["old"]],
      ["date_from=2026-01-10T23:30:00Z", ["old", "new"]],
      ["date_from=2026-01-10T23:30:00.001Z", ["old"]],
      ["date_to=2026-01-10", ["new"]],
      ["date_to=2026-01-10T23:30:00Z", []],
      ["date_to=2026-01-09", []],
      ["date_from=-1d", ["old"]],
      ["date_from=-2d", ["old", "new"]],
      ["date_from=all&date_to=", ["old", "new"]],
      ["created_date_from=2026-01-06", ["new"]],
      ["created_date_to=2026-01-05", ["old"]],
      ["created_date_from=-1wStart&created_date_to=-2d", ["old", "new"]],
      ["created_date_to=2026-01-05&date_to=2026-01-10", []]
    ]
    for (const [query, expected] of cases) assert.deepStrictEqual(yield* names(query), [...expected], query)
    for (const query of ["date_from=soon", "date_to=2026-13-01", "created_date_from=1", "created_date_to=x"]) {
      const { body, status } = yield* call("GET", `insights/?${query}`)
      assert.deepStrictEqual([status, body["attr"]], [400, query.split("=")[0]])
    }
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("an impossible place on a dashboard is refused with the fault's place", () =>
  Effect.gen(function*() {
    const board = yield* good("POST", "dashboards/", { name: "Growth" })
    const path = `dashboards/${String(board["id"])}/`
    yield* create({ dashboards: [board["id"]] })
    const [tile = {}] = tilesOf(yield* good("GET", path))
    const copy = yield* good("POST", "dashboards/", { name: "Copy", use_dashboard: board["id"] })
    const gone = yield* good("POST", "dashboards/", { name: "Gone" })
    yield* good("PATCH", `dashboards/${String(gone["id"])}/`, { deleted: true })
    const move = `${path}move_tile/`
    const cases: ReadonlyArray<readonly [path: string, body: JsonRecord, attr: string, code: string]> = [
      [path, { tiles: [{ text: {} }] }, "tiles__0__text__body", "required"],
      [path, { tiles: [{ text: { body: "" } }] }, "tiles__0__text__body", "blank"],
      [path, { tiles: [{ text: { body: "x".repeat(4_001) } }] }, "tiles__0__text__body", "max_length"],
      [path, { tiles: [{ text: null }] }, "tiles__0__id", "required"],
      [path, { tiles: [{ id: tile["id"], text: { body: "a" } }] }, "tiles__0__text", "invalid_input"],
      [path, { tiles: Array.from({ length: 301 }, () => ({ text: { body: "a" } })) }, "tiles", "max_length"],
      [move, { tile: { id: 9_999 }, toDashboard: copy["id"] }, "tile__id", "does_not_exist"],
      [move, { tile: { id: tile["id"] }, toDashboard: 9_999 }, "toDashboard", "does_not_exist"],
      [move, { tile: { id: tile["id"] }, toDashboard: gone["id"] }, "toDashboard", "does_not_exist"],
      [move, { tile: { id: tile["id"] }, toDashboard: copy["id"] }, "toDashboard", "unique"],
      [move, { toDashboard: copy["id"] }, "tile", "required"]
    ]
    for (const [at, body, attr, code] of cases) {
      const refused = yield* call("PATCH", at, body)
      assert.strictEqual(refused.status, 400, JSON.stringify(body).slice(0, 80))
      assert.deepInclude(refused.body, { attr, code })
    }
    const many = Array.from({ length: 300 }, () => ({ text: { body: "a" } }))
    yield* good("PATCH", path, { tiles: many })
    assert.deepInclude((yield* call("PATCH", path, { tiles: [{ text: { body: "b" } }] })).body, {
      attr: "tiles__0",
      code: "max_length"
    })
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("lists have the results that are kept where they are asked for", () =>
  Effect.gen(function*() {
    yield* send("paid")
    const [first, second] = [yield* create(), yield* create({ name: "None", query: null })]
    yield* good("GET", `${pathOf(first)}?refresh=blocking`)
    const listed = (page: JsonRecord) => page["results"] as ReadonlyArray<JsonRecord>
    assert.deepStrictEqual(listed(yield* good("GET", "insights/")).map(({ result }) => result), [null, null])
    const answered = yield* good("GET", "insights/?refresh=false")
    assert.deepStrictEqual(listed(answered).map(({ id, result }) => [id, result]), [
      [second["id"], null],
      [first["id"], [["paid", 1]]]
    ])
    assert.strictEqual((yield* call("GET", "insights/?refresh=true")).status, 400)
    for (let more = 0; more < 20; more++) yield* create({ query: null })
    const page = yield* good("GET", "insights/?refresh=force_cache&limit=100")
    assert.lengthOf(listed(page), 20)
    assert.include(String(page["next"]), "limit=20&offset=20&refresh=force_cache")
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a stored query of an older version is read in the latest", () =>
  Effect.gen(function*() {
    const query = { kind: "InsightVizNode", source: { kind: "RetentionQuery", retentionFilter: { showMean: true } } }
    const made = yield* create({ query })
    const upgraded = {
      kind: "InsightVizNode",
      source: { kind: "RetentionQuery", retentionFilter: { meanRetentionCalculation: "simple" }, version: 2 }
    }
    assert.deepStrictEqual(made["query"], upgraded)
    assert.deepStrictEqual((yield* good("GET", pathOf(made)))["query"], upgraded)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a kind that the server does not run is stored, and says so when its result is asked for", () =>
  Effect.gen(function*() {
    for (const kind of ["WebOverviewQuery", "CalendarHeatmapQuery", "RecordingsQuery"]) {
      const query = { kind: "InsightVizNode", source: { kind, properties: [], series: [] } }
      const made = yield* create({ query })
      assert.strictEqual((made["query"] as JsonRecord)["kind"], "InsightVizNode")
      assert.strictEqual((yield* good("GET", pathOf(made)))["result"], null)
      const asked = yield* call("GET", `${pathOf(made)}?refresh=blocking`)
      assert.strictEqual(asked.status, 400, asked.text)
      assert.strictEqual(asked.body["detail"], `Unsupported query kind: ${kind}`)
    }
    const { body } = yield* call("POST", "insights/", { query: { kind: "TrendQuery" } })
    assert.include(body["detail"], "\"TrendQuery\" is not a valid choice. Did you mean 'TrendsQuery'? The kinds are ")
    assert.include(body["detail"], "RetentionQuery, PathsQuery")
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a fault is refused with its place", () =>
  Effect.gen(function*() {
    const { id } = yield* good("POST", "dashboards/", { name: "Board" })
    const board = `dashboards/${String(id)}/`
    const refused: ReadonlyArray<
      readonly [method: string, path: string, body: JsonRecord, attr: string, code: string]
    > = [
      ["POST", "insights/", { query: "x" }, "query", "not_a_dict"],
      ["POST", "insights/", { query: { kind: "Soup" } }, "query__kind", "invalid_choice"],
      ["POST", "insights/", { query: {} }, "query__kind", "required"],
      [
        "POST",
        "insights/",
        { query: { kind: "InsightVizNode", source: { kind: "TrendQuery" } } },
        "query__source__kind",
        "invalid_choice"
      ],
      ["POST", "insights/", { dashboards: [id, 99] }, "dashboards__1", "does_not_exist"],
      ["POST", "insights/", { name: 5, dashboards: {} }, "dashboards", "not_a_list"],
      ["POST", "dashboards/", { use_dashboard: 99 }, "use_dashboard", "does_not_exist"],
      ["POST", "dashboards/", { use_template: "Product analytics" }, "use_template", "invalid_choice"],
      ["POST", "dashboards/", { duplicate_tiles: "some" }, "duplicate_tiles", "invalid_input"],
      ["PATCH", board, { tiles: [{ id: 99 }] }, "tiles__0__id", "does_not_exist"],
      ["PATCH", board, { tiles: [{ layouts: {} }] }, "tiles__0__id", "required"],
      ["PATCH", board, { tiles: [{ id: 1, layouts: [] }] }, "tiles__0__layouts", "not_a_dict"]
    ]
    for (const [method, path, body, attr, code] of refused) {
      const answer = yield* call(method, path, body)
      assert.deepStrictEqual(
        [answer.status, answer.body["attr"], answer.body["code"]],
        [400, attr, code],
        JSON.stringify(body)
      )
    }
    assert.strictEqual((yield* good("GET", "insights/"))["count"], 0)
    yield* good("POST", "dashboards/", { name: "Plain", use_template: "", use_dashboard: null })
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("keys need the scope of each action, and other organisations see nothing", () =>
  Effect.gen(function*() {
    const { call, keyOf } = yield* FlagApi
    yield* send("paid")
    const made = yield* create()
    const status = (method: string, path: string, key: string, body?: JsonRecord) =>
      Effect.map(call(method, path, body, { key }), (answer) => answer.status)
    const reader = yield* keyOf("reader", ["insight:read"])
    assert.strictEqual(yield* status("GET", `${pathOf(made)}?refresh=blocking`, reader), 200)
    assert.strictEqual(yield* status("PATCH", pathOf(made), reader, { name: "x" }), 403)
    assert.strictEqual(yield* status("GET", "dashboards/", reader), 403)
    const boards = yield* keyOf("boards", ["dashboard:write"])
    assert.strictEqual(yield* status("POST", "dashboards/", boards, { name: "x" }), 201)
    assert.strictEqual(yield* status("POST", "insights/", boards, { name: "x" }), 403)
    const stranger = yield* keyOf("stranger", ["*"], "another organisation")
    assert.include([403, 404], yield* status("GET", pathOf(made), stranger))
    // A query about what is not there fails as such.
    const metric = { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "paid" } }
    const experiment = yield* create({ query: { kind: "ExperimentQuery", experiment_id: 1, metric } })
    assert.strictEqual(yield* status("GET", `${pathOf(experiment)}?refresh=blocking`, reader), 400)
  }).pipe(Effect.provide(FlagApi.layer)))
