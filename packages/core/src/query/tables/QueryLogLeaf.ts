import type { Span } from "@hedgerow/sql/ast/Ast"
import type { Expr, Source } from "@hedgerow/sql/plan/Plan"
import type { Leaf } from "@hedgerow/sql/planning/Leaf"
import { propertyOf } from "@hedgerow/sql/resolve/PropertyOf"
import { unknownField } from "@hedgerow/sql/resolve/UnknownNames"
import { type SqlType, withNullable } from "@hedgerow/sql/types/SqlType"
import { refuse } from "@hedgerow/sql/typing/SemanticFailure"
import type { QueryLogEntry } from "../log/QueryLogEntry.ts"
import { longestText, type QueryLogColumn, queryLogColumns, readCharacters } from "../log/QueryLogTable.ts"
import type { ProjectPlanning } from "./ProjectPlanning.ts"

const columnsByName: ReadonlyMap<string, QueryLogColumn> = new Map(queryLogColumns.map((one) => [one.name, one]))

/** The name of a column that is always there, for a query that reads none. */
const anyColumn = "event_time"

/** So often a statement names the log: each time its rows stand in the plan once more. */
export const maximumLogs = 8

/** Refuses a statement that names the log more often. */
export const tooManyLogs = (span: Span): never =>
  refuse(`A statement may name query_log ${maximumLogs} times`, span, {
    hint: "Name it once, as WITH log AS (SELECT … FROM query_log), and read that."
  })

/** Says that older entries may be missing: the next one may not have had room. */
const warnOfLongTexts = ({ warnings }: ProjectPlanning, entries: ReadonlyArray<QueryLogEntry>): void => {
  const held = entries.reduce((sum, { exception, query }) => sum + query.length + exception.length, 0)
  if (held <= readCharacters - 2 * longestText) return
  warnings.add(`Only the newest ${entries.length} entries of query_log were read, because their texts are long.`)
}

/** The query log of the project, whose rows stand in the plan: those columns that are read. */
export const makeQueryLogLeaf = (planning: ProjectPlanning, name: string, at: Span): Leaf => {
  const alias = planning.nextAlias(name)
  const entries = planning.readQueryLog(at)
  warnOfLongTexts(planning, entries)
  const used = new Map<string, QueryLogColumn>()
  let nullable = false
  const typeOf = ({ type }: QueryLogColumn): SqlType =>
    type.kind === "DateTime64" ? { ...type, timezone: planning.timezone } : type
  const field = ([first, ...rest]: readonly [string, ...ReadonlyArray<string>], span: Span): Expr => {
    const column = columnsByName.get(first) ?? unknownField(first, [...columnsByName.keys()], span)
    used.set(first, column)
    const type = typeOf(column)
    const value: Expr = {
      _tag: "Column",
      source: alias,
      name: first,
      type: withNullable(type, type.nullable || nullable)
    }
    return propertyOf(planning, value, rest, first, span)
  }
  const source = (): Source => {
    const read = used.size > 0 ? [...used.values()] : queryLogColumns.filter((one) => one.name === anyColumn)
    return {
      _tag: "Values",
      columns: read.map((column) => ({ name: column.name, type: typeOf(column) })),
      rows: entries.map((entry) => read.map(({ cell }) => cell(entry))),
      alias
    }
  }
  return {
    name,
    star: [...columnsByName.keys()],
    has: (field) => columnsByName.has(field),
    makeNullable: () => {
      nullable = true
    },
    field,
    aliases: () => [alias],
    source
  }
}
