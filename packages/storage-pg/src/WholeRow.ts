import type { SqlClient } from "effect/sql"

/**
 * Writes whole rows of a table whose columns are JSON, lists and times among others: the row travels as one JSON text, so
 * that no parameter's type has to be guessed. Times are `Date`s, `null` is NULL.
 */
export const wholeRows = <Columns extends string>(
  sql: SqlClient.SqlClient,
  table: string,
  columns: ReadonlyArray<Columns>
) => {
  const names = sql.literal(columns.join(", "))
  const valuesOf = (row: Readonly<Record<Columns, unknown>>) =>
    sql`SELECT ${names} FROM jsonb_populate_record(NULL::${sql.literal(table)}, ${JSON.stringify(row)}::text::jsonb)`

  return {
    insert: <Row extends object>(project: number, row: Readonly<Record<Columns, unknown>>) =>
      sql<Row>`INSERT INTO ${sql.literal(table)} (project_id, ${names})
        SELECT ${project}::int4, row.* FROM (${valuesOf(row)}) row RETURNING *`,

    update: (project: number, id: number, row: Readonly<Record<Columns, unknown>>) =>
      sql`UPDATE ${sql.literal(table)} SET (${names}) = (${valuesOf(row)}) WHERE project_id = ${project} AND id = ${id}`
  }
}
