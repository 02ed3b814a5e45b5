import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type CopyMessage, type CopyTopic, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { Context, Effect } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { copyTables } from "../schema/CopyTables.ts"
import { insertCopies, maxCopyChars } from "./CopyConsumer.ts"
import { copyRow } from "./CopyRows.ts"

/** The originals of the copies. */
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
}>()("@hedgerow/storage-clickhouse/replication/CopySnapshot/CopySource") {}

/** Pages begin small and grow: nobody knows how large the rows are. */
const firstPage = 100
const largestPage = 1_000

/** As many rows as would be about an insert if they were like those of this page. */
const pageAfter = (limit: number, chars: number): number => {
  const fitting = Math.floor(limit * maxCopyChars / Math.max(chars, 1))
  return Math.max(1, Math.min(fitting, 2 * limit, largestPage))
}

/** The progress of a snapshot: all up to here is copied. */
export interface SnapshotPosition {
  /** The head of the outbox at its beginning, of which all of its rows are. */
  readonly position: number
  readonly topic: CopyTopic
  /** The key of the last row; null before the first. */
  readonly after: string | null
}

/** The start of a snapshot: the position where it was cut short, or a topic that did not exist when it was complete. */
export type SnapshotStart = SnapshotPosition | Pick<SnapshotPosition, "topic">

interface CopiedPage {
  readonly copied: number
  /** The position to go on from, if there is more. */
  readonly next: SnapshotPosition | undefined
  readonly nextLimit: number
}

const copyPage = Effect.fnUntraced(function*(project: ProjectId, from: SnapshotPosition, limit: number) {
  const { after, position, topic } = from
  const page = yield* (yield* CopySource).page(topic, project, after ?? undefined, limit)
  const lines = page.map(({ payload }) => copyRow(topic, project, position, payload))
  yield* insertCopies(topic, lines)
  const nextTopic = copyTopics[copyTopics.indexOf(topic) + 1]
  const last = page.at(-1)
  const next = page.length === limit && last !== undefined
    ? { position, topic, after: last.key }
    : nextTopic && { position, topic: nextTopic, after: null }
  const chars = lines.reduce((sum, { length }) => sum + length, 0)
  const nextLimit = next?.topic === topic ? pageAfter(limit, chars) : firstPage
  return { copied: page.length, next, nextLimit } satisfies CopiedPage
})

/** Rows from before the snapshot that it did not have are of removed records. */
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

/** The options of a snapshot that may be cut short. */
export interface SnapshotOptions {
  /** The end of an earlier one. */
  readonly from?: SnapshotStart | undefined
  /** Called before each page. */
  readonly onPage?: (position: SnapshotPosition) => Effect.Effect<void>
}

/**
 * Copies all records of a project, also those from before changes were captured, and returns the number of rows. A
 * change meanwhile comes through the outbox, whose later positions win. It may be run at any time, and again.
 */
export const copySnapshot = Effect.fn("CopySnapshot.copySnapshot")(
  function*(project: ProjectId, { from, onPage }: SnapshotOptions = {}) {
    const source = yield* CopySource
    let rows = 0
    let position: SnapshotPosition | undefined = from !== undefined && "position" in from
      ? from
      : { position: yield* source.head(project), topic: from?.topic ?? copyTopics[0], after: null }
    let limit = firstPage
    while (position !== undefined) {
      if (onPage !== undefined) yield* onPage(position)
      const { copied, next, nextLimit }: CopiedPage = yield* copyPage(project, position, limit)
      rows += copied
      limit = nextLimit
      if (next?.topic !== position.topic) yield* removeStale(position.topic, project, position.position)
      position = next
    }
    return rows
  }
)
