import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good } from "../flags/FlagApi.ts"
import { counted, create, forPlan, part, patch, read } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

const start = "1970-01-02T00:00:00Z"
const end = "1970-01-03T00:00:00Z"

const activity = (survey: JsonRecord) => [
  part(survey, "targeting_flag")["active"],
  part(survey, "internal_targeting_flag")["active"]
]

const propertyKeys = (survey: JsonRecord): ReadonlyArray<unknown> =>
  (part(part(survey, "internal_targeting_flag"), "filters")["groups"] as ReadonlyArray<JsonRecord>).flatMap(
    ({ properties }) =>
      (properties as ReadonlyArray<JsonRecord>).map(({ key, value }) => `${String(key)} ${String(value)}`)
  )

const loggedFields = Effect.fnUntraced(function*({ id }: JsonRecord) {
  const { results } = yield* good("GET", `surveys/${String(id)}/activity/`)
  const [last] = results as ReadonlyArray<JsonRecord>
  const changes = part(last ?? {}, "detail")["changes"] as ReadonlyArray<JsonRecord> | null
  return (changes ?? []).map(({ action, field }) => `${String(field)} ${String(action)}`)
})

describe("the flags of a survey follow its state", () => {
  it.effect("from draft to running to stopped and back, and into the archive", () =>
    Effect.gen(function*() {
      const made = yield* create("Targeted", { targeting_flag_filters: forPlan("pro") })
      assert.deepStrictEqual(activity(made), [false, false])
      assert.match(String(part(made, "targeting_flag")["key"]), /^survey-targeting-[0-9a-f]{10}$/)
      assert.deepStrictEqual(part(part(made, "targeting_flag"), "filters"), forPlan("pro"))
      assert.deepStrictEqual(activity(yield* patch(made, { start_date: start })), [true, true])
      assert.deepStrictEqual(activity(yield* patch(made, { end_date: end })), [false, false])
      assert.deepStrictEqual(activity(yield* patch(made, { end_date: null })), [true, true])
      assert.deepStrictEqual(activity(yield* patch(made, { archived: true, end_date: end })), [false, false])
      assert.deepStrictEqual(activity(yield* patch(made, { archived: false })), [false, false])
      const running = yield* create("At once", { start_date: start, targeting_flag_filters: forPlan("pro") })
      assert.deepStrictEqual(activity(running), [true, true])
      const { results } = yield* good("GET", `feature_flags/${String(part(made, "targeting_flag")["id"])}/activity/`)
      assert.strictEqual((results as ReadonlyArray<JsonRecord>).length, 5, "each change of the flag is logged")
    }).pipe(world))

  it.effect("targeting is changed in place, and untouched where nothing is said of it", () =>
    Effect.gen(function*() {
      const made = yield* create("Targeted", { targeting_flag_filters: { ...forPlan("pro"), payloads: { true: "1" } } })
      const flag = part(made, "targeting_flag")
      for (const fields of [{ name: "Other" }, { targeting_flag_filters: null }, { targeting_flag_filters: {} }]) {
        assert.deepStrictEqual(part(yield* patch(made, fields), "targeting_flag"), flag)
      }
      const changed = yield* patch(made, { targeting_flag_filters: forPlan("free") })
      assert.strictEqual(part(changed, "targeting_flag")["id"], flag["id"])
      assert.deepStrictEqual(part(changed, "targeting_flag")["filters"], {
        ...forPlan("free"),
        payloads: { true: "1" }
      })
      assert.deepStrictEqual(yield* loggedFields(made), ["targeting_flag_filters changed"])
      const removed = yield* patch(made, { remove_targeting_flag: true })
      assert.isNull(removed["targeting_flag"])
      assert.deepStrictEqual(yield* loggedFields(made), ["targeting_flag deleted"])
      assert.deepInclude(yield* good("GET", `feature_flags/${String(flag["id"])}/`), { deleted: true })
      const again = yield* patch(made, { targeting_flag_filters: forPlan("pro") })
      assert.notStrictEqual(part(again, "targeting_flag")["id"], flag["id"])
      assert.deepStrictEqual(yield* loggedFields(made), ["targeting_flag_filters created"])
    }).pipe(world))

  it.effect("a flag that is given to a survey follows it, and stays when it goes", () =>
    Effect.gen(function*() {
      const { id } = yield* createFlag("mine", { active: false })
      const active = Effect.map(good("GET", `feature_flags/${String(id)}/`), ({ active, deleted }) => [active, deleted])
      const made = yield* create("Attached", { targeting_flag_id: id, start_date: start })
      assert.deepStrictEqual(yield* active, [true, false])
      yield* patch(made, { end_date: end })
      assert.deepStrictEqual(yield* active, [false, false])
      yield* patch(made, { remove_targeting_flag: true })
      assert.deepStrictEqual(yield* active, [false, false])
      yield* patch(made, { targeting_flag_id: id })
      yield* call("DELETE", `surveys/${String(made["id"])}/`)
      assert.deepStrictEqual(yield* active, [false, false])
    }).pipe(world))

  it.effect("another targeting flag takes the place of its own, which goes", () =>
    Effect.gen(function*() {
      const { id } = yield* createFlag("mine")
      const made = yield* create("Replaced", { targeting_flag_filters: forPlan("pro") })
      const own = part(made, "targeting_flag")["id"]
      assert.strictEqual(part(yield* patch(made, { targeting_flag_id: id }), "targeting_flag")["id"], id)
      assert.deepInclude(yield* good("GET", `feature_flags/${String(own)}/`), { deleted: true })
    }).pipe(world))

  it.effect("the days for which somebody is left alone are a second way to be meant", () =>
    Effect.gen(function*() {
      const made = yield* create("Waiting", { conditions: { seenSurveyWaitPeriodInDays: 7 } })
      const mark = (name: string) => `$survey_${name}/${String(made["id"])} is_not_set`
      const expected = (days: string) => [
        mark("dismissed"),
        mark("responded"),
        "$last_seen_survey_date is_not_set",
        mark("dismissed"),
        mark("responded"),
        `$last_seen_survey_date ${days}`
      ]
      assert.deepStrictEqual(propertyKeys(made), expected("7d"))
      const changed = yield* patch(made, { conditions: { seenSurveyWaitPeriodInDays: 14 } })
      assert.deepStrictEqual(propertyKeys(changed), expected("14d"))
      const without = yield* patch(made, { conditions: { url: "/x" } })
      assert.deepStrictEqual(propertyKeys(without), [mark("dismissed"), mark("responded")])
    }).pipe(world))

  it.effect("unlinking keeps the flag, and the flag's record lists the surveys that are linked to it", () =>
    Effect.gen(function*() {
      const { id } = yield* createFlag("beta")
      const made = yield* create("Linked", { linked_flag_id: id })
      assert.deepInclude(part(made, "linked_flag"), { id, key: "beta" })
      const surveys = Effect.map(
        good("GET", `feature_flags/${String(id)}/`),
        ({ surveys }) =>
          (surveys as ReadonlyArray<JsonRecord>).map(({ linked_flag_key, name }) => [name, linked_flag_key])
      )
      assert.deepStrictEqual(yield* surveys, [["Linked", "beta"]])
      assert.deepInclude(yield* patch(made, { linked_flag_id: null }), { linked_flag: null, linked_flag_id: null })
      assert.deepStrictEqual(yield* loggedFields(made), ["linked_flag deleted"])
      assert.deepStrictEqual(yield* surveys, [])
    }).pipe(world))

  it.effect("a cohort that targeting names is known to be used by the survey", () =>
    Effect.gen(function*() {
      const cohort = yield* good("POST", "cohorts/", { name: "pros", is_static: true })
      const condition = { key: "id", type: "cohort", value: cohort["id"] }
      yield* create("Of pros", {
        targeting_flag_filters: { groups: [{ properties: [condition], rollout_percentage: 50 }] }
      })
      const answer = yield* call("PATCH", `cohorts/${String(cohort["id"])}/`, { deleted: true })
      assert.strictEqual(answer.status, 400)
      const details = (answer.body["errors"] as ReadonlyArray<JsonRecord>).map(({ detail }) => String(detail))
      assert.isTrue(details.some((detail) => detail.includes("surveys use it: Of pros")))
    }).pipe(world))
})

