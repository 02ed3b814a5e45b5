import { assert, describe, it } from "@effect/vitest"
import { solveVector } from "@hedgerow/statistics/tools/vectors/SolveVector"
import { readFileSync } from "node:fs"

interface Expectation {
  readonly id: string
  readonly family: string
  readonly method: string
  readonly inputs: unknown
  readonly expected: Readonly<Record<string, unknown>>
  readonly tolerance: number
  readonly note?: string
}

const read = (name: string): { readonly vectors: ReadonlyArray<Expectation> } =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"))

const { vectors } = read("./acceptance-vectors.json")
const shapes = read("./acceptance-shapes.json").vectors

const unbounded: Readonly<Record<string, number>> = { Infinity, "-Infinity": -Infinity }

const isRelative = ({ note = "" }: Expectation): boolean => /tolerance is relative|relative tolerance/.test(note)

/** The places where an answer differs from the expected one; further members of the answer are ignored. */
const differences = (vector: Expectation, expected: unknown, actual: unknown, path: string): ReadonlyArray<string> => {
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null) return [`${path}: ${String(actual)}`]
    const size = Array.isArray(expected) && expected.length !== (actual as ReadonlyArray<unknown>).length
    const members = Object.entries(expected).flatMap(([key, value]) =>
      differences(vector, value, (actual as Record<string, unknown>)[key], `${path}.${key}`)
    )
    return size ? [`${path}: another length`, ...members] : members
  }
  const wanted = typeof expected === "string" ? unbounded[expected] ?? expected : expected
  const tolerance = typeof wanted === "number" && Number.isFinite(wanted) ?
    vector.tolerance * (isRelative(vector) ? Math.abs(wanted) : 1) :
    undefined
  const same = tolerance === undefined ? actual === wanted : Math.abs(Number(actual) - Number(wanted)) <= tolerance
  return same ? [] : [`${path}: ${String(actual)} instead of ${String(wanted)}`]
}

const arm = (n: number, sum: number, sum_squares: number) => ({ type: "mean", n, sum, sum_squares })
const paired = (n: number, post: number, pre: number, product: number) => ({
  post: { type: "proportion", n, sum: post },
  pre: { type: "proportion", n, sum: pre },
  post_pre_sum_product: product
})
const inputsOf = (id: string): unknown => vectors.find((vector) => vector.id === id)?.inputs

