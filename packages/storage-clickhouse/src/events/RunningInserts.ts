import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { Effect, Option, Schedule } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { quoteName } from "../client/QuoteName.ts"
import { unavailableOrDie } from "./InsertFailures.ts"

/** An insert ends by its own limit of a minute. */
const longestInsert = "75 seconds"

/**
 * Inserts of our database, by whichever server; a statement that a cluster's server passes on to another names it in
 * its text.
 */
const runningInserts = Effect.fnUntraced(function*(forSeconds: number) {
  const clickhouse = yield* ClickHouse
  const processes = Option.match(clickhouse.cluster, {
    onNone: () => "system.processes",
    onSome: (cluster) => `clusterAllReplicas(${quoteName(cluster)}, system.processes)`
  })
  const [[database] = []] = (yield* clickhouse.query({ sql: "SELECT currentDatabase()" })).rows
  const { rows } = yield* clickhouse.query({
    sql: `SELECT query_id FROM ${processes} WHERE query_kind = 'Insert' AND elapsed >= {seconds:UInt32}
      AND if(is_initial_query, current_database = {database:String}, position(query, {database:String}) > 0)`,
    params: { database, seconds: forSeconds }
  })
  return rows.map(([id]) => String(id))
})

/** Waits for the end of the inserts that have run for a number of seconds already. */
export const insertsEnded = Effect.fn("RunningInserts.insertsEnded")(
  function*(forSeconds: number) {
    const before = new Set(yield* runningInserts(forSeconds))
    if (before.size === 0) return
    yield* Effect.repeat(runningInserts(forSeconds), {
      until: (running) => !running.some((id) => before.has(id)),
      schedule: Schedule.spaced("100 millis")
    })
  },
  Effect.catch((error) => unavailableOrDie(error)),
  Effect.timeoutOrElse({
    duration: longestInsert,
    orElse: () => Effect.fail(new EventStoreUnavailable({ cause: new Error("an insert does not end") }))
  })
)
