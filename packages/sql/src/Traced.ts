/**
 * Values that stand for others of their kind. A statement is resolved with some values, and what resolving it found out
 * about them is written down: with other values of which the same is true it has the same plan but for the values.
 */
import type { AstExpr, Span } from "./Ast.ts"
import type { Cell } from "./Cell.ts"
import type { Literal } from "./Expr.ts"
import type { SqlType } from "./SqlType.ts"

/** A value that a statement is asked with. */
export type TracedValue = string | number

interface Decision {
  readonly of: () => unknown
  readonly result: unknown
}

/** The values of a statement as of now, and what was decided by them. */
export interface Trace {
  values: ReadonlyArray<TracedValue>
  readonly decisions: Array<Decision>
}

const traces = new WeakMap<object, Trace>()

/** The traces whose values a decision has read; undefined outside one. */
let reading: Set<Trace> | undefined

const within = <A>(read: Set<Trace>, of: () => A): A => {
  const before = reading
  reading = read
  try {
    return of()
  } finally {
    reading = before
  }
}

const quietly = <A>(of: () => A): A => within(new Set(), of)

/** The value, as read by somebody who may do anything with it: others have the same plan only if they are equal. */
const seen = <A>(trace: Trace, of: () => A): A => {
  const value = quietly(of)
  if (reading === undefined) trace.decisions.push({ of, result: value })
  else reading.add(trace)
  return value
}

/**
 * The result of a function of literals, of which only its key matters for the plan: by default the result itself. It is
 * pure, and its key a primitive.
 */
export const decide = <A>(of: () => A, keyOf: (result: A) => unknown = (result) => result): A => {
  if (reading !== undefined) return of()
  const read = new Set<Trace>()
  const result = within(read, of)
  for (const trace of read) trace.decisions.push({ of: () => keyOf(of()), result: keyOf(result) })
  return result
}

/** Whether a part of a tree or of a plan is a value of a trace, or is computed from one. */
export const isTraced = (part: object): boolean => traces.has(part)

/** A literal whose value is computed from that of another part, and follows it. */
export const derived = (from: object, compute: () => Cell, type: SqlType): Literal => {
  const trace = traces.get(from)
  if (trace === undefined) return { _tag: "Literal", value: compute(), type }
  const made: Literal = {
    _tag: "Literal",
    get value() {
      return seen(trace, compute)
    },
    type
  }
  traces.set(made, trace)
  return made
}

/** The value at a place as a constant of the tree. */
export const tracedConstant = (trace: Trace, index: number, { end, start }: Span): AstExpr => {
  const written = (): string => String(trace.values[index])
  const made: AstExpr = typeof trace.values[index] === "string"
    ? {
      _tag: "Text",
      get value() {
        return seen(trace, written)
      },
      start,
      end
    }
    : {
      _tag: "Number",
      get text() {
        return seen(trace, written)
      },
      start,
      end
    }
  traces.set(made, trace)
  return made
}

/** A result of traced parts with these values, for a purpose other than the plan. */
export const withValues = <A>(trace: Trace, values: ReadonlyArray<TracedValue>, of: () => A): A => {
  trace.values = values
  return quietly(of)
}

/** Whether all decisions are the same for other values. */
export const areAccepted = (trace: Trace, values: ReadonlyArray<TracedValue>): boolean =>
  withValues(trace, values, () => {
    for (const { of, result } of trace.decisions) if (!Object.is(of(), result)) return false
    return true
  })
