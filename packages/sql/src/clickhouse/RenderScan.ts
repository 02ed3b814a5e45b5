import type { ExprKeys } from "../plan/ExprKeys.ts"
import type { Column, Expr, Source } from "../plan/Plan.ts"
import type { RenderedTable } from "../render/RenderSelect.ts"
import type { ChColumn, ChTable } from "./ChTable.ts"
import type { ColumnsRead } from "./ColumnsRead.ts"
import { textInDocument } from "./DocumentProperties.ts"
import type { Parameters } from "./Parameters.ts"
import type { QuantileLevels } from "./QuantileLevels.ts"
import type { Sources } from "./Sources.ts"
import { quoted } from "./SqlText.ts"

export type Scan = Extract<Source, { readonly _tag: "Scan" }>

/** The state that all parts of one statement share. */
export interface Statement {
  readonly parameters: Parameters
  readonly sources: Sources
  readonly exprKey: ExprKeys
  readonly levels: QuantileLevels
  readonly refs: Map<string, string>
  readonly tables: Map<string, RenderedTable>
  readonly materializedTables: ReadonlySet<string>
  /** The columns and properties that are read of each source, by alias. */
  readonly read: ReadonlyMap<string, ColumnsRead>
  /** The storage of the table that a scan reads. */
  readonly stored: (scan: Scan) => ChTable
  /** Joined rows of UUIDs that are not there have the constant 0 in place of `one`; else all their columns are NULL. */
  readonly lacksOnlyUuids: boolean
}

/** Writes a condition. */
type Holds = (condition: Expr) => string

const storedColumn = (table: ChTable, name: string): ChColumn => {
  const stored = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined
  if (stored === undefined) throw new Error("The plan names a column that its sources do not have")
  return stored
}

/** A column of the source, of the plan's type. */
const columnText = (stored: ChColumn, { type }: Column, source: string): string => {
  const { cast, column, document } = stored
  if (type.kind === "JSON") return source + quoted(document ?? column)
  return cast === undefined ? source + quoted(column) : `CAST(${source}${quoted(column)}, '${cast}')`
}

const propertyText = (
  { column, document, property }: ChColumn,
  source: string,
  path: ReadonlyArray<string>,
  parameters: Parameters
): string =>
  property === undefined
    ? textInDocument(source + quoted(document ?? column), path, parameters)
    : property(source, path, parameters)

/** Columns and properties that the statement reads of the scan, each with its text. */
const textsOf = (scan: Scan, source: string, statement: Statement) => {
  const { parameters, read, stored } = statement
  const table = stored(scan)
  const { columns, properties } = read.get(scan.alias) ??
    { columns: new Map<string, never>(), properties: new Map<string, never>() }
  return {
    columns: new Map(
      [...columns].map(([key, column]) => [key, columnText(storedColumn(table, column.name), column, source)] as const)
    ),
    properties: new Map(
      [...properties].map(([key, { column, path }]) =>
        [key, propertyText(storedColumn(table, column), source, path, parameters)] as const
      )
    )
  }
}

const ofTenant = (scan: Scan, source: string, { parameters, stored }: Statement): string => {
  const { tenant } = stored(scan)
  return tenant === undefined ? "1" : `${source}${tenant} = ${parameters.int32(scan.tenant)}`
}

/**
 * A scan within a join: a subquery of the rows of the scan's tenant. Properties are taken in it, where ClickHouse
 * reads single paths of the cells. `one` is a constant, for joins that have no key of their own.
 */
export const renderScan = (scan: Scan, statement: Statement, holds: Holds): string => {
  const { columns, properties } = textsOf(scan, "", statement)
  statement.sources.addTexts(scan.alias, { columns, properties }, "1")
  const { bound, final, table } = statement.stored(scan)
  const prewhere = bound === undefined ? "" : ` PREWHERE ${holds(bound)}`
  const name = statement.sources.add(scan.alias, [...columns.keys()], [...properties.keys()])
  const selected = [
    ...[...columns.values()].map((text, i) => `${text} AS c${i}`),
    ...[...properties.values()].map((text, i) => `${text} AS j${i}`),
    "1 AS one"
  ]
  const from = `${quoted(table)}${final === true ? " FINAL" : ""}`
  return `(SELECT ${selected.join(", ")} FROM ${from}${prewhere} WHERE ${ofTenant(scan, "", statement)}) AS ${name}`
}

/**
 * The scan that a SELECT begins with: the table itself, so that a cluster computes where the rows are, and the
 * conditions that WHERE and PREWHERE must have. Properties of bound rows may be cut out of documents, which costs: PREWHERE
 * sees to it that this is done for its own rows only. These two functions are the only places where a table is read.
 */
export const renderFirstScan = (scan: Scan, statement: Statement, holds: Holds) => {
  const { bound, final, table } = statement.stored(scan)
  const name = statement.sources.fresh()
  const condition = ofTenant(scan, `${name}.`, statement)
  statement.sources.addTexts(scan.alias, textsOf(scan, `${name}.`, statement), `(${condition})`)
  const isCut = (statement.read.get(scan.alias)?.properties.size ?? 0) > 0
  return {
    from: `${quoted(table)} AS ${name}${final === true ? " FINAL" : ""}`,
    prewhere: bound !== undefined && isCut ? [condition, holds(bound)] : [],
    condition
  }
}
