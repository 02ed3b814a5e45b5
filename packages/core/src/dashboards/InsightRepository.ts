import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { EntityColumns } from "../entities/Where.ts"
import type { ShortIdTaken } from "./DashboardErrors.ts"
import type { Insight } from "./Insight.ts"

/** Storage of insights. */
export class InsightRepository extends Context.Service<
  InsightRepository,
  EntityRepository<Insight, EntityColumns, ShortIdTaken>
>()("@hedgerow/core/dashboards/InsightRepository") {}
