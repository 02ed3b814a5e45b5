import type { SqlResponse } from "@hedgerow/core/query/kinds/sql/SqlResponse"
import { encodeJson, type WireValue } from "@hedgerow/sql/types/ResultJson"
import CliTable from "cli-table3"

const show = (value: WireValue): string => {
  if (value === null) return "NULL"
  return typeof value === "string" ? value : encodeJson(value)
}

/** The parts of an answer that a table shows. */
export type Tabular = Pick<SqlResponse, "columns" | "results" | "hasMore" | "warnings">

/** A query's answer as a table for a terminal; every integer keeps all its digits. */
export const formatTable = ({ columns, hasMore, results, warnings }: Tabular): string => {
  const table = new CliTable({ head: [...columns], style: { head: [], border: [] } })
  table.push(...results.map((row) => row.map(show)))
  const more = hasMore === true ? ", there are more: add a LIMIT" : ""
  const count = `${results.length} ${results.length === 1 ? "row" : "rows"}${more}`
  return [table.toString(), count, ...hasMore === true ? [] : warnings].join("\n")
}
