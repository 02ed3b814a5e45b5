import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { ShortIdTaken } from "./DashboardErrors.ts"
import type { Insight, InsightFacts } from "./Insight.ts"

/** Storage of insights. */
export class InsightRepository extends Context.Service<
  InsightRepository,
  EntityRepository<Insight, InsightFacts, ShortIdTaken>
>()("@hedgerow/core/dashboards/InsightRepository") {}
