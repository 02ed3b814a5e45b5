import type { ProjectId } from "@hedgerow/core/identity/Project"
import { copyPayloads, type CopyTopic, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { Effect, Schema } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { verbatimCells } from "../events/EventRows.ts"
import { copyColumns, copyRow } from "./CopyRows.ts"

/** A row of the outbox. */
export interface CopiedRow {
  readonly topic: string
  readonly position: number
  readonly payload: unknown
}

/** Rows of one project, in order. */
export interface CopiedBatch {
  readonly project: ProjectId
  readonly rows: ReadonlyArray<CopiedRow>
}

/** The name under which the copies follow the outbox. */
export const copyConsumer = "clickhouse.copies"

/** The most rows of a batch. */
export const copyBatchSize = 1_000

/** One insert holds about so much text, as all of it is in memory. */
export const maxCopyChars = 8 * 1024 * 1024

/** As many lines as one insert holds, and one at least. */
function* insertsOf(lines: ReadonlyArray<string>): Generator<ReadonlyArray<string>> {
  let first = 0
  let chars = 0
  for (const [at, { length }] of lines.entries()) {
    if (at > first && chars + length > maxCopyChars) {
      yield lines.slice(first, at)
      first = at
      chars = 0
    }
    chars += length
  }
  if (lines.length > 0) yield lines.slice(first)
}

/** Adds lines to a copy. */
export const insertCopies = Effect.fnUntraced(function*(topic: CopyTopic, lines: ReadonlyArray<string>) {
  const clickhouse = yield* ClickHouse
  for (const rows of insertsOf(lines)) {
    yield* clickhouse.insert(topic, copyColumns(topic), rows, { settings: verbatimCells })
  }
})

/** Properties can be large: each row is a step of its own work, and others go on in between. */
const linesOf = Effect.fnUntraced(function*(topic: CopyTopic, { project, rows }: CopiedBatch) {
  const decode = Schema.decodeUnknownEffect<(typeof copyPayloads)[CopyTopic]>(copyPayloads[topic])
  const lines: Array<string> = []
  const slice = new WorkSlice()
  for (const row of rows) {
    if (row.topic !== topic) continue
    const line = copyRow(topic, project, row.position, yield* decode(row.payload))
    lines.push(line)
    if (slice.isOver(line.length)) yield* Effect.yieldNow
  }
  return lines
})

/**
 * Brings the copies up to the last row of the batch. The same rows again change nothing, in any batches. A payload that
 * cannot be read stops the copies of its project, for a later version to go on with.
 */
export const copyBatch = Effect.fn("CopyConsumer.copyBatch")(function*(batch: CopiedBatch) {
  const lines = yield* Effect.forEach(copyTopics, (topic) => linesOf(topic, batch))
  yield* Effect.forEach(copyTopics, (topic, at) => insertCopies(topic, lines[at] ?? []), { discard: true })
})
