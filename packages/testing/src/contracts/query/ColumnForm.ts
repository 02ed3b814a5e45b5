import type { Expr } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { isInteger, type SqlType } from "@hedgerow/sql/types/SqlType"
import { call, cast, dateCall, days, inList, instant, text, typed } from "./PlanBuilder.ts"
import { type Args, isTyped } from "./ResultTypes.ts"

type Call = Extract<Expr, { readonly _tag: "Call" }>

/** Gives the property that holds this text for the case, or an absent one for undefined. */
export type Store = (value: string | undefined) => Expr

const epoch = instant("1970-01-01T00:00:00")
const epochDay = days("1970-01-01")

const isoOf = (micros: number): string => {
  const whole = Math.floor(micros / 1_000_000)
  const fraction = String(micros - whole * 1_000_000).padStart(6, "0")
  return `${new Date(whole * 1000).toISOString().slice(0, 19)}.${fraction}`
}

const floatText = (value: number): string =>
  Number.isNaN(value) ? "nan" : Object.is(value, -0) ? "-0" : String(value).replace("Infinity", "inf")

/** The text from which the type's conversion makes the cell. */
const storedText = (value: Cell, type: SqlType): string | undefined => {
  if (value === null) return undefined
  if (typeof value !== "number") return String(value)
  if (type.kind === "Float64") return floatText(value)
  if (type.kind === "Date") return isoOf((value - epochDay) * 86_400_000_000).slice(0, 10)
  return type.kind === "DateTime64" ? `${isoOf(value)}Z` : String(value)
}

const convert = (property: Expr, type: SqlType): Expr | undefined => {
  if (isInteger(type)) return call("toInt", property)
  switch (type.kind) {
    case "String":
      return property
    case "Float64":
      return call("toFloat", property)
    case "Bool":
      return call("toBool", property)
    case "UUID":
      return call("toUUID", property)
    case "Date":
      return call("toDate", property, text("UTC"))
    case "DateTime64":
      return call("toDateTime", property, text(type.timezone))
    default:
      return undefined
  }
}

/** Arguments that the IR wants as literals: zones and the digits of `round`. */
const isFixed = (fn: Call["fn"], index: number): boolean =>
  index === 1 &&
  (fn === "toDate" || fn === "toDateTime" || fn === "isoTime" || fn === "round" || fn === "tupleElement")

const liftAll = (args: Args, store: Store, fixed: (index: number) => boolean): Args => {
  const [first, ...rest] = args
  return [lift(first, store), ...rest.map((arg, i) => fixed(i + 1) ? arg : lift(arg, store))]
}

const liftCall = (expr: Call, store: Store): Expr => {
  const [first, ...rest] = expr.args
  if (first === undefined) return expr
  if (expr.fn === "cast") return cast(lift(first, store), expr.type)
  const { fn } = expr
  if (isTyped(fn)) {
    return typed(
      fn,
      expr.type,
      ...expr.args.map((arg, index) => isFixed(fn, index) ? arg : lift(arg, store))
    )
  }
  return call(fn, ...liftAll([first, ...rest], store, (index) => isFixed(fn, index)))
}

/** The expression with its literals read from stored properties, so that no engine can compute it beforehand. */
export const lift = (expr: Expr, store: Store): Expr => {
  switch (expr._tag) {
    case "Literal": {
      if (expr.type.kind === "Nothing") return expr
      return convert(store(storedText(expr.value, expr.type)), expr.type) ?? expr
    }
    case "Call":
      return liftCall(expr, store)
    case "DateCall": {
      const [first = epoch, ...rest] = expr.args
      return dateCall(expr.fn, expr.unit, expr.timezone, ...liftAll([first, ...rest], store, () => false))
    }
    case "Lambda":
      return { ...expr, body: lift(expr.body, store) }
    case "Let": {
      const bindings = expr.bindings.map(({ name, value }) => ({ name, value: lift(value, store) }))
      return { ...expr, bindings, body: lift(expr.body, store) }
    }
    case "InList":
      return inList(lift(expr.value, store), expr.items, expr.negated)
    default:
      return expr
  }
}
