import { assert, layer, type Vitest } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import { windowOf } from "@hedgerow/core/experiments/results/AnalysedExperiment"
import type { EntitySums } from "@hedgerow/core/experiments/results/EntitySums"
import { measureExposures } from "@hedgerow/core/experiments/results/MeasureExposures"
import { measureMetric } from "@hedgerow/core/experiments/results/MeasureMetric"
import type { Measured } from "@hedgerow/core/experiments/results/Measuring"
import { metricResult } from "@hedgerow/core/experiments/results/MetricResult"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Effect, type Layer } from "effect"
import { unstoredProject } from "../fixtures.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { statementRun } from "../query/StatementRuns.ts"
import { goldenCases, goldenExperiment } from "./GoldenCases.ts"
import { asOf, greatMetrics, greatValues, historyOf, lookback, metricsBeyond } from "./GreatValues.ts"
import { historiesTogether, personId, rowsOf, together } from "./History.ts"
import type { Question } from "./NaiveExposed.ts"
import { naiveExposures, naiveStepSessions, naiveSums } from "./NaiveModel.ts"
import { makeDice, randomExperiment, randomHistory, start } from "./RandomHistory.ts"
import { randomMetric } from "./RandomMetric.ts"

const flag = "checkout"
const firstProject = 930_000
const timezone = "Europe/Berlin"

const types: ReadonlyArray<ExperimentMetric["metric_type"]> = ["mean", "funnel", "ratio", "retention"]

const projectOf = (id: ProjectId) =>
  unstoredProject(id, {
    timezone,
    week_start_day: 1,
    test_account_filters: [{ type: "event_metadata", key: "$session_id", operator: "is_not", value: "s3" }]
  })

const sorted = (sums: ReadonlyArray<EntitySums>): ReadonlyArray<EntitySums> =>
  sums.toSorted((one, other) =>
    JSON.stringify([one.variant, one.breakdown]) < JSON.stringify([other.variant, other.breakdown]) ? -1 : 1
  )

/** Ten digits; a value in the middle of two is moved a little, so that the last bits do not decide. */
const digits = (value: number): number => Number((value * (1 + 3e-12)).toPrecision(10))

/** Variances to five digits, covariances as correlations: those of numbers that hardly go together are all rounding. */
const spreads = (covariances: ReadonlyArray<number>): ReadonlyArray<number> => {
  const numbers = (Math.sqrt(8 * covariances.length + 1) - 1) / 2
  const at = (one: number, other: number) => covariances[one * numbers - one * (one - 1) / 2 + (other - one)] ?? 0
  const places = Array.from({ length: numbers }, (_, index) => index)
  return places.flatMap((one) =>
    places.slice(one).map((other) => {
      if (one === other) return Number((at(one, one) * (1 + 3e-8)).toPrecision(5))
      const deviations = Math.sqrt(at(one, one)) * Math.sqrt(at(other, other))
      return deviations === 0 ? 0 : Math.round(at(one, other) / deviations * 1e6 + 0.0123) + 0
    })
  )
}

/** Means are no sums of binary fractions: the order of additions shows in the last digits. */
const rounded = (sums: ReadonlyArray<EntitySums>) =>
  sorted(sums).map(({ breakdown, covariances, entities, minimum, products, step_counts, sums, variant }) => ({
    variant,
    breakdown,
    entities,
    step_counts,
    minimum: minimum === undefined ? undefined : digits(minimum),
    sums: sums.map(digits),
    products: products.map(digits),
    covariances: covariances === undefined ? undefined : spreads(covariances)
  }))

/** Each sampled entity stands at its step with the event by which it came there, and no step that has any is left out. */
const checkSessions = (question: Question, found: Measured, shown: string): void => {
  const { history } = question
  const persons = [...history.events.map(({ person }) => person), ...history.merged.values()]
  const names = new Map<string, string>(persons.map((person) => [personId(history.project, person), person]))
  const expected = naiveStepSessions(question)
  for (const [variant, all] of expected) {
    const sessions = (found.sessions?.get(variant) ?? []).flatMap((some, step) =>
      some.map(({ event_uuid, person_id, session_id }) =>
        JSON.stringify([step, names.get(person_id) ?? person_id, event_uuid, session_id])
      )
    )
    assert.includeMembers(all.map((one) => JSON.stringify(one)), sessions, `${variant} of ${shown}`)
    const steps = (found.sessions?.get(variant) ?? []).flatMap((some, step) => some.length > 0 ? [step] : [])
    assert.sameMembers(steps, [...new Set(all.map(([step]) => step))], `${variant} of ${shown}`)
  }
  assert.strictEqual(found.sessions?.size ?? 0, expected.size, shown)
}

