import { storedScan } from "@hedgerow/core/query/tables/Tables"
import type { ExprKeys } from "@hedgerow/sql/plan/ExprKeys"
import type { Column, Expr, Source } from "@hedgerow/sql/plan/Plan"
import type { RenderedTable } from "@hedgerow/sql/render/RenderSelect"
import { quoted } from "../schema/Table.ts"
import { eventsByPerson, type StoredColumn, type StoredTable, storedTables } from "./ClickHouseTables.ts"
import type { ColumnsRead } from "./ColumnsRead.ts"
import type { Parameters } from "./Parameters.ts"
import { type HotColumns, propertyText } from "./PropertyAccess.ts"
import type { QuantileLevels } from "./QuantileLevels.ts"
import type { Sources } from "./Sources.ts"

type Scan = Extract<Source, { readonly _tag: "Scan" }>

/** The state that all parts of one statement share. */
export interface Statement {
  readonly parameters: Parameters
  readonly sources: Sources
  readonly exprKey: ExprKeys
  readonly levels: QuantileLevels
  readonly refs: Map<string, string>
  readonly tables: Map<string, RenderedTable>
  readonly keptTables: ReadonlySet<string>
  /** The columns and properties that are read of each source, by alias. */
  readonly read: ReadonlyMap<string, ColumnsRead>
  readonly hot: HotColumns
  /** Joined merges that are not there have the constant 0 in place of `one`; else all their columns are NULL. */
  readonly lacksOnlyMerges: boolean
  /** The scans of events that are read in their order by person, by alias, and what binds each. */
  readonly timelines: ReadonlyMap<string, Expr>
}

/** Writes a condition. */
type Holds = (condition: Expr) => string

const tableOf = (scan: Scan, { timelines }: Statement): StoredTable =>
  timelines.has(scan.alias) ? eventsByPerson : storedTables[storedScan(scan).table]

const storedColumn = (table: StoredTable, name: string): StoredColumn => {
  const stored = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined
  if (stored === undefined) throw new Error("The plan names a column that its sources do not have")
  return stored
}

/** A column of the source, of the plan's type. */
const columnText = (stored: StoredColumn, { type }: Column, source: string): string => {
  const { canonical, cast, column, document } = stored
  if (type.kind === "JSON") return source + quoted(document ?? canonical ?? column)
  return cast === undefined ? source + quoted(column) : `CAST(${source}${quoted(column)}, '${cast}')`
}

/** Columns and properties that the statement reads of the scan, each with its text. */
const textsOf = (scan: Scan, source: string, statement: Statement) => {
  const { hot, parameters, read } = statement
  const table = tableOf(scan, statement)
  const { columns, properties } = read.get(scan.alias) ??
    { columns: new Map<string, never>(), properties: new Map<string, never>() }
  return {
    columns: new Map(
      [...columns].map(([key, column]) => [key, columnText(storedColumn(table, column.name), column, source)] as const)
    ),
    properties: new Map(
      [...properties].map(([key, { column, path }]) =>
        [key, propertyText({ stored: storedColumn(table, column), source, hot }, path, parameters)] as const
      )
    )
  }
}

const ofProject = (scan: Scan, source: string, { parameters }: Statement): string =>
  `${source}project_id = ${parameters.int32(scan.tenant)}`

/**
 * A scan within a join: a subquery of the rows of the scan's project. Properties are taken in it, where ClickHouse
 * reads single paths of the cells. `one` is a constant, for joins that have no key of their own.
 */
export const renderScan = (scan: Scan, statement: Statement, holds: Holds): string => {
  const { columns, properties } = textsOf(scan, "", statement)
  statement.sources.addTexts(scan.alias, { columns, properties }, "1")
  const bound = statement.timelines.get(scan.alias)
  const prewhere = bound === undefined ? "" : ` PREWHERE ${holds(bound)}`
  const name = statement.sources.add(scan.alias, [...columns.keys()], [...properties.keys()])
  const selected = [
    ...[...columns.values()].map((text, i) => `${text} AS c${i}`),
    ...[...properties.values()].map((text, i) => `${text} AS j${i}`),
    "1 AS one"
  ]
  const { final, table } = tableOf(scan, statement)
  const from = `${quoted(table)}${final ? " FINAL" : ""}`
  return `(SELECT ${selected.join(", ")} FROM ${from}${prewhere} WHERE ${ofProject(scan, "", statement)}) AS ${name}`
}

/**
 * The scan that a SELECT begins with: the table itself, so that a cluster computes where the rows are, and the
 * conditions that WHERE and PREWHERE must have. Properties of a timeline are cut out of documents, which costs: PREWHERE
 * sees to it that this is done for its own rows only. These two functions are the only places where a table is read.
 */
export const renderFirstScan = (scan: Scan, statement: Statement, holds: Holds) => {
  const { final, table } = tableOf(scan, statement)
  const name = statement.sources.fresh()
  const condition = ofProject(scan, `${name}.`, statement)
  statement.sources.addTexts(scan.alias, textsOf(scan, `${name}.`, statement), `(${condition})`)
  const bound = statement.timelines.get(scan.alias)
  const isCut = (statement.read.get(scan.alias)?.properties.size ?? 0) > 0
  return {
    from: `${quoted(table)} AS ${name}${final ? " FINAL" : ""}`,
    prewhere: bound !== undefined && isCut ? [condition, holds(bound)] : [],
    condition
  }
}
