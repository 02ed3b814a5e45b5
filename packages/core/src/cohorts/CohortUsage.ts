import { Context, type Effect } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { CohortId } from "./Cohort.ts"

/** Something that is not deleted and would no longer work without the cohort. */
export interface CohortUser {
  readonly kind: "feature flag"
  readonly id: number
  readonly key: string
}

/** Who outside of this domain uses cohorts. */
export class CohortUsage extends Context.Service<CohortUsage, {
  /** Those that use one of these, by id. Called in a transaction, until whose end nobody new does. */
  readonly of: (project: ProjectId, ids: ReadonlyArray<CohortId>) => Effect.Effect<ReadonlyArray<CohortUser>>
}>()("@hedgerow/core/cohorts/CohortUsage") {}
