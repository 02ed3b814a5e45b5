import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good } from "../flags/FlagApi.ts"
import { create, forPlan, open, part, patch } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

const makeProject = (name: string) =>
  Effect.map(good("POST", "/api/organizations/@current/projects/", { name }), ({ id }) => Number(id))

const pathOf = ({ id }: JsonRecord, action: string) => `surveys/${String(id)}/${action}/`

const duplicate = (survey: JsonRecord, body: unknown, key?: string) =>
  call("POST", pathOf(survey, "duplicate_to_projects"), body, key === undefined ? {} : { key })

const results = (record: JsonRecord) => record["results"] as ReadonlyArray<JsonRecord>

/** A key of a person who is in the organisation, bound to some projects. */
const boundKey = Effect.fnUntraced(function*(scoped_teams: PersonalApiKey["scoped_teams"]) {
  const users = yield* UserRepository
  const [owner] = yield* users.list
  const keys = yield* PersonalApiKeyRepository
  const value = "phx_bound"
  yield* keys.insert(
    new PersonalApiKey({
      id: "bound" as PersonalApiKeyId,
      user_id: owner?.id ?? (yield* Effect.die(new Error("There is an owner."))),
      label: "bound",
      secure_value: secureValueOf(value),
      mask_value: "phx_…",
      scopes: ["survey:write"],
      scoped_teams,
      scoped_organizations: [],
      created_at: yield* DateTime.now,
      last_used_at: null,
      last_rolled_at: null
    })
  )
  return value
})

const full = {
  description: "All of it",
  schedule: "always",
  questions: [
    { id: "a", type: "single_choice", question: "A?", choices: ["x", "y"], branching: { type: "end" } },
    open("B?", { id: "b" })
  ],
  conditions: {
    url: "/x",
    linkedFlagVariant: "any",
    actions: { values: [{ id: 1 }] },
    events: { values: [{ name: "seen" }] }
  },
  appearance: { backgroundColor: "red" },
  translations: { de: { name: "Umfrage" } },
  responses_limit: 5,
  iteration_count: 2,
  iteration_frequency_days: 7,
  enable_partial_responses: true,
  targeting_flag_filters: forPlan("pro"),
  start_date: "1970-01-01T00:00:00Z"
}

