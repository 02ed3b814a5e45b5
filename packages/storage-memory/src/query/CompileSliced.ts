/** Compiles expressions of which one cell may take long: they pause in its midst. */
import { type Evaluate, type Frame, isTrue } from "@hedgerow/sql/evaluate/Evaluate"
import { callInSlices } from "@hedgerow/sql/evaluate/functions/HigherOrder"
import type { SlicedFunction } from "@hedgerow/sql/evaluate/functions/Implementation"
import { costOfCell } from "@hedgerow/sql/evaluate/functions/MeteredCall"
import { slicedFunction } from "@hedgerow/sql/evaluate/functions/SlicedFunctions"
import type { Meter, SlicedEvaluate } from "@hedgerow/sql/evaluate/Meter"
import type { Call, DateCall, Expr, Let } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { arrayCallOf, type Held, isArrayCall, isLong, type LambdaCall } from "./LongExprs.ts"

/** What compiling in slices needs. */
export interface SlicedContext {
  /** Compiles an expression of which no cell takes long. */
  readonly compile: (expr: Expr) => Evaluate
  readonly variable: (name: string) => Held
  readonly isConstant: (expr: Expr) => boolean
  readonly meter: Meter
}

type Compile = (expr: Expr) => SlicedEvaluate

const once = (evaluate: SlicedEvaluate): SlicedEvaluate => {
  let known: Held | undefined
  return function*(frame) {
    known ??= { value: yield* evaluate(frame) }
    return known.value
  }
}

/** `c1, v1, c2, v2, …, else`; only the taken branch is evaluated. */
const branches = (args: ReadonlyArray<SlicedEvaluate>): SlicedEvaluate =>
  function*(frame) {
    for (let at = 0; at < args.length; at += 2) {
      const [condition, value] = [args[at], args[at + 1]]
      if (condition === undefined) break
      const cell = yield* condition(frame)
      if (value === undefined) return cell
      if (isTrue(cell)) return yield* value(frame)
    }
    return null
  }

const coalesced = (args: ReadonlyArray<SlicedEvaluate>): SlicedEvaluate =>
  function*(frame) {
    for (const arg of args) {
      const cell = yield* arg(frame)
      if (cell !== null) return cell
    }
    return null
  }

/** Three-valued, as `logic` has it. */
const connected = (args: ReadonlyArray<SlicedEvaluate>, decisive: boolean): SlicedEvaluate =>
  function*(frame) {
    const [found, none] = decisive ? [1, 0] : [0, 1]
    let isUnknown = false
    for (const arg of args) {
      const cell = yield* arg(frame)
      if (cell === null) isUnknown = true
      else if (isTrue(cell) === decisive) return found
    }
    return isUnknown ? null : none
  }

/** The calls that do not evaluate all of their arguments. */
const lazyCalls: ReadonlyMap<string, (args: ReadonlyArray<SlicedEvaluate>) => SlicedEvaluate> = new Map([
  ["if", branches],
  ["multiIf", branches],
  ["coalesce", coalesced],
  ["and", (args) => connected(args, false)],
  ["or", (args) => connected(args, true)]
])

const slicedCall = (
  call: Call,
  f: SlicedFunction,
  args: ReadonlyArray<SlicedEvaluate>,
  meter: Meter
): SlicedEvaluate => {
  const none = call.type.kind === "Array" ? [] : null
  const apply = f as (meter: Meter, ...args: ReadonlyArray<Cell>) => ReturnType<SlicedFunction>
  return function*(frame) {
    const cells: Array<Cell> = []
    for (const arg of args) {
      const cell = yield* arg(frame)
      if (cell === null) return none
      meter.work(costOfCell(cell))
      cells.push(cell)
    }
    if (meter.isDue()) yield false
    return yield* apply(meter, ...cells)
  }
}

const arrayCall = (
  call: LambdaCall,
  compile: Compile,
  { compile: plain, meter, variable }: SlicedContext
): SlicedEvaluate => {
  const { arrays, body, called } = arrayCallOf(call, variable)
  const evaluate = isLong(body) ? { sliced: compile(body) } : plain(body)
  const sources = arrays.map(compile)
  return function*(frame) {
    const cells: Array<Cell> = []
    for (const source of sources) cells.push(yield* source(frame))
    return yield* callInSlices(called, evaluate, meter, frame, cells)
  }
}

/** The compiler of expressions that pause in the midst of a cell. */
export const slicedCompiler = (context: SlicedContext): Compile => {
  const { compile, meter, variable } = context
  let names = 0

  /** The part that takes long as a name in the expression around it, which is then a short one. */
  const named = (part: Expr, ahead: Array<{ readonly to: Held; readonly evaluate: SlicedEvaluate }>): Expr => {
    if (!isLong(part)) return part
    const name = `ahead ${names++}`
    ahead.push({ to: variable(name), evaluate: sliced(part) })
    return { _tag: "Ref", name, type: part.type }
  }

  const around = (write: (part: (expr: Expr) => Expr) => Expr): SlicedEvaluate => {
    const ahead: Array<{ readonly to: Held; readonly evaluate: SlicedEvaluate }> = []
    const evaluate = compile(write((part) => named(part, ahead)))
    return function*(frame) {
      for (const { evaluate, to } of ahead) to.value = yield* evaluate(frame)
      return evaluate(frame)
    }
  }

  const shared = (expr: Let): SlicedEvaluate => {
    const bindings = expr.bindings.map(({ name, value }) => ({ to: variable(name), value: sliced(value) }))
    const body = sliced(expr.body)
    return function*(frame) {
      for (const { to, value } of bindings) to.value = yield* value(frame)
      return yield* body(frame)
    }
  }

  const call = (expr: Call | DateCall): SlicedEvaluate => {
    if (expr._tag === "Call") {
      if (isArrayCall(expr)) return arrayCall(expr, sliced, context)
      const [f, lazy] = [slicedFunction(expr.fn), lazyCalls.get(expr.fn)]
      if (f !== undefined) return slicedCall(expr, f, expr.args.map(sliced), meter)
      if (lazy !== undefined) return lazy(expr.args.map(sliced))
    }
    return around((part) => ({ ...expr, args: expr.args.map(part) }))
  }

  const sliced: Compile = (expr) => {
    if (!isLong(expr)) {
      const evaluate = compile(expr)
      // A generator that never pauses.
      return function*(frame: Frame) {
        return evaluate(frame)
      }
    }
    switch (expr._tag) {
      case "Call":
      case "DateCall":
        return context.isConstant(expr) ? once(call(expr)) : call(expr)
      case "Let":
        return shared(expr)
      case "Property":
        return around((part) => ({ ...expr, column: part(expr.column) }))
      case "InList":
      case "InSubquery":
        return around((part) => ({ ...expr, value: part(expr.value) }))
      default:
        throw new Error(`The plan has a ${expr._tag} that takes long`)
    }
  }
  return sliced
}
