import { assert, layer, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { lifecycleActors } from "@hedgerow/core/query/kinds/lifecycle/LifecycleActors"
import { lifecycleQuery } from "@hedgerow/core/query/kinds/lifecycle/LifecycleKind"
import { stickinessActors } from "@hedgerow/core/query/kinds/stickiness/StickinessActors"
import { stickinessQuery } from "@hedgerow/core/query/kinds/stickiness/StickinessKind"
import { trendsActors } from "@hedgerow/core/query/kinds/trends/TrendsActors"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { QueryResponse } from "@hedgerow/core/query/QueryResponse"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, type Layer } from "effect"
import { behaviourTests } from "../behaviour/BehaviourContract.ts"
import { correlationTests } from "../correlation/CorrelationContract.ts"
import { countedFormTests } from "../correlation/CountedForms.ts"
import { historiesTogether } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import * as FunnelContract from "../funnels/FunnelContract.ts"
import { pathsTests } from "../paths/PathsContract.ts"
import type { SeedTables } from "../query/SeedTables.ts"
import { retentionTests } from "../retention/RetentionContract.ts"
import { naiveLifecycle, naiveStickiness } from "./ActivityModels.ts"
import { askActors, askInsight, type InsightWorld, seedWorld } from "./AskInsight.ts"
import { cheapFormTests } from "./CheapForms.ts"
import { cohortCutTests } from "./CohortCuts.ts"
import { errorTrackingTests } from "./ErrorTrackingContract.ts"
import { fieldTests } from "./FieldContract.ts"
import { digits, randomRange, randomWorld, rangeFields } from "./RandomInsight.ts"
import { randomTrends, trendsNode } from "./RandomTrends.ts"
import { stickinessCases, stickinessWorld } from "./StickinessCases.ts"
import { lifecycleCases, lifecycleWorld, trendsCases, trendsWorld } from "./TrendsCases.ts"
import { TrendsModel } from "./TrendsModel.ts"
import { typelessTests } from "./TypelessConditions.ts"
import { zonedTests } from "./ZonedCases.ts"

const caseProject = 950_000
const activeProject = 950_010
const randomProject = 960_000

const trends = answerable(trendsQuery)
const lifecycle = answerable(lifecycleQuery)
const stickiness = answerable(stickinessQuery)

const resultsOf = ({ results }: QueryResponse): ReadonlyArray<JsonRecord> =>
  Array.isArray(results) && results.every(isJsonRecord) ? results : assert.fail(JSON.stringify(results))

const numbersOf = (value: unknown): ReadonlyArray<number> => (value as ReadonlyArray<number>).map(digits)

/** A curve in one line, so that those that differ are seen. */
const shownCurve = (order: number, values: ReadonlyArray<string>, numbers: ReadonlyArray<number>) =>
  `${order} ${values.join("::")}: ${numbers.map(digits).join(" ")}`

const checkTrends = Effect.fnUntraced(function*(world: InsightWorld, seed: number) {
  const query = randomTrends(makeDice(seed + 1_000_003))
  const expected = new TrendsModel(world, query).curves()
  const found = resultsOf(yield* askInsight(trends, world, trendsNode(query)))
  const shown = found.map((item) => {
    const { action, aggregated_value: total, breakdown_value: values, data } = item
    const numbers = query.isTotal ? [total as number] : data as ReadonlyArray<number>
    return shownCurve((action as { readonly order: number }).order, (values ?? []) as ReadonlyArray<string>, numbers)
  })
  assert.sameMembers(
    shown,
    expected.map(({ numbers, order, values }) => shownCurve(order, values, numbers)),
    `seed ${seed}: ${JSON.stringify(query)}`
  )
  return expected.filter(({ numbers }) => numbers.some((number) => number !== 0)).length
})

/** Measures of which every actor counts once. */
const ofActors = /^(dau|(weekly|monthly)_active|first_.*)$/

