import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { SurveySummary } from "./SurveySummary.ts"

/** Storage of the summaries that are kept. */
export class SurveySummaryRepository extends Context.Service<
  SurveySummaryRepository,
  EntityRepository<SurveySummary>
>()("@hedgerow/core/surveys/summaries/SurveySummaryRepository") {}
