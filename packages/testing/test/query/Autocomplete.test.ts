import { assert, describe, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect, Schema } from "effect"
import { call } from "../definitions/Call.ts"

const Answer = Schema.Struct({
  suggestions: Schema.Array(Schema.Struct({
    label: Schema.String,
    insertText: Schema.String,
    detail: Schema.String
  })),
  incomplete_list: Schema.Boolean
})

/** The suggestions where `|` stands in the text. */
const at = Effect.fnUntraced(function*(marked: string, more: object = {}) {
  const cursor = marked.indexOf("|")
  const query = marked.replace("|", "")
  const node = {
    kind: "HogQLAutocomplete",
    language: "hogQL",
    query,
    startPosition: cursor,
    endPosition: cursor,
    ...more
  }
  const { body, status } = yield* call("POST", "query/", { query: node, refresh: "force_blocking" })
  assert.strictEqual(status, 200, JSON.stringify(body))
  return yield* Schema.decodeUnknownEffect(Answer)(body)
})

const labels = (marked: string, more: object = {}) =>
  Effect.map(at(marked, more), ({ suggestions }) => suggestions.map(({ label }) => label))

const world = Effect.gen(function*() {
  const { capture } = yield* TestApi
  yield* capture(
    {
      event: "buy",
      distinct_id: "ada",
      properties: { price: 10, "price in euros": 9.5, paid: true, $set: { plan: "pro", age: 36 } }
    },
    {
      event: "$groupidentify",
      distinct_id: "ada",
      properties: { $group_type: "company", $group_key: "acme", $group_set: { size: 12 } }
    }
  )
})

const inWorld = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.andThen(world, test)

const personFields = [
  "id",
  "created_at",
  "properties",
  "is_identified",
  "$virt_initial_channel_type",
  "$virt_initial_referring_domain_type"
]

