import { Context, type Effect, type Option } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { EntityColumns } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Survey, SurveyId } from "./Survey.ts"
import type { SurveyNameTaken } from "./SurveyErrors.ts"

interface Timed {
  /** Of all projects: those that are `timedSurveys`, by id. In parts: the first ones that come after another one. */
  readonly timed: (after: SurveyId | undefined, limit: number) => Effect.Effect<ReadonlyArray<Survey>>
}

interface Located {
  /** The project that has this survey. */
  readonly projectOf: (id: SurveyId) => Effect.Effect<Option.Option<ProjectId>>
}

/** Storage of surveys. Names are unique among a project's surveys. */
export class SurveyRepository extends Context.Service<
  SurveyRepository,
  EntityRepository<Survey, EntityColumns, SurveyNameTaken> & Timed & Located
>()("@hedgerow/core/surveys/SurveyRepository") {}