const dates = (...days: ReadonlyArray<number>) =>
  days.map((day) => new Date(Date.parse(start) + day * 86_400_000).toISOString().replace(".000Z", "Z"))

const recurring = { iteration_count: 2, iteration_frequency_days: 30 }

describe("iterations", () => {
  it.effect("begin with the survey, and a change of their number wipes nothing else", () =>
    Effect.gen(function*() {
      const made = yield* create("Again", { schedule: "recurring", ...recurring })
      assert.deepInclude(made, { iteration_start_dates: null, current_iteration: null })
      const begun = yield* patch(made, { start_date: start })
      assert.deepInclude(begun, {
        iteration_start_dates: dates(0, 30),
        current_iteration: 1,
        current_iteration_start_date: start
      })
      const more = yield* patch(made, { iteration_count: 4 })
      assert.deepInclude(more, {
        iteration_start_dates: dates(0, 30, 60, 90),
        iteration_frequency_days: 30,
        current_iteration: 1
      })
      const id = String(made["id"])
      assert.deepStrictEqual(propertyKeys(more), [
        `$survey_dismissed/${id}/1 is_not_set`,
        `$survey_responded/${id}/1 is_not_set`
      ])
      const off = yield* patch(made, { iteration_count: 0 })
      assert.deepInclude(off, { iteration_start_dates: [], current_iteration: null })
      assert.deepStrictEqual(propertyKeys(off)[0], `$survey_dismissed/${id} is_not_set`)
    }).pipe(world))

  it.effect("roll over when their time has come, with all conditions, and end the survey after the last", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse(start))
      const made = yield* create("Rolling", {
        ...recurring,
        start_date: start,
        conditions: { seenSurveyWaitPeriodInDays: 7 },
        targeting_flag_filters: forPlan("pro")
      })
      yield* TestClock.adjust("30 days")
      const second = yield* read(made)
      assert.deepInclude(second, { current_iteration: 2, current_iteration_start_date: dates(30)[0] })
      assert.strictEqual(propertyKeys(second).length, 6)
      assert.deepStrictEqual(propertyKeys(second)[0], `$survey_dismissed/${String(made["id"])}/2 is_not_set`)
      assert.deepStrictEqual(activity(second), [true, true])
      yield* TestClock.adjust("30 days")
      const over = yield* read(made)
      assert.deepInclude(over, { current_iteration: 2 })
      assert.isString(over["end_date"])
      assert.deepStrictEqual(activity(over), [false, false])
      const { results } = yield* good("GET", `surveys/${String(made["id"])}/activity/`)
      const [last] = results as ReadonlyArray<JsonRecord>
      assert.deepInclude(part(last ?? {}, "user"), { first_name: "System", is_system: true })
      const resumed = yield* patch(made, { end_date: null })
      assert.deepInclude(resumed, { current_iteration: 1, start_date: dates(60)[0] })
      assert.deepStrictEqual(activity(yield* read(made)), [true, true])
    }).pipe(world))
})