/** Behind each number of actors stand as many actors, and behind a number of events that many events. */
const checkTrendsActors = Effect.fnUntraced(function*(world: InsightWorld, seed: number) {
  const dice = makeDice(seed + 4_000_003)
  const query = randomTrends(dice)
  const node = trendsNode(query)
  const found = resultsOf(yield* askInsight(trends, world, node))
  const item = found.length === 0 ? undefined : found[dice.below(found.length)]
  if (item === undefined) return
  const { order: series } = item["action"] as { readonly order: number }
  const math = query.series[series]?.math ?? ""
  const days = item["days"] as ReadonlyArray<string>
  const place = dice.below(days.length)
  const number = query.isTotal ? item["aggregated_value"] : (item["data"] as ReadonlyArray<number>)[place]
  const breakdown = (item["breakdown_value"] ?? null) as ReadonlyArray<string> | null
  const rows = yield* askActors(trendsActors, world, node, { series, breakdown, day: days[place] ?? "" })
  const shown = `seed ${seed}: ${JSON.stringify({ query, item, place })}`
  assert.strictEqual(new Set(rows.map(([id]) => id)).size, rows.length, shown)
  if (ofActors.test(math)) assert.strictEqual(rows.length, number, shown)
  if (math === "total" && !query.group) {
    assert.strictEqual(rows.reduce((sum, row) => sum + Number(row[1]), 0), number, shown)
  }
})

/** The same of the days of a lifecycle, and of the numbers of intervals. */
const checkActivityActors = Effect.fnUntraced(function*(
  world: InsightWorld,
  node: JsonRecord,
  cycle: ReadonlyArray<JsonRecord>,
  sticky: JsonRecord | undefined
) {
  for (const { data, days, status } of cycle) {
    const [day = "", number = 0] = [(days as ReadonlyArray<string>).at(-1), (data as ReadonlyArray<number>).at(-1)]
    const rows = yield* askActors(lifecycleActors, world, node, { day, status: String(status) })
    assert.strictEqual(rows.length, Math.abs(number), JSON.stringify({ node, status, day }))
  }
  for (const [index, number] of ((sticky?.["data"] ?? []) as ReadonlyArray<number>).entries()) {
    const rows = yield* askActors(stickinessActors, world, node, { day: index + 1 })
    assert.strictEqual(rows.length, number, JSON.stringify({ node, index }))
  }
})

const checkActivity = Effect.fnUntraced(function*(world: InsightWorld, seed: number) {
  const dice = makeDice(seed + 2_000_003)
  const range = randomRange(dice)
  const node = { ...rangeFields(range), series: [{ kind: "EventsNode", event: "view" }] }
  const shown = `seed ${seed}: ${JSON.stringify(range)}`
  const cycle = resultsOf(yield* askInsight(lifecycle, world, node))
  assert.deepStrictEqual(cycle.map(({ data }) => numbersOf(data)), naiveLifecycle(world, range, "view"), shown)
  const sticking = { atLeast: dice.pick([1, 1, 2]), together: dice.pick([1, 1, 2, 3]) }
  const [found] = resultsOf(
    yield* askInsight(stickiness, world, {
      ...node,
      intervalCount: sticking.together,
      stickinessFilter: sticking.atLeast === 1
        ? null
        : { stickinessCriteria: { operator: "gte", value: sticking.atLeast } }
    })
  )
  assert.deepStrictEqual(
    numbersOf(found?.["data"]),
    naiveStickiness(world, range, "view", sticking),
    `${shown} ${JSON.stringify(sticking)}`
  )
  const [plain] = resultsOf(yield* askInsight(stickiness, world, node))
  yield* checkActivityActors(world, node, cycle, plain)
})

const checkProject = Effect.fnUntraced(function*(seed: number) {
  const world = randomWorld(seed, randomProject + seed as ProjectId, makeDice(seed + 3_000_003))
  yield* seedWorld(world)
  const found = yield* Effect.forEach([0, 1, 2], (more) => checkTrends(world, 1000 * seed + more))
  yield* checkTrendsActors(world, seed)
  yield* checkActivity(world, seed)
  return found.reduce((sum, one) => sum + one, 0)
})

