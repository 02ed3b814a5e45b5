import type { ProjectId } from "@hedgerow/core/identity/Project"
import { storedScan } from "@hedgerow/core/query/tables/Tables"
import { type CopyTopic, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { Context, Duration, Effect, Layer } from "effect"

/** The distance of the copies behind their originals. */
export class CopyProgress extends Context.Service<CopyProgress, {
  /** The position of the project's last outbox row. */
  readonly head: (project: ProjectId) => Effect.Effect<number>
  /** Waits until the copies have passed the position; false when that takes longer. */
  readonly waitUntilPassed: (
    project: ProjectId,
    position: number,
    timeout: Duration.Input
  ) => Effect.Effect<boolean>
}>()("@hedgerow/storage-clickhouse/replication/AwaitCopies/CopyProgress") {
  /** For copies that no query has to wait for, since no changes of their originals are captured. */
  static readonly layerNothingReported: Layer.Layer<CopyProgress> = Layer.succeed(CopyProgress, {
    head: () => Effect.succeed(0),
    waitUntilPassed: () => Effect.succeed(true)
  })
}

/** The longest wait of a query for the copies. */
export const copyPatience = Duration.seconds(2)

/** The warning of a result that was read before the copies had caught up. */
export const copiesBehind =
  "Persons, merges, groups and members of cohorts are as of some moments ago: their latest changes are still being copied to the engine."

const topics: ReadonlySet<string> = new Set<CopyTopic>(copyTopics)

/** The projects of which a plan reads tables that are copies. */
export const projectsOfCopies = (plan: QueryPlan): ReadonlyArray<ProjectId> => [
  ...new Set(scansOf(plan).filter(({ table }) => topics.has(table)).map((scan) => storedScan(scan).project))
]

/**
 * Waits until the copies have all that was committed before now, for a bounded time, and answers the warnings that the
 * result must carry. They have not before the first copy of a project is complete.
 */
export const awaitCopies = Effect.fn("AwaitCopies.awaitCopies")(
  function*(projects: ReadonlyArray<ProjectId>, patience: Duration.Duration) {
    const progress = yield* CopyProgress
    const hasPassed = yield* Effect.forEach(
      projects,
      Effect.fnUntraced(function*(project) {
        const head = yield* progress.head(project)
        return head === 0 || (yield* progress.waitUntilPassed(project, head, patience))
      }),
      { concurrency: "unbounded" }
    )
    return hasPassed.every((passed) => passed) ? [] : [copiesBehind]
  }
)
