import { assert, describe, it } from "@effect/vitest"
import { BreakdownFilter, breakdownsOf } from "@hedgerow/core/query/structured/BreakdownFilter"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(BreakdownFilter, { onExcessProperty: "error" })
const read = (filter: object) => breakdownsOf(Result.getOrThrow(decode(filter)))

describe("breakdowns", () => {
  it("nothing is cut without a property", () => {
    for (const filter of [{}, { breakdown: "" }, { breakdown: [] }, { breakdown: null, breakdown_type: "event" }]) {
      assert.isUndefined(read(filter), JSON.stringify(filter))
    }
  })

  it("one is a value, several are lists, cohorts are apart", () => {
    assert.deepInclude(read({ breakdown: "$browser" }), { isList: false, limit: 25, hidesOther: false })
    const several = read({ breakdowns: [{ property: "a", type: "person" }, { property: "b", histogram_bin_count: 3 }] })
    assert.isTrue(several?.isList)
    assert.deepStrictEqual(several?.by.map(({ bins, key, type }) => [type, key, bins]), [
      ["person", "a", undefined],
      ["event", "b", 3]
    ])
    assert.deepInclude(read({ breakdown: [3, "all"], breakdown_type: "cohort" }), { by: [], cohorts: [3, "all"] })
    const alone = [{ property: 3, type: "cohort" }, { property: "all", type: "cohort" }]
    assert.deepInclude(read({ breakdowns: alone }), { by: [], cohorts: [3, "all"], isList: false })
    const beside = read({ breakdowns: [{ property: "a" }, ...alone] })
    assert.deepInclude(beside, { cohorts: [3, "all"], cohortIndex: 1, isList: true })
    assert.deepStrictEqual(beside?.by.map(({ key }) => key), ["a"])
  })

  it("a breakdown that is impossible is refused", () => {
    for (
      const filter of [
        { breakdown: "x", breakdown_type: "data_warehouse" },
        { breakdown: "x", breakdown_type: "moon" },
        { breakdown: "x", breakdown_type: "cohort" },
        { breakdown: "x", breakdown_type: "session" },
        { breakdown: "team_id", breakdown_type: "event_metadata" },
        { breakdowns: [1, 2, 3, 4].map((property) => ({ property })) },
        { breakdown: "x", breakdown_limit: 0 },
        { breakdown: "x", color: "red" }
      ]
    ) {
      assert.isTrue(Result.isFailure(decode(filter)), JSON.stringify(filter))
    }
  })
})
