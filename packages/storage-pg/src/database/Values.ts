import type { EventTime } from "@hedgerow/core/events/EventTime"
import { DateTime } from "effect"
import type { SqlClient } from "effect/sql"

/** SQL text that reads a time column as whole microseconds (the driver's dates stop at milliseconds). */
export const microsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::int8`

/** SQL text that makes a time of whole microseconds. */
export const timeOf = (micros: string): string => `('1970-01-01Z'::timestamptz + ${micros} * interval '1 microsecond')`

/** A time of whole microseconds as a part of a statement. */
export const timeAt = (sql: SqlClient.SqlClient) => (time: EventTime) =>
  sql`('1970-01-01Z'::timestamptz + ${BigInt(time)}::int8 * interval '1 microsecond')`

/** The microseconds that `microsOf` read. */
export const eventTime = (micros: bigint): EventTime => Number(micros) as EventTime

/** A `timestamptz` as a control-plane time. */
export const utc = (date: Date): DateTime.Utc => DateTime.fromDateUnsafe(date)
