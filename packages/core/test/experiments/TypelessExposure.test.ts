import { assert, it } from "@effect/vitest"
import { exposureCriteriaOf, exposureEvent } from "@hedgerow/core/experiments/results/ExposureCriteria"
import type { Moment } from "@hedgerow/core/filters/Operator"
import { filterCondition } from "@hedgerow/core/query/structured/FilterCondition"
import { Result } from "effect"

const moment = { now: 0, timezone: "UTC", week_start_day: 0 } as Moment

it("a condition without a type of an exposure is about the event", () => {
  const named = (type: object) => {
    const criteria = Result.getOrThrow(
      exposureCriteriaOf({ exposure_config: { event: "seen", properties: [{ ...type, key: "page", value: ["/a"] }] } })
    )
    return filterCondition(exposureEvent(criteria, undefined)?.properties, moment)
  }
  assert.deepStrictEqual(named({}), named({ type: "event" }))
  assert.notDeepEqual(named({}), filterCondition([], moment))
})
