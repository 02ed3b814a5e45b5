import { correlationActors } from "../correlation/CorrelationActors.ts"
import { funnelsActors } from "../funnels/FunnelsActors.ts"
import { lifecycleActors } from "../lifecycle/LifecycleActors.ts"
import { pathsActors } from "../paths/PathsActors.ts"
import { retentionActors } from "../retention/RetentionActors.ts"
import { stickinessActors } from "../stickiness/StickinessActors.ts"
import { trendsActors } from "../trends/TrendsActors.ts"
import type { ActorSource } from "./ActorSource.ts"

/** The insights whose results have actors behind them; each kind exports its own, which has a line here. */
export const actorSources: ReadonlyArray<ActorSource> = [
  trendsActors,
  funnelsActors,
  correlationActors,
  lifecycleActors,
  stickinessActors,
  pathsActors,
  retentionActors
]
