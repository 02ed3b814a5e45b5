import type { FunctionName } from "../functions/Functions.ts"
import type { Call, Expr } from "../plan/Plan.ts"
import { argument } from "../plan/PlanWalk.ts"
import { isInteger } from "../types/SqlType.ts"

/** Writes expressions for an engine. Every text stands for itself: it is an atom, a call or in parentheses. */
export interface ExprRenderer {
  /** The value, of the engine's type for the expression's type. */
  readonly value: (expr: Expr) => string
  /** The value as a condition: true, false or NULL. */
  readonly predicate: (expr: Expr) => string
  /** A condition that is true exactly when the predicate holds; false and NULL mean the same, which indexes can use. */
  readonly holds: (expr: Expr) => string
  /** The text after each call of an aggregate: empty, or the window it is computed over. */
  readonly over: string
  /** The text of each `Ref`; the renderer of a body sets it first. */
  readonly refs: Map<string, string>
}

/** A function whose result is no predicate. */
export interface ValueFunction<R> {
  readonly kind: "value"
  readonly render: (call: Call, r: R) => string
}

/** A predicate as a condition; `loose` as in `ExprRenderer.holds`. */
export interface PredicateFunction<R> {
  readonly kind: "predicate"
  readonly render: (call: Call, r: R, loose: boolean) => string
}

export type FunctionRendering<R> = ValueFunction<R> | PredicateFunction<R>

/** Some of the functions. Every object has a `toString`, which therefore cannot be an optional member. */
export type FunctionRenderings<R> = { readonly [Name in Exclude<FunctionName, "toString">]?: FunctionRendering<R> }

/** Whether the value can be NaN, which engines compare in ways of their own. */
export const mayBeNaN = (expr: Expr): boolean => {
  if (expr.type.kind !== "Float64") return false
  if (expr._tag === "Literal") return Number.isNaN(expr.value)
  return !(expr._tag === "Call" && expr.fn === "cast" && expr.args.every((arg) => isInteger(arg.type)))
}

type Texts = (...args: ReadonlyArray<string>) => string

/** The forms in which an engine's rows of functions are written. */
export const functionForms = <R extends ExprRenderer>() => {
  const value = (render: ValueFunction<R>["render"]): ValueFunction<R> => ({ kind: "value", render })
  const predicate = (render: PredicateFunction<R>["render"]): PredicateFunction<R> => ({ kind: "predicate", render })
  const joined = (operator: "AND" | "OR") =>
    predicate((call, r, loose) => `(${call.args.map(loose ? r.holds : r.predicate).join(` ${operator} `)})`)
  return {
    value,
    predicate,
    /** A value over the values of the arguments. */
    valueOf: (render: Texts): ValueFunction<R> => value((call, r) => render(...call.args.map(r.value))),
    /** A predicate over the values of the arguments. */
    test: (render: Texts): PredicateFunction<R> => predicate((call, r) => render(...call.args.map(r.value))),
    /** A function that the engine has under this name. */
    called: (name: string): ValueFunction<R> => value((call, r) => `${name}(${call.args.map(r.value).join(", ")})`),
    /** Three-valued logic, which engines have alike. */
    connectives: {
      and: joined("AND"),
      or: joined("OR"),
      not: predicate((call, r) => `(NOT ${r.predicate(argument(call, 0))})`)
    }
  }
}
