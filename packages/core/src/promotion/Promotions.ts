import { Context, Effect, Layer } from "effect"
import type { Caller } from "../access/Caller.ts"
import type { ProjectAccess } from "../access/ProjectAccess.ts"
import type { ActionRepository } from "../actions/ActionRepository.ts"
import type { Actions } from "../actions/Actions.ts"
import type { CohortRepository } from "../cohorts/CohortRepository.ts"
import type { Cohorts } from "../cohorts/Cohorts.ts"
import type { ExperimentId } from "../experiments/Experiment.ts"
import type { ExperimentNotFound } from "../experiments/ExperimentErrors.ts"
import type { ExperimentRepository } from "../experiments/ExperimentRepository.ts"
import { Experiments } from "../experiments/Experiments.ts"
import type { SavedMetricRepository } from "../experiments/saved-metrics/SavedMetricRepository.ts"
import type { SavedMetrics } from "../experiments/saved-metrics/SavedMetrics.ts"
import type { ApprovalRequired } from "../flags/approvals/ChangeRequestErrors.ts"
import type { FeatureFlags } from "../flags/FeatureFlags.ts"
import type { FeatureFlagNotFound, FlagCopyRefused } from "../flags/model/FeatureFlagErrors.ts"
import type { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import type { Project } from "../identity/Project.ts"
import type { GroupRepository } from "../persons/GroupRepository.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Transaction } from "../shared/Transaction.ts"
import type { SurveyId } from "../surveys/Survey.ts"
import type { SurveyNotFound } from "../surveys/SurveyErrors.ts"
import type { SurveyRepository } from "../surveys/SurveyRepository.ts"
import { Surveys } from "../surveys/Surveys.ts"
import { makeExperimentPromotion } from "./ExperimentPromotion.ts"
import { makePromoting } from "./Promoting.ts"
import type { Promotion, PromotionOutdated } from "./Promotion.ts"
import { makeSurveyPromotion } from "./SurveyPromotion.ts"

type Ports =
  | ActionRepository
  | Actions
  | CohortRepository
  | Cohorts
  | ExperimentRepository
  | Experiments
  | FeatureFlagRepository
  | FeatureFlags
  | GroupRepository
  | ProjectAccess
  | SavedMetricRepository
  | SavedMetrics
  | SurveyRepository
  | Surveys
  | Transaction

type Refusal = ApprovalRequired | FeatureFlagNotFound | FlagCopyRefused | InvalidInput | PromotionOutdated

/**
 * Promotes records from one project to others, as from staging to production: what they name goes along, and a
 * counterpart of the same name gets the differences. All projects get theirs in one transaction, or none. Bodies:
 * `target_project_ids`, and `dry_run`, `on_conflict` (`update` or `fail`), `revisions`.
 */
export class Promotions extends Context.Service<Promotions, {
  readonly survey: (
    caller: Caller,
    from: Project,
    id: string,
    body: unknown
  ) => Effect.Effect<ReadonlyArray<Promotion<SurveyId>>, Refusal | SurveyNotFound>
  readonly experiment: (
    caller: Caller,
    from: Project,
    id: string,
    body: unknown
  ) => Effect.Effect<ReadonlyArray<Promotion<ExperimentId>>, Refusal | ExperimentNotFound>
}>()("@hedgerow/core/promotion/Promotions") {
  static readonly layer: Layer.Layer<Promotions, never, Ports> = Layer.effect(
    Promotions,
    Effect.gen(function*() {
      const surveys = yield* Surveys
      const experiments = yield* Experiments
      const promoting = yield* makePromoting
      const ofSurveys = yield* makeSurveyPromotion
      const ofExperiments = yield* makeExperimentPromotion
      const promoteSurvey = promoting(ofSurveys.kind)
      const promoteExperiment = promoting(ofExperiments.kind)

      return Promotions.of({
        survey: Effect.fn("Promotions.survey")(function*(caller, from, id, body) {
          const source = yield* ofSurveys.portableOf(yield* surveys.find(from.id, id))
          return yield* promoteSurvey(caller, from, source, body)
        }),
        experiment: Effect.fn("Promotions.experiment")(function*(caller, from, id, body) {
          const source = yield* ofExperiments.portableOf(yield* experiments.find(from.id, id))
          return yield* promoteExperiment(caller, from, source, body)
        })
      })
    })
  )
}
