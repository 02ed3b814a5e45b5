import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { eventsQuery } from "@hedgerow/core/query/kinds/events/EventsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { Effect, type Layer } from "effect"
import { eventRows, personOf, type SeededEvent, timeOf } from "../actions/SeededEvents.ts"
import { askInsight, type InsightWorld } from "../insights/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"

const here = 929_011 as ProjectId
const elsewhere = 929_012 as ProjectId
const kind = answerable(eventsQuery)

/** The project of a case, a minute after the last event. */
const worldOf = (project: ProjectId): InsightWorld => ({
  history: { project, events: [], merged: new Map() },
  now: timeOf("2020-01-10T12:14:00Z")
})

const asking: InsightWorld = worldOf(here)

/** The dataset A of the acceptance cases. */
const events: ReadonlyArray<SeededEvent> = [
  { event: "sign up", distinctId: "2", person: "tom", at: "2020-01-10T12:00:00Z", properties: { key: "test_val1" } },
  { event: "sign out", distinctId: "2", person: "tom", at: "2020-01-10T12:11:00Z", properties: { key: "test_val2" } },
  { event: "sign out", distinctId: "3", at: "2020-01-10T12:12:00Z", properties: { key: "test_val2" } },
  {
    event: "sign out",
    distinctId: "4",
    at: "2020-01-10T12:13:00Z",
    properties: { key: "test_val3", path: "a/b/c", $session_id: "s" },
    elements_chain: "a.nav:href=\"/x\"nth-child=\"2\"text=\"Go; on\";div"
  }
]

const tom = (project: ProjectId) =>
  new Person(
    {
      project_id: project,
      id: personOf(project, "tom"),
      properties: { email: "tom@posthog.com", name: "Tom", plan: "pro" },
      created_at: timeOf("2020-01-10T12:00:00Z"),
      is_identified: true,
      version: 1
    }
  )

const seed = Effect.fnUntraced(function*(project: ProjectId, rows: ReadonlyArray<SeededEvent>) {
  const tables = yield* SeedTables
  const id = personOf(project, "tom")
  yield* tables.seed(project, {
    events: eventRows(project, rows),
    persons: [tom(project)],
    person_distinct_ids: ["2", "some-random-uid"].map((distinct_id) => ({ distinct_id, person_id: id }))
  })
})

const ask = (node: JsonRecord, world: InsightWorld, overrides?: Parameters<typeof askInsight>[3]) =>
  askInsight(kind, world, node, overrides)

