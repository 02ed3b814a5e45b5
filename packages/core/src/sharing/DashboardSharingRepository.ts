import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { DashboardSharing } from "./DashboardSharing.ts"

/** Storage of the links of dashboards. No two have the same value, not even those of different projects. */
export class DashboardSharingRepository extends Context.Service<
  DashboardSharingRepository,
  EntityRepository<DashboardSharing> & {
    /** The one look-up without a project: the value identifies the link. */
    readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<DashboardSharing>>
  }
>()("@hedgerow/core/sharing/DashboardSharingRepository") {}
