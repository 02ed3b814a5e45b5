import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { SavedMetric, SavedMetricFacts } from "./SavedMetric.ts"

/** Storage of saved metrics. */
export class SavedMetricRepository
  extends Context.Service<SavedMetricRepository, EntityRepository<SavedMetric, SavedMetricFacts>>()(
    "@hedgerow/core/experiments/saved-metrics/SavedMetricRepository"
  )
{}
