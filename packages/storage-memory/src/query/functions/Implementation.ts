import { runtimeFault, type runtimeFaults } from "@hedgerow/core/query/RuntimeFaults"
import type { Cell } from "@hedgerow/core/query/sql/Cell"
import type { FunctionName } from "@hedgerow/core/query/sql/Functions"
import type { Expr } from "@hedgerow/core/query/sql/Plan"
import type { Evaluate } from "../Evaluate.ts"

export type Call = Extract<Expr, { readonly _tag: "Call" }>

/** Compiles a call; `args` are its compiled arguments. */
export type Implementation = (call: Call, args: ReadonlyArray<Evaluate>) => Evaluate
export type Implementations = Partial<Record<Exclude<FunctionName, "toString">, Implementation>>

/** Ends the query with an error of the data. */
export const failQuery = (code: keyof typeof runtimeFaults): never => {
  throw runtimeFault(code)
}

const missing = (call: Call, index: number): never => {
  throw new Error(`The plan calls ${call.fn} without argument ${index + 1}`)
}

/** The compiled argument, which the plan must have. */
export const argument = (call: Call, args: ReadonlyArray<Evaluate>, index: number): Evaluate =>
  args[index] ?? missing(call, index)

/** The argument as the plan has it. */
export const plannedArgument = (call: Call, index: number): Expr => call.args[index] ?? missing(call, index)

/** A function of one argument that is NULL for NULL. The plan's types say what the cell is. */
export const unary = <A extends Cell>(f: (a: A) => Cell): Implementation => (call, args) => {
  const first = argument(call, args, 0)
  return (frame) => {
    const a = first(frame)
    return a === null ? null : f(a as A)
  }
}

/** A function of two arguments that is NULL when either is. */
export const binary = <A extends Cell, B extends Cell>(f: (a: A, b: B) => Cell): Implementation => (call, args) => {
  const [first, second] = [argument(call, args, 0), argument(call, args, 1)]
  return (frame) => {
    const a = first(frame)
    if (a === null) return null
    const b = second(frame)
    return b === null ? null : f(a as A, b as B)
  }
}

/** A function of three arguments that is NULL when any is. */
export const ternary =
  <A extends Cell, B extends Cell, C extends Cell>(f: (a: A, b: B, c: C) => Cell): Implementation => (call, args) => {
    const [first, second, third] = [argument(call, args, 0), argument(call, args, 1), argument(call, args, 2)]
    return (frame) => {
      const [a, b, c] = [first(frame), second(frame), third(frame)]
      return a === null || b === null || c === null ? null : f(a as A, b as B, c as C)
    }
  }

/** One of two implementations, by the kind of the first argument. */
export const byKind =
  (isKind: (expr: Expr) => boolean, yes: Implementation, no: Implementation): Implementation => (call, args) =>
    isKind(plannedArgument(call, 0)) ? yes(call, args) : no(call, args)

export const isFloat = (expr: Expr): boolean => expr.type.kind === "Float64"
