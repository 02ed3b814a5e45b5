import { Clock, Context, Effect, Schema } from "effect"

/** Microseconds since 1970-01-01T00:00:00Z as an exact integer (good from 1900 to 2199). */
export const EventTime = Schema.Int.pipe(Schema.brand("EventTime"))
export type EventTime = typeof EventTime.Type

/** The time of a context's clock. */
export const nowIn = (context: Context.Context<never>): EventTime =>
  Context.get(context, Clock.Clock).currentTimeMillisUnsafe() * 1000 as EventTime

/** The clock's time. */
export const now: Effect.Effect<EventTime> = Effect.withFiber(({ context }) => Effect.succeed(nowIn(context)))

export const earliest = Date.UTC(1900, 0, 1) * 1000 as EventTime
export const latest = Date.UTC(2200, 0, 1) * 1000 - 1 as EventTime

/** ISO 8601 in UTC with `Z`; the fraction (six digits) only when it is not zero. */
export const toIso = (time: number): string => {
  const seconds = Math.floor(time / 1_000_000)
  const micros = time - seconds * 1_000_000
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19)
  return micros === 0 ? `${whole}Z` : `${whole}.${String(micros).padStart(6, "0")}Z`
}
