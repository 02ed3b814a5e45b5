import { assert, type Vitest } from "@effect/vitest"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { SurveyResponses } from "@hedgerow/core/surveys/responses/SurveyResponses"
import type { Survey } from "@hedgerow/core/surveys/Survey"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect } from "effect"
import { capture, editing, makeSurvey, makeSurveyProjects, sent, uuidOf } from "./SurveyWorld.ts"

const entries = Effect.fnUntraced(function*(project: Project, survey: Survey) {
  const log = yield* ActivityLog
  const of = { project: project.id, scope: "Survey", itemId: survey.id }
  const { items } = yield* log.list(of, { limit: 100, offset: 0 })
  return items.map(({ activity, detail }) => `${activity} ${detail.name}`).toReversed().slice(1)
})

const countOf = Effect.fnUntraced(function*(project: Project, survey: Survey) {
  return (yield* (yield* SurveyResponses).state(project, survey)).responses
})

/** Tests of archiving responses and restoring them. */
export const archiveTests = (it: Vitest.MethodsNonLive<DomainServices | StoragePorts>): void => {
  it.effect("a response is archived and taken back, each time once, by whatever uuid it is known", () =>
    Effect.gen(function*() {
      const { by, project } = yield* makeSurveyProjects
      const { archive, archivedUuids, unarchive } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "Archived")
      const submission = { $survey_submission_id: uuidOf(900).replace("4000", "4ABC") }
      yield* capture(project, [sent(survey.id, 1, submission), sent(survey.id, 2, submission), sent(survey.id, 3)])
      assert.strictEqual(yield* countOf(project, survey), 2)
      assert.strictEqual(yield* archive(by, survey.id.toUpperCase(), uuidOf(1).toUpperCase()), uuidOf(1))
      assert.deepStrictEqual(yield* archivedUuids(project, survey.id), [uuidOf(1), uuidOf(2)])
      assert.strictEqual(yield* countOf(project, survey), 1, "with its later event")
      yield* archive(by, survey.id, uuidOf(1))
      yield* archive(by, survey.id, uuidOf(2))
      yield* archive(by, survey.id, uuidOf(3))
      assert.strictEqual(yield* countOf(project, survey), 0)
      yield* unarchive(by, survey.id, uuidOf(900).replace("4000", "4abc"))
      yield* unarchive(by, survey.id, uuidOf(2))
      assert.deepStrictEqual(yield* archivedUuids(project, survey.id), [uuidOf(3)])
      assert.strictEqual(yield* countOf(project, survey), 1)
      yield* archive(by, survey.id, uuidOf(900).replace("4000", "4abc"))
      assert.strictEqual(yield* countOf(project, survey), 0, "by the submission")
      assert.deepStrictEqual(yield* entries(project, survey), [
        `response_archived Response ${uuidOf(1)}`,
        `response_archived Response ${uuidOf(3)}`,
        `response_unarchived Response ${uuidOf(900).replace("4000", "4abc")}`,
        `response_archived Response ${uuidOf(900).replace("4000", "4abc")}`
      ])
    }))

  it.effect("what comes later with the same submission is archived, too", () =>
    Effect.gen(function*() {
      const { by, project } = yield* makeSurveyProjects
      const { archive, archivedUuids } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "Partial")
      const submission = { $survey_submission_id: "a ' \\ \"submission\"" }
      yield* capture(project, [sent(survey.id, 11, submission)])
      yield* archive(by, survey.id, uuidOf(11))
      yield* capture(project, [sent(survey.id, 12, submission), sent(survey.id, 13)])
      assert.strictEqual(yield* countOf(project, survey), 1)
      assert.deepStrictEqual(yield* archivedUuids(project, survey.id), [uuidOf(11), uuidOf(12)])
    }))

  it.effect("a uuid is archived under one survey, and nobody else's survey has it", () =>
    Effect.gen(function*() {
      const { by, other, project } = yield* makeSurveyProjects
      const { archive, archivedUuids, unarchive } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "One")
      const second = yield* makeSurvey(project, "Two")
      const foreign = yield* makeSurvey(other, "One")
      yield* capture(project, [sent(survey.id, 21)])
      yield* capture(other, [sent(foreign.id, 21), sent(foreign.id, 22)])
      yield* archive(by, survey.id, uuidOf(21))
      const refused = yield* Effect.flip(archive(by, second.id, uuidOf(21)))
      assert.strictEqual(refused._tag, "ResponseArchivedElsewhere")
      yield* unarchive(by, second.id, uuidOf(21))
      assert.deepStrictEqual(yield* archivedUuids(project, survey.id), [uuidOf(21)])
      assert.deepStrictEqual(yield* archivedUuids(project, second.id), [])
      assert.strictEqual(yield* countOf(other, foreign), 2)
      yield* archive(editing(other), foreign.id, uuidOf(21))
      assert.strictEqual(yield* countOf(other, foreign), 1)
      for (const change of [archive, unarchive]) {
        assert.strictEqual((yield* Effect.flip(change(by, foreign.id, uuidOf(21))))._tag, "SurveyNotFound")
        assert.strictEqual((yield* Effect.flip(change(by, "x", uuidOf(21))))._tag, "SurveyNotFound")
        assert.strictEqual((yield* Effect.flip(change(by, survey.id, "x")))._tag, "InvalidInput")
      }
      assert.strictEqual((yield* Effect.flip(archivedUuids(project, foreign.id)))._tag, "SurveyNotFound")
    }))

  it.effect("a survey that goes takes its archived responses along", () =>
    Effect.gen(function*() {
      const { by, project } = yield* makeSurveyProjects
      const { archive, archivedUuids } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "Gone")
      const next = yield* makeSurvey(project, "Next")
      yield* archive(by, survey.id, uuidOf(31))
      yield* Effect.orDie((yield* Surveys).remove(by, survey.id))
      yield* archive(by, next.id, uuidOf(31))
      assert.deepStrictEqual(yield* archivedUuids(project, next.id), [uuidOf(31)])
    }))

  it.effect("however many archive and take back at once, each change is made and logged once", () =>
    Effect.gen(function*() {
      const { by, project } = yield* makeSurveyProjects
      const { archive, unarchive } = yield* SurveyResponses
      const survey = yield* makeSurvey(project, "Raced")
      const second = yield* makeSurvey(project, "Raced, too")
      const submission = { $survey_submission_id: "s" }
      yield* capture(project, [sent(survey.id, 41, submission), sent(survey.id, 42, submission)])
      const eight = (change: typeof archive) =>
        Effect.all(Array.from({ length: 8 }, (_, n) => change(by, survey.id, uuidOf(41 + n % 2))), {
          concurrency: "unbounded"
        })
      yield* eight(archive)
      assert.strictEqual((yield* entries(project, survey)).length, 1)
      yield* eight(unarchive)
      assert.strictEqual((yield* entries(project, survey)).length, 2)
      const both = yield* Effect.all(
        [survey, second].map(({ id }) => Effect.result(archive(by, id, uuidOf(43)))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(both.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
      const changes = (_: unknown, n: number) => (n % 2 === 0 ? archive : unarchive)(by, survey.id, uuidOf(44))
      yield* Effect.all(Array.from({ length: 12 }, changes), { concurrency: "unbounded" })
      const logged = (yield* entries(project, survey)).filter((entry) => entry.endsWith(uuidOf(44)))
      const expected = logged.map((_, n) => `${n % 2 === 0 ? "response_archived" : "response_unarchived"} Response`)
      assert.deepStrictEqual(logged.map((entry) => entry.replace(` ${uuidOf(44)}`, "")), expected)
    }))
}
