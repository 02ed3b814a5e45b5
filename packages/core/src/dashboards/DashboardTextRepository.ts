import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { DashboardText } from "./Dashboard.ts"

/** Storage of the texts on dashboards of the same project. */
export class DashboardTextRepository extends Context.Service<
  DashboardTextRepository,
  EntityRepository<DashboardText>
>()("@hedgerow/core/dashboards/DashboardTextRepository") {}
