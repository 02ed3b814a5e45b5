import type { Expr, SelectPlan, Source } from "@hedgerow/core/query/sql/Plan"
import { childrenOf } from "@hedgerow/core/query/sql/PlanWalk"

/** A property that a statement reads of one source. */
export interface PropertyRead {
  readonly column: string
  readonly path: ReadonlyArray<string>
}

/** What a statement reads of one source. */
export interface ColumnsRead {
  readonly columns: Set<string>
  readonly properties: Map<string, PropertyRead>
}

/** One text for each property of a source. */
export const propertyKey = (column: string, path: ReadonlyArray<string>): string => JSON.stringify([column, ...path])

class Collector {
  readonly sources = new Map<string, ColumnsRead>()

  plan(plan: SelectPlan): void {
    if (plan.from !== undefined) this.source(plan.from)
    const exprs = [plan.where, plan.having, ...plan.groupBy ?? []]
    for (const expr of exprs) if (expr !== undefined) this.expr(expr)
    for (const { expr } of [...plan.select, ...plan.orderBy]) this.expr(expr)
  }

  source(source: Source): void {
    if (source._tag === "Subquery") this.plan(source.plan)
    if (source._tag !== "Join") return
    this.source(source.left)
    this.source(source.right)
    if (source.on !== undefined) this.expr(source.on)
  }

  expr(expr: Expr): void {
    if (expr._tag === "Column") {
      this.of(expr.source).columns.add(expr.name)
    } else if (expr._tag === "Property") {
      const { column, path } = expr
      const read = { column: column.name, path }
      this.of(column.source).properties.set(propertyKey(column.name, path), read)
    } else {
      for (const child of childrenOf(expr)) this.expr(child)
      if (expr._tag === "InSubquery") this.plan(expr.plan)
    }
  }

  of(source: string): ColumnsRead {
    const known = this.sources.get(source)
    if (known !== undefined) return known
    const read: ColumnsRead = { columns: new Set(), properties: new Map() }
    this.sources.set(source, read)
    return read
  }
}

/** What the plan, its subqueries included, reads of each source, by alias. */
export const columnsRead = (plan: SelectPlan): ReadonlyMap<string, ColumnsRead> => {
  const collector = new Collector()
  collector.plan(plan)
  return collector.sources
}
