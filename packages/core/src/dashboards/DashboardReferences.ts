import { Context, Effect, Layer } from "effect"
import { type Answerers, type KnownReferences, makeReferences, type References } from "../entities/References.ts"
import type { DashboardId } from "./Dashboard.ts"

/** References to dashboards from outside of this domain; they keep the id of one that is deleted. */
export class DashboardReferences
  extends Context.Service<DashboardReferences, References<DashboardId, KnownReferences>>()(
    "@hedgerow/core/dashboards/DashboardReferences"
  )
{
  static readonly layer = <R>(
    answerers: Effect.Effect<Answerers<DashboardId, KnownReferences>, never, R>
  ): Layer.Layer<DashboardReferences, never, R> =>
    Layer.effect(DashboardReferences, Effect.map(answerers, makeReferences))
}
