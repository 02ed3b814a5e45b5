import type { Column, QueryPlan } from "../plan/Plan.ts"
import { visitPlan } from "../plan/PlanWalk.ts"

/** A property that a statement reads of one source. */
export interface PropertyRead {
  readonly column: string
  readonly path: ReadonlyArray<string>
}

/** The columns and properties that a statement reads of one source. */
export interface ColumnsRead {
  /** By `columnKey`. */
  readonly columns: Map<string, Column>
  readonly properties: Map<string, PropertyRead>
}

/** One text for each property of a source. */
export const propertyKey = (column: string, path: ReadonlyArray<string>): string => JSON.stringify([column, ...path])

/** One text for each column of a source; a document is another column than its text. */
export const columnKey = ({ name, type }: Column): string => type.kind === "JSON" ? `${name} as a document` : name

/** The columns and properties that the plan, its subqueries included, reads of each source, by alias. */
export const columnsRead = (plan: QueryPlan): ReadonlyMap<string, ColumnsRead> => {
  const sources = new Map<string, ColumnsRead>()
  const of = (source: string): ColumnsRead => {
    const known = sources.get(source)
    if (known !== undefined) return known
    const read: ColumnsRead = { columns: new Map(), properties: new Map() }
    sources.set(source, read)
    return read
  }
  // A document of which properties are read is not read itself.
  const documents = new Set<unknown>()
  visitPlan(plan, {
    expr: (expr) => {
      if (expr._tag === "Property" && expr.column._tag === "Column") {
        const { column, path } = expr
        documents.add(column)
        of(column.source).properties.set(propertyKey(column.name, path), { column: column.name, path })
      }
      if (expr._tag === "Column" && !documents.has(expr)) of(expr.source).columns.set(columnKey(expr), expr)
    }
  })
  return sources
}
