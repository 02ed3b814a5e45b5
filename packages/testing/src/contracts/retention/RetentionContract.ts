import { assert, type Vitest } from "@effect/vitest"
import { ActionId } from "@hedgerow/core/actions/Action"
import type { KnownAction } from "@hedgerow/core/actions/KnownActions"
import { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { actorsQuery } from "@hedgerow/core/query/kinds/actors/ActorsKind"
import { retentionQuery } from "@hedgerow/core/query/kinds/retention/RetentionKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Schema } from "effect"
import { eventUuid, historiesTogether, type History, rowsOf, together } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import { askInsight, type InsightWorld, seedWorld } from "../insights/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { naiveRetention } from "./NaiveRetention.ts"
import { retentionCases } from "./RetentionCases.ts"
import { randomRetention, randomRetentionHistory, turning } from "./RetentionQuestions.ts"

const firstProject = 970_000
const questions = 6

/** A row of the answer. */
const Row = Schema.Struct({
  date: Schema.String,
  label: Schema.String,
  values: Schema.Array(Schema.Struct({ count: Schema.Finite, label: Schema.String })),
  breakdown_value: Schema.optional(Schema.Union([Schema.String, Schema.Finite]))
})
type Row = typeof Row.Type

const readRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const ask = Effect.fnUntraced(function*(world: InsightWorld, query: object) {
  const { hogql, results } = yield* askInsight(answerable(retentionQuery), world, { ...query })
  return { hogql, results: yield* Effect.orDie(readRows(results)) }
})

/** Dates as instants: their texts may differ in zeros. */
const comparable = (rows: ReadonlyArray<Row>) =>
  rows.map((row) => [Date.parse(row.date), row.label, row.values, row.breakdown_value])

const testAccounts = [{ type: "event_metadata", key: "$session_id", operator: "is_not", value: "s3" }]

/** Persons `a` and `b` buy on a day, `a` comes back on the next. */
const actedHistory = (project: ProjectId): History => ({
  project,
  merged: new Map(),
  events: [["a", "buy", "10"], ["b", "buy", "10"], ["a", "view", "11"], ["c", "view", "10"]].map(
    ([person = "", name = "", day = ""], place) => ({
      uuid: eventUuid(project, place),
      person,
      name,
      time: Date.parse(`2020-06-${day}T12:00:00Z`) * 1000,
      group: "",
      session: "",
      properties: {}
    })
  )
})

const bought: KnownAction = { id: ActionId.make(7), name: "Bought", steps: [{ event: "buy" }] }

const pros = {
  id: CohortId.make(941_007),
  name: "Pros",
  is_static: true,
  isFindable: false,
  isFound: true
}

const checkOne = Effect.fnUntraced(function*(seed: number) {
  const dice = makeDice(seed + 77)
  const project = firstProject + seed as ProjectId
  const history = together(project, () => randomRetentionHistory(dice, project))
  const of = { history, timezone: "Europe/Berlin", week_start_day: 1, test_account_filters: testAccounts } as const
  yield* seedWorld({ ...of, now: 0 })
  let counted = 0
  for (let asked = 0; asked < questions; asked++) {
    const query = randomRetention(dice)
    const now = turning + dice.below(400) * 3_600_000_000
    const { hogql, results } = yield* ask({ ...of, now }, query)
    const expected = naiveRetention({ history, query, now })
    const shown = `seed ${seed}: ${JSON.stringify({ query, now })} ${JSON.stringify(hogql)}`
    assert.deepStrictEqual(comparable(results), comparable(expected), shown)
    const row = dice.below(query.retentionFilter.totalIntervals)
    const rows = expected.filter(({ label }) => label.endsWith(` ${row}`))
    const { cumulative, period } = query.retentionFilter
    for (const { breakdown_value, values } of rows) {
      const source = { kind: "InsightActorsQuery", source: query, interval: row, breakdown: breakdown_value ?? null }
      const counts = values.map(({ count }) => count)
      const places = cumulative ? [] : counts
      const select = [
        "count()",
        "sum(length(appearances))",
        ...places.map((_, place) => `sum(${period.toLowerCase()}_${place})`)
      ]
      const actors = yield* askInsight(answerable(actorsQuery), { ...of, now }, { select, source })
      const [found = []] = actors["results"] as ReadonlyArray<ReadonlyArray<unknown>>
      const [began, seen, ...later] = found.map((cell) => Number(cell ?? 0))
      assert.deepStrictEqual([began, later], [counts[0], places], `${shown}: ${breakdown_value ?? ""}`)
      if (!cumulative) assert.strictEqual(seen, counts.reduce((sum, count) => sum + count, 0), shown)
    }
    counted += expected.filter(({ values }) => values.slice(1).some(({ count }) => count > 0)).length
  }
  return counted
})

/** Every engine finds the retention that the naive model finds, for random histories and queries. */
export const retentionHistories = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  it.effect(`retention of ${projects * historiesTogether} random histories`, () =>
    Effect.gen(function*() {
      const counted = yield* Effect.forEach(Array.from({ length: projects }, (_, seed) => seed), checkOne)
      assert.isAtLeast(counted.reduce((sum, one) => sum + one, 0), projects, "rows of actors who came back")
    }), 600_000)
}

