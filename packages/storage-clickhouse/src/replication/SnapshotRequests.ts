import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { OutboxMessage, OutboxRow } from "@hedgerow/core/outbox/OutboxMessage"
import { Effect } from "effect"
import { copySnapshot } from "./CopySnapshot.ts"
import { SnapshotRecords } from "./SnapshotRecords.ts"

/** The topic of requests to copy all that a project has. */
export const snapshotTopic = "clickhouse.snapshots"

/**
 * Asks the consumer that copies the project's changes to the target for a snapshot. A query that waits for the outbox
 * so waits for it too, and one server at a time takes it, again after a failure.
 */
export const snapshotRequest = (target: string, project: ProjectId): OutboxMessage => ({
  project,
  topic: snapshotTopic,
  key: target,
  payload: null
})

/** Whether a row of the outbox is such a request for this target. */
export const isSnapshotRequest = (target: string, { key, topic }: OutboxRow): boolean =>
  topic === snapshotTopic && key === target

/** Takes the project's snapshot unless somebody has, and goes on where one was cut short. */
export const takeSnapshot = Effect.fnUntraced(function*(target: string, project: ProjectId) {
  const records = yield* SnapshotRecords
  const from = yield* records.find(target, project)
  if (from === "taken") return
  const rows = yield* copySnapshot(project, { from, onPage: (place) => records.saveProgress(target, project, place) })
  yield* records.saveTaken(target, project)
  if (rows === 0) return
  yield* Effect.logInfo("The project's persons, merges and groups are copied").pipe(
    Effect.annotateLogs({ project, rows })
  )
})
