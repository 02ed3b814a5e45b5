import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good, listed } from "../flags/FlagApi.ts"
import { create, forPlan, open, part, patch, refusedWith } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

const now = "1970-05-22T14:40:09Z"

const shuffled = [
  "invalid_input",
  "Question shuffling and question branching cannot be used together. Please disable one of these features.",
  null
]

const everybody = [
  "invalid_input",
  "Invalid operation: User targeting rolls out to everyone. If you want to roll out to everyone, delete this targeting",
  null
]

const newSurvey = (fields: object) => ({ name: "Notebooks", type: "popover", ...fields })

const pathOf = ({ id }: JsonRecord) => `surveys/${String(id)}/`

const refusedNew = (fields: object) => refusedWith("POST", "surveys/", newSurvey(fields))

const branchingQuestion = open("a", { branching: { type: "end" } })

describe("rules that fields of a survey break together", () => {
  it.effect("names are unique in a project, those of archived surveys too", () =>
    Effect.gen(function*() {
      yield* create("Notebooks", { archived: true })
      const other = yield* create("Other")
      assert.deepStrictEqual(yield* refusedNew({}), ["unique", "There is already a survey with this name.", null])
      assert.deepStrictEqual(yield* refusedWith("PATCH", pathOf(other), { name: "Notebooks" }), [
        "unique",
        "There is already another survey with this name.",
        null
      ])
      assert.deepInclude(yield* patch(other, { name: "Other" }), { name: "Other" })
    }).pipe(world))

  it.effect("flags and insights that are named are there", () =>
    Effect.gen(function*() {
      const other = yield* create("Other", { targeting_flag_filters: forPlan("pro") })
      const internal = (other["internal_targeting_flag"] as JsonRecord)["id"]
      const missing = (what: string) => ["invalid_input", `${what} with this ID does not exist`, null]
      for (const id of [999, 0, internal]) {
        assert.deepStrictEqual(yield* refusedNew({ linked_flag_id: id }), missing("Feature Flag"))
        assert.deepStrictEqual(yield* refusedNew({ targeting_flag_id: id }), missing("Targeting Feature Flag"))
      }
      assert.deepStrictEqual(yield* refusedNew({ linked_insight_id: 999 }), missing("Insight"))
      const deleted = yield* createFlag("gone")
      yield* good("PATCH", `feature_flags/${String(deleted["id"])}/`, { deleted: true })
      assert.deepStrictEqual(yield* refusedNew({ linked_flag_id: deleted["id"] }), missing("Feature Flag"))
    }).pipe(world))

  it.effect("a variant is one of the linked flag", () =>
    Effect.gen(function*() {
      const variants = [{ key: "control", rollout_percentage: 50 }, { key: "treatment", rollout_percentage: 50 }]
      const several = (yield* createFlag("several", { filters: { groups: [], multivariate: { variants } } }))["id"]
      const one = (yield* createFlag("one"))["id"]
      const asking = (linkedFlagVariant: string, id?: unknown) => ({
        conditions: { linkedFlagVariant },
        ...(id === undefined ? undefined : { linked_flag_id: id })
      })
      const refused = (detail: string) => ["invalid_input", detail, null]
      assert.deepStrictEqual(
        yield* refusedNew(asking("x")),
        refused("linkedFlagVariant can only be used when a linked_flag_id is specified")
      )
      assert.deepStrictEqual(
        yield* refusedNew(asking("X", several)),
        refused("Feature flag variant 'X' does not exist. Available variants: control, treatment")
      )
      assert.deepStrictEqual(
        yield* refusedNew(asking("X", one)),
        refused("Feature flag variant 'X' specified but the linked feature flag has no variants")
      )
      const made = yield* create("Any", asking("any", several))
      yield* patch(made, { conditions: { linkedFlagVariant: "control" } })
      yield* patch(made, { linked_flag_id: null })
    }).pipe(world))

  it.effect("targeting leaves somebody out", () =>
    Effect.gen(function*() {
      const narrow = forPlan("pro").groups[0]
      const all = [{ rollout_percentage: null, properties: [] }, { rollout_percentage: 100, properties: [] }, {}]
      for (const group of all) {
        assert.deepStrictEqual(yield* refusedNew({ targeting_flag_filters: { groups: [group] } }), everybody)
        assert.deepStrictEqual(yield* refusedNew({ targeting_flag_filters: { groups: [narrow, group] } }), everybody)
      }
      assert.deepStrictEqual(yield* refusedNew({ targeting_flag_filters: { group: [narrow] } }), everybody)
      yield* create("Some", { targeting_flag_filters: { groups: [{ rollout_percentage: 30, properties: [] }] } })
    }).pipe(world))

  it.effect("filters without groups leave those that the targeting flag has", () =>
    Effect.gen(function*() {
      const payloads = { targeting_flag_filters: { payloads: { true: "1" } } }
      assert.deepStrictEqual(yield* refusedNew(payloads), everybody)
      const made = yield* create("Targeted", { targeting_flag_filters: forPlan("pro") })
      const { filters } = part(yield* patch(made, payloads), "targeting_flag")
      assert.deepStrictEqual(filters, { ...forPlan("pro"), ...payloads.targeting_flag_filters })
      const widened = { targeting_flag_filters: { rollout_percentage: 100 } }
      const [, , attr] = yield* refusedWith("PATCH", pathOf(made), widened)
      assert.strictEqual(attr, "targeting_flag_filters")
      const anew = { remove_targeting_flag: true, ...payloads }
      assert.deepStrictEqual(yield* refusedWith("PATCH", pathOf(made), anew), everybody)
    }).pipe(world))

  it.effect("targeting is checked as flags are, in the words of surveys", () =>
    Effect.gen(function*() {
      const pattern = { key: "email", type: "person", operator: "regex", value: "(" }
      const [code, detail, attr] = yield* refusedNew({
        targeting_flag_filters: { groups: [{ properties: [pattern], rollout_percentage: 50 }] }
      })
      assert.deepStrictEqual([code, attr], ["invalid_value", "targeting_flag_filters"])
      assert.include(String(detail), "invalid regex pattern")
      const behaviour = { key: "seen", type: "behavioral", value: "performed_event", event_type: "events" }
      const cohort = yield* good("POST", "cohorts/", {
        name: "cohort2",
        filters: { properties: { type: "AND", values: [behaviour] } }
      })
      const inCohort = { key: "id", type: "cohort", value: cohort["id"] }
      const targeted = { targeting_flag_filters: { groups: [{ properties: [inCohort], rollout_percentage: 50 }] } }
      assert.deepStrictEqual(yield* refusedNew(targeted), [
        "behavioral_cohort_found",
        "Cohort 'cohort2' with filters on events cannot be used in surveys.",
        null
      ])
      assert.deepStrictEqual((yield* good("GET", "surveys/"))["count"], 0, "nothing is left of it")
      assert.deepStrictEqual(yield* listed(), [])
    }).pipe(world))

  it.effect("questions in any order have no branching, whichever comes first", () =>
    Effect.gen(function*() {
      const shuffle = { appearance: { shuffleQuestions: true } }
      const branching = { questions: [branchingQuestion] }
      assert.deepStrictEqual(yield* refusedNew({ ...shuffle, ...branching }), shuffled)
      const one = yield* create("One", branching)
      assert.deepStrictEqual(yield* refusedWith("PATCH", pathOf(one), shuffle), shuffled)
      const other = yield* create("Other", shuffle)
      assert.deepStrictEqual(yield* refusedWith("PATCH", pathOf(other), branching), shuffled)
      yield* patch(other, { ...branching, appearance: {} })
    }).pipe(world))

  it.effect("an external survey has no page to be shown in", () =>
    Effect.gen(function*() {
      const { id } = yield* createFlag("beta")
      const external = (fields: object) => refusedNew({ type: "external_survey", ...fields })
      assert.deepStrictEqual(yield* external({ linked_flag_id: id }), [
        "invalid_input",
        "linked_flag_id is not allowed for external surveys",
        "linked_flag_id"
      ])
      assert.deepStrictEqual(yield* external({ targeting_flag_filters: forPlan("pro") }), [
        "invalid_input",
        "targeting_flag_filters is not allowed for external surveys",
        "targeting_flag_filters"
      ])
      assert.deepStrictEqual(yield* external({ conditions: { url: "/x", actions: { values: [{ id: 1 }] } } }), [
        "invalid_input",
        "The following condition fields are not allowed for external surveys: url, actions",
        "conditions"
      ])
      assert.deepStrictEqual(yield* external({ appearance: { surveyPopupDelaySeconds: 3 } }), [
        "invalid_input",
        "surveyPopupDelaySeconds is not allowed for external surveys",
        "appearance"
      ])
      const conditions = { url: null, urlMatchType: null, deviceTypes: null, actions: { values: [] }, events: null }
      yield* create("Fine", { type: "external_survey", conditions })
    }).pipe(world))

  it.effect("iterations that were are kept", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse(now))
      const made = yield* create("Again", { iteration_count: 3, iteration_frequency_days: 7, start_date: now })
      yield* TestClock.adjust("7 days")
      assert.deepStrictEqual(
        yield* refusedWith("PATCH", pathOf(yield* good("GET", pathOf(made))), { iteration_count: 1 }),
        [
          "invalid_input",
          "Cannot change survey recurrence to 1, should be at least 2",
          null
        ]
      )
      assert.deepInclude(yield* patch(made, { iteration_count: 0 }), {
        current_iteration: null,
        iteration_start_dates: []
      })
    }).pipe(world))

  it.effect("iterations that were are kept, also where nobody has looked at the survey since", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse(now))
      const start_date = "1970-05-14T14:40:09Z"
      const made = yield* create("Again", { iteration_count: 3, iteration_frequency_days: 7, start_date })
      assert.deepStrictEqual(yield* refusedWith("PATCH", pathOf(made), { iteration_count: 1 }), [
        "invalid_input",
        "Cannot change survey recurrence to 1, should be at least 2",
        null
      ])
      assert.deepInclude(yield* patch(made, { iteration_count: 2 }), { iteration_count: 2 })
    }).pipe(world))

  it.effect("iterations and sampling end in years of four digits: their dates can be sent back", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse(now))
      const again = { iteration_count: 500, iteration_frequency_days: 3_650 }
      const far = { ...again, start_date: "9000-01-01T00:00:00Z" }
      const why = ["invalid_input", "The last iteration begins after the year 9999.", "iteration_count"]
      assert.deepStrictEqual(yield* refusedNew(far), why)
      const made = yield* create("Again", { ...again, start_date: now })
      assert.match(String((made["iteration_start_dates"] as ReadonlyArray<unknown>).at(-1)), /^6\d{3}-/)
      const { iteration_start_dates, start_date } = made
      yield* patch(made, { iteration_start_dates, start_date })
      assert.deepStrictEqual(yield* refusedWith("PATCH", pathOf(made), { start_date: "5100-01-01T00:00:00Z" }), why)
      const last = { iteration_count: 2, iteration_frequency_days: 1, start_date: "9999-12-30T23:59:59.999Z" }
      yield* create("Last", last)
      assert.deepStrictEqual(yield* refusedNew({ ...last, start_date: "9999-12-31T00:00:00Z" }), why)

      const sampling = {
        response_sampling_interval: 1,
        response_sampling_interval_type: "week",
        response_sampling_limit: 9
      }
      assert.deepStrictEqual(
        yield* refusedNew({ ...sampling, response_sampling_start_date: "9999-12-30T00:00:00Z" }),
        ["invalid_input", "Response sampling ends after the year 9999.", "response_sampling_start_date"]
      )
      yield* create("Sampled", { ...sampling, response_sampling_start_date: "9999-12-01T00:00:00Z" })
    }).pipe(world))

  it.effect("sampling has a limit, an interval and a beginning", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse(now))
      const start = "response_sampling_start_date"
      const interval = "response_sampling_interval"
      const past = yield* refusedNew({ [start]: "1970-05-21T23:59:59Z" })
      assert.deepStrictEqual(past, [
        "invalid_input",
        "Response sampling start date must be today or a future date in UTC. Got 1970-05-21T23:59:59Z when current "
        + "time is 1970-05-22T00:00:00Z",
        start
      ])
      for (const wrong of [0, -1]) {
        assert.deepStrictEqual(yield* refusedNew({ [interval]: wrong }), [
          "invalid_input",
          "Response sampling interval must be greater than 0.",
          interval
        ])
      }
      assert.deepStrictEqual(yield* refusedNew({ response_sampling_limit: 10, [interval]: 1 }), [
        "invalid_input",
        "Response sampling start date should be set if response_sampling_start_date is not zero.",
        start
      ])
      assert.deepStrictEqual((yield* refusedNew({ response_sampling_limit: 10 }))[2], interval)
      for (const beyond of [999, 30_000_000, 2_147_483_647]) {
        const sampled = { response_sampling_limit: 10, [start]: now, response_sampling_interval_type: "month" }
        assert.deepStrictEqual(yield* refusedNew({ ...sampled, [interval]: beyond }), [
          "invalid_input",
          "Response sampling takes at most 1000 days.",
          interval
        ])
      }
      const made = yield* create("Today", {
        [start]: "1970-05-22T00:00:00Z",
        [interval]: 1,
        response_sampling_limit: 10
      })
      yield* TestClock.adjust("3 days")
      const { id: _, ...record } = made
      yield* patch(made, { ...record, description: "A record that is sent back as it was read is taken." })
    }).pipe(world))
})