describe("completion of SQL", () => {
  const exact: ReadonlyArray<readonly [marked: string, expected: ReadonlyArray<string>]> = [
    ["select 1 from |", [
      "events",
      "persons",
      "person_distinct_ids",
      "cohort_people",
      "static_cohort_people",
      "sessions",
      "groups",
      "query_log"
    ]],
    ["select 1 from events join pers|", ["persons", "person_distinct_ids"]],
    ["select lengthU| from events", ["lengthUTF8"]],
    ["select e.person_| from events e", ["person_mode", "person_id"]],
    ["select p.| from events e join persons as p on", [...personFields.slice(0, 4), "pdi", ...personFields.slice(4)]],
    ["select person.| from events", personFields],
    ["select pdi.person.cr| from events", ["created_at"]],
    ["select properties.pr| from events", ["price", "price in euros"]],
    ["select properties['pa| from events", ["paid"]],
    ["select e.properties.`pri| from events as e", ["price", "price in euros"]],
    ["select person.properties.| from events", ["age", "plan"]],
    ["select properties.| from persons", ["age", "plan"]],
    ["select group_0.properties.| from events", ["size"]],
    ["select session.$entry_utm_s| from events", ["$entry_utm_source"]],
    ["with buys as (select event as what, person_id from events) select b.| from buys b", ["what", "person_id"]],
    ["with buys as (select event as what from events) select wh| from buys", ["what"]],
    ["with buys as (select 1 as one) select 1 from bu|", ["buys"]],
    ["with a as (select event from events), b as (select even| from a) select 1 from b", ["event"]],
    ["with a as (select * from persons), b as (select a.* from a) select cre| from b", ["created_at"]],
    ["with a as (select count() as how_often from events) select 1 union all select how_| from a", ["how_often"]],
    ["select d.| from (select event name, count() as n, lower(event) from events group by name) as d", ["name", "n"]],
    ["select d.p.| from (select person.properties as p from events) as d", ["age", "plan"]],
    ["select properties.pr| from (select properties from events) as d", ["price", "price in euros"]],
    ["select tag_| from events array join splitByChar(',', event) as tag_name", ["tag_name"]],
    ["select count() as times_seen from events order by times_|", ["times_seen"]],
    ["with lower(event) as lowered select lowe| from events", ["lowered", "lower", "lowerUTF8"]],
    ["select properties as props, props.pri| from events", ["price", "price in euros"]],
    ["select arrayMap(some_item -> length(some_|), [1]) from events", ["some_item"]],
    ["select arrayMap((some_a, some_b) -> some_|, [1], [2]), 1 from events", ["some_a", "some_b"]],
    ["select arrayMap(some_a -> some_a, some_|) from events", []],
    ["select 1 from events e where e.person_id in (select p.| from persons p)", [
      ...personFields.slice(0, 4),
      "pdi",
      ...personFields.slice(4)
    ]],
    ["select query_dur| from query_log", ["query_duration_ms"]],
    ["select 1 from events where event = 'per|'", []],
    ["select 1 from events where event = '|'", ["$groupidentify", "buy"]],
    ["select 1 from events e where e.event not in ('a', 'bu|", ["buy"]],
    ["select 1 from events where properties.event = 'bu|'", []],
    ["select 'event = ' as x, 'bu|", []],
    ["select 1 -- event = 'bu|", []],
    ["select 1 -- from |", []],
    ["select distinct_id.|", []]
  ]
  for (const [marked, expected] of exact) {
    it.effect(
      marked,
      () =>
        inWorld(Effect.map(labels(marked), (found) => assert.deepStrictEqual(found, expected))).pipe(
          Effect.provide(TestApi.layer)
        )
    )
  }

  it.effect("shows types, quotes names that need it, and reports when there are more", () =>
    inWorld(Effect.gen(function*() {
      const { incomplete_list, suggestions } = yield* at("select properties.pri| from events")
      assert.deepStrictEqual(
        suggestions.map(({ detail, insertText }) => [insertText, detail]),
        [["price", "Numeric"], ["`price in euros`", "Numeric"]]
      )
      assert.isFalse(incomplete_list)
      const all = yield* at("select | from events")
      assert.strictEqual(all.suggestions.length, 100)
      assert.isTrue(all.incomplete_list)
      assert.include(all.suggestions.map(({ label }) => label), "event")
      const [called] = (yield* at("select coun| from events")).suggestions
      assert.strictEqual(called?.insertText, "count()")
    })).pipe(Effect.provide(TestApi.layer)))

  it.effect("cohorts are named after IN COHORT, and stored variables in braces", () =>
    inWorld(Effect.gen(function*() {
      for (const name of ["Ada's friends", "Regulars"]) yield* call("POST", "cohorts/", { name, is_static: true })
      yield* call("POST", "insight_variables/", { name: "Least price", type: "Number", default_value: 3 })
      const inserted = (marked: string) =>
        Effect.map(at(marked), ({ suggestions }) => suggestions.map(({ insertText }) => insertText))
      assert.sameMembers(yield* inserted("select person_id in cohort | from events"), [
        "'Ada''s friends'",
        "'Regulars'"
      ])
      assert.deepStrictEqual(yield* inserted("select person_id in cohort 'fri|'"), ["Ada''s friends"])
      assert.deepStrictEqual(yield* inserted("select person_id not in cohort Re| from events"), ["'Regulars'"])
      assert.deepStrictEqual(yield* inserted("select {variables.|} from events"), ["least_price"])
      assert.deepStrictEqual(yield* inserted("select {variables.most|} from events"), [])
    })).pipe(Effect.provide(TestApi.layer)))

  it.effect("an expression has the tables of its query", () =>
    inWorld(Effect.gen(function*() {
      const sourceQuery = { kind: "HogQLQuery", query: "select 1 from groups" }
      assert.deepStrictEqual(yield* labels("ke|", { language: "hogQLExpr", sourceQuery }), ["key"])
      const own = { kind: "HogQLQuery", query: "with a as (select event as what from events) select distinct 1 from a" }
      assert.deepStrictEqual(yield* labels("wha|", { language: "hogQLExpr", sourceQuery: own }), ["what"])
    })).pipe(Effect.provide(TestApi.layer)))
})