/** Retention of random histories, of the cases of the specification, and of actions and cohorts. */
export const retentionTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  retentionHistories(it, projects)

  for (const [index, { history, name, now, query, rows, strangers, timezone }] of retentionCases.entries()) {
    it.effect(`retention: ${name}`, () =>
      Effect.gen(function*() {
        const tables = yield* SeedTables
        const there = firstProject - 500 - index as ProjectId
        const world = { history: history(firstProject - 1 - index as ProjectId), now, timezone }
        yield* seedWorld(world)
        yield* tables.seed(there, rowsOf(strangers(there)))
        const { results } = yield* ask(world, query)
        assert.deepStrictEqual(
          results.map(({ breakdown_value, date, label, values }) =>
            [breakdown_value ?? [], date, label, [values.map(({ count }) => count)]].flat()
          ),
          rows
        )
      }))
  }

  it.effect("retention: events that begin and return alike are one set of bits, made by the engine", () =>
    Effect.gen(function*() {
      const world = { history: actedHistory(firstProject - 450 as ProjectId), now: turning }
      const asked = { targetEntity: { id: "buy", type: "events" }, returningEntity: { id: "buy", type: "events" } }
      const { hogql } = yield* ask(world, { retentionFilter: asked })
      assert.notInclude(JSON.stringify(hogql), "is_return")
      const others = yield* ask(world, {
        retentionFilter: { ...asked, returningEntity: { id: "view", type: "events" } }
      })
      assert.include(JSON.stringify(others.hogql), "is_return")
    }))

  it.effect("retention: actions are what they mean, and cohorts are shown in the order in which they are named", () =>
    Effect.gen(function*() {
      const tables = yield* SeedTables
      const project = firstProject - 400 as ProjectId
      const history = actedHistory(project)
      yield* tables.seed(project, {
        ...rowsOf(history),
        cohort_members: [{ cohort_id: pros.id, person_id: deriveUuid(project, "person", "a") }]
      })
      const world = { history, now: Date.parse("2020-06-11T20:00:00Z") * 1000, actions: [bought], cohorts: [pros] }
      const entity = (id: number) => ({ id, type: "actions" })
      const filter = { totalIntervals: 2, targetEntity: entity(7), returningEntity: { id: null, type: "events" } }
      const counts = (rows: ReadonlyArray<Row>) =>
        rows.map(({ breakdown_value, values }) => [breakdown_value, ...values.map(({ count }) => count)])
      const { results } = yield* ask(world, {
        retentionFilter: filter,
        breakdownFilter: { breakdown: ["all", pros.id], breakdown_type: "cohort" }
      })
      assert.deepStrictEqual<unknown>(counts(results), [["all", 2, 1], ["all", 0, 0], [pros.id, 1, 1], [pros.id, 0, 0]])
      const missing = yield* ask(world, { retentionFilter: { ...filter, targetEntity: entity(8) } })
      assert.deepStrictEqual<unknown>(counts(missing.results), [[undefined, 0, 0], [undefined, 0, 0]])
      const sampled = yield* ask(world, { retentionFilter: filter, samplingFactor: 0.5 })
      for (const [, began] of counts(sampled.results)) assert.include([0, 2, 4], began)
    }))
}
