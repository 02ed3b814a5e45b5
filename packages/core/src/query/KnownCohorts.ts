import { Context, Effect, Layer } from "effect"
import type { ProjectId } from "../identity/Project.ts"

/** A cohort as queries name it. */
export interface KnownCohort {
  readonly id: number
  readonly name: string
  /** Whether its members are given, and not found. */
  readonly is_static: boolean
  /** Whether its members can be found in the background; those of a cohort that is a query cannot. */
  readonly isFindable: boolean
  /** Whether its members were found at least once; those of a static one are given. */
  readonly isFound: boolean
}

/** The cohorts that queries of a project may name: those that are not deleted. A port; cohorts implement it. */
export class KnownCohorts extends Context.Service<KnownCohorts, {
  readonly of: (project: ProjectId) => Effect.Effect<ReadonlyArray<KnownCohort>>
}>()("@hedgerow/core/query/KnownCohorts") {
  /** There is none. */
  static readonly layerNone: Layer.Layer<KnownCohorts> = Layer.succeed(KnownCohorts, { of: () => Effect.succeed([]) })
}
