import type { Expr, Order, QueryPlan } from "../plan/Plan.ts"
import type { Cell } from "../types/Cell.ts"
import { encodeCell, encodeJson } from "../types/ResultJson.ts"

/** Expressions are shown to this depth. */
const deepest = 8

/** A text as it would be written, and no longer than this. */
const longest = 60

const quoted = (text: string): string =>
  `'${text.length > longest ? `${text.slice(0, longest)}…` : text}'`.replaceAll("\n", " ")

const operators: Readonly<Record<string, string>> = {
  and: "AND",
  or: "OR",
  plus: "+",
  minus: "-",
  multiply: "*",
  divide: "/",
  equals: "=",
  notEquals: "!=",
  less: "<",
  lessOrEquals: "<=",
  greater: ">",
  greaterOrEquals: ">="
}

/** Lists are shown as far as this. */
const most = 10

const list = (items: ReadonlyArray<string>): string =>
  items.length > most ? `${items.slice(0, most).join(", ")}, … (${items.length})` : items.join(", ")

const cellWords = (cell: Cell): string => {
  if (cell === null) return "NULL"
  if (typeof cell === "string") return quoted(cell)
  return Array.isArray(cell) ? `[${list(cell.map(cellWords))}]` : encodeJson(cell)
}

/** An order in words. */
export const orderWords = (terms: ReadonlyArray<Order>): string =>
  list(terms.map(({ descending, expr }) => `${exprWords(expr)}${descending ? " descending" : ""}`))

/** Several expressions in words. */
export const listWords = (exprs: ReadonlyArray<Expr>): string => list(exprs.map((expr) => exprWords(expr)))

const queryWords = (plan: QueryPlan): string => plan._tag === "Select" ? "(a query)" : `(a query: ${plan._tag})`

/** An expression of a plan in words near to SQL; its deepest parts are left out. */
export const exprWords = (expr: Expr, depth = deepest): string => {
  if (depth === 0) return "…"
  const inner = (one: Expr): string => exprWords(one, depth - 1)
  const all = (exprs: ReadonlyArray<Expr>): string => list(exprs.map(inner))
  switch (expr._tag) {
    case "Literal":
      return expr.type.kind === "DateTime64" || expr.type.kind === "Date"
        ? encodeJson(encodeCell(expr.value, expr.type)).replaceAll("\"", "'")
        : cellWords(expr.value)
    case "Column":
      return `${expr.source}.${expr.name}`
    case "Property":
      return `${inner(expr.column)}.${expr.path.join(".")}`
    case "Call": {
      const operator = operators[expr.fn]
      return operator === undefined || expr.args.length < 2
        ? `${expr.fn}(${all(expr.args)})`
        : `(${expr.args.slice(0, most).map(inner).join(` ${operator} `)})`
    }
    case "DateCall":
      return `${expr.fn} ${expr.unit}(${all(expr.args)}) in ${expr.timezone}`
    case "InList":
      return `${inner(expr.value)} ${expr.negated ? "NOT IN" : "IN"} (${list(expr.items.map(cellWords))})`
    case "InSubquery":
      return `${inner(expr.value)} ${expr.negated ? "NOT IN" : "IN"} ${queryWords(expr.plan)}`
    case "ScalarSubquery":
      return queryWords(expr.plan)
    case "Exists":
      return `EXISTS ${queryWords(expr.plan)}`
    case "Let":
      return inner(expr.body)
    case "Ref":
      return expr.name
    case "Lambda":
      return `(${all(expr.params)}) -> ${inner(expr.body)}`
    case "Aggregate": {
      const filter = expr.filter === undefined ? "" : ` where ${inner(expr.filter)}`
      return `${expr.fn}(${expr.distinct === true ? "DISTINCT " : ""}${all(expr.args)}${filter})`
    }
    case "Window":
      return `${expr.fn}(${all(expr.args)}) over (by ${all(expr.partitionBy) || "nothing"}, in the order of ${
        orderWords(expr.orderBy) || "nothing"
      })`
  }
}
