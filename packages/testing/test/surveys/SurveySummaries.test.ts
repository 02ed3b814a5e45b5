import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { SurveyResponses } from "@hedgerow/core/surveys/responses/SurveyResponses"
import { extractive, SurveySummarizer } from "@hedgerow/core/surveys/summaries/SurveySummarizer"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"
import { create, open } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

const questions = [
  { id: "nps", type: "rating", question: "How likely?", display: "number", scale: 10 },
  {
    id: "use",
    type: "single_choice",
    question: "What for?",
    choices: ["Docs", "Charts", "Other"],
    hasOpenChoice: true
  },
  { id: "why", ...open("What is missing?") },
  { id: "more", type: "link", question: "Read more", link: "https://example.com" }
]

const make = (name: string, fields: object = {}) =>
  create(name, { questions, start_date: "1970-01-01T00:00:00Z", ...fields })

const uuidOf = (number: number): string => `01a1fce9-f7a3-74e2-b963-${String(number).padStart(12, "0")}`

/** Responses to a survey, each a second after the one before. */
const respond = Effect.fnUntraced(function*(survey: JsonRecord, answers: ReadonlyArray<JsonRecord>, first = 0) {
  const { project } = yield* FlagApi
  const batch = answers.map((properties, at) => ({
    event: "survey sent",
    uuid: uuidOf(first + at),
    distinct_id: `p${first + at}`,
    timestamp: new Date(1_000 * (first + at + 1)).toISOString(),
    properties: { $survey_id: survey["id"], $survey_completed: true, ...properties }
  }))
  yield* TestClock.adjust(`${answers.length + 1} seconds`)
  yield* good("POST", "/batch/", { api_key: project.api_token, batch, historical_migration: true })
})

const answers = (nps: number, use: string, why: string): JsonRecord => ({
  $survey_response_nps: nps,
  $survey_response_use: use,
  $survey_response_why: why
})

const three = [
  answers(9, "Charts", "The dark mode is missing"),
  answers(10, "Charts", "Please add a dark mode"),
  answers(4, "My own thing", "Faster search")
]

const summarize = ({ id }: JsonRecord, query: string, body: object = {}) =>
  good("POST", `surveys/${String(id)}/summarize_responses/${query}`, body)

const headline = ({ id }: JsonRecord, body: object = {}) =>
  good("POST", `surveys/${String(id)}/summary_headline/`, body)

it.effect("a question is summarised by the terms that its answers share, with the generator", () =>
  Effect.gen(function*() {
    const survey = yield* make("Feedback")
    yield* respond(survey, three)
    const summary = yield* summarize(survey, "?question_id=why")
    assert.deepInclude(summary, {
      response_count: 3,
      cached: false,
      generator: extractive.generator,
      source_response_uuids: [uuidOf(1), uuidOf(0)]
    })
    assert.include(summary["content"], "3 answers; most frequent terms: **dark mode** (2).")
    assert.include(summary["content"], "> “Please add a dark mode”")
    assert.include(summary["content"], "no language model was asked")
    assert.match(String(summary["generated_at"]), /^1970-01-01T00:00:\d\d(\.\d{3})?Z$/)
    const byPlace = yield* summarize(survey, "?question_index=2")
    assert.deepStrictEqual(byPlace, { ...summary, cached: true })
    assert.include((yield* summarize(survey, "?question_index=0"))["content"], "NPS **33**")
    const chosen = yield* summarize(survey, "?question_id=use")
    assert.include(chosen["content"], "- Charts: 2 (67 %)\n- in their own words: 1 (33 %)")
    assert.include(chosen["content"], "In their own words: 1 answer:\n\n> “My own thing”")
    const link = yield* summarize(survey, "?question_id=more")
    assert.deepInclude(link, { content: "No responses to analyze.", response_count: 0 })
  }).pipe(world))

it.effect("a headline counts all questions; without one asked for, a question's summary is the headline", () =>
  Effect.gen(function*() {
    const survey = yield* make("Feedback")
    yield* respond(survey, three)
    const line = yield* headline(survey)
    assert.deepInclude(line, {
      headline: "3 responses: rated 7.7 of 10 (NPS 33); “Charts” chosen most (67 %); “dark mode” named most (2 of 3).",
      responses_sampled: 3,
      has_more: false,
      cached: false
    })
    assert.deepStrictEqual(yield* summarize(survey, "?question_index=abc"), { ...line, cached: true })
    assert.deepStrictEqual(yield* summarize(survey, ""), { ...line, cached: true })
    yield* respond(survey, Array.from({ length: 100 }, () => answers(7, "Docs", "x")), 10)
    assert.deepInclude(yield* headline(survey), { responses_sampled: 100, has_more: true, cached: false })
  }).pipe(world))

