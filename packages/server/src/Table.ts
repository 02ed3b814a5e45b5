import CliTable from "cli-table3"
import * as Schema from "effect/Schema"

const Answer = Schema.fromJsonString(Schema.Struct({
  columns: Schema.Array(Schema.String),
  results: Schema.Array(Schema.Array(Schema.Unknown)),
  hasMore: Schema.NullOr(Schema.Boolean)
}))

const show = (value: unknown): string => {
  if (value === null) return "NULL"
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** A query's answer (its JSON text) as a table for a terminal. */
export const formatTable = (answer: string): string => {
  const { columns, hasMore, results } = Schema.decodeUnknownSync(Answer)(answer)
  const table = new CliTable({ head: [...columns], style: { head: [], border: [] } })
  table.push(...results.map((row) => row.map(show)))
  const more = hasMore === true ? ", there are more: add a LIMIT" : ""
  return `${table.toString()}\n${results.length} ${results.length === 1 ? "row" : "rows"}${more}`
}
