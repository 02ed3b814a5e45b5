import type { Expr, QueryPlan, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { typeName } from "@hedgerow/sql/types/SqlType"

const showCell = (cell: Cell): string => {
  if (Array.isArray(cell)) return `[${cell.map(showCell).join(", ")}]`
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
      return `${showExpr(expr.column)}${JSON.stringify(expr.path)}`
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
    case "ScalarSubquery":
      return "(select …)"
    case "Exists":
      return "exists (…)"
    case "Ref":
      return expr.name
    case "Let":
      return `let ${expr.bindings.map(({ name, value }) => `${name} = ${showExpr(value)}`).join(", ")} in ${
        showExpr(expr.body)
      }`
    case "Lambda":
      return `(${expr.params.map(showExpr).join(", ")}) -> ${showExpr(expr.body)}`
    case "Window":
      return `${expr.fn}(${expr.args.map(showExpr).join(", ")}) over (${expr.partitionBy.map(showExpr).join(", ")}; ${
        expr.orderBy.map((term) => showExpr(term.expr)).join(", ")
      })`
  }
}

const clause = (name: string, exprs: ReadonlyArray<Expr>): string =>
  exprs.length === 0 ? "" : ` ${name} ${exprs.map(showExpr).join(", ")}`

/** A plan in one line, for a failure message. */
export const showPlan = (plan: QueryPlan): string => {
  if (plan._tag === "Set") return plan.inputs.map((input) => `(${showPlan(input)})`).join(` ${plan.operator} `)
  if (plan._tag === "Recursive") return "recursive"
  const tables = (plan.with ?? []).map((table) => `${table.name} as (${showPlan(table.plan)})`)
  return (tables.length === 0 ? "" : `with ${tables.join(", ")} `) + showSelect(plan)
}

const showSource = (source: Source): string => {
  switch (source._tag) {
    case "Scan":
      return source.table
    case "CteRef":
      return source.name
    case "ArrayJoin":
      return `${showSource(source.source)} ${source.kind} array join ${
        source.items.map(({ expr }) => showExpr(expr)).join(", ")
      }`
    case "Join":
      return `${showSource(source.left)} ${source.kind} join ${showSource(source.right)}`
        + (source.on === undefined ? "" : ` on ${showExpr(source.on)}`)
    default:
      return source._tag
  }
}

const showSelect = (plan: SelectPlan): string => {
  const { from } = plan
  const source = from === undefined ? "nothing" : showSource(from)
  const optional = (expr: Expr | undefined): ReadonlyArray<Expr> => expr === undefined ? [] : [expr]
  return `select${plan.distinct ? " distinct" : ""} ${plan.select.map(({ expr }) => showExpr(expr)).join(", ")}`
    + ` from ${source}${clause("where", optional(plan.where))}${clause("group by", plan.groupBy ?? [])}`
    + clause("having", optional(plan.having)) + clause("order by", plan.orderBy.map(({ expr }) => expr))
    + (plan.limit === undefined
      ? ""
      : ` limit ${plan.limit} offset ${plan.offset}${plan.withTies === true ? " with ties" : ""}`)
    + (plan.limitBy === undefined ?
      "" :
      ` limit ${plan.limitBy.limit} offset ${plan.limitBy.offset} by ${plan.limitBy.by.map(showExpr).join(", ")}`)
}