/** Inputs for the methods of which only the shape is known, with answers computed apart (scipy, mpmath) or published. */
const further: ReadonlyArray<readonly [family: string, method: string, inputs: unknown, expected: object]> = [
  ["effect", "relative-effect", {
    control: arm(100, 0, 100),
    treatment: arm(100, 5, 100),
    difference_type: "relative"
  }, { error: "baseline_zero", stats: null }],
  ["bayes", "bayesian-gaussian", { control: arm(0, 0, 0), treatment: arm(100, 5, 100) }, {
    error: "not_enough_data",
    stats: null
  }],
  ["sequential", "property", { n: 1000, tuning_parameters: [100, 1000, 10_000] }, { narrowest: 1000, widest: 10_000 }],
  ["group-sequential", "type I error of repeated 1.96 tests", { z: 1.96, looks: [1, 2, 5, 20] }, {
    type_i_error: [0.04999579029644, 0.0831111388856, 0.141678741134, 0.2478942367]
  }],
  ["group-sequential", "O'Brien-Fleming final critical value", { alpha: 0.05, looks: [2, 3, 4, 5, 10] }, {
    c: [1.97743, 2.00404, 2.0243, 2.04007, 2.0865]
  }],
  ["group-sequential", "Lan-DeMets spending, O'Brien-Fleming type", {
    alpha: 0.05,
    information: [0.2, 0.4, 0.6, 0.8, 1]
  }, { critical_z: [4.876884948790762, 3.35701, 2.68028, 2.28982, 2.03103] }],
  ["cuped", "theta from pooled arms", inputsOf("cuped-mean-ph"), { theta: -0.06956605197707445 }],
  ["cuped", "Fieller interval for (adjT-adjC)/C", inputsOf("cuped-mean-ph"), {
    confidence_interval: [-0.46659538472276596, -0.07296870841644865]
  }],
  ["cuped", "Bayesian CUPED with the full gradient", inputsOf("cuped-mean-ph"), {
    credible_interval: [-0.4840227546194382, -0.09338558238266945],
    chance_to_win: 0.0018833851761775695
  }],
  ["cuped", "relative CUPED, binary metric and covariate (population covariance, divide by n)", {
    control: paired(3001, 300, 210, -20),
    treatment: paired(3000, 222, 120, -10),
    alpha: 0.05
  }, {
    theta: -0.18824642118593798,
    point_estimate: -0.3162021601662899,
    standard_error: 0.06201554948911426,
    degrees_of_freedom: 5904.45033943788,
    confidence_interval: [-0.4377753250777431, -0.19462899525483665],
    p_value: 3.525506853748503e-7
  }],
  ["cuped", "CUPED for ratio metrics (4x4 delta method)", inputsOf("cuped-ratio-sequential-gb"), {
    theta: 0.829004425406,
    point_estimate: -0.000701483334334,
    standard_error: 0.003907384079294,
    degrees_of_freedom: 194.4178073145,
    p_value: 0.85771040527
  }],
  ["cuped", "three arms: theta is estimated per pair", inputsOf("cuped-three-arm-ph"), {
    theta_pair_2: -0.10475849886942143,
    stddev_control: 0.4343655385989882
  }],
  ["guard", "too little data", { control: arm(1, 1, 1), treatment: arm(2, 5, 13) }, {
    error: "not_enough_data",
    stats: null
  }],
  ["srm", "PostHog does not test below 100 exposures in total", { observed: [40, 39], weights: [50, 50] }, {
    sample_ratio_mismatch: null
  }],
  ["multiple-testing", "Benjamini-Hochberg, input order", { p_values: [0.01, 0.04, 0.03, 0.005, 0.55, 0.6] }, {
    adjusted: [0.03, 0.06, 0.06, 0.03, 0.6, 0.6]
  }],
  ["multiple-testing", "Benjamini & Hochberg 1995 example", {
    p_values: [
      [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344],
      [0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1]
    ].flat(),
    alpha: 0.05
  }, { rejected_bh: 4 }],
  ["power", "delta-method variance", {
    variance_control: 4,
    mean_control: 2,
    n_control: 100,
    variance_treatment: 5,
    mean_treatment: 3,
    n_treatment: 100
  }, { absolute: 0.09, relative: 0.035 }],
  ["power", "16 sigma^2/delta^2 rule", { baseline: 0.05, relative_effect: 0.05 }, { per_variant: 121_600 }]
]

describe("solveVector", () => {
  for (const family of new Set(vectors.map((vector) => vector.family))) {
    it(`answers every vector of ${family} within its tolerance`, () => {
      for (const vector of vectors.filter((vector) => vector.family === family)) {
        assert.deepStrictEqual(differences(vector, vector.expected, solveVector(vector), vector.id), [])
      }
    })
  }

  it("answers the further methods", () => {
    for (const [family, method, inputs, expected] of further) {
      const tolerance = family === "group-sequential" ? 5e-6 : 1e-9
      const vector = { id: method, family, method, inputs, expected: { ...expected }, tolerance }
      assert.deepStrictEqual(differences(vector, expected, solveVector(vector), method), [])
    }
  })

  it("has every field of every shape", () => {
    for (const shape of shapes) {
      const match = further.find(([family, method]) => family === shape.family && shape.method.startsWith(method))
      assert.isDefined(match, shape.method)
      const answer = solveVector({ ...shape, inputs: match?.[2] })
      assert.includeMembers(Object.keys(answer), Object.keys(shape.expected), shape.method)
    }
  })

  it("refuses unknown methods", () => {
    assert.deepStrictEqual(solveVector({ family: "welch", method: "divination", inputs: {} }), {
      error: "unknown_method",
      stats: null
    })
    assert.deepStrictEqual(solveVector({ family: "astrology", method: "chi-square", inputs: {} }), {
      error: "unknown_method",
      stats: null
    })
  })

  it("leaves unbounded ends infinite", () => {
    const inputs = {
      control: arm(3000, 1396.87, 52_377.9767),
      treatment: arm(3461, 2422.7, 134_698.29),
      difference_type: "absolute",
      alpha: 0.05,
      tails: "treatment_lesser"
    }
    const answer = solveVector({ family: "welch", method: "frequentist-one-sided", inputs })
    assert.strictEqual((answer["confidence_interval"] as ReadonlyArray<number>)[0], -Infinity)
  })
})
