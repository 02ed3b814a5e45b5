import type { ProjectId } from "@hedgerow/core/access/Project"
import { Context, Effect } from "effect"
import { ClickHouse } from "../ClickHouse.ts"
import { copyTables } from "../schema/CopyTables.ts"
import { type CopyMessage, type CopyTopic, copyTopics } from "./CopyChanges.ts"
import { insertCopies } from "./CopyConsumer.ts"
import { copyRow } from "./CopyRows.ts"

/** What the copies are copies of. */
export class CopySource extends Context.Service<CopySource, {
  /** The position of the project's last outbox row. */
  readonly head: (project: ProjectId) => Effect.Effect<number>
  /** The rows behind the key of the last one, in the order of their keys; none when there are no more. */
  readonly page: <T extends CopyTopic>(
    topic: T,
    project: ProjectId,
    after: string | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<CopyMessage<T>>>
}>()("@hedgerow/storage-clickhouse/copies/CopySnapshot/CopySource") {}

const pageSize = 5_000

const copyTopic = Effect.fnUntraced(function*(topic: CopyTopic, project: ProjectId, position: number) {
  const source = yield* CopySource
  let copied = 0
  let after: string | undefined
  while (true) {
    const page = yield* source.page(topic, project, after, pageSize)
    const lines = page.map(({ payload }) => copyRow(topic, project, position, payload))
    yield* insertCopies(topic, lines)
    copied += page.length
    after = page.at(-1)?.key
    if (page.length < pageSize || after === undefined) return copied
  }
})

/** Rows from before the snapshot that it did not have are of things that are gone. */
const removeStale = Effect.fnUntraced(function*(topic: CopyTopic, project: ProjectId, position: number) {
  const clickhouse = yield* ClickHouse
  const keys = copyTables.find(({ name }) => name === topic)?.orderBy.join(", ")
  const table = `${clickhouse.database}.${topic}`
  yield* clickhouse.command({
    sql: `INSERT INTO ${table} (${keys}, position, is_deleted)
      SELECT ${keys}, {position:UInt64}, 1 FROM ${table} FINAL
      WHERE project_id = {project:Int32} AND position < {position:UInt64}`,
    params: { project, position }
  })
})

/**
 * Copies everything a project has, also what was there before changes were told, and answers the number of rows. What
 * changes meanwhile comes through the outbox, whose later positions win. It may be run at any time, and again.
 */
export const copySnapshot = Effect.fn("CopySnapshot.copySnapshot")(function*(project: ProjectId) {
  const source = yield* CopySource
  const position = yield* source.head(project)
  const copied = yield* Effect.forEach(copyTopics, (topic) => copyTopic(topic, project, position))
  yield* Effect.forEach(copyTopics, (topic) => removeStale(topic, project, position), { discard: true })
  return copied.reduce((sum, count) => sum + count, 0)
})