/** Every engine equals simple models of trends, lifecycle and stickiness for random histories. */
export const activityHistories = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  it.effect(
    `trends, lifecycle and stickiness of ${projects * historiesTogether} random histories`,
    () =>
      Effect.gen(function*() {
        const compared = yield* Effect.forEach(Array.from({ length: projects }, (_, seed) => seed), checkProject)
        assert.isAtLeast(compared.reduce((sum, one) => sum + one, 0), 2 * projects, "curves that are not 0")
      }),
    600_000
  )
}

/** Every engine answers the cases of the specification, and equals simple models for random histories. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>, projects: number): void => {
  layer(storage, { timeout: "10 minutes" })(`Insights: ${name}`, (it) => {
    const cases = [
      { title: "trends", kind: trends, world: trendsWorld(caseProject as ProjectId), all: trendsCases },
      {
        title: "lifecycle",
        kind: lifecycle,
        world: lifecycleWorld(caseProject + 2 as ProjectId),
        all: lifecycleCases
      },
      {
        title: "stickiness",
        kind: stickiness,
        world: stickinessWorld(caseProject + 1 as ProjectId),
        all: stickinessCases
      }
    ]
    for (const { all, kind, title, world } of cases) {
      it.effect(`${title} of the specification`, () =>
        Effect.gen(function*() {
          yield* seedWorld(world)
          for (const { gives, name, query } of all) {
            const found = resultsOf(yield* askInsight(kind, world, query))
            assert.strictEqual(found.length, gives.length, `${name}: ${JSON.stringify(found)}`)
            for (const [index, expected] of gives.entries()) assert.deepInclude(found[index], expected, name)
          }
        }))
    }

    it.effect("the actors behind a week of active persons are those of the week", () =>
      Effect.gen(function*() {
        const world = trendsWorld(activeProject as ProjectId)
        yield* seedWorld(world)
        const node = {
          series: [{ kind: "EventsNode", event: "$pageview", math: "weekly_active" }],
          interval: "week",
          dateRange: { date_from: "2020-01-09", date_to: "2020-01-20" }
        }
        const behind = yield* Effect.forEach(
          ["2020-01-05", "2020-01-12", "2020-01-19"],
          (day) =>
            Effect.map(askActors(trendsActors, world, node, { day }), (rows) => rows.map(([, views]) => Number(views)))
        )
        // Chrome's person saw pages on the 11th; then on the 12th, 13th, 15th and 17th; then on the 19th.
        assert.deepStrictEqual(behind.map((views) => views.toSorted((one, other) => one - other)), [[1, 1], [
          1,
          1,
          1,
          4
        ], [1]])
      }))

    it.effect("groups active in months are those of each month, and stand behind its number", () =>
      Effect.gen(function*() {
        const world = stickinessWorld(activeProject + 1 as ProjectId)
        yield* seedWorld(world)
        const node = {
          series: [{ kind: "EventsNode", event: "$pageview", math: "monthly_active" }],
          aggregation_group_type_index: 0,
          interval: "month",
          dateRange: { date_from: "2019-12-31", date_to: "2020-02-01" }
        }
        // Both persons are of one group, which was active from the 11th to the 19th of January.
        const [item] = resultsOf(yield* askInsight(trends, world, node))
        assert.deepStrictEqual(item?.["data"], [0, 1, 0])
        const behind = yield* Effect.forEach(
          ["2019-12-01", "2020-01-01", "2020-02-01"],
          (day) => Effect.map(askActors(trendsActors, world, node, { day }), (rows) => rows.length)
        )
        assert.deepStrictEqual(behind, [0, 1, 0])
      }))

    zonedTests(it)
    typelessTests(it)
    activityHistories(it, projects)
    const half = Math.ceil(projects / 2)
    retentionTests(it, half)
    pathsTests(it, half)
    correlationTests(it)
    countedFormTests(it)
    fieldTests(it)
    errorTrackingTests(it)
    cohortCutTests(it)
    cheapFormTests(it)
    behaviourTests(it, half)
  })
  FunnelContract.suite(name, storage, projects)
}
