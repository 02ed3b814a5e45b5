import type { FunctionName } from "../../functions/Functions.ts"
import type { Call, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import type { Cell } from "../../types/Cell.ts"
import type { Evaluate } from "../Evaluate.ts"
import { type Meter, noMeter, type Sliced, unsliced } from "../Meter.ts"

/** Compiles a call; `args` are its compiled arguments. */
export type Implementation = (call: Call, args: ReadonlyArray<Evaluate>) => Evaluate
export type Implementations = Partial<Record<Exclude<FunctionName, "toString">, Implementation>>

/** The compiled argument at a place; a plan without it breaks its own rules. */
export const compiled = (
  { fn }: { readonly fn: string },
  args: ReadonlyArray<Evaluate>,
  index: number
): Evaluate => {
  const arg = args[index]
  if (arg === undefined) throw new Error(`The plan calls ${fn} without argument ${index + 1}`)
  return arg
}

/** A function of one argument that is NULL for NULL. The plan's types define the cell. */
export const unary = <A extends Cell>(f: (a: A) => Cell): Implementation => (call, args) => {
  const first = compiled(call, args, 0)
  return (frame) => {
    const a = first(frame)
    return a === null ? null : f(a as A)
  }
}

/** A function of two arguments that is NULL when either is. */
export const binary = <A extends Cell, B extends Cell>(f: (a: A, b: B) => Cell): Implementation => (call, args) => {
  const [first, second] = [compiled(call, args, 0), compiled(call, args, 1)]
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
    const [first, second, third] = [compiled(call, args, 0), compiled(call, args, 1), compiled(call, args, 2)]
    return (frame) => {
      const [a, b, c] = [first(frame), second(frame), third(frame)]
      return a === null || b === null || c === null ? null : f(a as A, b as B, c as C)
    }
  }

/** A function that is NULL where an argument is, or an empty array where its type is one. */
export const strict = (f: (...args: ReadonlyArray<never>) => Cell): Implementation => (call, args) => {
  const none = call.type.kind === "Array" ? [] : null
  const apply = f as (...args: ReadonlyArray<Cell>) => Cell
  return (frame) => {
    const cells: Array<Cell> = []
    for (const arg of args) {
      const cell = arg(frame)
      if (cell === null) return none
      cells.push(cell)
    }
    return apply(...cells)
  }
}

/** A function that may take long for one cell. Its arguments are never NULL. */
export type SlicedFunction = (meter: Meter, ...args: ReadonlyArray<never>) => Sliced<Cell>

/** The same function without pauses, as `strict` has it. */
export const atOnce = (f: SlicedFunction): Implementation => strict((...args) => unsliced(f(noMeter, ...args)))

/** One of two implementations, by the kind of the first argument. */
export const byKind =
  (isKind: (expr: Expr) => boolean, yes: Implementation, no: Implementation): Implementation => (call, args) =>
    isKind(argument(call, 0)) ? yes(call, args) : no(call, args)

export const isFloat = (expr: Expr): boolean => expr.type.kind === "Float64"