describe("misspelt names would ask other people than intended", () => {
  const misspelt = (name: string, fields: object, attr: string, meant: string) =>
    it.effect(name, () =>
      Effect.gen(function*() {
        const last = attr.split("__").at(-1) ?? ""
        const told = ["extra_forbidden", `Unknown name "${last}". Did you mean "${meant}"?`, attr]
        assert.deepStrictEqual(yield* refusedNew(fields), told)
      }).pipe(world))

  const condition = (name: string, value: unknown, attr: string, meant: string) =>
    misspelt(`conditions: ${name}`, { conditions: { [name]: value } }, `conditions__${attr}`, meant)

  condition("URL", "/x", "URL", "url")
  condition("page", "/x", "page", "url")
  condition("url_match_type", "exact", "url_match_type", "urlMatchType")
  condition("device_types", ["Mobile"], "device_types", "deviceTypes")
  condition("devices", ["Mobile"], "devices", "deviceTypes")
  condition("seenSurveyWaitPeriod", 7, "seenSurveyWaitPeriod", "seenSurveyWaitPeriodInDays")
  condition("wait_period_in_days", 7, "wait_period_in_days", "seenSurveyWaitPeriodInDays")
  condition("linked_flag_variant", "x", "linked_flag_variant", "linkedFlagVariant")
  condition("event", { values: [] }, "event", "events")
  condition("selectors", ".x", "selectors", "selector")
  condition("events", { value: [{ name: "x" }] }, "events__value", "values")
  condition("events", { values: [{ name: "x", properties: {} }] }, "events__values__0__properties", "propertyFilters")
  condition("cancelEvents", { values: [{ event: "x" }] }, "cancelEvents__values__0__event", "name")
  const filtered = { values: [{ name: "x", propertyFilters: { plan: { value: ["pro"], operator: "exact" } } }] }
  condition("events", filtered, "events__values__0__propertyFilters__plan__value", "values")
  condition("users", ["ada"], "users", "targeting_flag_filters")

  misspelt("condition", { condition: { url: "/x" } }, "condition", "conditions")
  misspelt("targeting_filters", { targeting_filters: forPlan("pro") }, "targeting_filters", "targeting_flag_filters")
  misspelt("targetingFlagFilters", { targetingFlagFilters: {} }, "targetingFlagFilters", "targeting_flag_filters")
  misspelt("url beside conditions", { url: "/x" }, "url", "conditions.url")
  misspelt("response_limit", { response_limit: 5 }, "response_limit", "responses_limit")

  it.effect("values that SDKs cannot compare by are refused where they stand", () =>
    Effect.gen(function*() {
      const refused = (conditions: object) => refusedNew({ conditions })
      assert.deepStrictEqual((yield* refused({ urlMatchType: "contains" }))[2], "conditions__urlMatchType")
      assert.deepStrictEqual((yield* refused({ deviceTypes: ["Phone"] }))[2], "conditions__deviceTypes__0")
      assert.deepStrictEqual((yield* refused({ url: "(", urlMatchType: "regex" }))[2], "conditions__url")
      assert.deepStrictEqual(
        (yield* refused({ seenSurveyWaitPeriodInDays: "7" }))[2],
        "conditions__seenSurveyWaitPeriodInDays"
      )
      assert.deepStrictEqual((yield* refused({ events: { values: [{}] } }))[2], "conditions__events__values__0__name")
    }).pipe(world))

  it.effect("other unknown names are kept or ignored, and a record can be sent back whole", () =>
    Effect.gen(function*() {
      const conditions = { url: "/x", note: "mine", actions: { values: [], kept: true } }
      const made = yield* create("Kept", { conditions, questions: [open("Why?", { color: "red" })], extra: 1 })
      assert.deepStrictEqual(made["conditions"], conditions)
      assert.deepInclude((made["questions"] as ReadonlyArray<JsonRecord>)[0], { color: "red" })
      assert.deepStrictEqual(yield* patch(made, made), made)
      assert.strictEqual((yield* call("PATCH", pathOf(made), {})).status, 200)
    }).pipe(world))
})
