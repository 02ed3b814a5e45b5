import type { ParameterType } from "../functions/Signature.ts"
import type { Expr } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import { arrayOf, isComposite, isExact, isInteger, isNumeric } from "../types/SqlType.ts"
import { arrayLiteral } from "../typing/ArrayLiteral.ts"
import { convert } from "../typing/Coerce.ts"
import { documentText } from "../typing/Documents.ts"
import { asInt64 } from "../typing/ExactArithmetic.ts"
import { asCondition } from "../typing/NullRules.ts"
import { call, float64, int64, int64Literal, isNullLiteral, literal, predicate, string } from "../typing/PlanExpr.ts"
import { textOf } from "../typing/TypedProperty.ts"

/** A number as Int64 or Float64; Bool counts as a number, exact numbers become floats. */
export const number = (expr: Expr): Expr | undefined => {
  if (isNullLiteral(expr)) return literal(null, int64)
  if (isExact(expr.type)) return convert(expr, float64)
  if (expr.type.kind === "Float64") return expr
  return isNumeric(expr.type) || expr.type.kind === "Bool" ? convert(expr, int64) : undefined
}

const text = (expr: Expr): Expr | undefined => {
  if (isNullLiteral(expr)) return literal(null, string)
  if (expr.type.kind === "JSON") return documentText(expr)
  return expr.type.kind === "String" ? expr : textOf(expr)
}

/** A UInt64 as Int64, NULL beyond it. */
const whole = (expr: Expr): Expr | undefined => {
  if (expr.type.kind === "Unsigned") return asInt64(expr)
  const found = number(expr)
  return found?.type.kind === "Int64" ? found : undefined
}

/** Numbers that are written with a point have no bits of their own: the whole number before it has them. */
const bits = (expr: Expr): Expr | undefined =>
  expr.type.kind === "Float64" ? call("toInt", [cut(expr)], { ...int64, nullable: true }) : whole(expr)

const cut = (x: Expr): Expr =>
  call(
    "if",
    [predicate("less", x, literal(0, float64)), call("ceil", [x], float64), call("floor", [x], float64)],
    x.type
  )

const float = (expr: Expr): Expr | undefined => {
  const found = number(expr)
  return found === undefined ? undefined : convert(found, float64)
}

const texts = (expr: Expr): Expr | undefined =>
  expr.type.kind === "Array" && ["String", "Nothing"].includes(expr.type.element.kind)
    ? convert(expr, arrayOf({ ...string, nullable: true }))
    : undefined

const floats = (expr: Expr): Expr | undefined => {
  const { type } = expr
  if (type.kind === "Array") {
    return isNumeric(type.element) || type.element.kind === "Nothing" ? convert(expr, floatsType) : undefined
  }
  if (type.kind !== "Tuple" || !type.elements.every(isNumeric)) return undefined
  const members = type.elements.map((element, i) => call("tupleElement", [expr, int64Literal(i + 1)], element))
  return arrayLiteral(members.map((member) => convert(member, float64)), { ...float64, nullable: true })
}

const floatsType = arrayOf({ ...float64, nullable: true })

const wholesType = arrayOf(int64)

const wholes = (expr: Expr): Expr | undefined => {
  if (expr.type.kind !== "Array" || expr.type.element.nullable) return undefined
  const { element } = expr.type
  return element.kind === "Unsigned" || !isInteger(element) ? undefined : convert(expr, wholesType)
}

const mostSteps = 50

const steps = (expr: Expr): Expr | undefined => {
  const value = expr._tag === "Literal" ? Number(expr.value) : Number.NaN
  return Number.isInteger(value) && value >= 1 && value <= mostSteps ? literal(value, int64) : undefined
}

const document = (expr: Expr): Expr | undefined => {
  if (expr.type.kind === "JSON") return expr
  const found = text(expr)
  return found === undefined ? undefined : call("toDocument", [found], { kind: "JSON", nullable: true })
}

/** The value as the parameter gets it, or undefined where it does not take it. */
const accepted: Readonly<Record<ParameterType, (expr: Expr) => Expr | undefined>> = {
  any: (expr) => isComposite(expr.type) ? undefined : expr,
  value: (expr) => expr.type.kind === "JSON" ? documentText(expr) : isComposite(expr.type) ? undefined : expr,
  member: (expr) =>
    expr.type.kind === "JSON"
      ? documentText(expr)
      : expr.type.kind === "Lambda"
      ? undefined
      : expr,
  condition: asCondition,
  text,
  number,
  whole,
  bits,
  float,
  constant: (expr) => expr._tag === "Literal" && typeof expr.value === "string" ? expr : undefined,
  texts,
  floats,
  wholes,
  steps,
  document
}

/** The argument as a parameter of the type gets it; refuses what it does not take. */
export const argumentOf = (site: CallSite, index: number, type: ParameterType): Expr =>
  accepted[type](site.arg(index)) ?? site.illegalType(index)

/** All arguments, as parameters of the types get them; the last type stands for the arguments after it too. */
export const argumentsOf = (site: CallSite, types: ReadonlyArray<ParameterType>): ReadonlyArray<Expr> =>
  site.args.map((_, index) => argumentOf(site, index, types[index] ?? types.at(-1) ?? "any"))

/** The operands of an operator, numbers in the one type that holds them all. */
export const operandsOf = (site: CallSite, types: ReadonlyArray<ParameterType>): ReadonlyArray<Expr> => {
  const operands = types.map((type, index) => accepted[type](site.arg(index)) ?? site.illegalTypes())
  const isFloat = operands.some((operand) => operand.type.kind === "Float64")
  return isFloat ? operands.map((operand) => convert(operand, float64)) : operands
}