/** Requests and the rows of their answers. */
const cases: ReadonlyArray<readonly [name: string, node: JsonRecord, rows: ReadonlyArray<ReadonlyArray<WireValue>>]> = [
  ["the latest first", { select: ["event", "distinct_id", "timestamp"] }, [
    ["sign out", "4", "2020-01-10T12:13:00Z"],
    ["sign out", "3", "2020-01-10T12:12:00Z"],
    ["sign out", "2", "2020-01-10T12:11:00Z"],
    ["sign up", "2", "2020-01-10T12:00:00Z"]
  ]],
  ["by the first column", { select: ["distinct_id", "event"] }, [
    ["2", "sign out"],
    ["2", "sign up"],
    ["3", "sign out"],
    ["4", "sign out"]
  ]],
  ["the persons of today, as streams select them", {
    select: [
      "event",
      "pdi.person.id = person_id",
      "toString(pdi.person.properties.email)",
      "coalesce(nullIf(toString(pdi.person.properties.username), ''), nullIf(toString(pdi.person.properties.name), ''), distinct_id)"
    ],
    orderBy: ["timestamp"]
  }, [
    ["sign up", 1, "tom@posthog.com", "Tom"],
    ["sign out", 1, "tom@posthog.com", "Tom"],
    ["sign out", 0, null, "3"],
    ["sign out", 0, null, "4"]
  ]],
  ["groups, the largest first", { select: ["count()", "event"] }, [[3, "sign out"], [1, "sign up"]]],
  ["groups by another aggregate", { select: ["event", "min(distinct_id)"] }, [["sign out", "2"], ["sign up", "2"]]],
  [
    "conditions and an order",
    {
      select: ["count()", "event"],
      where: ["event == 'sign up' or like(properties.key, '%val2')"],
      orderBy: ["count() DESC", "event"]
    },
    [[2, "sign out"], [1, "sign up"]]
  ],
  ["conditions on groups", { select: ["event", "count()"], where: ["count() > 1", "event != 'x'"] }, [["sign out", 3]]],
  ["one group of all", { select: ["count()", "uniq(distinct_id)"] }, [[4, 3]]],
  ["labels", { select: ["event -- Event", "properties.key AS key"], orderBy: ["timestamp ASC"], limit: 1 }, [[
    "sign up",
    "test_val1"
  ]]],
  ["by a name", { select: ["properties.key AS key"], orderBy: ["key DESC"], limit: 1 }, [["test_val3"]]],
  ["SQL that never holds", { select: ["event"], properties: [{ type: "hogql", key: "'a%sd' == 'foo'" }] }, []],
  ["SQL that always holds", { select: ["count()"], properties: [{ type: "hogql", key: "'a%sd' == 'a%sd'" }] }, [[4]]],
  ["SQL that holds for some", {
    select: ["count()"],
    properties: [{ type: "hogql", key: "properties.key == 'test_val2'" }]
  }, [[2]]],
  ["properties and fixed ones", {
    select: ["distinct_id"],
    properties: [{ type: "event", key: "key", value: "test_val2" }],
    fixedProperties: [{ type: "event_metadata", key: "distinct_id", value: "3" }]
  }, [["3"]]],
  ["an event", { select: ["count()"], event: "sign up" }, [[1]]],
  ["several events", { select: ["count()"], events: ["sign up", "x"] }, [[1]]],
  ["steps of an action", { select: ["count()"], actionSteps: [{ event: "sign up" }, { selector: "div > a.nav" }] }, [[
    2
  ]]],
  ["a person", { select: ["count()"], personId: personOf(here, "tom") }, [[2]]],
  ["no such person", { select: ["event"], personId: "12" }, []],
  ["after and before, neither included", {
    select: ["distinct_id"],
    after: "2020-01-10T12:00:00Z",
    before: "2020-01-10T12:12:00Z"
  }, [["2"]]],
  ["the last minute", { select: ["distinct_id"], after: "-1M" }, []],
  ["pages", { select: ["timestamp"], limit: 1, offset: 1 }, [["2020-01-10T12:12:00Z"]]]
]

