import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import { makeVersionedCache } from "../../caching/VersionedCache.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { parseUuid } from "../../shared/Uuid.ts"
import { isRunning } from "../schedule/SurveyState.ts"
import type { Survey, SurveyId } from "../Survey.ts"
import { SurveyClosed, SurveyNotFound } from "../SurveyErrors.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import type { SurveyDefinitions } from "./SurveyDefinitions.ts"
import { surveyForSdks } from "./SurveyForSdks.ts"

/** An external survey that takes responses, and the project that they go to. */
export interface HostedSurvey {
  readonly project: Project
  readonly survey: Survey
  /** The survey as SDKs show it: without its description. */
  readonly shown: JsonRecord
}

const maxSurveys = 10_000

/** Whether people may answer it on its page: a survey that begins later is not open yet. */
const isOpen = (survey: Survey, now: DateTime.Utc): boolean =>
  survey.type === "external_survey" && isRunning(survey)
  && survey.start_date !== null && DateTime.isLessThanOrEqualTo(survey.start_date, now)

/**
 * Finds external surveys by their ids alone, which is all that their pages' addresses have. Where `GoesOnStale` is set,
 * those that were asked for before are found while the storage is away.
 */
export const makeHostedSurveys = Effect.fnUntraced(
  function*(definitionsOf: (project: ProjectId) => Effect.Effect<SurveyDefinitions>) {
    const surveys = yield* SurveyRepository
    const projects = yield* ProjectRepository

    const projectOf = (id: SurveyId): Effect.Effect<Option.Option<Project>> =>
      Effect.flatMap(
        surveys.projectOf(id),
        Option.match({ onNone: () => Effect.succeedNone, onSome: (project) => projects.find(project) })
      )

    // A project's token may change, a survey's project does not.
    const located = yield* makeVersionedCache({
      realm: () => "installation",
      load: projectOf,
      isKept: Option.isSome,
      capacity: maxSurveys
    })

    return Effect.fnUntraced(function*(text: string) {
      const id = parseUuid(text) as SurveyId | undefined
      const project = id === undefined ? undefined : Option.getOrUndefined(yield* located.get(id))
      if (id === undefined || project === undefined) return yield* new SurveyNotFound()
      const { flagKeys, surveys: known } = yield* definitionsOf(project.id)
      const survey = known.find((one) => one.id === id)
      if (survey === undefined) {
        const isThere = Option.isSome(yield* surveys.find(project.id, id))
        return yield* isThere ? new SurveyClosed() : new SurveyNotFound()
      }
      if (!isOpen(survey, yield* DateTime.now)) return yield* new SurveyClosed()
      return { project, survey, shown: surveyForSdks(survey, flagKeys) } satisfies HostedSurvey
    })
  }
)
