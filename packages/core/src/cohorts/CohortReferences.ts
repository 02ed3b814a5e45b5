import { Context, Effect, Layer } from "effect"
import { type KnownReferences, makeReferences, type ReferenceFinders, type References } from "../entities/References.ts"
import type { CohortId } from "./Cohort.ts"

/** References to cohorts from outside of this domain that would no longer work without them. */
export class CohortReferences extends Context.Service<CohortReferences, References<CohortId, KnownReferences>>()(
  "@hedgerow/core/cohorts/CohortReferences"
) {
  static readonly layer = <R>(
    finders: Effect.Effect<ReferenceFinders<CohortId, KnownReferences>, never, R>
  ): Layer.Layer<CohortReferences, never, R> => Layer.effect(CohortReferences, Effect.map(finders, makeReferences))
}