const answered = (survey: JsonRecord, submission: string | null, project: string) =>
  call("POST", "/batch/", {
    api_key: project,
    batch: [{
      event: "survey sent",
      distinct_id: "ada",
      properties: {
        $survey_id: survey["id"],
        ...(submission === null ? undefined : { $survey_submission_id: submission })
      }
    }]
  })

describe("responses", () => {
  it.effect("stop a survey at its limit, each submission counted once, and the limit stays", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const made = yield* create("Limited", { start_date: "1970-01-01T00:00:00Z", responses_limit: 3 })
      const send = (submission: string | null) => Effect.andThen(answered(made, submission, project.api_token), counted)
      for (const submission of ["a", "a", "b", "b"]) yield* send(submission)
      assert.deepInclude(yield* read(made), { end_date: null })
      yield* send(null)
      const stopped = yield* read(made)
      assert.isString(stopped["end_date"])
      assert.strictEqual(stopped["responses_limit"], 3)
      assert.strictEqual(part(stopped, "internal_targeting_flag")["active"], false)
      assert.deepStrictEqual(yield* loggedFields(made), ["end_date created"])
    }).pipe(world))

  it.effect("count towards the limit as the statistics count them: those from before the start do not", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const made = yield* create("Tried out", { responses_limit: 2 })
      for (const submission of ["a", "b", "c"]) yield* answered(made, submission, project.api_token)
      yield* counted
      yield* patch(made, { start_date: DateTime.formatIso(yield* DateTime.now) })
      yield* answered(made, "d", project.api_token)
      yield* counted
      assert.deepInclude(yield* read(made), { end_date: null })
      yield* answered(made, "e", project.api_token)
      yield* counted
      assert.isString((yield* read(made))["end_date"])
    }).pipe(world))

  it.effect("of another survey, or of one without a limit, stop nothing", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const limited = yield* create("Limited", { start_date: "1970-01-01T00:00:00Z", responses_limit: 1 })
      const free = yield* create("Free", { start_date: "1970-01-01T00:00:00Z" })
      yield* answered(free, "a", project.api_token)
      yield* counted
      for (const survey of [limited, free]) assert.deepInclude(yield* read(survey), { end_date: null })
    }).pipe(world))
})

