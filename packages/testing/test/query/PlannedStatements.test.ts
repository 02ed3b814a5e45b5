import { assert, describe, it } from "@effect/vitest"
import { knownTypes, noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { type Sql, sql, statementOf } from "@hedgerow/core/filters/SqlFragment"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import {
  makePlannedShapes,
  type PlannedShape,
  PlannedStatements,
  planOwn
} from "@hedgerow/core/query/PlannedStatements"
import { ownStatement } from "@hedgerow/core/query/structured/OwnStatement"
import { type ResolveContext, resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { printStatement } from "@hedgerow/sql/print/Printer"
import { AskInsight, makeDice, RandomInsight } from "@hedgerow/testing/contracts"
import { Effect, Result } from "effect"

const projectOf = (id: number, timezone = "UTC"): Project => {
  const world = RandomInsight.randomWorld(1, id as ProjectId, makeDice(1))
  return AskInsight.askedOf({ ...world, timezone }).project
}

const project = projectOf(1)
const numeric = knownTypes(1, [{
  kind: "event",
  group_type_index: null,
  name: "amount",
  property_type: "Numeric",
  is_mixed: false
}])
const context = { project, types: noTypes, now: 1_700_000_000_000_000 as EventTime }

/** Asks statements one after the other with one room for plans, and says for each whether its plan was found there. */
const asked = Effect.fnUntraced(function*(
  pieces: ReadonlyArray<readonly [piece: Sql, changes?: Partial<ResolveContext>]>,
  shapes = makePlannedShapes()
) {
  const found: Array<boolean> = []
  for (const [piece, changes = {}] of pieces) {
    const surroundings = { ...context, ...changes }
    let isFound = false
    const watched = {
      ...shapes,
      use: (key: string, shape: PlannedShape) => {
        isFound = shapes.get(key) === shape
        shapes.use(key, shape)
      }
    }
    const { cohorts = [], ...others } = surroundings
    const actual = yield* planOwn(ownStatement(piece), { ...others, named: () => Effect.succeed({ cohorts }) }).pipe(
      Effect.provideService(PlannedStatements, watched)
    )
    const statement = Result.getOrThrow(statementOf(piece))
    const { plan, ...rest } = Result.getOrThrow(resolveStatement(statement, surroundings))
    assert.deepStrictEqual(actual, { ...rest, plan, printed: printStatement(statement) })
    found.push(isFound)
  }
  return found
})

const since = (text: string, event: string): Sql =>
  sql`SELECT count() FROM events WHERE timestamp >= toDateTime(${text}, 'UTC') AND event = ${event}`

const amount = (value: string | number): Sql => sql`SELECT count() FROM events WHERE properties.amount = ${value}`

const cohort = (id: number): Sql => sql`SELECT count() FROM events WHERE person_id IN COHORT ${id}`

const known = { id: 3, name: "Ours", is_static: true, isFindable: true, isFound: true }

describe("statements of this house", () => {
  it.effect("have one plan for other dates and names", () =>
    Effect.gen(function*() {
      const pieces = [["2026-01-01", "a"], ["2026-02-03 04:05:06", "b'\\"], ["2025-12-31", ""]] as const
      assert.deepStrictEqual(yield* asked(pieces.map(([text, event]) => [since(text, event)])), [false, true, true])
    }))

  it.effect("have another one where a value decides: no date, a longer text, a wider number, equal values", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* asked([[since("2026-01-01", "a")], [since("soon", "a")]]), [false, false])
      assert.deepStrictEqual(yield* asked([[amount("a")], [amount("b".repeat(250))]]), [false, false])
      const bits = (value: number): Sql => sql`SELECT ${value} + length(event) FROM events`
      assert.deepStrictEqual(yield* asked([[bits(7)], [bits(300)], [bits(2 ** 40)]]), [false, false, false])
      const grouped = (one: string, other: string): Sql =>
        sql`SELECT max(concat(event, ${one})), min(concat(event, ${other})) FROM events ORDER BY max(concat(event, 'x'))`
      yield* asked([[grouped("a", "a")], [grouped("a", "b")], [grouped("b", "b")], [grouped("x", "b")]])
    }))

  it.effect("have another one by the types of properties, the project's settings, modifiers and cohorts", () =>
    Effect.gen(function*() {
      const zone = projectOf(1, "Asia/Tokyo")
      const other = projectOf(2)
      const day = sql`SELECT toDate(timestamp), ${"a"} FROM events`
      assert.deepStrictEqual(
        yield* asked([
          [day],
          [day, { project: zone }],
          [day, { project: other }],
          [day, { modifiers: { convertToProjectTimezone: false } }]
        ]),
        [false, false, false, false]
      )
      assert.deepStrictEqual(yield* asked([[amount("5")], [amount("5"), { types: numeric }]]), [false, false])
      const unfound = { ...known, isFound: false }
      assert.deepStrictEqual(
        yield* asked([[cohort(3), { cohorts: [known] }], [cohort(3), { cohorts: [known] }], [cohort(3), {
          cohorts: [unfound]
        }]]),
        [false, true, false]
      )
    }))

  it.effect("are planned anew where the plan depends on the time", () =>
    Effect.gen(function*() {
      const recent = sql`SELECT count() FROM events WHERE timestamp > now() - toIntervalDay(${3})`
      const later = context.now + 86_400_000_000 as EventTime
      assert.deepStrictEqual(yield* asked([[recent], [recent, { now: later }]]), [false, false])
    }))

  it.effect("make room for newer ones", () =>
    Effect.gen(function*() {
      const shapes = makePlannedShapes()
      const pieces = Array.from({ length: 1_000 }, (_, index) => ({
        parts: [{ _tag: "Text" as const, text: `SELECT ${index}, '${"x".repeat(200)}' FROM events` }]
      }))
      yield* asked(pieces.map((piece) => [piece]), shapes)
      const [first, last] = [pieces[0], pieces.at(-1)]
      assert.isDefined(first)
      assert.isDefined(last)
      if (first === undefined || last === undefined) return
      assert.deepStrictEqual(yield* asked([[last], [first]], shapes), [true, false])
    }))
})
