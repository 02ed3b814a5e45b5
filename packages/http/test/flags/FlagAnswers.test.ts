import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { flagOf, makeFlagWorld } from "../support/FlagWorld.ts"
import { webApi } from "../support/WebApi.ts"

it.effect("answers are of one version, also when a flag changes meanwhile", () =>
  Effect.gen(function*() {
    const { bump, flags, records } = yield* makeFlagWorld({ flags: [flagOf(1, "first")] })
    const evaluate: typeof flags.evaluate = (project, subject) =>
      Effect.tap(flags.evaluate(project, subject), () => {
        records.flags = records.flags.map((flag) => flagOf(flag.id + 1, `${flag.key}-moved`))
        return bump
      })
    const call = yield* webApi({ flags: { ...flags, evaluate } })
    const reasons = yield* call("/api/projects/1/feature_flags/evaluation_reasons/?distinct_id=ann")
    const evaluation = { reason: "condition_match", condition_index: 0 }
    assert.deepStrictEqual(reasons.json, { first: { value: true, evaluation } })
    const mine = yield* call("/api/projects/1/feature_flags/my_flags/")
    assert.include(mine.text, "\"key\":\"first-moved\"")
    assert.include(mine.text, "\"value\":true")
  }))
