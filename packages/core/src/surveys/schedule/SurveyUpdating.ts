import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { makeSurveyEditing } from "../editing/SurveyEditing.ts"
import { makeResponseCounting, type ResponseCounts } from "../responses/ResponseCounting.ts"
import type { Survey, SurveyId } from "../Survey.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import { currentSurvey } from "./CurrentSurvey.ts"
import { settling } from "./SurveyJobs.ts"
import { makeArming } from "./SurveyJobs.ts"
import { countsResponses, isDue, isRunning } from "./SurveyState.ts"

/** Applies time and responses to surveys. When several callers update a survey at once, each change is made once. */
export const makeSurveyUpdating = Effect.fnUntraced(
  function*(editing: Effect.Success<typeof makeSurveyEditing>) {
    const repository = yield* SurveyRepository
    const projects = yield* ProjectRepository
    const transaction = yield* Transaction
    const count = yield* makeResponseCounting
    const { lookNext } = yield* makeArming

    const byId = (project: ProjectId, id: SurveyId) => Effect.map(repository.find(project, id), Option.getOrUndefined)

    const projectOf = (id: ProjectId) => Effect.flatMap(projects.find(id), Effect.fromOption).pipe(Effect.orDie)

    /** Updates it under its lock: its earlier state may be outdated. What the system does nobody must approve. */
    const update = Effect.fnUntraced(
      function*(project: ProjectId, id: SurveyId, counts: ResponseCounts | undefined) {
        const trigger = { job_type: "survey_settling", job_id: id, payload: { kind: settling.name } }
        const by = { project: yield* projectOf(project), actor: "system", trigger } as const
        const before = yield* editing.lock(by, id)
        const now = yield* DateTime.now
        if (!isRunning(before)) return before
        const { rollout, survey: after } = currentSurvey(before, now, counts)
        const saved = yield* editing.save({ by, now, before, after, changes: {}, rollout })
        yield* lookNext(saved, now)
        return saved
      },
      Effect.catchTag("ApprovalRequired", Effect.die),
      transaction.run
    )

    const updateNow = Effect.fn("Surveys.settle")(function*(project: ProjectId, id: SurveyId) {
      const survey = yield* byId(project, id)
      if (survey === undefined || !isRunning(survey)) return
      const counts = countsResponses(survey) ? yield* count(yield* projectOf(project), survey) : undefined
      yield* Effect.catchTag(update(project, id, counts), "SurveyNotFound", () => Effect.void)
    })

    /** A survey as it is now, by the time alone: one whose time has come is changed before it is shown. */
    const current = Effect.fnUntraced(function*(survey: Survey) {
      if (!isDue(survey, yield* DateTime.now)) return survey
      const { id, project_id } = survey
      return yield* Effect.orElseSucceed(update(project_id, id, undefined), () => survey)
    })

    /** As `current`, of many: one whose time has not come costs nothing. */
    const allCurrent = Effect.fnUntraced(function*(surveys: ReadonlyArray<Survey>) {
      const now = yield* DateTime.now
      return surveys.some((survey) => isDue(survey, now)) ? yield* Effect.forEach(surveys, current) : surveys
    })

    return { updateNow, current, allCurrent }
  }
)
