import { assert, describe, it } from "@effect/vitest"
import { compareArms } from "@hedgerow/statistics/comparison/Comparison"
import type { Moments } from "@hedgerow/statistics/comparison/Samples"
import { analyseMetric } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { covarianceOf, type MetricType, type VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"
import { studentUpperQuantile } from "@hedgerow/statistics/special/StudentT"
import { bayesian, frequentist } from "./StatisticsWorld.ts"

/** The numbers of an entity: numerator and denominator, then both before the exposure. */
type Entity = readonly [number, number, number, number]

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

/** Numbers that go together, none of them twice the same; `lift` is added to the first. */
const entities = (lift: number): ReadonlyArray<Entity> =>
  Array.from({ length: 200 }, (_, index): Entity => {
    const [own, before] = [(index * 37 % 101) / 20, (index * 53 % 97) / 20]
    return [own + before + lift, 4 + (index * 11 % 7) / 5 + own / 9, before, 4 + before / 7 + (index * 5 % 3) / 5]
  })

/** Counts as an engine has them: the products about zero, the covariances about the means. */
const countsOf = (key: string, rows: ReadonlyArray<Entity>, numbers: ReadonlyArray<0 | 1 | 2 | 3>): VariantCounts => {
  const n = rows.length
  const product = (one: 0 | 1 | 2 | 3, other: 0 | 1 | 2 | 3) => sum(rows.map((row) => row[one] * row[other]))
  const column = (one: 0 | 1 | 2 | 3) => rows.map((row) => row[one])
  const distances = (one: 0 | 1 | 2 | 3) => {
    const apart = rows.map((row) => row[one] - (rows[0]?.[one] ?? 0))
    return apart.map((distance) => distance - sum(apart) / n)
  }
  return {
    key,
    number_of_samples: n,
    sum: sum(column(0)),
    sum_squares: product(0, 0),
    denominator_sum: sum(column(1)),
    denominator_sum_squares: product(1, 1),
    numerator_denominator_sum_product: product(0, 1),
    ...numbers.includes(2) ?
      {
        covariate_sum: sum(column(2)),
        covariate_sum_squares: product(2, 2),
        covariate_sum_product: product(0, 2),
        covariate_denominator_sum: sum(column(3)),
        covariate_denominator_sum_squares: product(3, 3),
        covariate_numerator_denominator_sum_product: product(2, 3),
        denominator_covariate_denominator_sum_product: product(1, 3),
        numerator_covariate_denominator_sum_product: product(0, 3),
        denominator_covariate_sum_product: product(1, 2)
      } :
      {},
    covariances: numbers.flatMap((one, index) =>
      numbers.slice(index).map((other) => {
        const [left, right] = [distances(one), distances(other)]
        return sum(left.map((value, place) => value * ((right[place] ?? 0) / n)))
      })
    )
  }
}

interface Case {
  readonly type: MetricType
  readonly isAdjusted: boolean
}

const cases: ReadonlyArray<Case> = [
  { type: "mean", isAdjusted: false },
  { type: "mean", isAdjusted: true },
  { type: "ratio", isAdjusted: false },
  { type: "ratio", isAdjusted: true }
]

const numbersOf = ({ isAdjusted, type }: Case): ReadonlyArray<0 | 1 | 2 | 3> => [
  0,
  ...type === "ratio" ? [1] as const : [],
  ...isAdjusted ? [2] as const : [],
  ...isAdjusted && type === "ratio" ? [3] as const : []
]

const analysed = (one: Case, config: object, change: (row: Entity) => Entity) => {
  const counts = (key: string, lift: number) => countsOf(key, entities(lift).map(change), numbersOf(one))
  const { variant_results } = analyseMetric({
    type: one.type,
    goal: "increase",
    baseline: counts("control", 0),
    variants: [counts("test", 0.5)]
  }, statisticsSettings({ ...config, cuped: { enabled: one.isAdjusted } }))
  return variant_results[0] ?? assert.fail("no variant")
}

const closeTo = (found: ReadonlyArray<number> | null, expected: ReadonlyArray<number> | null, relative: number) => {
  assert.strictEqual(found?.length, expected?.length)
  for (const [index, value] of (expected ?? []).entries()) {
    assert.closeTo((found?.[index] ?? NaN) / value, 1, relative, JSON.stringify({ found, expected }))
  }
}

const configs = [frequentist(), bayesian(), frequentist({ sequential_testing_enabled: true })]

describe("means that are great beside their deviations", () => {
  for (const one of cases.filter(({ type }) => type === "mean")) {
    it(`leave the figures of the difference as they are: ${JSON.stringify(one)}`, () => {
      for (const config of configs) {
        const plain = analysed(one, config, (row) => row)
        for (const [centre, digits] of [[1e6, 1e-9], [1e9, 1e-6], [-1e11, 1e-4]] as const) {
          const shifted = analysed(
            one,
            config,
            ([own, other, before, last]) => [own + centre, other, before + centre, last]
          )
          assert.deepStrictEqual(shifted.validation_failures, [])
          closeTo(shifted.difference_interval, plain.difference_interval, digits)
          closeTo(shifted.adjusted_difference_interval ?? null, plain.adjusted_difference_interval ?? null, digits)
          closeTo([shifted.cuped?.theta ?? 1], [plain.cuped?.theta ?? 1], digits)
        }
      }
    })
  }

  it("leave a ratio the variance of its linearised observations", () => {
    const moved = ([own, other, ...more]: Entity): Entity => [own + 1e9, other + 1e9, ...more]
    const found = analysed({ type: "ratio", isAdjusted: false }, frequentist(), moved)
    const arms = [0, 0.5].map((lift): Moments => {
      const rows = entities(lift)
      const [own, other] = [sum(rows.map((row) => row[0])) / 200, sum(rows.map((row) => row[1])) / 200]
      const [mean, base] = [(own + 1e9) / (other + 1e9), other + 1e9]
      const linearised = rows.map((row) => ((row[0] - own) - mean * (row[1] - other)) / base)
      return { n: 200, mean, variance: sum(linearised.map((value) => value * value)) / 199 }
    })
    const { degreesOfFreedom, variance } = compareArms(arms[0] ?? assert.fail(), arms[1] ?? assert.fail())
    const width = 2 * studentUpperQuantile(0.025, degreesOfFreedom) * Math.sqrt(variance)
    const [lower, upper] = found.difference_interval ?? assert.fail()
    assert.closeTo((upper - lower) / width, 1, 1e-6)
  })
})

describe("values near the ends of the range", () => {
  for (const one of cases) {
    it(`have the figures of values near 1: ${JSON.stringify(one)}`, () => {
      for (const config of configs) {
        const plain = analysed(one, config, (row) => row)
        assert.isNotNull(plain.lift_interval)
        for (const unit of [1e-60, 1e100, 1e149]) {
          const numerators = analysed(
            one,
            config,
            ([own, other, before, last]) => [own * unit, other, before * unit, last]
          )
          closeTo(numerators.lift_interval, plain.lift_interval, 1e-9)
          closeTo(numerators.difference_interval, (plain.difference_interval ?? []).map((bound) => bound * unit), 1e-9)
          closeTo(numerators.adjusted_difference_interval ?? null, numerators.difference_interval, 1e-9)
          if (one.type === "mean") continue
          const both = analysed(
            one,
            config,
            ([own, other, before, last]) => [own * unit, other * unit, before * unit, last * unit]
          )
          closeTo(both.difference_interval, plain.difference_interval, 1e-9)
          closeTo(both.lift_interval, plain.lift_interval, 1e-9)
        }
      }
    })
  }
})

describe("a prior of lifts", () => {
  it("says nothing of a difference from 0", () => {
    const signed = ([own, other, ...more]: Entity): Entity => [own * (other > 5 ? 1 : -1), other, ...more]
    const arm = (key: string, lift: number) => countsOf(key, entities(lift).map(signed), [0])
    const figures = (prior: object | undefined) =>
      analyseMetric({
        type: "mean",
        goal: "increase",
        baseline: { ...arm("control", 0), sum: 0 },
        variants: [arm("test", 0.5)]
      }, statisticsSettings(bayesian(prior === undefined ? {} : { prior }))).variant_results[0]
    const informed = figures({ mean: 0, variance: 0.25 })
    assert.deepStrictEqual(informed?.validation_failures, [])
    assert.isNotNull(informed?.difference_interval)
    assert.deepStrictEqual(informed, figures(undefined))
  })
})

describe("covariances about the means", () => {
  it("are read in the order of the pairs, and divided by n - 1", () => {
    const counts = countsOf("control", entities(0), [0, 1, 2, 3])
    const { covariances = [], number_of_samples: n } = counts
    assert.strictEqual(covariances.length, 10)
    assert.strictEqual(covarianceOf(counts, 0, 0), (covariances[0] ?? NaN) * (n / (n - 1)))
    assert.strictEqual(covarianceOf(counts, 1, 2), (covariances[5] ?? NaN) * (n / (n - 1)))
    assert.strictEqual(covarianceOf(counts, 3, 3), (covariances[9] ?? NaN) * (n / (n - 1)))
    assert.isUndefined(covarianceOf({ ...counts, covariances: [] }, 0, 0))
    assert.isUndefined(covarianceOf({ ...counts, number_of_samples: 1 }, 0, 0))
  })
})