describe("a survey is copied into other projects", () => {
  it.effect("as a draft with questions of its own, an internal flag and an entry, in each of them", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      const { id } = yield* createFlag("beta")
      yield* good("POST", "actions/", { name: "Clicked", steps: [{ event: "click" }] })
      const one = yield* makeProject("One")
      const two = yield* makeProject("Two")
      const { project } = yield* FlagApi
      const survey = yield* create("Source Survey", { ...full, linked_flag_id: id })
      const answer = yield* duplicate(survey, { target_team_ids: [two, one, project.id] })
      assert.strictEqual(answer.status, 200, answer.text)
      const made = answer.body["created_surveys"] as ReadonlyArray<JsonRecord>
      assert.strictEqual(answer.body["count"], 3)
      assert.deepStrictEqual(made.map(({ team_id }) => team_id), [two, one, project.id])
      for (const { name, skipped_fields, survey_id, team_id } of made) {
        assert.strictEqual(name, "Source Survey (duplicated at 1970-01-01 01:00:00)")
        assert.sameMembers([...skipped_fields as ReadonlyArray<string>], [
          "linked_flag_id",
          "targeting_flag_filters",
          "conditions.linkedFlagVariant",
          "conditions.actions",
          "conditions.events"
        ])
        const at = `/api/projects/${String(team_id)}/surveys/${String(survey_id)}/`
        const copy = yield* good("GET", at)
        const same = ["description", "type", "schedule", "appearance", "translations", "responses_limit"]
        for (const field of [...same, "iteration_count", "iteration_frequency_days", "enable_partial_responses"]) {
          assert.deepStrictEqual(copy[field], survey[field], field)
        }
        assert.deepInclude(copy, { start_date: null, archived: false, linked_flag: null, targeting_flag: null })
        assert.deepStrictEqual(copy["conditions"], { url: "/x" })
        const questions = copy["questions"] as ReadonlyArray<JsonRecord>
        assert.deepStrictEqual(questions.map(({ question }) => question), ["A?", "B?"])
        assert.isFalse(questions.some(({ id }) => id === "a" || id === "b"))
        assert.strictEqual(part(copy, "internal_targeting_flag")["team_id"], team_id)
        const [entry] = results(yield* good("GET", `${at}activity/`))
        assert.deepInclude(entry, { activity: "created" })
        assert.deepInclude((part(entry ?? {}, "detail")["changes"] as ReadonlyArray<JsonRecord>)[0], {
          field: "source_survey_id",
          after: survey["id"]
        })
      }
    }).pipe(world))

  it.effect("with a name that fits", () =>
    Effect.gen(function*() {
      const target = yield* makeProject("One")
      const name = "😀".repeat(400)
      const answer = yield* duplicate(yield* create(name), { target_team_ids: [target] })
      const [copy] = answer.body["created_surveys"] as ReadonlyArray<JsonRecord>
      assert.strictEqual(Array.from(String(copy?.["name"])).length, 400)
      assert.match(String(copy?.["name"]), /^(😀){364} \(duplicated at /u)
    }).pipe(world))

  it.effect("and refused as a whole where one of them cannot have it", () =>
    Effect.gen(function*() {
      const { keyOf, project } = yield* FlagApi
      const target = yield* makeProject("One")
      const survey = yield* create("Source")
      const noList = "target_team_ids must be a non-empty list of team IDs"
      const unreachable = "One or more target teams not found or you don't have access to them"
      const refused = Effect.fnUntraced(function*(body: unknown, detail: string, attr: unknown = null) {
        const answer = yield* duplicate(survey, body)
        assert.deepStrictEqual([answer.status, answer.body["detail"], answer.body["attr"]], [400, detail, attr])
      })
      for (const body of [{}, { target_team_ids: [] }, { target_team_ids: "2" }, { target_team_ids: ["x"] }]) {
        yield* refused(body, noList)
      }
      yield* refused({ target_team_ids: [target, 99999] }, unreachable)
      yield* refused({ target_team_ids: [target, target] }, unreachable)
      const many = Array.from({ length: 51 }, (_, at) => at + 1)
      yield* refused(
        { target_team_ids: many },
        "Ensure this field has no more than 50 elements.",
        "target_team_ids"
      )
      const bound = yield* boundKey([project.id])
      const answer = yield* duplicate(survey, { target_team_ids: [target] }, bound)
      assert.deepStrictEqual([answer.status, answer.body["detail"]], [400, unreachable], "the key is bound")
      const other = yield* keyOf("other", ["*"], "another organisation")
      assert.strictEqual((yield* duplicate(survey, { target_team_ids: [target] }, other)).status, 403)
      const missing = { id: "0190a5d0-0000-7000-8000-000000000000" }
      assert.strictEqual((yield* duplicate(missing, { target_team_ids: [target] })).status, 404)
      yield* duplicate(survey, { target_team_ids: [target] })
      yield* refused(
        { target_team_ids: [project.id, target] },
        `Project ${target}: There is already a survey with this name.`
      )
      assert.strictEqual((yield* good("GET", "surveys/"))["count"], 1)
      assert.strictEqual((yield* good("GET", `/api/projects/${target}/surveys/`))["count"], 1)
    }).pipe(world))
})

