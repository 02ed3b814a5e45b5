import type { Event } from "@hedgerow/core/events/Event"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { Clock, Context, Effect, Layer, Predicate } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isUnreachable } from "../database/Unreachable.ts"

/** Months since year 0. */
const monthOf = (millis: number): number => {
  const date = new Date(millis)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Events outside these months stay in the default partition, so that stray times do not make partitions. */
const monthsBehind = 24
const monthsAhead = 1

/** A database that cannot serve means "not now"; anything else is a bug. */
export const unavailableOrDie = (error: SqlError.SqlError): Effect.Effect<never, EventStoreUnavailable> =>
  isUnreachable(error)
    ? Effect.fail(new EventStoreUnavailable({ cause: error }))
    : Effect.die(error)

/** Somebody else made it meanwhile, and this session's view of the catalogue was older: a new statement sees it. */
const isMadeByAnother = ({ reason: { cause } }: SqlError.SqlError): boolean =>
  Predicate.hasProperty(cause, "code") && cause.code === "42P07"

/** Keeps a partition of `events` ready for every month that events are written to. */
export class PgEventPartitions extends Context.Service<PgEventPartitions, {
  /** Makes the partitions these events need. */
  readonly ensure: (events: ReadonlyArray<Event>) => Effect.Effect<void, EventStoreUnavailable>
}>()("@hedgerow/storage-pg/events/PgEventPartitions") {
  static readonly layer: Layer.Layer<PgEventPartitions, never, SqlClient.SqlClient> = Layer.effect(
    PgEventPartitions,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const made = new Set<number>()

      const make = Effect.fnUntraced(function*(month: number) {
        yield* sql`SELECT ensure_events_partition(${Math.floor(month / 12)}, ${month % 12 + 1})`.pipe(
          Effect.retry({ while: isMadeByAnother, times: 3 })
        )
        made.add(month)
      }, Effect.catch(unavailableOrDie))

      return PgEventPartitions.of({
        ensure: Effect.fnUntraced(function*(events) {
          const now = yield* Clock.currentTimeMillis
          const current = monthOf(now)
          // The coming month is made ahead: then nobody waits for it when it begins.
          const needed = new Set([current, current + 1])
          for (const event of events) needed.add(monthOf(Math.floor(event.timestamp / 1000)))
          const missing = [...needed].filter((month) =>
            !made.has(month) && month >= current - monthsBehind && month <= current + monthsAhead
          )
          yield* Effect.forEach(missing, make, { discard: true })
        })
      })
    })
  )
}
