import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create } from "./SurveyApi.ts"

const questions = [
  { id: "nps", type: "rating", question: "Recommend?", display: "number", scale: 10, isNpsQuestion: true },
  { id: "why", type: "open", question: "=Why?" },
  { id: "use", type: "multiple_choice", question: "What for?", choices: ["Reports", "Other"], hasOpenChoice: true }
]

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`

const sent = (survey: unknown, number: number, properties: JsonRecord, more: JsonRecord = {}) => ({
  event: "survey sent",
  distinct_id: "ada",
  uuid: uuid(number),
  timestamp: `2024-06-10T09:${String(number).padStart(2, "0")}:00Z`,
  properties: { $survey_id: survey, ...properties },
  ...more
})

/** The partial responses of the reference's own example, and one more person. */
const world = Effect.gen(function*() {
  const { project } = yield* FlagApi
  const made = yield* create("Answered", { questions, start_date: "2024-06-10T08:00:00Z" })
  const { id } = made
  const shown = { event: "survey shown" }
  const submission = { $survey_submission_id: "s1" }
  yield* good("POST", "/batch/", {
    api_key: project.api_token,
    batch: [
      sent(id, 0, {}, shown),
      sent(id, 1, {}, { ...shown, distinct_id: "bob" }),
      sent(id, 2, {}, { ...shown, distinct_id: "cyd" }),
      sent(id, 3, {}, { event: "survey dismissed", distinct_id: "cyd" }),
      sent(id, 4, { $survey_partially_completed: true, ...submission }, { event: "survey dismissed" }),
      sent(id, 5, { ...submission, $survey_completed: false, $survey_response_nps: 9 }),
      sent(id, 6, { ...submission, $survey_response_nps: 10, $survey_response_why: "=1+1" }),
      sent(id, 7, { $survey_response_nps: 3, $survey_response_use: ["Reports", "Fun"] }, { distinct_id: "bob" }),
      sent(id, 8, { $survey_response_use: ["Reports"], $survey_response_why: "a, \"b\"\nc" })
    ]
  })
  return String(id)
})

/** The clock stands before a storage starts: events of the future are those of now. */
const inJuly = <A, E>(effect: Effect.Effect<A, E, FlagApi>) =>
  Effect.andThen(TestClock.setTime(Date.UTC(2024, 6, 1)), Effect.provide(effect, FlagApi.layer))

const statsOf = (id: string, query = "") => good("GET", `surveys/${id}/stats/${query}`)

it.effect("statistics have the totals, the rates and the answers", () =>
  Effect.gen(function*() {
    const id = yield* world
    const stats = yield* statsOf(id)
    assert.deepStrictEqual<unknown>(stats, {
      stats: {
        "survey shown": {
          total_count: 3,
          total_count_only_seen: 0,
          unique_persons: 3,
          unique_persons_only_seen: 0,
          first_seen: "2024-06-10T09:00:00Z",
          last_seen: "2024-06-10T09:02:00Z"
        },
        "survey dismissed": {
          total_count: 1,
          total_count_only_seen: 0,
          unique_persons: 1,
          unique_persons_only_seen: 0,
          first_seen: "2024-06-10T09:03:00Z",
          last_seen: "2024-06-10T09:03:00Z"
        },
        "survey sent": {
          total_count: 3,
          total_count_only_seen: 0,
          unique_persons: 2,
          unique_persons_only_seen: 0,
          first_seen: "2024-06-10T09:06:00Z",
          last_seen: "2024-06-10T09:08:00Z"
        },
        questions: {
          nps: {
            type: "rating",
            responses: 2,
            skipped: 1,
            mean: 6.5,
            distribution: { 0: 0, 1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 1 },
            nps: { score: 0, promoters: 1, passives: 0, detractors: 1 }
          },
          why: { type: "open", responses: 2, skipped: 1 },
          use: { type: "multiple_choice", responses: 2, skipped: 1, choices: { Reports: 2, Other: 0 }, open_choices: 1 }
        }
      },
      rates: {
        response_rate: 100,
        dismissal_rate: 33.33,
        unique_users_response_rate: 66.67,
        unique_users_dismissal_rate: 33.33
      },
      survey_id: id,
      start_date: "2024-06-10T08:00:00Z",
      end_date: null
    })
    const late = yield* statsOf(id, "?date_from=2024-06-10T11:05:30%2B02:00&date_to=2024-06-10T09:07:00")
    assert.strictEqual(((late["stats"] as JsonRecord)["survey sent"] as JsonRecord)["total_count"], 2)
    assert.deepInclude(late["rates"], { response_rate: 0 })
  }).pipe(inJuly))

it.effect("of all surveys: people count once, archived surveys and projects without any do not", () =>
  Effect.gen(function*() {
    const rates = {
      response_rate: 0,
      dismissal_rate: 0,
      unique_users_response_rate: 0,
      unique_users_dismissal_rate: 0
    }
    assert.deepStrictEqual<unknown>(yield* good("GET", "surveys/stats/"), { stats: {}, rates })
    assert.deepStrictEqual(yield* good("GET", "surveys/responses_count/"), {})
    yield* create("Draft")
    assert.deepInclude(yield* good("GET", "surveys/stats/"), { rates })
    const [first, second] = [
      yield* world.pipe(Effect.tap((id) => good("PATCH", `surveys/${id}/`, { name: "First" }))),
      ""
    ]
    assert.strictEqual(second, "")
    const counts = yield* good("GET", "surveys/responses_count/")
    assert.deepStrictEqual<unknown>(counts, { [first]: 3 })
    const named = `surveys/responses_count/?survey_ids=%20${first}%20,x`
    assert.deepStrictEqual<unknown>(yield* good("GET", named), { [first]: 3 })
    assert.deepStrictEqual(yield* good("GET", "surveys/responses_count/?survey_ids=x"), {})
    const { stats } = yield* good("GET", "surveys/stats/")
    assert.deepInclude((stats as JsonRecord)["survey sent"], { total_count: 3, unique_persons: 2 })
    yield* good("PATCH", `surveys/${first}/`, { archived: true })
    const without = yield* good("GET", "surveys/stats/")
    assert.deepInclude((without["stats"] as JsonRecord)["survey sent"], { total_count: 0, first_seen: null })
    assert.deepInclude((yield* statsOf(first))["rates"], { response_rate: 100 }, "its own are still computed")
  }).pipe(inJuly))

it.effect("a response is archived and taken back, and numbers leave it out where they are asked to", () =>
  Effect.gen(function*() {
    const id = yield* world
    const at = `surveys/${id}`
    const archive = (of: string, verb = "archive") => call("POST", `${at}/responses/${of}/${verb}/`)
    assert.deepStrictEqual<unknown>((yield* archive(uuid(5).toUpperCase())).json, {
      response_uuid: uuid(5),
      archived: true
    })
    assert.strictEqual((yield* archive(uuid(5))).status, 200)
    const uuids = yield* call("GET", `${at}/archived-response-uuids/`)
    assert.deepStrictEqual(uuids.json, [uuid(5), uuid(6)])
    const totalOf = (query: string) =>
      Effect.map(statsOf(id, query), ({ stats }) => ((stats as JsonRecord)["survey sent"] as JsonRecord)["total_count"])
    assert.strictEqual(yield* totalOf(""), 3)
    assert.strictEqual(yield* totalOf("?exclude_archived=TRUE"), 2)
    assert.strictEqual(yield* totalOf("?exclude_archived=1"), 3)
    const counts = yield* good("GET", "surveys/responses_count/?exclude_archived=true")
    assert.deepStrictEqual<unknown>(counts, { [id]: 2 })
    const other = yield* create("Other")
    const refused = yield* call("POST", `surveys/${String(other["id"])}/responses/${uuid(5)}/archive/`)
    assert.strictEqual(refused.status, 409)
    assert.deepInclude(refused.body, { type: "server_error", code: "conflict" })
    const bad = yield* archive("x")
    assert.strictEqual(bad.status, 400)
    assert.deepInclude(bad.body, { code: "invalid_input", detail: "Invalid UUID format", attr: "response_uuid" })
    const back = yield* archive(uuid(6), "unarchive")
    assert.deepStrictEqual<unknown>(back.json, { response_uuid: uuid(6), archived: false })
    assert.strictEqual((yield* archive(uuid(99), "unarchive")).status, 200)
    const { results } = yield* good("GET", `${at}/activity/`)
    assert.deepStrictEqual(
      (results as ReadonlyArray<JsonRecord>).map(({ activity, detail }) => [
        activity,
        (detail as JsonRecord)["name"],
        (detail as JsonRecord)["changes"]
      ]),
      [
        ["response_unarchived", `Response ${uuid(6)}`, null],
        ["response_archived", `Response ${uuid(5)}`, null],
        ["created", "Answered", null]
      ]
    )
  }).pipe(inJuly))

it.effect("responses are listed page by page with their answers", () =>
  Effect.gen(function*() {
    const id = yield* world
    yield* call("POST", `surveys/${id}/responses/${uuid(7)}/archive/`)
    const list = (query = "") => good("GET", `surveys/${id}/responses/${query}`)
    const first = yield* list("?limit=2")
    assert.deepInclude(first, { limit: 2, offset: 0, has_more: true })
    const [newest, archived] = first["results"] as ReadonlyArray<JsonRecord>
    assert.deepStrictEqual<unknown>({ ...newest, person_id: "" }, {
      uuid: uuid(8),
      submitted_at: "2024-06-10T09:08:00Z",
      distinct_id: "ada",
      person_id: "",
      completed: true,
      archived: false,
      answers: [
        { question_id: "nps", question: "Recommend?", type: "rating", answer: null },
        { question_id: "why", question: "=Why?", type: "open", answer: "a, \"b\"\nc" },
        { question_id: "use", question: "What for?", type: "multiple_choice", answer: ["Reports"] }
      ]
    })
    assert.deepInclude(archived, { uuid: uuid(7), archived: true })
    const uuidsOf = ({ results }: JsonRecord) => (results as ReadonlyArray<JsonRecord>).map((one) => one["uuid"])
    assert.deepStrictEqual(uuidsOf(yield* list("?limit=2&offset=2")), [uuid(6)])
    assert.deepInclude(yield* list("?limit=9999&offset=-1"), { limit: 500, offset: 0, has_more: false })
    assert.deepStrictEqual(uuidsOf(yield* list("?archived=true")), [uuid(7)])
    assert.deepStrictEqual(uuidsOf(yield* list("?archived=false")), [uuid(8), uuid(6)])
    assert.deepStrictEqual(uuidsOf(yield* list("?date_from=2024-06-10T09:08:00Z")), [uuid(8)])
  }).pipe(inJuly))

it.effect("responses are CSV where it is asked for, and no cell is a formula", () =>
  Effect.gen(function*() {
    const id = yield* world
    const path = `surveys/${id}/responses/`
    const people = yield* good("GET", path)
    const persons = (people["results"] as ReadonlyArray<JsonRecord>).map(({ person_id }) => String(person_id))
    const expected = [
      "uuid,submitted_at,distinct_id,person_id,completed,archived,Recommend?,'=Why?,What for?",
      `${uuid(8)},2024-06-10T09:08:00Z,ada,${persons[0]},true,false,,"a, ""b""\nc","[""Reports""]"`,
      `${uuid(7)},2024-06-10T09:07:00Z,bob,${persons[1]},true,false,3,,"[""Reports"",""Fun""]"`,
      `${uuid(6)},2024-06-10T09:06:00Z,ada,${persons[2]},true,false,10,'=1+1,`,
      ""
    ]
    const byName = yield* call("GET", `${path}?format=csv`)
    assert.match(byName.headers.get("content-type") ?? "", /^text\/csv/)
    assert.strictEqual(byName.text, expected.join("\r\n"))
    const accepted = yield* call("GET", path, undefined, { headers: { accept: "text/csv" } })
    assert.strictEqual(accepted.text, byName.text)
    const page = yield* call("GET", `${path}?format=csv&limit=1&offset=1`)
    assert.strictEqual(page.text, [expected[0], expected[2], ""].join("\r\n"))
    const json = yield* call("GET", `${path}?format=json`, undefined, { headers: { accept: "text/csv" } })
    assert.strictEqual(json.body["limit"], 100)
    const missing = yield* call("GET", "surveys/00000000-0000-4000-8000-000000000000/responses/?format=csv")
    assert.strictEqual(missing.status, 404)
    assert.strictEqual(missing.body["code"], "not_found")
  }).pipe(inJuly))

