import type { PropertyBounds } from "@hedgerow/core/events/CaptureLimits"
import { KnownMeter, TooMuchKnown } from "@hedgerow/core/persons/KnownProperties"
import type { StoredProperties } from "@hedgerow/core/shared/StoredProperties"
import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/** At most this many rows are asked for at a time. */
export const rowsAtOnce = 250

/** About the most bytes of properties in the rows of one answer; the last of them may go beyond. */
const bytesAtOnce = 2 * 1024 * 1024

/** A row with its properties, or without them when the answer held enough. */
interface SizedRow {
  readonly bytes: number
  readonly properties: StoredProperties | null
}

/** The form of a row once its properties are loaded. */
export type Whole<Row> = Omit<Row, "bytes" | "properties"> & { readonly properties: StoredProperties }

/** The size of `properties` as text; a text that is not compressed need not be read. */
const sizeOf = `CASE WHEN pg_column_compression(properties) IS NULL
  THEN pg_column_size(properties) ELSE octet_length(properties::text) END`

/** Rows of `source` by their key, with properties as far as one answer goes. */
export const sizedRows = <Row extends object>(
  sql: SqlClient.SqlClient,
  { columns, key, source }: { readonly columns: string; readonly key: string; readonly source: Statement.Fragment }
) =>
  sql<Row & SizedRow>`SELECT ${sql.literal(columns)}, bytes,
      CASE WHEN bytes_before < ${bytesAtOnce}::int8 THEN properties END AS properties
    FROM (
      SELECT *, sum(bytes) OVER (ORDER BY ${sql.literal(key)}) - bytes AS bytes_before
      FROM (SELECT *, (${sql.literal(sizeOf)})::int4 AS bytes FROM (${source}) stored) sized
    ) p ORDER BY ${sql.literal(key)}`

/**
 * Reads rows by their keys in parts, so that no answer is large, and fails when they have more properties than the
 * bounds allow. `first` are rows that were read already.
 */
export const readKnown = Effect.fnUntraced(function*<Row extends SizedRow, Key>(
  bounds: PropertyBounds | undefined,
  first: ReadonlyArray<Row>,
  keys: ReadonlyArray<Key>,
  keyOf: (row: Row) => Key,
  read: (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
): Effect.fn.Return<ReadonlyArray<Whole<Row>>, SqlError.SqlError | TooMuchKnown> {
  const meter = new KnownMeter(bounds)
  const whole: Array<Whole<Row>> = []
  const waiting = [...keys]
  const slice = new WorkSlice()
  let rows = first
  while (true) {
    for (const row of rows) {
      if (row.properties === null) waiting.push(keyOf(row))
      else if (meter.takes(row.properties, row.bytes)) whole.push({ ...row, properties: row.properties })
      else return yield* new TooMuchKnown()
      if (slice.isOver(row.bytes)) yield* Effect.yieldNow
    }
    if (waiting.length === 0) return whole
    rows = yield* read(waiting.splice(0, rowsAtOnce))
  }
})
