import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, type Definition, listed, named, propertyId } from "./Call.ts"

const inWorld = <A, E>(test: (api: TestApi["Service"]) => Effect.Effect<A, E, TestApi>) =>
  TestApi.pipe(Effect.flatMap(test), Effect.provide(TestApi.layer))

const ask = Effect.fnUntraced(function*(query: string): Effect.fn.Return<Definition, never, TestApi> {
  const { body, status } = yield* call("POST", "query/", { query: { kind: "HogQLQuery", query } })
  return { ...body, status }
})

const sum = ask("SELECT sum(properties.price) FROM events")
const prices = ask("SELECT properties.price FROM events ORDER BY timestamp")

const send = Effect.fnUntraced(function*(price: unknown) {
  const api = yield* TestApi
  yield* api.capture({ event: "buy", distinct_id: "ada", properties: { price } })
  yield* TestClock.adjust("1 second")
})

it.effect("a type that was learnt is read by the next query, and belongs to its cache key", () =>
  inWorld(() =>
    Effect.gen(function*() {
      const before = yield* sum
      assert.deepInclude(before, { status: 400, code: "illegal_type_of_argument" })
      const nothing = (yield* prices)["cache_key"]
      yield* send(5)
      const after = yield* prices
      assert.deepStrictEqual([after["results"], after["types"]], [[[5]], [["price", "Nullable(Float64)"]]])
      assert.notStrictEqual(after["cache_key"], nothing)
      yield* send(7.5)
      assert.deepStrictEqual((yield* sum)["results"], [[12.5]])
      assert.strictEqual((yield* prices)["cache_key"], after["cache_key"], "more of the same change nothing")
    })
  ))

it.effect("a type that is set over HTTP is read by the next query", () =>
  inWorld(() =>
    Effect.gen(function*() {
      yield* send("12")
      const texts = yield* prices
      assert.deepStrictEqual([texts["results"], texts["types"]], [[["12"]], [["price", "Nullable(String)"]]])
      const path = `property_definitions/${yield* propertyId("price")}/`
      assert.strictEqual((yield* call("PATCH", path, { property_type: "Numeric" })).status, 200)
      const numbers = yield* prices
      assert.deepStrictEqual([numbers["results"], numbers["types"]], [[[12]], [["price", "Nullable(Float64)"]]])
      assert.notStrictEqual(numbers["cache_key"], texts["cache_key"])

      assert.strictEqual((yield* call("PATCH", path, { description: "what it cost" })).status, 200)
      assert.strictEqual((yield* prices)["cache_key"], numbers["cache_key"], "a description changes no answer")
      assert.strictEqual((yield* call("PATCH", path, { property_type: null })).status, 200)
      assert.deepStrictEqual((yield* prices)["results"], [["12"]])

      const refused = yield* call("PATCH", path, { property_type: "Number" })
      assert.deepInclude(refused.body, { type: "validation_error", attr: "property_type" })
      assert.strictEqual(refused.status, 400)
      const [last] = yield* listed("activity_log/?scope=PropertyDefinition")
      const { changes } = (last ?? {})["detail"] as { changes: ReadonlyArray<Definition> }
      assert.includeDeepMembers(
        changes.map(({ after, before, field }) => ({ field, before, after })),
        [{ field: "property_type", before: "Numeric", after: null }]
      )
    })
  ))

it.effect("an answer names the properties that had values of another type, of those that it reads", () =>
  inWorld(() =>
    Effect.gen(function*() {
      yield* send(5)
      assert.deepStrictEqual((yield* prices)["warnings"], [])
      yield* send("8.5")
      yield* TestClock.adjust("10 seconds")
      yield* send("free")
      yield* TestClock.adjust("10 seconds")
      yield* send(null)
      const answer = yield* prices
      assert.deepStrictEqual(answer["results"], [[5], [8.5], [null], [null]])
      assert.deepStrictEqual(answer["warnings"], [
        "The event property 'price' is read as Numeric, but has had values that are no number: they are NULL. "
        + "toString gives them as they are."
      ])
      assert.deepStrictEqual(
        (yield* ask("SELECT toString(properties.price), properties.other FROM events"))["warnings"],
        [
          "The event property 'price' is read as Numeric, but has had values that are no number: they are NULL. "
          + "toString gives them as they are."
        ]
      )
      assert.deepStrictEqual((yield* ask("SELECT event FROM events"))["warnings"], [])
    })
  ))

it.effect("properties of persons and groups have types too, each of their own", () =>
  inWorld((api) =>
    Effect.gen(function*() {
      yield* api.capture({ event: "a", distinct_id: "ada", properties: { $set: { size: 3, open: true } } })
      yield* api.capture({
        event: "$groupidentify",
        distinct_id: "ada",
        properties: { $group_type: "company", $group_key: "acme", $group_set: { size: "large", since: "2024-02-29" } }
      })
      yield* api.capture({ event: "b", distinct_id: "ada", properties: { $groups: { company: "acme" } } })
      const answer = yield* ask(
        "SELECT person.properties.size + 1, person.properties.open, group_0.properties.size, group_0.properties.since "
          + "FROM events WHERE event = 'b'"
      )
      assert.deepStrictEqual(answer["results"], [[4, true, "large", "2024-02-29T00:00:00Z"]])
      const people = yield* ask("SELECT properties.size * 2 FROM persons WHERE properties.open")
      assert.deepStrictEqual(people["results"], [[6]])
      const groups = yield* ask("SELECT properties.size, toYear(properties.since) FROM groups")
      assert.deepStrictEqual(groups["results"], [["large", 2024]])
      assert.strictEqual((yield* named("property_definitions/?type=person", "size"))["property_type"], "Numeric")
    })
  ))
