import { Context, Effect, Layer } from "effect"
import { type KnownReferences, makeReferences, type ReferenceFinders, type References } from "../entities/References.ts"
import type { DashboardId } from "./Dashboard.ts"

/** References to dashboards from outside of this domain; they keep the id of one that is deleted. */
export class DashboardReferences
  extends Context.Service<DashboardReferences, References<DashboardId, KnownReferences>>()(
    "@hedgerow/core/dashboards/DashboardReferences"
  )
{
  static readonly layer = <R>(
    finders: Effect.Effect<ReferenceFinders<DashboardId, KnownReferences>, never, R>
  ): Layer.Layer<DashboardReferences, never, R> =>
    Layer.effect(DashboardReferences, Effect.map(finders, makeReferences))
}