describe("a survey travels as a document", () => {
  it.effect("without ids of its project, and comes back as a draft that is the same", () =>
    Effect.gen(function*() {
      const { id } = yield* createFlag("beta")
      yield* good("POST", "actions/", { name: "Clicked", steps: [{ event: "click" }] })
      const target = yield* makeProject("One")
      const survey = yield* create("Source", { ...full, linked_flag_id: id })
      const document = yield* good("GET", pathOf(survey, "export"))
      assert.deepInclude(document, { format: "hedgerow.survey", version: 1 })
      assert.deepStrictEqual(document["skipped_fields"], [
        "linked_flag_id",
        "conditions.linkedFlagVariant",
        "conditions.actions"
      ])
      const body = part(document, "survey")
      assert.deepStrictEqual(body["targeting_flag_filters"], forPlan("pro"))
      for (const name of Object.keys(body)) assert.notMatch(name, /(^|_)ids?$|_date$/)
      const imported = yield* good("POST", `/api/projects/${target}/surveys/import/`, document)
      for (const field of ["name", "description", "questions", "appearance", "translations", "responses_limit"]) {
        assert.deepStrictEqual(imported[field], survey[field], field)
      }
      assert.deepInclude(imported, { start_date: null, linked_flag: null })
      assert.deepStrictEqual(part(part(imported, "targeting_flag"), "filters"), forPlan("pro"))
      const again = yield* good("GET", `/api/projects/${target}/surveys/${String(imported["id"])}/export/`)
      assert.deepStrictEqual(again, { ...document, skipped_fields: [] })
      const [entry] = results(yield* good("GET", `/api/projects/${target}/surveys/activity/`))
      assert.deepInclude(entry, { activity: "created", item_id: imported["id"] })
    }).pipe(world))

  it.effect("without targeting that names records of its project", () =>
    Effect.gen(function*() {
      const cohort = yield* good("POST", "cohorts/", { name: "pros", is_static: true })
      const groups = [{ properties: [{ key: "id", type: "cohort", value: cohort["id"] }], rollout_percentage: 50 }]
      const survey = yield* create("Source", { targeting_flag_filters: { groups } })
      const document = yield* good("GET", pathOf(survey, "export"))
      assert.deepStrictEqual(document["skipped_fields"], ["targeting_flag_filters"])
      assert.notInclude(JSON.stringify(document["survey"]), "cohort")
    }).pipe(world))

  it.effect("and is refused by its place when it is none, or of another version", () =>
    Effect.gen(function*() {
      const survey = yield* create("Source")
      const document = yield* good("GET", pathOf(survey, "export"))
      const refused = Effect.fnUntraced(function*(changes: object, code: string, attr: string | null) {
        const answer = yield* call("POST", "surveys/import/", { ...document, ...changes })
        assert.deepStrictEqual([answer.status, answer.body["code"], answer.body["attr"]], [400, code, attr])
      })
      yield* refused({ format: "other" }, "invalid_choice", "format")
      yield* refused({ version: 2 }, "invalid_choice", "version")
      yield* refused({ survey: null }, "null", "survey")
      yield* refused({ survey: { name: "x" } }, "required", "survey__type")
      yield* refused({ survey: { name: "x", type: "api", questions: "" } }, "invalid_input", "survey__questions")
      yield* refused({ survey: { name: "x", type: "api", conditons: {} } }, "extra_forbidden", "survey__conditons")
      yield* refused({}, "unique", null)
    }).pipe(world))
})

describe("questions keep the ids that their answers are stored by", () => {
  it.effect("those that are sent, and those of the very same question", () =>
    Effect.gen(function*() {
      const survey = yield* create("Asked", { questions: [open("A?", { id: "custom-id-1" }), open("B?"), open("C?")] })
      const ids = (record: JsonRecord) => (record["questions"] as ReadonlyArray<JsonRecord>).map(({ id }) => id)
      const [first, second, third] = ids(survey)
      assert.strictEqual(first, "custom-id-1")
      const moved = yield* patch(survey, {
        questions: [open("C?"), open("New?"), open("B?"), open("A?", { id: "custom-id-1" })]
      })
      const [c, added, b, a] = ids(moved)
      assert.deepStrictEqual([c, b, a], [third, second, first])
      assert.notInclude([first, second, third], added)
      assert.deepStrictEqual(ids(yield* patch(survey, { questions: [] })), [])
    }).pipe(world))
})
