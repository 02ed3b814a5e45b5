import { Effect, Layer } from "effect"
import { CohortReferences } from "./cohorts/CohortReferences.ts"
import { DashboardReferences } from "./dashboards/DashboardReferences.ts"
import type { Changes } from "./entities/Changes.ts"
import { nobody } from "./entities/References.ts"
import { experimentsOfCohorts, experimentsOfFlags } from "./experiments/ExperimentReferenceFinders.ts"
import type { ExperimentRepository } from "./experiments/ExperimentRepository.ts"
import type { SavedMetricRepository } from "./experiments/saved-metrics/SavedMetricRepository.ts"
import type { FeatureFlagRepository } from "./flags/model/FeatureFlagRepository.ts"
import { flagsOfCohorts, flagsOfDashboards } from "./flags/model/FlagReferenceFinders.ts"
import { FlagReferences } from "./flags/model/FlagReferences.ts"
import { surveysOfCohorts, surveysOfFlags } from "./surveys/SurveyReferenceFinders.ts"
import type { SurveyRepository } from "./surveys/SurveyRepository.ts"

/** The services that know who uses a cohort, a dashboard or a flag. */
export type DomainReferences = CohortReferences | DashboardReferences | FlagReferences

/** The kinds whose domains are yet to come. One that comes leaves this list and answers for each target below. */
const absent = { EarlyAccessFeature: nobody }

/** For every target the finder of every kind. Finders read repositories: services need their results. */
export const layer: Layer.Layer<
  DomainReferences,
  never,
  Changes | ExperimentRepository | FeatureFlagRepository | SavedMetricRepository | SurveyRepository
> = Layer.mergeAll(
  CohortReferences.layer(
    Effect.all({
      FeatureFlag: flagsOfCohorts,
      Experiment: experimentsOfCohorts,
      Survey: surveysOfCohorts,
      ...absent
    })
  ),
  DashboardReferences.layer(
    Effect.all({ FeatureFlag: flagsOfDashboards, Experiment: nobody, Survey: nobody, ...absent })
  ),
  FlagReferences.layer(Effect.all({ Experiment: experimentsOfFlags, Survey: surveysOfFlags, ...absent }))
)