const samplingFlag = Effect.fnUntraced(function*(survey: JsonRecord) {
  const keys = survey["feature_flag_keys"] as ReadonlyArray<JsonRecord>
  const key = keys.find(({ key }) => key === "internal_response_sampling_flag_key")?.["value"]
  if (typeof key !== "string") return undefined
  const { project } = yield* FlagApi
  const { body } = yield* call("GET", `/flags/definitions?token=${project.api_token}`)
  const flags = body["flags"] as ReadonlyArray<JsonRecord>
  const found = flags.find((flag) => flag["key"] === key)
  return found === undefined ? key : part(found, "filters")
})

describe("sampling", () => {
  const plan = {
    start_date: "1970-01-01T00:00:00Z",
    response_sampling_start_date: "1970-01-01T00:00:00Z",
    response_sampling_interval_type: "day",
    response_sampling_interval: 3,
    response_sampling_limit: 4
  }

  it.effect("asks a growing share of the people, each day until it has its responses", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const made = yield* create("Sampled", plan)
      assert.deepStrictEqual(made["response_sampling_daily_limits"], [
        { date: "1970-01-01T00:00:00Z", daily_response_limit: 2, rollout_percentage: 33.33 },
        { date: "1970-01-02T00:00:00Z", daily_response_limit: 3, rollout_percentage: 66.67 },
        { date: "1970-01-03T00:00:00Z", daily_response_limit: 4, rollout_percentage: 100 }
      ])
      assert.match(String(yield* samplingFlag(made)), /^survey-targeting-[0-9a-f]{10}-sampling$/)
      const rollout = Effect.gen(function*() {
        const { results } = yield* good("GET", "feature_flags/activity/?limit=100")
        const last = (results as ReadonlyArray<JsonRecord>).find(({ detail }) =>
          String((detail as JsonRecord)["name"]).endsWith("-sampling")
        )
        const id = String(last?.["item_id"])
        const { filters } = yield* good("GET", `feature_flags/${id}/`)
        return ((filters as JsonRecord)["groups"] as ReadonlyArray<JsonRecord>)[0]?.["rollout_percentage"]
      })
      assert.strictEqual(yield* rollout, 33.33)
      yield* answered(made, "a", project.api_token)
      yield* counted
      assert.strictEqual(yield* rollout, 33.33)
      yield* answered(made, "b", project.api_token)
      yield* counted
      assert.strictEqual(yield* rollout, 0, "the first day has its responses")
      yield* TestClock.adjust("1 day")
      yield* counted
      assert.strictEqual(yield* rollout, 66.67)
      yield* TestClock.adjust("2 days")
      const again = yield* read(made)
      assert.strictEqual(again["response_sampling_start_date"], "1970-01-04T00:00:00Z", "it begins anew")
      const off = yield* patch(made, { response_sampling_limit: null })
      assert.isNull(off["response_sampling_daily_limits"])
      assert.isUndefined(yield* samplingFlag(off))
    }).pipe(world))
})