/** An `EventsQuery` has the same answer on every engine. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>): void =>
  layer(storage, { timeout: "2 minutes" })(`EventsQuery: ${name}`, (it) => {
    it.effect("the rows of each request", () =>
      Effect.gen(function*() {
        yield* seed(here, events)
        yield* seed(elsewhere, events)
        for (const [what, node, rows] of cases) {
          assert.deepStrictEqual((yield* ask(node, asking))["results"], rows, what)
        }
        const later: InsightWorld = { ...asking, now: timeOf("2020-01-12T00:00:00Z") }
        assert.deepStrictEqual((yield* ask({ select: ["count()"] }, later))["results"], [[0]], "a day is over")
        assert.deepStrictEqual((yield* ask({ select: ["count()"], after: "all" }, later))["results"], [[4]])
        const tests: InsightWorld = {
          ...asking,
          test_account_filters: [{ type: "event", key: "key", operator: "is_not", value: "test_val1" }]
        }
        assert.deepStrictEqual(
          (yield* ask({ select: ["count()"], filterTestAccounts: true }, tests))["results"],
          [[3]]
        )
        const filtersOverride = {
          date_from: "2020-01-10T12:11:30Z",
          properties: [{ type: "event", key: "path", operator: "is_set" }]
        }
        assert.deepStrictEqual((yield* ask({ select: ["distinct_id"] }, asking, filtersOverride))["results"], [["4"]])
        const action = { id: 7, name: "Signed", steps: [{ event: "sign up" }] } as never
        const known: InsightWorld = { ...asking, actions: [action] }
        assert.deepStrictEqual((yield* ask({ select: ["count()"], actionId: 7 }, known))["results"], [[1]])
        const missing = yield* Effect.flip(ask({ select: ["count()"], actionId: 8 }, known))
        assert.deepInclude(missing, { _tag: "InvalidInput" })
      }))

    it.effect("a whole event, its person and its types", () =>
      Effect.gen(function*() {
        const answer = yield* ask({ select: ["*", "person", "person -- P", "person_display_name -- Name"] }, asking)
        const rows = answer["results"] as ReadonlyArray<ReadonlyArray<JsonRecord>>
        assert.deepStrictEqual(answer["columns"], ["*", "person", "person -- P", "person_display_name -- Name"])
        assert.match(String((answer["types"] as ReadonlyArray<string>)[0]), /^Tuple\(UUID, String, String, DateTime64/)
        const [event, person, labelled, shown] = rows[0] ?? []
        assert.deepInclude(event, {
          event: "sign out",
          distinct_id: "4",
          team_id: here,
          timestamp: "2020-01-10T12:13:00Z",
          person_mode: "full",
          properties: { key: "test_val3", path: "a/b/c", $session_id: "s", $has_recording: false }
        })
        assert.deepInclude(((event ?? {})["elements"] as ReadonlyArray<JsonRecord>)[0], {
          tag_name: "a",
          text: "Go; on",
          href: "/x",
          attr_class: ["nav"],
          nth_child: 2,
          order: 0
        })
        assert.deepStrictEqual([person, labelled], [{ distinct_id: "4" }, { distinct_id: "4" }])
        assert.deepStrictEqual(shown, { display_name: "4", id: null, distinct_id: "4" })
        assert.deepStrictEqual(rows[3]?.[1], {
          distinct_id: "2",
          uuid: personOf(here, "tom"),
          created_at: "2020-01-10T12:00:00Z",
          properties: { email: "tom@posthog.com", name: "Tom" }
        })
        assert.deepStrictEqual(rows[2]?.[3], {
          display_name: "tom@posthog.com",
          id: personOf(here, "tom"),
          distinct_id: "2"
        })
        const grouped = yield* ask({ select: ["person", "count()"] }, asking)
        assert.deepStrictEqual(
          (grouped["results"] as ReadonlyArray<ReadonlyArray<unknown>>).map((
            [one, count]
          ) => [(one as JsonRecord)["distinct_id"], count]),
          [["2", 2], ["3", 1], ["4", 1]]
        )
      }))

    it.effect("pages by nextCursor hold every event once, equal times included", () =>
      Effect.gen(function*() {
        const project = 929_013 as ProjectId
        const many = Array.from({ length: 23 }, (_, n): SeededEvent => ({
          event: `e${n}`,
          distinctId: "a",
          at: `2020-01-10T12:00:0${Math.floor(n / 8)}Z`
        }))
        yield* seed(project, many)
        for (const [order, side] of [["timestamp DESC", "before"], ["timestamp ASC", "after"]] as const) {
          const seen: Array<unknown> = []
          let cursor: unknown = "2020-01-10T11:00:00Z"
          for (let page = 0; page < 10; page++) {
            const node = {
              select: ["event"],
              orderBy: [order],
              limit: 5,
              ...(page === 0
                ? { after: "all" }
                : side === "after"
                ? { after: cursor }
                : { after: "all", before: cursor })
            }
            const answer = yield* ask(node, worldOf(project))
            seen.push(...(answer["results"] as ReadonlyArray<ReadonlyArray<unknown>>).map(([event]) => event))
            cursor = answer["nextCursor"]
            assert.strictEqual(cursor === null, answer["hasMore"] === false)
            if (cursor === null) break
          }
          assert.lengthOf(seen, 23, order)
          assert.strictEqual(new Set(seen).size, 23, order)
        }
        const grouped = yield* ask({ select: ["count()", "event"], limit: 5 }, worldOf(project))
        assert.deepStrictEqual([grouped["nextCursor"], grouped["hasMore"], grouped["limit"]], [null, true, 5])
      }))

    it.effect("SQL that is wrong is refused as SQL is", () =>
      Effect.gen(function*() {
        const wrong = yield* Effect.flip(ask({ select: ["timestamp + 'string'"] }, asking))
        assert.deepInclude(wrong, { _tag: "SqlSemanticError", code: "illegal_type_of_argument" })
        assert.match("detail" in wrong ? wrong.detail : "", /plus/)
        const shown = yield* ask({ select: ["event; drop"], modifiers: { debug: true } }, asking)
        assert.isString(shown["error"])
        for (
          const node of [{ select: ["event"], unknown: 1 }, { select: "event" }, { select: ["event"], after: "soon" }, {
            select: ["event"],
            limit: -1
          }]
        ) {
          assert.deepInclude(yield* Effect.flip(ask(node, asking)), { _tag: "InvalidInput" })
        }
      }))
  })
