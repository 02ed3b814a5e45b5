import type { ProjectId } from "@hedgerow/core/access/Project"
import { type CopyMessage, type CopyTopic, copyTopics } from "@hedgerow/core/copies/CopyChanges"
import { Context, Effect } from "effect"
import { ClickHouse } from "../ClickHouse.ts"
import { copyTables } from "../schema/CopyTables.ts"
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

/** How far a snapshot has come: all up to here is copied. */
export interface SnapshotPlace {
  /** The head of the outbox at its beginning, of which all of its rows are. */
  readonly position: number
  readonly topic: CopyTopic
  /** The key of the last row; null before the first. */
  readonly after: string | null
}

interface CopiedPage {
  readonly copied: number
  /** Where to go on, if there is more. */
  readonly next: SnapshotPlace | undefined
}

const copyPage = Effect.fnUntraced(function*(project: ProjectId, place: SnapshotPlace) {
  const { after, position, topic } = place
  const page = yield* (yield* CopySource).page(topic, project, after ?? undefined, pageSize)
  yield* insertCopies(topic, page.map(({ payload }) => copyRow(topic, project, position, payload)))
  const nextTopic = copyTopics[copyTopics.indexOf(topic) + 1]
  const last = page.at(-1)
  const next = page.length === pageSize && last !== undefined
    ? { position, topic, after: last.key }
    : nextTopic && { position, topic: nextTopic, after: null }
  return { copied: page.length, next } satisfies CopiedPage
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

/** How a snapshot that may be cut short is taken. */
export interface SnapshotOptions {
  /** Where an earlier one was cut short. */
  readonly from?: SnapshotPlace | undefined
  /** Called before each page. */
  readonly onPage?: (place: SnapshotPlace) => Effect.Effect<void>
}

/**
 * Copies everything a project has, also what was there before changes were told, and answers the number of rows. What
 * changes meanwhile comes through the outbox, whose later positions win. It may be run at any time, and again.
 */
export const copySnapshot = Effect.fn("CopySnapshot.copySnapshot")(
  function*(project: ProjectId, { from, onPage }: SnapshotOptions = {}) {
    const source = yield* CopySource
    const beginning: SnapshotPlace = from ??
      { position: yield* source.head(project), topic: copyTopics[0], after: null }
    let rows = 0
    let place: SnapshotPlace | undefined = beginning
    while (place !== undefined) {
      if (onPage !== undefined) yield* onPage(place)
      const { copied, next }: CopiedPage = yield* copyPage(project, place)
      rows += copied
      place = next
    }
    yield* Effect.forEach(copyTopics, (topic) => removeStale(topic, project, beginning.position), { discard: true })
    return rows
  }
)
