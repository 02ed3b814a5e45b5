import { Effect, Predicate, Schedule } from "effect"

const passing: ReadonlyArray<string> = ["ClickHouseUnavailable", "EventStoreUnavailable"]

/** Tries for a minute: an engine that is being started again, or is full for a moment, ends no move. */
export const patiently = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(work, {
    times: 10,
    schedule: Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("10 seconds")]),
    while: (error) => passing.some((tag) => Predicate.isTagged(error, tag))
  })
