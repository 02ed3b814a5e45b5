import type { FunctionName } from "@hedgerow/core/query/sql/Functions"
import type { Expr } from "@hedgerow/core/query/sql/Plan"
import type { Parameters } from "./Parameters.ts"

export type Call = Extract<Expr, { readonly _tag: "Call" }>
export type Column = Extract<Expr, { readonly _tag: "Column" }>
export type Property = Extract<Expr, { readonly _tag: "Property" }>

/** Renders expressions. Every text stands for itself: it is an atom, a call or in parentheses. */
export interface ExprRenderer {
  readonly parameters: Parameters
  /** The value, of the ClickHouse type of the expression's type; predicates may be UInt8. */
  readonly value: (expr: Expr) => string
  /** 1, 0 or NULL, as UInt8 or Bool. */
  readonly predicate: (expr: Expr) => string
  /** 1 exactly when the predicate holds; 0 and NULL mean the same, which indexes and joins can use. */
  readonly holds: (expr: Expr) => string
  /**
   * The value as an argument of a ClickHouse function that can fail. ClickHouse computes constants when it reads the
   * statement, also those of a branch that is never taken or of rows that there are not: here they look like columns.
   */
  readonly fallible: (expr: Expr) => string
}

/** How a function whose result is no predicate is written. */
export interface ValueFunction {
  readonly kind: "value"
  readonly render: (call: Call, r: ExprRenderer) => string
}

/** How a predicate is written; `loose` as in `ExprRenderer.holds`. */
export interface PredicateFunction {
  readonly kind: "predicate"
  readonly render: (call: Call, r: ExprRenderer, loose: boolean) => string
}

export type FunctionRendering = ValueFunction | PredicateFunction

/** Some of the functions. Every object has a `toString`, which therefore cannot be an optional member. */
export type FunctionRenderings = { readonly [Name in Exclude<FunctionName, "toString">]?: FunctionRendering }

export const value = (render: ValueFunction["render"]): ValueFunction => ({ kind: "value", render })
export const predicate = (render: PredicateFunction["render"]): PredicateFunction => ({ kind: "predicate", render })

/** The argument at a place; a plan without it breaks its own rules. */
export const argument = (call: Call, index: number): Expr => {
  const arg = call.args[index]
  if (arg === undefined) throw new Error(`The plan calls ${call.fn} without argument ${index + 1}`)
  return arg
}

/** A value function over the rendered values of its arguments. */
export const valueOf = (render: (...args: ReadonlyArray<string>) => string): ValueFunction =>
  value((call, r) => render(...call.args.map(r.value)))

/** Texts up to this length may be written twice: ClickHouse computes equal expressions once. */
const shortText = 160

/**
 * An expression that names its operands more than once. Long operands become parameters of a lambda, so that nesting
 * does not double the statement with every level. A body that names operands of a lambda around it needs another
 * letter.
 */
export const bind = (
  operands: ReadonlyArray<string>,
  body: (...names: ReadonlyArray<string>) => string,
  letter = "v"
): string => {
  if (operands.every((operand) => operand.length <= shortText)) return body(...operands)
  const names = operands.map((_, i) => `${letter}${i}`)
  return `(arrayMap((${names.join(", ")}) -> ${body(...names)}, ${operands.map((text) => `[${text}]`).join(", ")})[1])`
}
