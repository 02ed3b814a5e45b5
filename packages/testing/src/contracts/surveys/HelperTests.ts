import { assert, type Vitest } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import { Queries } from "@hedgerow/core/query/Queries"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect } from "effect"
import { capture, makeSurvey, makeSurveyProjects, sent, uuidOf } from "./SurveyWorld.ts"

const ask = Effect.fnUntraced(
  function*(project: Project, query: string, values: Readonly<Record<string, unknown>> = {}) {
    const { results } = yield* (yield* Queries).run(project, { query: { kind: "HogQLQuery", query, values } })
    return results
  }
)

const refusal = (project: Project, expression: string) =>
  ask(project, `select ${expression} from events`).pipe(
    Effect.flip,
    Effect.map((error) => error._tag === "SqlSemanticError" ? error.detail : error._tag)
  )

/** Tests of the SQL functions that read answers. */
export const helperTests = (it: Vitest.MethodsNonLive<DomainServices | StoragePorts>): void => {
  it.effect("getSurveyResponse reads an answer by the question's id, and by its place where there is none", () =>
    Effect.gen(function*() {
      const { project } = yield* makeSurveyProjects
      const survey = yield* makeSurvey(project, "Helped")
      yield* capture(project, [
        sent(survey.id, 1, { $survey_response_why: "by id", $survey_response: "by place", $survey_response_1: 7 }),
        sent(survey.id, 2, { $survey_response: "by place", $survey_response_1: ["a", "b"] }),
        sent(survey.id, 3, { $survey_response_why: "", $survey_response_use: ["c"], $survey_response_1: ["d"] }),
        sent(survey.id, 4, { $survey_response_why: null, $survey_response_use: [], $survey_response_1: "alone" })
      ])
      const rows = yield* ask(
        project,
        `select getSurveyResponse(0), getSurveyResponse(0, {id}), getSurveyResponse(-1, 'why', false),
          getSurveyResponse(1), getSurveyResponse(1, 'use', true), getSurveyResponse(1, null, 1)
        from events where event = 'survey sent' order by timestamp`,
        { id: "why" }
      )
      assert.deepStrictEqual(rows, [
        ["by place", "by id", "by id", "7", ["7"], ["7"]],
        ["by place", "by place", null, "[\"a\",\"b\"]", ["a", "b"], ["a", "b"]],
        [null, null, null, "[\"d\"]", ["c"], ["d"]],
        [null, null, null, "alone", ["alone"], ["alone"]]
      ])
      const chosen = yield* ask(
        project,
        `select arrayJoin(getSurveyResponse(1, 'use', true)) as choice, count() from events e
        where e.event = 'survey sent' group by choice order by choice`
      )
      assert.deepStrictEqual(chosen, [["7", 1], ["a", 1], ["alone", 1], ["b", 1], ["c", 1]])
    }))

  it.effect("uniqueSurveySubmissionsFilter keeps the latest event of each submission", () =>
    Effect.gen(function*() {
      const { other, project } = yield* makeSurveyProjects
      const survey = yield* makeSurvey(project, "Unique")
      const submission = { $survey_submission_id: "s" }
      const same = { timestamp: "2024-06-10T10:00:00.000001Z" }
      yield* capture(project, [
        sent(survey.id, 1, submission),
        sent(survey.id, 3, submission, same),
        sent(survey.id, 2, submission, same),
        sent(survey.id, 4, { $survey_submission_id: "" }),
        sent(survey.id, 5),
        sent("elsewhere", 6, submission),
        sent(survey.id, 7, {}, { event: "survey shown" })
      ])
      yield* capture(other, [sent(survey.id, 8, submission)])
      const unique = (id: string, of = project) =>
        ask(of, "select toString(uuid) from events where uniqueSurveySubmissionsFilter({id}) order by uuid", { id })
      assert.deepStrictEqual(yield* unique(survey.id), [3, 4, 5].map((number) => [uuidOf(number)]))
      assert.deepStrictEqual(yield* unique(survey.id, other), [[uuidOf(8)]])
      assert.deepStrictEqual(yield* unique("elsewhere"), [[uuidOf(6)]])
      assert.deepStrictEqual(yield* unique("' or 1 = 1"), [])
    }))

  it.effect("calls that mean nothing are refused", () =>
    Effect.gen(function*() {
      const { project } = yield* makeSurveyProjects
      const name = "'getSurveyResponse'"
      assert.strictEqual(
        yield* refusal(project, "getSurveyResponse(event)"),
        `Argument 1 of function ${name} must be a constant integer`
      )
      assert.strictEqual(
        yield* refusal(project, "getSurveyResponse(0, event)"),
        `Argument 2 of function ${name} must be a constant string`
      )
      assert.strictEqual(
        yield* refusal(project, "getSurveyResponse(0, 'a', 'b')"),
        `Argument 3 of function ${name} must be true or false`
      )
      assert.strictEqual(
        yield* refusal(project, "uniqueSurveySubmissionsFilter(event)"),
        "Argument 1 of function 'uniqueSurveySubmissionsFilter' must be a constant string"
      )
    }))
}
