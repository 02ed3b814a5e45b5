/**
 * Values that stand for others of their kind. A statement is resolved with some values, and what resolving it found out
 * about them is written down: with other values of which the same is true it has the same plan but for the values.
 */
import type { AstExpr, Span } from "../ast/Ast.ts"
import type { Cell } from "../types/Cell.ts"
import type { SqlType } from "../types/SqlType.ts"
import type { Literal } from "./Expr.ts"

/** A value that a statement is asked with. */
export type TracedValue = string | number

/** What was decided by one value: the result of a function of it, of which the plan is a consequence. */
interface Decision {
  readonly of: () => unknown
  readonly result: unknown
}

/** The values of a statement as of now, those that it was resolved with, and what was decided by each. */
export interface Trace {
  values: ReadonlyArray<TracedValue>
  readonly first: ReadonlyArray<TracedValue>
  readonly decisions: ReadonlyArray<Array<Decision>>
}

export const makeTrace = (values: ReadonlyArray<TracedValue>): Trace => ({
  values,
  first: values,
  decisions: values.map(() => [])
})

/** One value of a trace. */
interface Origin {
  readonly trace: Trace
  readonly index: number
}

const origins = new WeakMap<object, Origin>()

/** The values that a decision has read; undefined outside one. */
let reading: Set<Origin> | undefined

const within = <A>(read: Set<Origin> | undefined, of: () => A): A => {
  const before = reading
  reading = read
  try {
    return of()
  } finally {
    reading = before
  }
}

/** Where nobody asks what is read. */
const unasked = new Set<Origin>()

const note = ({ index, trace }: Origin, of: () => unknown, result: unknown): void => {
  const decisions = trace.decisions[index]
  const isKnown = decisions?.some((one) => one.of === of) ?? true
  if (!isKnown) decisions?.push({ of, result })
}

/** The value, as read by somebody who may do anything with it: others have the same plan only if they are equal. */
const seen = <A>(origin: Origin, of: () => A): A => {
  if (reading === unasked) return of()
  const value = within(unasked, of)
  if (reading === undefined) note(origin, of, value)
  else reading.add(origin)
  return value
}

/**
 * The result of a function of literals, of which only its key matters for the plan: by default the result itself. It is
 * pure, and its key a primitive.
 */
export const decide = <A>(of: () => A, keyOf: (result: A) => unknown = (result) => result): A => {
  if (reading !== undefined) return of()
  const read = new Set<Origin>()
  const result = within(read, of)
  for (const origin of read) note(origin, () => keyOf(of()), keyOf(result))
  return result
}

/** Whether a part of a tree or of a plan is a value of a trace, or is computed from one. */
export const isTraced = (part: object): boolean => origins.has(part)

/** A literal whose value is computed from that of another part, and follows it. */
export const derived = (from: object, compute: () => Cell, type: SqlType): Literal => {
  const origin = origins.get(from)
  if (origin === undefined) return { _tag: "Literal", value: compute(), type }
  const made: Literal = {
    _tag: "Literal",
    get value() {
      return seen(origin, compute)
    },
    type
  }
  origins.set(made, origin)
  return made
}

/** The value at a place as a constant of the tree. */
export const tracedConstant = (trace: Trace, index: number, { end, start }: Span): AstExpr => {
  const origin: Origin = { trace, index }
  const written = (): string => String(trace.values[index])
  const made: AstExpr = typeof trace.values[index] === "string"
    ? {
      _tag: "Text",
      get value() {
        return seen(origin, written)
      },
      start,
      end
    }
    : {
      _tag: "Number",
      get text() {
        return seen(origin, written)
      },
      start,
      end
    }
  origins.set(made, origin)
  return made
}

/** A result of traced parts with these values, for a purpose other than the plan. */
export const withValues = <A>(trace: Trace, values: ReadonlyArray<TracedValue>, of: () => A): A => {
  trace.values = values
  return within(unasked, of)
}

/** Whether all that was decided is decided alike for other values. */
export const areAccepted = (trace: Trace, values: ReadonlyArray<TracedValue>): boolean =>
  withValues(trace, values, () => {
    for (const [index, decisions] of trace.decisions.entries()) {
      if (values[index] === trace.first[index]) continue
      for (const { of, result } of decisions) if (!Object.is(of(), result)) return false
    }
    return true
  })
