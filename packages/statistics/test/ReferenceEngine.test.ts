import { assert, describe, it } from "@effect/vitest"
import { analyse, assertNearInterval, bayesian, chanceOf, frequentist, near, pOf, shownOf } from "./StatisticsWorld.ts"

const reference = { engine: "reference" }

describe("the reference engine", () => {
  it("keeps the linear delta method's test of the lift", () => {
    const result = analyse(frequentist({}, reference))
    assert.approximately(...near(pOf(result), 0.08487808030253907))
    assertNearInterval(shownOf(result), [-0.08754744791751556, 1.3604815472883904])
    assert.isFalse(result.significant)
  })

  it("keeps the Bayesian rule that asks one side for the whole level", () => {
    const result = analyse(bayesian({}, reference))
    assert.approximately(...near(chanceOf(result), 0.9575986, 1e-7))
    assertNearInterval(shownOf(result), [-0.087334, 1.3602681], 1e-7)
    assert.isTrue(result.significant)
  })

  it("keeps the sequence on the relative scale", () => {
    const result = analyse(
      frequentist({ sequential_testing_enabled: true, sequential_tuning_parameter: 1000 }, reference),
      {
        baseline: { key: "control", number_of_samples: 3000, sum: 1400, sum_squares: 52_000 },
        variants: [{ key: "test", number_of_samples: 3500, sum: 2500, sum_squares: 135_000 }]
      }
    )
    assertNearInterval(shownOf(result), [-0.5323023, 1.5935268], 1e-7)
    assert.strictEqual(pOf(result), 1)
  })

  it("keeps the formula of its adjusted lift", () => {
    const covariate = (sum: number, squares: number, product: number) => ({
      covariate_sum: sum,
      covariate_sum_squares: squares,
      covariate_sum_product: product
    })
    const metric = {
      baseline: { key: "control", number_of_samples: 2801, sum: 280, sum_squares: 560, ...covariate(195, 390, -18) },
      variants: [{ key: "test", number_of_samples: 2800, sum: 205, sum_squares: 510, ...covariate(110, 380, -8) }]
    }
    const cuped = { cuped: { enabled: true } }
    const result = analyse(bayesian({}, { ...reference, ...cuped }), metric)
    assertNearInterval(shownOf(result), [-0.4867321097482954, -0.09067622725381227])
    assert.approximately(...near(chanceOf(result), 0.0021354751603309685))
    const ours = analyse(frequentist({}, cuped), metric)
    assertNearInterval(shownOf(ours), [-0.46659538472276596, -0.07296870841644865])
    assert.approximately(...near(ours.cuped?.theta, -0.06956605197707445))
  })
})
