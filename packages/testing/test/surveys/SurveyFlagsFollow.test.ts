import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good } from "../flags/FlagApi.ts"
import { create, forPlan, part, patch, read } from "./SurveyApi.ts"

const at = (day: number) => new Date(day * 86_400_000).toISOString()

/** Changes of a survey, in any order. */
const steps = {
  begin: { start_date: at(1) },
  beginLater: { start_date: at(20) },
  unbegin: { start_date: null },
  stop: { end_date: at(400) },
  resume: { end_date: null },
  archive: { archived: true },
  unarchive: { archived: false },
  rename: { description: "other" },
  recur: { iteration_count: 3, iteration_frequency_days: 10 },
  recurMore: { iteration_count: 5 },
  recurNever: { iteration_count: 0 },
  wait: { conditions: { seenSurveyWaitPeriodInDays: 7 } },
  waitLess: { conditions: { seenSurveyWaitPeriodInDays: 3, url: "/x" } },
  waitNot: { conditions: null },
  target: { targeting_flag_filters: forPlan("pro") },
  retarget: { targeting_flag_filters: forPlan("free") },
  untarget: { remove_targeting_flag: true },
  questions: { questions: [{ type: "open", question: "Why?" }] }
} as const

type Step = keyof typeof steps | "day" | "week" | "month"

const names = [...Object.keys(steps), "day", "week", "month"] as ReadonlyArray<Step>

const durations = { day: "1 day", week: "7 days", month: "30 days" } as const

const isRunning = ({ archived, end_date, start_date }: JsonRecord): boolean =>
  start_date !== null && end_date === null && archived === false

/** The properties in the conditions of the internal flag, computed from the record. */
const expected = (survey: JsonRecord): ReadonlyArray<string> => {
  const { conditions, current_iteration, id, iteration_count, iteration_frequency_days } = survey
  const isAskedAgain = Number(iteration_count) > 0 && Number(iteration_frequency_days) > 0
  const mark = isAskedAgain ? `${String(id)}/${String(current_iteration ?? 1)}` : String(id)
  const own = [`$survey_dismissed/${mark} is_not_set`, `$survey_responded/${mark} is_not_set`]
  const days = (conditions as JsonRecord | null)?.["seenSurveyWaitPeriodInDays"]
  return typeof days === "number"
    ? [[...own, "$last_seen_survey_date is_not_set"], [...own, `$last_seen_survey_date ${days}d`]].map(String)
    : [String(own)]
}

const told = (survey: JsonRecord): ReadonlyArray<string> =>
  (part(part(survey, "internal_targeting_flag"), "filters")["groups"] as ReadonlyArray<JsonRecord>).map(
    ({ properties }) =>
      String((properties as ReadonlyArray<JsonRecord>).map(({ key, value }) => `${String(key)} ${String(value)}`))
  )

const follows = (survey: JsonRecord, after: string) => {
  assert.deepStrictEqual(told(survey), expected(survey), after)
  assert.strictEqual(part(survey, "internal_targeting_flag")["active"], isRunning(survey), after)
  const targeting = survey["targeting_flag"] as JsonRecord | null
  if (targeting !== null) assert.strictEqual(targeting["active"], isRunning(survey), after)
  const ended = isRunning(survey) && survey["current_iteration"] !== null
    && Number(survey["current_iteration"]) > Number(survey["iteration_count"])
  assert.isFalse(ended, after)
}

it.effect.prop(
  "whatever is done to a survey, and however long, its flags say what its record says",
  [Schema.Array(Schema.Literals(names))],
  ([done]) =>
    Effect.gen(function*() {
      const made = yield* create("Followed")
      follows(made, "made")
      for (const step of done) {
        if (step in durations) {
          yield* TestClock.adjust(durations[step as keyof typeof durations])
          follows(yield* read(made), `${done.join(", ")}: ${step}`)
        } else {
          const answer = yield* call("PATCH", `surveys/${String(made["id"])}/`, steps[step as keyof typeof steps])
          if (answer.status !== 200) assert.strictEqual(answer.status, 400, answer.text)
          else follows(answer.body, `${done.join(", ")}: ${step}`)
          follows(yield* read(made), `${done.join(", ")}: ${step}, read`)
        }
      }
    }).pipe(Effect.provide(FlagApi.layer)),
  { arbitrary: { runs: 60 } }
)

it.effect("a flag of the survey that somebody else has changed is right again with the next change", () =>
  Effect.gen(function*() {
    const made = yield* create("Followed", { start_date: at(1) })
    const flag = `feature_flags/${String(part(made, "internal_targeting_flag")["id"])}/`
    yield* good("PATCH", flag, { active: false, filters: { groups: [] } })
    yield* good("PATCH", flag, { deleted: true })
    const mended = yield* patch(made, { description: "other" })
    assert.deepStrictEqual(part(mended, "internal_targeting_flag")["deleted"], false)
    follows(mended, "mended")
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a survey whose targeting depends on a flag that is off cannot begin, and stays unchanged", () =>
  Effect.gen(function*() {
    const { id } = yield* createFlag("first")
    const depends = { key: String(id), type: "flag", operator: "flag_evaluates_to", value: true }
    const made = yield* create("Dependent", {
      targeting_flag_filters: { groups: [{ properties: [depends], rollout_percentage: 50 }] }
    })
    yield* good("PATCH", `feature_flags/${String(id)}/`, { active: false })
    const answer = yield* call("PATCH", `surveys/${String(made["id"])}/`, { start_date: at(1) })
    assert.strictEqual(answer.status, 400)
    assert.include(String(answer.body["detail"]), "first")
    assert.deepInclude(yield* read(made), { start_date: null })
    follows(yield* read(made), "refused")
  }).pipe(Effect.provide(FlagApi.layer)))
