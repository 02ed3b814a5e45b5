import { assert, describe, it } from "@effect/vitest"
import { makeDice } from "@hedgerow/statistics/tools/calibration/Dice"
import { monteCarloError } from "@hedgerow/statistics/tools/calibration/Rates"
import {
  informationFractions,
  obrienFlemingSpending,
  pocockConstant,
  powerSpending,
  spendingBoundaries
} from "@hedgerow/statistics/tools/group-sequential/Boundaries"
import { crossingAtAnyLook } from "@hedgerow/statistics/tools/group-sequential/Crossing"
import { near } from "./StatisticsWorld.ts"

describe("group-sequential boundaries", () => {
  it("spend their share of the error, at uneven looks too", () => {
    const information = [0.01, 0.011, 0.5, 0.5001, 1]
    for (const spending of [obrienFlemingSpending(0.05), powerSpending(0.05, 2)]) {
      const boundaries = spendingBoundaries(information, spending)
      assert.approximately(...near(crossingAtAnyLook(information, boundaries), 0.05, 1e-9))
    }
  })

  it("are hardly lower at a look that follows at once", () => {
    const [, first = 0, second = 0] = spendingBoundaries([0.4, 0.5, 0.5001, 1], obrienFlemingSpending(0.05))
    assert.isAbove(second, first)
  })

  it("spend nothing at a look that adds nothing", () => {
    const [, second] = spendingBoundaries([0.5, 0.6, 1], (information) => information < 1 ? 0.01 : 0.05)
    assert.strictEqual(second, Infinity)
  })

  it("are crossed as often as the level says in a random walk", () => {
    const [dice, runs, z] = [makeDice(13), 20_000, pocockConstant(5, 0.05)]
    let crossed = 0
    for (let run = 0; run < runs; run++) {
      let sum = 0
      for (let look = 1; look <= 5; look++) {
        sum += dice.normal()
        if (Math.abs(sum) < z * Math.sqrt(look)) continue
        crossed++
        break
      }
    }
    assert.approximately(...near(crossed / runs, 0.05, 3 * monteCarloError(0.05, runs))) // ± 0.0046
  })

  it("take the plan as the whole, until it is overrun", () => {
    assert.deepStrictEqual(informationFractions([100, 200], 400), [0.25, 0.5])
    assert.deepStrictEqual(informationFractions([100, 500], 400), [0.2, 1])
  })
})
