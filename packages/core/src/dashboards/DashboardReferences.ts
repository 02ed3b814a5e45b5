import { Context, Effect, Layer } from "effect"
import { type Answerers, type KnownReferences, makeReferences, type References } from "../entities/References.ts"
import type { DashboardId } from "./Dashboard.ts"

/** What outside of this domain refers to dashboards; it keeps the id of one that is deleted. */
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