it.effect("without questions or responses it says so", () =>
  Effect.gen(function*() {
    const none = { responses_sampled: 0, has_more: false, cached: false }
    const bare = yield* make("Bare", { questions: null })
    assert.deepInclude(yield* headline(bare), { headline: "No questions in survey", ...none })
    const quiet = yield* make("Quiet")
    assert.deepInclude(yield* summarize(quiet, ""), { headline: "No responses yet", ...none })
    assert.deepInclude(yield* summarize(quiet, "?question_id=why"), {
      content: "No responses to analyze.",
      response_count: 0,
      cached: false
    })
  }).pipe(world))

it.effect("a summary is kept until the responses, the question or the generator change", () =>
  Effect.gen(function*() {
    const survey = yield* make("Feedback")
    const path = `surveys/${String(survey["id"])}/`
    const cached = Effect.map(summarize(survey, "?question_id=why"), (summary) => summary["cached"])
    yield* respond(survey, three)
    assert.deepStrictEqual([yield* cached, yield* cached], [false, true])
    const { cached: forced } = yield* summarize(survey, "?question_id=why", { force_refresh: true })
    assert.deepStrictEqual([forced, yield* cached], [false, true])
    yield* respond(survey, [answers(1, "Docs", "No dark mode")], 5)
    assert.deepStrictEqual([yield* cached, yield* cached], [false, true])
    const by = { project: (yield* FlagApi).project, actor: "system" } as const
    yield* (yield* SurveyResponses).archive(by, String(survey["id"]), uuidOf(5))
    const without = yield* summarize(survey, "?question_id=why")
    assert.deepStrictEqual([without["cached"], without["response_count"]], [false, 3])
    const changed = { id: "why", ...open("What else?") }
    yield* good("PATCH", path, { questions: questions.map((one) => one.id === "why" ? changed : one) })
    assert.deepStrictEqual([yield* cached, yield* cached], [false, true])
    yield* call("DELETE", path)
    assert.strictEqual((yield* call("POST", `${path}summary_headline/`, {})).status, 404)
  }).pipe(world))

it.effect("a summary by another generator has a warning, and is made again", () => {
  let asked = 0
  const failing = Layer.succeed(SurveySummarizer, {
    generator: { kind: "llm" as const, name: "m", version: "1" },
    summarizeQuestion: (written: Parameters<typeof extractive.summarizeQuestion>[0]) =>
      Effect.map(extractive.summarizeQuestion(written), (made) => ({ ...made, warning: `Not now (${++asked}).` })),
    headline: extractive.headline
  })
  return Effect.gen(function*() {
    const survey = yield* make("Feedback")
    yield* respond(survey, three)
    for (const warning of ["Not now (1).", "Not now (2)."]) {
      const summary = yield* summarize(survey, "?question_id=why")
      assert.deepInclude(summary, { warning, cached: false, generator: extractive.generator })
    }
  }).pipe(Effect.provide(FlagApi.layer.pipe(Layer.provide(failing))))
})

it.effect("questions that are not there, other projects' surveys and malformed bodies are refused", () =>
  Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    const survey = yield* make("Feedback")
    const path = `surveys/${String(survey["id"])}/summarize_responses/`
    for (const query of ["?question_id=other", "?question_index=4"]) {
      assert.deepStrictEqual(refusal(yield* call("POST", `${path}${query}`, {})), [
        400,
        "validation_error",
        "invalid_input",
        null,
        "the text of the question is required"
      ])
    }
    const odd = refusal(yield* call("POST", `${path}?question_id=why`, { force_refresh: "perhaps" }))
    assert.deepStrictEqual(odd.slice(0, 4), [400, "validation_error", "invalid_input", "force_refresh"])
    assert.strictEqual((yield* call("POST", `${path}?question_id=why`, "")).status, 200)
    const second = yield* good("POST", "/api/organizations/@current/projects/", { name: "Second" })
    const elsewhere = `/api/projects/${String(second["id"])}/${path}?question_id=why`
    assert.strictEqual((yield* call("POST", elsewhere, {})).status, 404)
    const reader = yield* keyOf("reader", ["survey:read"])
    const other = yield* keyOf("other", ["query:read"])
    assert.strictEqual((yield* call("POST", path, {}, { key: reader })).status, 200)
    assert.strictEqual((yield* call("POST", path, {}, { key: other })).status, 403)
  }).pipe(world))
