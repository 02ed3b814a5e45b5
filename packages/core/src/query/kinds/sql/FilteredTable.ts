import type { AstExpr, FromClause, SelectStatement } from "@hedgerow/sql/ast/Ast"

/** The table of a SELECT whose rows `{filters}` is about. */
export interface FilteredTable {
  readonly table: "events" | "sessions" | "groups"
  /** The alias of the table in the query, where it joins other tables. */
  readonly name: string | undefined
}

type Table = Extract<FromClause, { readonly _tag: "Table" }>

const tablesIn = (from: FromClause): ReadonlyArray<Table> => {
  if (from._tag === "Join") return [...tablesIn(from.left), ...tablesIn(from.right)]
  return from._tag === "Table" ? [from] : []
}

/** The table that `{filters}` is about in the SELECT; events come before others. */
export const filteredTable = ({ from }: SelectStatement): FilteredTable | undefined => {
  if (from === undefined) return undefined
  const tables = tablesIn(from)
  for (const table of ["events", "sessions", "groups"] as const) {
    const found = tables.find(({ path }) => path.length === 1 && path[0] === table)
    if (found !== undefined) return { table, name: from._tag === "Join" ? found.alias ?? table : undefined }
  }
  return undefined
}

/** The time that dates are about, of each table. */
export const timeOf: Readonly<Record<FilteredTable["table"], string>> = {
  events: "timestamp",
  sessions: "$start_timestamp",
  groups: "created_at"
}

/** Fields that conditions name. */
const own =
  /^(timestamp|\$start_timestamp|created_at|properties|person|person_id|event|uuid|distinct_id|session|index)$/
const more = /^(elements_chain|\$session_id|\$window_id|\$?group_[0-4])$/

const pathIn = ({ name, table }: FilteredTable, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = "", ...rest] = path
  const local = (table === "sessions" && first === "session") || (table === "groups" && /^group_[0-4]$/.test(first))
    ? rest
    : path
  return name !== undefined && (local !== path || own.test(first) || more.test(first)) ? [name, ...local] : local
}

/** A condition as it is written over events, on rows of the table where the query has it. */
export const placedIn = (table: FilteredTable, condition: AstExpr): AstExpr => placed(table, condition) as AstExpr

const isField = (node: object): node is Extract<AstExpr, { readonly _tag: "Field" }> =>
  "_tag" in node && node._tag === "Field"

const placed = (table: FilteredTable, node: unknown): unknown => {
  if (Array.isArray(node)) return node.map((item) => placed(table, item))
  if (typeof node !== "object" || node === null) return node
  if (isField(node)) return { ...node, path: pathIn(table, node.path) }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, placed(table, value)]))
}
