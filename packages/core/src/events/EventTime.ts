import * as Instants from "@hedgerow/sql/types/Instants"
import { Clock, Context, Effect, Schema } from "effect"

/** Microseconds since 1970-01-01T00:00:00Z as an exact integer (good from 1900 to 2199). */
export const EventTime = Schema.Int.pipe(Schema.brand("EventTime"))
export type EventTime = typeof EventTime.Type

/** The time of a context's clock. */
export const nowIn = (context: Context.Context<never>): EventTime =>
  Context.get(context, Clock.Clock).currentTimeMillisUnsafe() * 1000 as EventTime

/** The clock's time. */
export const now: Effect.Effect<EventTime> = Effect.withFiber(({ context }) => Effect.succeed(nowIn(context)))

export const earliest = Instants.earliest as EventTime
export const latest = Instants.latest as EventTime
