import { assert, type Vitest } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { SurveyResponses } from "@hedgerow/core/surveys/responses/SurveyResponses"
import { SurveyStatistics } from "@hedgerow/core/surveys/responses/SurveyStatistics"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect } from "effect"
import { capture, makeSurvey, makeSurveyProjects, sent, uuidOf } from "./SurveyWorld.ts"

const questions = [
  { id: "why", type: "open", question: "Why?" },
  { id: "2", type: "open", question: "What else?" },
  { id: "use", type: "single_choice", question: "What for?", choices: ["Reports", "Other"], hasOpenChoice: true },
  { id: "all", type: "multiple_choice", question: "All?", choices: ["Reports", "Other"], hasOpenChoice: true },
  { id: "fixed", type: "single_choice", question: "Which?", choices: ["Reports", "Other"] }
]

/** Tests of reading the texts that people wrote. */
export const textTests = (it: Vitest.MethodsNonLive<DomainServices | StoragePorts>): void => {
  it.effect("texts come newest first, of each response from its latest event, archived ones left out", () =>
    Effect.gen(function*() {
      const { by, other, project } = yield* makeSurveyProjects
      const { archive, latest, state, texts } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "Texts", { questions, end_date: "2024-12-31T00:00:00Z" })
      const before = yield* state(project, survey)
      assert.deepInclude(before, { responses: 0, newest: null })
      const submission = { $survey_submission_id: "s" }
      yield* capture(project, [
        sent(survey.id, 1, { ...submission, $survey_response_why: "half" }),
        sent(survey.id, 2, { ...submission, $survey_response_why: "whole", $survey_response_2: "more" }),
        sent(survey.id, 3, { $survey_response: "by place", $survey_response_1: "second by place" }),
        sent(survey.id, 4, { $survey_response_why: 7, $survey_response: "not this" }),
        sent(survey.id, 5, { $survey_response_why: "", $survey_response_use: "Reports" }),
        sent(survey.id, 6, { $survey_response_why: null, $survey_response_use: "Fun" }),
        sent(survey.id, 7, { $survey_response_why: "put away" }),
        sent(survey.id, 8, { $survey_response_why: "too early" }, { timestamp: "2023-12-31T23:59:59.999Z" }),
        sent(survey.id, 9, { $survey_response_why: "too late" }, { timestamp: "2024-12-31T00:00:00.001Z" }),
        sent(survey.id, 10, { $survey_response_why: "shown" }, { event: "survey shown" }),
        sent("another survey", 11, { $survey_response_why: "elsewhere" }),
        sent(survey.id, 12, { $survey_response_fixed: "Fun", $survey_response_all: ["Reports", "Fun, too", "[]"] })
      ])
      yield* capture(other, [sent(survey.id, 1, { $survey_response_why: "foreign" })])
      yield* archive(by, survey.id, uuidOf(7))
      const textsOf = (id: string, limit = 10) =>
        Effect.map(texts(project, survey, id, limit), (found) => found.map(({ text }) => text))
      assert.deepStrictEqual(yield* textsOf("why"), ["7", "by place", "whole"])
      assert.deepStrictEqual(yield* textsOf("why", 2), ["7", "by place"])
      assert.deepStrictEqual(yield* textsOf("2"), ["second by place", "more"])
      assert.deepStrictEqual(yield* textsOf("use"), ["Fun"])
      assert.deepStrictEqual((yield* textsOf("all")).toSorted(), ["Fun, too", "[]"])
      assert.deepStrictEqual(yield* textsOf("fixed"), [])
      assert.deepStrictEqual(yield* textsOf("none"), [])
      const newest = yield* latest(project, survey, 2)
      assert.deepStrictEqual(newest.map(({ uuid }) => uuid), [uuidOf(12), uuidOf(6)])
      assert.deepStrictEqual(newest[0]?.answers.map(({ answer }) => answer), [
        null,
        null,
        null,
        ["Reports", "Fun, too", "[]"],
        "Fun"
      ])
      const [first] = yield* texts(project, survey, "why", 1)
      assert.deepInclude(first, { response_uuid: uuidOf(4) })
      assert.strictEqual(toIso(Number(first?.submitted_at)), "2024-06-10T09:04:00Z")
      const now = yield* state(project, survey)
      assert.strictEqual(now.responses, 6)
      assert.strictEqual(toIso(Number(now.newest)), "2024-06-10T09:12:00Z")
      assert.notStrictEqual(now.archived, before.archived)
      assert.deepStrictEqual(yield* texts(other, survey, "why", 10).pipe(Effect.map((found) => found.length)), 1)
    }))

  it.effect("long texts are cut where they are summed up", () =>
    Effect.gen(function*() {
      const { project } = yield* makeSurveyProjects
      const { latest, list, texts } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "Long", { questions })
      const long = "ü🦊".repeat(5_000)
      yield* capture(project, [sent(survey.id, 1, { $survey_response_why: long, $survey_response_all: [long] })])
      const short = "ü🦊".repeat(1_000)
      assert.strictEqual((yield* texts(project, survey, "why", 1))[0]?.text, short)
      const [cut] = yield* latest(project, survey, 1)
      assert.deepStrictEqual(cut?.answers.map(({ answer }) => answer), [short, null, null, [short], null])
      const [whole] = yield* list(project, survey.id, { limit: 1, offset: 0 })
      assert.deepStrictEqual(whole?.answers.map(({ answer }) => answer), [long, null, null, [long], null])
    }))

  it.effect("choices may have thousands of translations", () =>
    Effect.gen(function*() {
      const { project } = yield* makeSurveyProjects
      const choices = Array.from({ length: 20 }, (_, n) => `c${n}`)
      const languages = Array.from({ length: 400 }, (_, n) => `de-${String(n).padStart(4, "0")}`)
      const translations = Object.fromEntries(languages.map((language, l) => [
        language,
        { choices: choices.map((choice) => `${choice}t${l}`) }
      ]))
      const question = { type: "multiple_choice", question: "Which?", choices, hasOpenChoice: true, translations }
      const survey = yield* makeSurvey(project, "Translated", {
        questions: [{ ...question, id: "a" }, { ...question, id: "b", type: "single_choice" }]
      })
      yield* capture(project, [
        sent(survey.id, 1, { $survey_response_a: ["c1t399", "c1", "mine"], $survey_response_b: "c19t7" })
      ])
      const { texts } = yield* SurveyResponses
      assert.deepStrictEqual((yield* texts(project, survey, "a", 9)).map(({ text }) => text), ["mine"])
      assert.deepStrictEqual(yield* texts(project, survey, "b", 9), [])
      const { a, b } = yield* (yield* SurveyStatistics).questions(project, survey)
      assert.deepInclude(a, { responses: 1, open_choices: 1 })
      assert.strictEqual(a?.choices?.["c1"], 1)
      assert.deepInclude(b, { responses: 1, open_choices: 0 })
      assert.strictEqual(b?.choices?.["c19"], 1)
    }))

  it.effect("what types the properties of the project have plays no part", () =>
    Effect.gen(function*() {
      const { project } = yield* makeSurveyProjects
      const { state, texts } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "Typed", { questions })
      yield* capture(project, [
        sent(survey.id, 1, { $survey_response_why: 1, $survey_submission_id: 5 }),
        sent(survey.id, 2, { $survey_response_why: 2 })
      ])
      yield* capture(project, [
        sent(survey.id, 3, { $survey_response_why: "three", $survey_submission_id: "six" }),
        sent(survey.id, 4, { $survey_response_why: "four", $survey_submission_id: "5" })
      ])
      const found = yield* texts(project, survey, "why", 10)
      assert.deepStrictEqual(found.map(({ text }) => text), ["four", "three", "2"])
      assert.strictEqual((yield* state(project, survey)).responses, 3)
    }))
}
