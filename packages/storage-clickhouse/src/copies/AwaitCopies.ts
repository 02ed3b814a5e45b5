import type { ProjectId } from "@hedgerow/core/access/Project"
import type { SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { scansOf } from "@hedgerow/core/query/sql/PlanWalk"
import { Context, type Duration, Effect } from "effect"
import { type CopyTopic, copyTopics } from "./CopyChanges.ts"

/** How far the copies are behind what they are copies of. */
export class CopyProgress extends Context.Service<CopyProgress, {
  /** The position of the project's last outbox row. */
  readonly head: (project: ProjectId) => Effect.Effect<number>
  /** Waits until the copies have passed the position; false when that takes longer. */
  readonly waitUntilPassed: (
    project: ProjectId,
    position: number,
    timeout: Duration.Input
  ) => Effect.Effect<boolean>
}>()("@hedgerow/storage-clickhouse/copies/AwaitCopies/CopyProgress") {}

/** How long a query waits for the copies. */
export const copyPatience: Duration.Input = "2 seconds"

/** What a result says that was read before the copies had caught up. */
export const copiesBehind =
  "Persons, merges and groups are as of some moments ago: their latest changes are still being copied to the engine."

const topics: ReadonlySet<string> = new Set<CopyTopic>(copyTopics)

/** Whether a plan reads a table that is a copy. */
export const readsCopies = (plan: SelectPlan): boolean => scansOf(plan).some(({ table }) => topics.has(table))

/**
 * Waits until the copies have all that was committed before now, for a bounded time, and answers the warnings that the
 * result must carry.
 */
export const awaitCopies = Effect.fn("AwaitCopies.awaitCopies")(function*(project: ProjectId) {
  const progress = yield* CopyProgress
  const head = yield* progress.head(project)
  if (head === 0) return []
  const hasPassed = yield* progress.waitUntilPassed(project, head, copyPatience)
  return hasPassed ? [] : [copiesBehind]
})
