import { now as currentTime } from "@hedgerow/core/events/EventTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { ImportState, readState, removeState, type SourceState, writeState } from "./Checkpoints.ts"
import { type BatchBounds, makeDelivery } from "./Delivery.ts"
import { type ImportedEvent, makeEventReader, type Mapping } from "./EventOfRow.ts"
import type { ImportRow } from "./ImportRow.ts"
import type { ImportTarget } from "./ImportTarget.ts"
import { type Reading, readRows } from "./ReadRows.ts"
import { openRejects, type RejectedRow } from "./Rejects.ts"
import { openSource } from "./Source.ts"

/** What is to be imported, and how. */
export interface ImportRequest {
  readonly sources: ReadonlyArray<string>
  readonly reading: Reading
  readonly mapping: Mapping
  readonly bounds: BatchBounds
  /** The file for rows that cannot be taken. */
  readonly rejectsPath: string
  /** The file from which a run goes on after a kill. */
  readonly statePath: string
}

/** The state of a running import. */
export interface ImportProgress {
  readonly source: string
  /** Rows of the source that are done, those of an earlier run among them. */
  readonly rows: number
  /** Rows that this run has done, of all sources. */
  readonly rowsOfRun: number
  /** The share of the source that is done; undefined where its size is not known. */
  readonly done: number | undefined
}

/** The counts of an import, over all of its runs. */
export interface ImportSummary {
  readonly sources: number
  readonly taken: number
  readonly rejected: number
}

/** A row that is an event, or one that is not, with the reason. */
const sorted = (
  rows: ReadonlyArray<ImportRow>,
  read: (row: ImportRow) => Result.Result<ImportedEvent, string>,
  source: string
) => {
  const events: Array<ImportedEvent> = []
  const rejected: Array<RejectedRow> = []
  for (const row of rows) {
    const event = read(row)
    if (Result.isSuccess(event)) events.push(event.success)
    else rejected.push({ source, row: row.number, reason: event.failure, record: row.text })
  }
  return { events, rejected }
}

/**
 * Imports events from sources, one after the other, in batches each of which is durable before the next. The memory is
 * that of two batches. A run that follows a killed one goes on behind its last batch; rows without a uuid have one of
 * their bytes and place, so that one that reads all of it again adds nothing. A source that cannot be known again is
 * read again from its beginning, and so are those after it.
 */
export const importEvents = Effect.fnUntraced(function*(
  target: ImportTarget,
  request: ImportRequest,
  onProgress: (progress: ImportProgress) => Effect.Effect<void>
) {
  const { bounds, mapping, reading, rejectsPath, sources, statePath } = request
  const identity = createHash("sha256").update(
    JSON.stringify([target.identity, reading, [...mapping.fields], [...mapping.properties], mapping.event ?? null])
  ).digest("hex")
  const begun = Option.getOrUndefined(yield* readState(statePath, identity))
  const rejects = yield* openRejects(rejectsPath, begun?.rejectsBytes ?? 0)
  const states = new Map(Object.entries(begun?.sources ?? {}))
  const deliver = makeDelivery<ImportedEvent>(target, bounds)
  const readEvent = makeEventReader(mapping)
  let rowsOfRun = 0
  let isAnew = false

  const keep = () =>
    writeState(
      statePath,
      new ImportState({
        version: 1,
        import: identity,
        sources: Object.fromEntries(states),
        rejectsBytes: rejects.bytes()
      })
    )

  const one = Effect.fnUntraced(function*(name: string) {
    const source = yield* openSource(name)
    const key = source.fingerprint ?? createHash("sha256").update(name).digest("hex")
    const before = states.get(key)
    // Nobody can tell whether the bytes are the same ones: from here on everything is read again, its rejects as well.
    if (source.fingerprint === undefined && before !== undefined && !isAnew) {
      isAnew = true
      rejects.cut(before.rejectsFrom)
    }
    let state: typeof SourceState.Type = isAnew || before === undefined
      ? { row: 0, taken: 0, rejected: 0, rejectsFrom: rejects.bytes() }
      : before
    const { done, rows } = yield* readRows(source, reading, state.row)
    const now = yield* currentTime

    const batch = Effect.fnUntraced(function*(read: ReadonlyArray<ImportRow>) {
      const { events, rejected } = sorted(read, (row) => readEvent(row, now), source.name)
      const refused = (yield* deliver(events)).map(({ event: { row }, reason }) => ({
        source: source.name,
        row: row.number,
        reason,
        record: row.text
      }))
      rejects.add([...rejected, ...refused].sort((a, b) => a.row - b.row))
      const lost = rejected.length + refused.length
      state = {
        ...state,
        row: read.at(-1)?.number ?? state.row,
        taken: state.taken + read.length - lost,
        rejected: state.rejected + lost
      }
      states.set(key, state)
      rowsOfRun += read.length
      yield* keep()
      yield* onProgress({
        source: source.name,
        rows: state.taken + state.rejected,
        rowsOfRun,
        done: done(state.row)
      })
    })

    yield* rows.pipe(
      Stream.flatMap((some) => Stream.fromIterable(some, { chunkSize: bounds.events })),
      Stream.grouped(bounds.events),
      Stream.buffer({ capacity: 1 }),
      Stream.runForEach(batch)
    )
    return state
  }, Effect.scoped)

  // A source that is named twice is one.
  const named = [...new Set(sources)]
  const counts = yield* Effect.forEach(named, one)
  yield* removeState(statePath)
  const summary: ImportSummary = {
    sources: named.length,
    taken: counts.reduce((sum, { taken }) => sum + taken, 0),
    rejected: counts.reduce((sum, { rejected }) => sum + rejected, 0)
  }
  return summary
}, Effect.scoped)
