import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import { Unclear } from "./PromptReader.ts"

const comparing: ReadonlyMap<string, string> = new Map([
  ["equals", "="],
  ["in", "in"],
  ["less", "<"],
  ["lessOrEquals", "<="],
  ["greater", ">"],
  ["greaterOrEquals", ">="]
])

/** A comparison in either of its forms: as an operator or as the function that it is. */
interface Comparison {
  readonly operator: string
  readonly left: AstExpr
}

const comparisonOf = (expr: AstExpr): Comparison | undefined => {
  if (expr._tag === "Binary") return expr
  if (expr._tag === "In") return expr.negated || expr.cohort ? undefined : { operator: "in", left: expr.expr }
  const operator = expr._tag === "Call" ? comparing.get(expr.name) : undefined
  const left = expr._tag === "Call" ? expr.args[0] : undefined
  return operator === undefined || left === undefined ? undefined : { operator, left }
}

/** The conditions that all must hold. */
const conjuncts = (expr: AstExpr): ReadonlyArray<AstExpr> => {
  if (expr._tag === "Logical" && expr.operator === "and") return expr.operands.flatMap(conjuncts)
  return expr._tag === "Call" && expr.name === "and" ? expr.args.flatMap(conjuncts) : [expr]
}

const isField = (expr: AstExpr, name: string): boolean =>
  expr._tag === "Field" && expr.path.length === 1 && expr.path[0] === name

/** Whether the field is read anywhere in the value, an expression or a part of one. */
const mentions = (value: unknown, name: string): boolean => {
  if (typeof value !== "object" || value === null) return false
  if ("_tag" in value && value._tag === "Field" && "path" in value) {
    return Array.isArray(value.path) && value.path.at(-1) === name
  }
  return Object.values(value).some((part) => mentions(part, name))
}

/** The conditions that a new one replaces: comparisons of this field by these operators. */
export interface Replaced {
  readonly field: string
  readonly operators: ReadonlyArray<string>
}

export const replacedDates: Replaced = { field: "timestamp", operators: ["<", "<=", ">", ">="] }
export const replacedEvents: Replaced = { field: "event", operators: ["=", "in"] }

/** The conditions without those that are replaced; other uses of the field are refused as unclear. */
const remaining = (conditions: ReadonlyArray<AstExpr>, { field, operators }: Replaced): ReadonlyArray<AstExpr> => {
  const kept = conditions.filter((condition) => {
    const comparison = comparisonOf(condition)
    return comparison === undefined || !operators.includes(comparison.operator) || !isField(comparison.left, field)
  })
  if (kept.some((condition) => mentions(condition, field))) {
    throw new Unclear(`The conditions on ${field} in the current query cannot be replaced.`)
  }
  return kept
}

/** A WHERE clause in which some conditions are replaced and others are added. */
export const changeConditions = (
  where: AstExpr | undefined,
  replaced: ReadonlyArray<Replaced>,
  added: ReadonlyArray<AstExpr>
): AstExpr | undefined => {
  const before = where === undefined ? [] : conjuncts(where)
  const operands = [...replaced.reduce(remaining, before), ...added.flatMap(conjuncts)]
  const [first, ...rest] = operands
  return first === undefined || rest.length === 0
    ? first
    : { _tag: "Logical", operator: "and", operands, start: first.start, end: first.end }
}
