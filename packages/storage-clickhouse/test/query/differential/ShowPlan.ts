import type { Cell, Row } from "@hedgerow/core/query/sql/Cell"
import type { Expr, SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { typeName } from "@hedgerow/core/query/sql/SqlType"

const showCell = (cell: Cell): string => {
  if (typeof cell === "bigint") return `${cell}n`
  return typeof cell === "string" ? JSON.stringify(cell) : String(cell)
}

/** A row in one line. Zeros are shown alike: sums and groups may take either. */
export const showRow = (row: Row): string => row.map(showCell).join(" | ")

/** An expression in one line. */
export const showExpr = (expr: Expr): string => {
  switch (expr._tag) {
    case "Literal":
      return `${showCell(expr.value)}:${typeName(expr.type)}`
    case "Column":
      return `${expr.source}.${expr.name}`
    case "Property":
      return `${expr.column.source}.${expr.column.name}${JSON.stringify(expr.path)}`
    case "Call":
      return `${expr.fn}(${expr.args.map(showExpr).join(", ")})`
    case "DateCall":
      return `${expr.fn}:${expr.unit}:${expr.timezone}(${expr.args.map(showExpr).join(", ")})`
    case "InList":
      return `(${showExpr(expr.value)} ${expr.negated ? "not in" : "in"} [${expr.items.map(showCell).join(", ")}])`
    case "InSubquery":
      return `(${showExpr(expr.value)} in …)`
    case "Aggregate":
      return `${expr.fn}(${expr.args.map(showExpr).join(", ")})${
        expr.filter === undefined ? "" : ` filter ${showExpr(expr.filter)}`
      }`
  }
}

const clause = (name: string, exprs: ReadonlyArray<Expr>): string =>
  exprs.length === 0 ? "" : ` ${name} ${exprs.map(showExpr).join(", ")}`

/** A plan in one line, for a failure message. */
export const showPlan = (plan: SelectPlan): string => {
  const { from } = plan
  const source = from?._tag === "Scan"
    ? from.table
    : from?._tag === "Join"
    ? `${from.kind} join${from.on === undefined ? "" : ` on ${showExpr(from.on)}`}`
    : "nothing"
  const optional = (expr: Expr | undefined): ReadonlyArray<Expr> => expr === undefined ? [] : [expr]
  return `select${plan.distinct ? " distinct" : ""} ${plan.select.map(({ expr }) => showExpr(expr)).join(", ")}`
    + ` from ${source}${clause("where", optional(plan.where))}${clause("group by", plan.groupBy ?? [])}`
    + clause("having", optional(plan.having)) + clause("order by", plan.orderBy.map(({ expr }) => expr))
    + (plan.limit === undefined ? "" : ` limit ${plan.limit} offset ${plan.offset}`)
}
