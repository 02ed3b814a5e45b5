import type { EventTime } from "@hedgerow/core/events/EventTime"
import { DateTime, Effect } from "effect"

/** SQL text that reads a time column as whole microseconds (the driver's dates stop at milliseconds). */
export const microsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::int8`

/** SQL text that makes a time of whole microseconds. */
export const timeOf = (micros: string): string => `('1970-01-01Z'::timestamptz + ${micros} * interval '1 microsecond')`

/** The microseconds that `microsOf` read. */
export const eventTime = (micros: bigint): EventTime => Number(micros) as EventTime

/** A `timestamptz` as a control-plane time. */
export const utc = (date: Date): DateTime.Utc => DateTime.fromDateUnsafe(date)

/** Whether PostgreSQL can hold the text as it is; what it cannot hold, it does not contain. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/**
 * Dies when a text cannot be stored as it is: PostgreSQL has no NUL in text, and a lone surrogate has no UTF-8, so the
 * encoder would silently put another character in its place. Callers clean their input; this is against their mistakes.
 */
export const requireStorable = (texts: ReadonlyArray<string>): Effect.Effect<void> =>
  texts.every(isStorable) ? Effect.void : Effect.die(new Error("A text with NUL or a lone surrogate cannot be stored"))
