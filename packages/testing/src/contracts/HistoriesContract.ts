import { layer } from "@effect/vitest"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { Layer } from "effect"
import { behaviourHistories } from "./behaviour/BehaviourContract.ts"
import { experimentHistories } from "./experiments/ExperimentContract.ts"
import { funnelHistories } from "./funnels/FunnelContract.ts"
import { activityHistories } from "./insights/InsightContract.ts"
import { pathHistories } from "./paths/PathsContract.ts"
import type { SeedTables } from "./query/SeedTables.ts"
import { retentionHistories } from "./retention/RetentionContract.ts"

const kinds = {
  activity: activityHistories,
  retention: retentionHistories,
  paths: pathHistories,
  behaviours: behaviourHistories,
  funnels: funnelHistories,
  experiments: experimentHistories
}

/** The number of projects, of ten random histories each, for each kind of question. */
type Projects = Readonly<Record<keyof typeof kinds, number>>

const usual: Projects = { activity: 10, retention: 10, paths: 5, behaviours: 5, funnels: 20, experiments: 10 }

/** The long form of the random histories that the suites of engines, of insights and of experiments have. */
export const suite = <E>(
  name: string,
  storage: Layer.Layer<QueryEngine | SeedTables, E>,
  projects: Partial<Projects> = usual
): void =>
  layer(storage, { timeout: "10 minutes" })(`Random histories: ${name}`, (it) => {
    for (const [kind, tests] of Object.entries(kinds)) {
      const count = projects[kind as keyof Projects]
      if (count !== undefined) tests(it, count)
    }
  })
