import type { Source } from "@hedgerow/core/query/sql/Plan"
import { quoted } from "../schema/Table.ts"
import { type StoredColumn, type StoredTable, storedTables } from "./ClickHouseTables.ts"
import type { ColumnsRead } from "./ColumnsRead.ts"
import type { Parameters } from "./Parameters.ts"
import { type HotColumns, propertyText } from "./PropertyAccess.ts"
import type { Sources } from "./Sources.ts"

type Scan = Extract<Source, { readonly _tag: "Scan" }>

/** What all parts of one statement share. */
export interface Statement {
  readonly parameters: Parameters
  readonly sources: Sources
  /** What is read of each source, by alias. */
  readonly read: ReadonlyMap<string, ColumnsRead>
  readonly hot: HotColumns
}

const storedColumn = (table: StoredTable, name: string): StoredColumn => {
  const stored = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined
  if (stored === undefined) throw new Error("The plan names a column that its sources do not have")
  return stored
}

/** A column of the source, of the type that the plan says. */
const columnText = ({ cast, column }: StoredColumn, source: string): string =>
  cast === undefined ? source + quoted(column) : `CAST(${source}${quoted(column)}, '${cast}')`

/** Columns and properties that the statement reads of the scan, each with its text. */
const textsOf = (scan: Scan, source: string, { hot, parameters, read }: Statement) => {
  const table: StoredTable = storedTables[scan.table]
  const { columns, properties } = read.get(scan.alias) ?? { columns: [], properties: new Map<string, never>() }
  return {
    columns: new Map([...columns].map((name) => [name, columnText(storedColumn(table, name), source)] as const)),
    properties: new Map(
      [...properties].map(([key, { column, path }]) =>
        [key, propertyText({ stored: storedColumn(table, column), source, hot }, path, parameters)] as const
      )
    )
  }
}

const ofProject = (scan: Scan, source: string, { parameters }: Statement): string =>
  `${source}project_id = ${parameters.int32(scan.project)}`

/**
 * A scan within a join: a subquery of the rows of the scan's project. Properties are taken in it, where ClickHouse
 * reads single paths of the cells. `one` is a constant, for joins that have no key of their own.
 */
export const renderScan = (scan: Scan, statement: Statement): string => {
  const { columns, properties } = textsOf(scan, "", statement)
  const name = statement.sources.add(scan.alias, [...columns.keys()], [...properties.keys()])
  const selected = [
    ...[...columns.values()].map((text, i) => `${text} AS c${i}`),
    ...[...properties.values()].map((text, i) => `${text} AS j${i}`),
    "1 AS one"
  ]
  const { final, table }: StoredTable = storedTables[scan.table]
  const from = `${quoted(table)}${final ? " FINAL" : ""}`
  return `(SELECT ${selected.join(", ")} FROM ${from} WHERE ${ofProject(scan, "", statement)}) AS ${name}`
}

/**
 * The scan that a SELECT begins with: the table itself, so that a cluster computes where the rows are, and the
 * condition that WHERE must have. These two functions are the only places where a table is read.
 */
export const renderFirstScan = (scan: Scan, statement: Statement) => {
  const { final, table }: StoredTable = storedTables[scan.table]
  const name = statement.sources.fresh()
  const condition = ofProject(scan, `${name}.`, statement)
  statement.sources.addTexts(scan.alias, textsOf(scan, `${name}.`, statement), `(${condition})`)
  return { from: `${quoted(table)} AS ${name}${final ? " FINAL" : ""}`, condition }
}