const checkOne = Effect.fnUntraced(function*(seed: number) {
  const tables = yield* SeedTables
  const id = firstProject + seed as ProjectId
  const history = together(id, (part) => randomHistory(100 * seed + part, id, flag))
  yield* tables.seed(id, rowsOf(history))
  const project = projectOf(id)
  const dice = makeDice(seed + 1_000_003)
  let compared = 0
  for (const type of types) {
    const experiment = randomExperiment(dice, flag)
    const metric = randomMetric(dice, type)
    const asOf = start + (100 + dice.below(500)) * 1_200_000_000 as EventTime
    const lookback = dice.chance(0.4) ? 86_400 * (1 + dice.below(2)) : undefined
    const window = windowOf(experiment, asOf)
    if (window === undefined) continue
    const run = yield* statementRun(project, asOf)
    const analysis = { project, moment: { now: asOf, timezone, week_start_day: 1 as const }, experiment, window }
    const found = yield* measureMetric({ ...analysis, metric, lookback, samplesSessions: type === "funnel" }, run)
    const question: Question = { history, experiment, metric, asOf, lookback, timezone }
    const expected = naiveSums(question)
    const shown = `seed ${seed}: ${JSON.stringify({ experiment, metric, asOf, lookback })}`
    assert.deepStrictEqual(rounded(found.sums), rounded(expected), shown)
    checkSessions(question, found, shown)
    compared += expected.filter(({ sums }) => sums.some((value) => value !== 0)).length
    if (type === "mean" && !experiment.only_matured) {
      const { days } = yield* measureExposures(analysis, run)
      const counted = days.map(({ day, entities, variant }) =>
        [`${Date.parse(day) / 86_400_000} ${variant}`, entities] as const
      )
      assert.deepStrictEqual(new Map(counted), naiveExposures(question), shown)
    }
  }
  return compared
})

/** Every engine finds the sums that the naive model finds, for random histories and metrics. */
export const experimentHistories = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  it.effect(`sums of ${projects * historiesTogether} random histories`, () =>
    Effect.gen(function*() {
      const compared = yield* Effect.forEach(Array.from({ length: projects }, (_, seed) => seed), checkOne)
      assert.isAtLeast(compared.reduce((sum, one) => sum + one, 0), 2 * projects, "sums that are not 0")
    }), 600_000)
}

const measureGreat = Effect.fnUntraced(
  function*(id: ProjectId, metric: ExperimentMetric, seconds: number | undefined) {
    const project = projectOf(id)
    const window = windowOf(goldenExperiment, asOf)
    if (window === undefined) return yield* Effect.die("not begun")
    const moment = { now: asOf, timezone, week_start_day: 1 as const }
    const analysis = { project, moment, experiment: goldenExperiment, window }
    const run = yield* statementRun(project, asOf)
    return yield* measureMetric({ ...analysis, metric, lookback: seconds, samplesSessions: false }, run)
  }
)

/** Great values keep the digits of their variance; those beyond the range of numbers say so. */
const experimentsOfGreatValues = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  for (const [index, { name, valueOf }] of greatValues.entries()) {
    it.effect(`the variance of ${name} keeps its digits`, () =>
      Effect.gen(function*() {
        const id = firstProject - 100 - index as ProjectId
        const history = historyOf(id, valueOf)
        yield* (yield* SeedTables).seed(id, rowsOf(history))
        for (const metric of greatMetrics) {
          for (const seconds of [undefined, lookback]) {
            const found = yield* measureGreat(id, metric, seconds)
            const expected = naiveSums({
              history,
              experiment: goldenExperiment,
              metric,
              asOf,
              lookback: seconds,
              timezone
            })
            const shown = JSON.stringify({ metric, seconds })
            assert.deepStrictEqual(rounded(found.sums), rounded(expected), shown)
            const experiment = { ...goldenExperiment, stats_config: { cuped: { enabled: seconds !== undefined } } }
            const { baseline, variant_results } = metricResult(experiment, metric, found)
            const all = [baseline, ...variant_results]
            assert.isTrue(all.every(({ validation_failures: failed }) => !failed.includes("inconsistent-sums")), shown)
          }
        }
      }))
  }

  it.effect("values beyond the range of numbers have no figures, and none that is no number", () =>
    Effect.gen(function*() {
      const id = firstProject - 99 as ProjectId
      yield* (yield* SeedTables).seed(id, rowsOf(historyOf(id, (place) => place % 4 < 2 ? 1.7e308 : -1.7e308)))
      for (const metric of metricsBeyond) {
        const { baseline, variant_results } = metricResult(
          goldenExperiment,
          metric,
          yield* measureGreat(id, metric, undefined)
        )
        for (const one of [baseline, ...variant_results]) {
          assert.include(one.validation_failures, "inconsistent-sums", JSON.stringify(metric))
          const numbers = Object.values(one).flat().filter((value) => typeof value === "number")
          assert.isTrue(numbers.every(Number.isFinite), JSON.stringify(one))
        }
      }
    }))
}

/** Sums of random histories, and those that are worked out by hand. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>, projects: number): void =>
  layer(storage, { timeout: "10 minutes" })(`Experiments: ${name}`, (it) => {
    experimentHistories(it, projects)
    experimentsOfGreatValues(it)

    for (const [index, one] of goldenCases.entries()) {
      it.effect(one.name, () =>
        Effect.gen(function*() {
          const tables = yield* SeedTables
          const id = firstProject - 1 - index as ProjectId
          yield* tables.seed(id, rowsOf(one.history(id)))
          const project = projectOf(id)
          const run = yield* statementRun(project, one.asOf)
          const experiment = { ...goldenExperiment, ...one.experiment }
          const window = windowOf(experiment, one.asOf)
          if (window === undefined) return assert.fail("not begun")
          const moment = { now: one.asOf, timezone, week_start_day: 1 as const }
          const { metric } = one
          const measuring = { project, moment, experiment, window, metric, lookback: undefined, samplesSessions: false }
          const found = yield* measureMetric(measuring, run)
          const sums = Object.fromEntries(
            found.sums.map(({ entities, sums, variant }) => [variant, [
              entities,
              ...sums.map((sum) => Number(sum.toPrecision(12)))
            ]])
          )
          assert.deepStrictEqual(sums, one.gives)
        }))
    }
  })
