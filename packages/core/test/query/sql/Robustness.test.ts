import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { faultsOf } from "./PlanCheck.ts"
import { resolve } from "./PlanText.ts"
import { plansAreSound } from "./Robustness.ts"

plansAreSound(150)

describe("statements whose plans broke the rules, once", () => {
  const statements = [
    "select (1, 2, null) < (1, 2, null) from events",
    "select (1, (2, null)) >= (1, (2, null)) from events",
    "select (1, null) < (1, 2) from events",
    "select tupleHammingDistance((1, 2, null), (1, 2, null)) from events",
    "select if(event = 'a', null, null) from events",
    "select case when event = 'a' then null when event = 'b' then null end + 1 from events",
    "select case when true then event else null end from events",
    "select medianTimingWeightedIf(null, (select count() from events), 300) from events",
    "select cutURLParameter(null, properties.b) from events",
    "select cityHash64(properties.b, null) from events"
  ]
  for (const sql of statements) {
    it(sql, () => {
      const result = resolve(sql)
      assert.isTrue(Result.isSuccess(result))
      if (Result.isSuccess(result)) assert.deepStrictEqual(faultsOf(result.success.plan), [])
    })
  }
})
