import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { DashboardTile } from "./Dashboard.ts"

/** Storage of the tiles that put insights on dashboards; both belong to the tile's project. */
export class DashboardTileRepository extends Context.Service<
  DashboardTileRepository,
  EntityRepository<DashboardTile>
>()("@hedgerow/core/dashboards/DashboardTileRepository") {}
