import { Context, DateTime, Effect, Layer } from "effect"
import type { ProjectRepository } from "../access/AccessRepository.ts"
import type { Caller } from "../access/Caller.ts"
import type { ProjectAccess } from "../access/ProjectAccess.ts"
import type { KnownActions } from "../actions/KnownActions.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { InsightRepository } from "../dashboards/InsightRepository.ts"
import type { Changes, Editing } from "../entities/Changes.ts"
import type { ApprovalRequired } from "../flags/approvals/ChangeRequestErrors.ts"
import type { FeatureFlags } from "../flags/FeatureFlags.ts"
import type { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import type { QuerySlotRepository } from "../query/execution/QuerySlotRepository.ts"
import { QuerySlots } from "../query/execution/QuerySlots.ts"
import type { QueryEngine } from "../query/QueryEngine.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { withLiveActions } from "./audience/ConditionActions.ts"
import { makeSurveyActions } from "./audience/SurveyActions.ts"
import { makeSurveyCopying, type SurveyCopy } from "./copying/CopySurveys.ts"
import { documentOf, readDocument, type SurveyDocument } from "./copying/SurveyDocument.ts"
import { makeSurveyEditing } from "./editing/SurveyEditing.ts"
import { readNewSurvey, readSurveyChanges } from "./editing/SurveyInput.ts"
import type { ArchivedResponseRepository } from "./responses/ArchivedResponseRepository.ts"
import type { ResponseQueryError } from "./responses/ResponseQueries.ts"
import { currentSurvey } from "./schedule/CurrentSurvey.ts"
import { isDue } from "./schedule/SurveyState.ts"
import { makeSurveyUpdating } from "./schedule/SurveyUpdating.ts"
import { type HostedSurvey, makeHostedSurveys } from "./serving/HostedSurveys.ts"
import { makeSurveyDefinitions, type SurveyDefinitions } from "./serving/SurveyDefinitions.ts"
import type { SurveySummaryRepository } from "./summaries/SurveySummaryRepository.ts"
import type { Survey, SurveyId } from "./Survey.ts"
import { type SurveyFilter, surveysBy } from "./SurveyEntity.ts"
import type { SurveyClosed, SurveyNotFound } from "./SurveyErrors.ts"
import { SurveyRepository } from "./SurveyRepository.ts"

type Ports =
  | ArchivedResponseRepository
  | Changes
  | DefinitionsVersions
  | FeatureFlagRepository
  | FeatureFlags
  | InsightRepository
  | Jobs
  | KnownActions
  | ProjectAccess
  | ProjectRepository
  | QueryEngine
  | QuerySlotRepository
  | SurveyRepository
  | SurveySummaryRepository
  | Transaction

/**
 * The surveys of projects. Ids stand as in URLs: a text that is none finds nothing. A survey is shown as it is now: one
 * whose iteration is over is moved on first. Each change is one transaction with its flags and their activity.
 */
export class Surveys extends Context.Service<Surveys, {
  /** The newest first. */
  readonly list: (project: ProjectId, filter: SurveyFilter, page: PageRequest) => Effect.Effect<Page<Survey>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Survey, SurveyNotFound>
  /** The surveys, the actions after which they are shown with names and steps as they are now. */
  readonly withActions: (
    project: ProjectId,
    surveys: ReadonlyArray<Survey>
  ) => Effect.Effect<ReadonlyArray<Survey>>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Survey, ApprovalRequired | InvalidInput>
  /** Changes what `body` names; its flags follow. */
  readonly patch: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<Survey, ApprovalRequired | SurveyNotFound | InvalidInput>
  /** Removes it for good, and marks the flags that it owns as deleted. */
  readonly remove: (by: Editing, id: string) => Effect.Effect<void, SurveyNotFound | InvalidInput>
  /** Copies it into the projects of `target_team_ids`: into all of them, or none. */
  readonly copyToProjects: (
    caller: Caller,
    from: Project,
    id: string,
    body: unknown
  ) => Effect.Effect<ReadonlyArray<SurveyCopy>, ApprovalRequired | SurveyNotFound | InvalidInput>
  /** The document of a survey, from which `import` makes it in any project. */
  readonly export: (by: Editing, id: string) => Effect.Effect<SurveyDocument, SurveyNotFound>
  /** Makes a draft of a document. */
  readonly import: (by: Editing, body: unknown) => Effect.Effect<Survey, ApprovalRequired | InvalidInput>
  /** The surveys as SDKs get them. While the storage is away, the previous ones where they may be returned. */
  readonly definitions: (project: ProjectId) => Effect.Effect<SurveyDefinitions>
  /** The external survey with this id, of any project, for its page. */
  readonly hosted: (id: string) => Effect.Effect<HostedSurvey, SurveyNotFound | SurveyClosed>
  /** Looks what the time and the responses make of a survey; jobs call it. */
  readonly settle: (project: ProjectId, id: SurveyId) => Effect.Effect<void, InvalidInput | ResponseQueryError>
}>()("@hedgerow/core/surveys/Surveys") {
  static readonly layer: Layer.Layer<Surveys, never, Ports> = Layer.effect(
    Surveys,
    Effect.gen(function*() {
      const repository = yield* SurveyRepository
      const editing = yield* makeSurveyEditing
      const updating = yield* makeSurveyUpdating(editing)
      const copy = yield* makeSurveyCopying(editing)
      const definitions = yield* makeSurveyDefinitions
      const actionsOf = yield* makeSurveyActions

      const asOfNow = Effect.fnUntraced(function*(project: ProjectId) {
        const known = yield* definitions.get(project)
        const now = yield* DateTime.now
        if (!known.surveys.some((survey) => isDue(survey, now))) return known
        // Jobs write it: SDKs wait for no storage.
        return { ...known, surveys: known.surveys.map((survey) => currentSurvey(survey, now, undefined).survey) }
      })

      const hosted = yield* makeHostedSurveys(asOfNow)

      const find = Effect.fnUntraced(function*(project: ProjectId, text: string) {
        return yield* updating.current(yield* editing.find(project, text))
      })

      const exported = Effect.fnUntraced(function*(by: Editing, id: string) {
        const survey = yield* find(by.project.id, id)
        return documentOf(survey, yield* editing.targetingOf(by, survey))
      })

      return Surveys.of({
        list: Effect.fn("Surveys.list")(function*(project, filter, asked) {
          const { count, items } = yield* repository.list(project, surveysBy(filter), asked)
          return { count, items: yield* updating.allCurrent(items) }
        }),
        find: Effect.fn("Surveys.find")(find),
        withActions: Effect.fn("Surveys.withActions")(function*(project, surveys) {
          const actions = yield* actionsOf(project, surveys)
          return surveys.map((survey) => withLiveActions(survey, actions))
        }),
        create: Effect.fn("Surveys.create")((by, body) => editing.create(by, readNewSurvey(body))),
        patch: Effect.fn("Surveys.patch")((by, id, body) => editing.update(by, id, () => readSurveyChanges(body))),
        remove: Effect.fn("Surveys.remove")(editing.remove),
        copyToProjects: Effect.fn("Surveys.copyToProjects")(function*(caller, from, id, body) {
          return yield* copy(caller, from, yield* find(from.id, id), body)
        }),
        export: Effect.fn("Surveys.export")(exported),
        import: Effect.fn("Surveys.import")((by, body) => editing.create(by, readDocument(body))),
        definitions: Effect.fn("Surveys.definitions")(asOfNow),
        hosted: Effect.fn("Surveys.hosted")(hosted),
        settle: Effect.fn("Surveys.settle")(updating.updateNow)
      })
    })
  ).pipe(Layer.provide(QuerySlots.layer))
}
