import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { Dashboard } from "./Dashboard.ts"

/** Storage of dashboards. */
export class DashboardRepository extends Context.Service<DashboardRepository, EntityRepository<Dashboard>>()(
  "@hedgerow/core/dashboards/DashboardRepository"
) {}
