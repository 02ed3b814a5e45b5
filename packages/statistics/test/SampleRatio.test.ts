import { assert, describe, it } from "@effect/vitest"
import { mismatchBySource, sampleRatioMismatch } from "@hedgerow/statistics/comparison/SampleRatio"
import { mismatchOverTime, sequentialSampleRatio } from "@hedgerow/statistics/comparison/SequentialSampleRatio"
import { makeDice } from "@hedgerow/statistics/tools/calibration/Dice"
import { monteCarloError } from "@hedgerow/statistics/tools/calibration/Rates"
import { near } from "./StatisticsWorld.ts"

describe("the sample ratio", () => {
  it("answers as the exposure query does, from 100 exposures on", () => {
    const rollout = { control: 50, test: 50 }
    assert.isNull(sampleRatioMismatch({ control: 50, test: 49 }, rollout))
    const mismatch = sampleRatioMismatch({ control: 91, test: 88 }, rollout)
    assert.deepStrictEqual(mismatch?.expected, { control: 89.5, test: 89.5 })
    assert.approximately(...near(mismatch?.p_value, 0.8226, 1e-4))
  })

  it("counts a variant without exposures, and none without a share", () => {
    const mismatch = sampleRatioMismatch({ control: 80, test: 70, third: 0, retired: 40 }, {
      control: 45,
      test: 45,
      third: 10,
      retired: 0
    })
    assert.approximately(...near(mismatch?.p_value, 1.6597e-4, 1e-8))
    assert.notProperty(mismatch?.expected, "retired")
  })

  it("finds the source whose exposures are out of proportion, with p-values for all of them together", () => {
    const [web, ios, android] = mismatchBySource(
      { web: { control: 5000, test: 5010 }, ios: { control: 900, test: 500 }, android: { control: 10, test: 9 } },
      { control: 50, test: 50 }
    )
    assert.strictEqual(web?.source, "web")
    assert.isFalse(web?.mismatch)
    assert.isTrue(ios?.mismatch)
    assert.isAtLeast(ios?.adjusted_p_value ?? 0, ios?.p_value ?? 1)
    assert.deepStrictEqual(ios?.adjustment, { method: "holm", family: "sources", size: 2 })
    assert.deepInclude(android, { source: "android", p_value: null, mismatch: false })
  })

  it("may be read after every day: a mismatch shows, and at most one true split in twenty is ever blamed", () => {
    const days = Array.from({ length: 60 }, (_, day) => [(day + 1) * 220, (day + 1) * 180])
    const read = sequentialSampleRatio(days, [50, 50])
    assert.isBelow(read.at(-1) ?? 1, 1e-6)
    assert.isTrue(read.every((p, index) => p <= (read[index - 1] ?? 1)))
    const [dice, runs] = [makeDice(11), 400]
    const blamed = Array.from({ length: runs }, () => {
      let control = 0
      const looks = Array.from({ length: 100 }, (_, look) => {
        for (let exposure = 0; exposure < 100; exposure++) if (dice.uniform() < 0.5) control++
        return [control, 100 * (look + 1) - control]
      })
      return (sequentialSampleRatio(looks, [1, 1]).at(-1) ?? 0) < 0.05
    })
    const rate = blamed.filter(Boolean).length / runs
    assert.isAtMost(rate, 0.05 + 3 * monteCarloError(0.05, runs)) // 0.05 ± 0.011
  })

  it("sees a mismatch among few exposures and a small one among many, to be read at any time", () => {
    const p = (...counts: ReadonlyArray<number>) => sequentialSampleRatio([counts], [50, 50]).at(-1) ?? 1
    assert.isBelow(p(600, 400), 1e-6)
    assert.isBelow(p(130, 70), 0.01)
    assert.isBelow(p(507_000, 493_000), 1e-30)
    assert.strictEqual(p(500, 500), 1)
  })

  it("blames at most one true split in twenty at any look, from the first exposures on", () => {
    const [dice, runs] = [makeDice(12), 1000]
    const blamed = Array.from({ length: runs }, () => {
      let control = 0
      const looks = Array.from({ length: 300 }, (_, look) => {
        for (let exposure = 0; exposure < 5; exposure++) if (dice.uniform() < 0.8) control++
        return [control, 5 * (look + 1) - control]
      })
      return (sequentialSampleRatio(looks, [80, 20]).at(-1) ?? 0) < 0.05
    })
    assert.isAtMost(blamed.filter(Boolean).length / runs, 0.05)
  })

  it("is shown day by day, with both p-values", () => {
    const days = [
      { day: "2026-01-05", exposures: { control: 40, test: 38 } },
      { day: "2026-01-06", exposures: { control: 9100, test: 8800, retired: 50 } },
      { day: "2026-01-07", exposures: { control: 18_000, test: 16_000 } }
    ]
    const [first, second, third] = mismatchOverTime(days, { control: 50, test: 50 })
    assert.deepInclude(first, { day: "2026-01-05", p_value: null })
    assert.approximately(...near(second?.p_value, 0.02494, 1e-4))
    assert.isAbove(second?.always_valid_p_value ?? 0, second?.p_value ?? 1)
    assert.isBelow(third?.always_valid_p_value ?? 1, 0.001)
  })
})
