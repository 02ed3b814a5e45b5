import type { FunctionName } from "@hedgerow/core/query/sql/Functions"
import type { Expr } from "@hedgerow/core/query/sql/Plan"
import type { Parameters } from "./Parameters.ts"

export type Call = Extract<Expr, { readonly _tag: "Call" }>
export type Column = Extract<Expr, { readonly _tag: "Column" }>
export type Property = Extract<Expr, { readonly _tag: "Property" }>

/**
 * Renders expressions. Every text stands for itself: it is an atom, a call or in parentheses, and equal expressions of
 * one SELECT have equal texts.
 */
export interface ExprRenderer {
  readonly parameters: Parameters
  /** The value, of the PostgreSQL type of the expression's type. */
  readonly value: (expr: Expr) => string
  /** Value as a boolean: true, false or NULL. */
  readonly predicate: (expr: Expr) => string
  /** A boolean that is true exactly when the predicate holds; false and NULL mean the same, which indexes can use. */
  readonly holds: (expr: Expr) => string
  /** As `value`, where an integer may come as it is stored and, if `raw`, a document as jsonb prints it. */
  readonly operand: (expr: Expr, raw: boolean) => string
}

/** How a function whose result is no predicate is written. */
export interface ValueFunction {
  readonly kind: "value"
  readonly render: (call: Call, r: ExprRenderer) => string
}

/** How a predicate is written as a boolean; `loose` as in `ExprRenderer.holds`. */
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
