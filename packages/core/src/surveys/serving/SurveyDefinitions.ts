import { Effect } from "effect"
import { makeVersionedCache } from "../../caching/VersionedCache.ts"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { withLiveActions } from "../audience/ConditionActions.ts"
import { makeSurveyActions } from "../audience/SurveyActions.ts"
import { countsResponses } from "../schedule/SurveyState.ts"
import { flagsOf, type Survey, type SurveyId } from "../Survey.ts"
import { surveysForSdks } from "../SurveyEntity.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import type { FlagKeys } from "./SurveyForSdks.ts"

/** The surveys of a project as SDKs get them; one object until any of it changes. */
export interface SurveyDefinitions {
  /** Those that are not archived, the newest first. */
  readonly surveys: ReadonlyArray<Survey>
  readonly flagKeys: FlagKeys
  /** Those of which responses are counted. */
  readonly counted: ReadonlySet<SurveyId>
}

const maxProjects = 1_000

/** The definitions of each project as of its current version. */
export const makeSurveyDefinitions = Effect.gen(function*() {
  const surveys = yield* SurveyRepository
  const flags = yield* FeatureFlagRepository
  const actionsOf = yield* makeSurveyActions

  const load = Effect.fn("SurveyDefinitions.load")(function*(project: ProjectId) {
    const found = yield* surveys.all(project, surveysForSdks)
    const known = yield* flags.findMany(project, [...new Set(found.flatMap(flagsOf))])
    const actions = yield* actionsOf(project, found)
    return {
      surveys: found.map((survey) => withLiveActions(survey, actions)),
      flagKeys: new Map(known.filter(({ deleted }) => !deleted).map(({ id, key }) => [id, key])),
      counted: new Set(found.filter(countsResponses).map(({ id }) => id))
    } satisfies SurveyDefinitions
  })

  return yield* makeVersionedCache({
    realm: (id: ProjectId) => id,
    load,
    isKept: () => true,
    capacity: maxProjects
  })
})
