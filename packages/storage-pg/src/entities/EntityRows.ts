import { type Entity, type EntityRow, ownerOf, textsOf } from "@hedgerow/core/entities/Entity"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { utc } from "../database/Values.ts"
import { belongsToOf } from "./EntityStatements.ts"

/** So many rows are read before others get a turn. */
const rowsAtOnce = 500

/** Reads and writes the rows of an entity. */
export const entityRows = <Row extends EntityRow, Derived extends object, Taken>(
  sql: SqlClient.SqlClient,
  entity: Entity<Row, Derived, Taken>
) => {
  const { derive, derivedColumns, eventTimes, fields, jsonNulls, keptByUpdate, model, table } = entity
  const belongsTo = belongsToOf(sql, entity)
  const columns = [...fields, ...derivedColumns]
  const changed = columns.filter((column) => !keptByUpdate.has(column))
  const listed = (names: ReadonlyArray<string>) => sql.literal(names.join(", "))
  const written = (names: ReadonlyArray<string>) =>
    listed(names.map((name) => jsonNulls.has(name) ? `coalesce(${name}, 'null'::jsonb)` : name))

  const writtenTimes = (row: Row) =>
    Object.fromEntries([...eventTimes].map((field) => {
      const time: unknown = Reflect.get(row, field)
      return [field, typeof time === "number" ? toIso(time) : null]
    }))

  /** The row travels as one JSON text, so that no parameter's type has to be guessed. */
  const valuesOf = (names: ReadonlyArray<string>, row: Row) =>
    sql`SELECT ${written(names)} FROM jsonb_populate_record(NULL::${sql.literal(table)},
      ${JSON.stringify({ ...row, ...derive(row), ...writtenTimes(row) })}::text::jsonb)`

  /**
   * Stored values were checked when they were written: the row that was read becomes the model, without another check and
   * without a copy.
   */
  const modelOf = (stored: Record<string, unknown>): Row => {
    for (const field of fields) {
      const value = stored[field]
      if (value instanceof Date) stored[field] = utc(value)
      else if (typeof value === "bigint") stored[field] = Number(value)
    }
    return Object.setPrototypeOf(stored, model.prototype)
  }

  return {
    /** The models of rows that hold the entity's fields and nothing else; the rows become the models. */
    read: Effect.fnUntraced(function*(stored: ReadonlyArray<object>) {
      const rows: Array<Row> = []
      for (const one of stored) {
        rows.push(modelOf(one as Record<string, unknown>))
        if (rows.length % rowsAtOnce === 0) yield* Effect.yieldNow
      }
      return rows
    }),

    insert: Effect.fnUntraced(function*(row: Row) {
      yield* requireStorable(textsOf(row))
      yield* sql`INSERT INTO ${sql.literal(table)} (${listed(columns)}) OVERRIDING SYSTEM VALUE ${
        valuesOf(columns, row)
      }`
    }),

    update: Effect.fnUntraced(function*(row: Row) {
      yield* requireStorable(textsOf(row))
      yield* sql`UPDATE ${sql.literal(table)} d SET (${listed(changed)}) = (${valuesOf(changed, row)})
        WHERE ${belongsTo(ownerOf(entity, row))} AND d.id = ${row.id}`
    })
  }
}
