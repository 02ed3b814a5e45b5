import { Context, Duration, Effect, Layer, Metric, Schedule, Semaphore } from "effect"
import { type EventTime, now as currentTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { QueryRunNotFound } from "../execution/QueryExecutionErrors.ts"
import type { QueryLogEntry } from "./QueryLogEntry.ts"
import { QueryLogExpired } from "./QueryLogErrors.ts"
import { QueryLogRepository } from "./QueryLogRepository.ts"
import { QueryLogSettings } from "./QueryLogSettings.ts"
import { readCharacters } from "./QueryLogTable.ts"

/** The hours for which the log of a query can be read after it was asked for. */
const readableHours = 24

/** Entries of one query that are shown, the newest: one id may be used again and again. */
export const shownOfQuery = 200

/** The time that entries wait for others to be written with. */
const gathering = Duration.millis(200)

/** At most this many entries are written at a time. */
const writtenAtOnce = 500

/**
 * The most characters of queries in entries that are written at a time, unless it is one: the storage takes them as one
 * text.
 */
const writtenCharacters = 2 * 1024 * 1024

/** The number of the first entries that one write takes. */
const numberAtOnce = (entries: ReadonlyArray<QueryLogEntry>): number => {
  let held = 0
  const beyond = entries.slice(0, writtenAtOnce).findIndex(({ exception, query }, place) => {
    held += query.length + exception.length
    return place > 0 && held > writtenCharacters
  })
  return beyond < 0 ? writtenAtOnce : beyond
}

/** The number of written entries after which a process trims the log. */
const writtenBetweenTrims = 2_000

/** While the storage is away, writing is tried again. */
const untilWritten = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")])

const dropped = Metric.counter("hedgerow_query_log_dropped_total", {
  description: "Entries of the query log that were dropped because the storage did not take them",
  incremental: true
})

/** The entries that wait, and whether somebody is about to write them. */
const makeWaiting = (most: number) => {
  let entries: Array<QueryLogEntry> = []
  let lost = 0
  return {
    isWritten: false,
    /** False when there is no room. */
    add: (entry: QueryLogEntry): boolean => {
      if (entries.length < most) return entries.push(entry) > 0
      lost++
      return false
    },
    first: (): ReadonlyArray<QueryLogEntry> => entries.slice(0, numberAtOnce(entries)),
    remove: (count: number): void => {
      entries = entries.slice(count)
    },
    isEmpty: (): boolean => entries.length === 0,
    takeLost: (): number => {
      const count = lost
      lost = 0
      return count
    }
  }
}

/** Keeps and shows which queries were run. */
export class QueryLog extends Context.Service<QueryLog, {
  /**
   * Adds an entry, which is written soon. An entry that finds too many others waiting is dropped; the log and a metric
   * count them.
   */
  readonly note: (entry: QueryLogEntry) => Effect.Effect<void>
  /** The runs of a query that was asked for within the last day, the newest first. */
  readonly ofQuery: (
    project: ProjectId,
    queryId: string
  ) => Effect.Effect<ReadonlyArray<QueryLogEntry>, QueryLogExpired | QueryRunNotFound>
  /** The newest entries of the project, the newest first, as far as one reading goes. */
  readonly newest: (project: ProjectId) => Effect.Effect<ReadonlyArray<QueryLogEntry>>
}>()("@hedgerow/core/query/log/QueryLog") {
  /** Keeps nothing. */
  static readonly layerNone: Layer.Layer<QueryLog> = Layer.succeed(QueryLog, {
    note: () => Effect.void,
    ofQuery: (project, id) => Effect.fail(new QueryRunNotFound({ id, project })),
    newest: () => Effect.succeed([])
  })

  static readonly layer: Layer.Layer<QueryLog, never, QueryLogRepository> = Layer.effect(
    QueryLog,
    Effect.gen(function*() {
      const repository = yield* QueryLogRepository
      const { keptFor, rows, waiting: most } = yield* QueryLogSettings
      const waiting = makeWaiting(most)
      const writing = yield* Semaphore.make(1)
      const scope = yield* Effect.scope
      let writtenSince = 0

      const trim = Effect.gen(function*() {
        const since = (yield* currentTime) - Duration.toMillis(keptFor) * 1000 as EventTime
        yield* repository.trim({ since, rows })
      })

      const writeSome = Effect.gen(function*() {
        const entries = waiting.first()
        yield* repository.append(entries)
        waiting.remove(entries.length)
        writtenSince += entries.length
        if (writtenSince < writtenBetweenTrims) return
        writtenSince = 0
        yield* trim
      })

      const reportLoss = Effect.suspend(() => {
        const count = waiting.takeLost()
        if (count === 0) return Effect.void
        return Effect.logWarning("Entries of the query log were dropped: the storage did not take them").pipe(
          Effect.annotateLogs({ dropped: count })
        )
      })

      /** Writes all that waits, one writer at a time. */
      const flush = Effect.gen(function*() {
        while (!waiting.isEmpty()) yield* writeSome
        yield* reportLoss
      }).pipe(writing.withPermits(1), Effect.uninterruptible)

      const write = Effect.gen(function*() {
        yield* Effect.sleep(gathering)
        yield* flush.pipe(
          Effect.sandbox,
          Effect.tapError((cause) => Effect.logWarning("The query log could not be written", cause)),
          Effect.retry(untilWritten),
          Effect.ignore
        )
      }).pipe(Effect.ensuring(Effect.sync(() => {
        waiting.isWritten = false
      })))

      /** A reader sees the notes of this process; while they cannot be written, only the entries written before. */
      const settled = Effect.catchCause(
        flush,
        (cause) => Effect.logWarning("The query log could not be written", cause)
      )

      yield* Effect.addFinalizer(() => settled)

      return QueryLog.of({
        note: (entry) =>
          Effect.suspend(() => {
            if (!waiting.add(entry)) return Metric.update(dropped, 1)
            if (waiting.isWritten) return Effect.void
            waiting.isWritten = true
            return Effect.asVoid(Effect.forkIn(write, scope))
          }),

        ofQuery: Effect.fn("QueryLog.ofQuery")(function*(project: ProjectId, queryId: string) {
          yield* settled
          const entries = yield* repository.ofQuery(project, queryId, shownOfQuery)
          const since = (yield* currentTime) - readableHours * 3_600_000_000
          const readable = entries.filter((entry) => entry.query_start_time >= since)
          if (readable.length > 0) return readable
          return yield* entries.length === 0
            ? new QueryRunNotFound({ id: queryId, project })
            : new QueryLogExpired({ id: queryId, hours: readableHours })
        }),

        newest: Effect.fn("QueryLog.newest")(function*(project: ProjectId) {
          yield* settled
          return yield* repository.newest(project, { rows, characters: readCharacters })
        })
      })
    })
  )
}