it.effect("wrong requests are refused, and keys see the data of their scopes", () =>
  Effect.gen(function*() {
    const id = yield* world
    const { keyOf } = yield* FlagApi
    for (const path of [`surveys/${id}/stats/`, "surveys/stats/", `surveys/${id}/responses/`]) {
      const unreadable = yield* call("GET", `${path}?date_from=soon`)
      assert.strictEqual(unreadable.status, 400)
      assert.deepInclude(unreadable.body, {
        attr: null,
        detail: "Invalid date format. Please use ISO 8601 format with timezone info "
          + "(e.g. 2024-01-01T00:00:00Z or 2024-01-01T00:00:00+00:00)"
      })
      const turned = yield* call("GET", `${path}?date_from=2024-01-02T00:00:00Z&date_to=2024-01-01T00:00:00Z`)
      assert.deepInclude(turned.body, { attr: null, detail: "date_from must be before date_to" })
    }
    assert.strictEqual((yield* call("GET", `surveys/${id}/responses/?archived=perhaps`)).status, 400)
    assert.strictEqual((yield* call("GET", "surveys/12345/stats/")).status, 404)
    const key = yield* keyOf("eve", ["survey:read"])
    const as = (path: string, method = "GET") =>
      Effect.map(call(method, path, undefined, { key }), ({ status }) => status)
    assert.strictEqual(yield* as(`surveys/${id}/stats/`), 200)
    assert.strictEqual(yield* as(`surveys/${id}/responses/`), 403)
    assert.strictEqual(yield* as(`surveys/${id}/responses/?format=csv`), 403)
    assert.strictEqual(yield* as(`surveys/${id}/responses/${uuid(5)}/archive/`, "POST"), 403)
    const both = yield* keyOf("max", ["survey:read", "query:read"])
    assert.strictEqual((yield* call("GET", `surveys/${id}/responses/`, undefined, { key: both })).status, 200)
    const stranger = yield* keyOf("zoe", ["*"], "another organisation")
    for (const path of [`surveys/${id}/stats/`, `surveys/${id}/responses/`, "surveys/responses_count/"]) {
      assert.strictEqual((yield* call("GET", path, undefined, { key: stranger })).status, 403)
    }
  }).pipe(inJuly))
