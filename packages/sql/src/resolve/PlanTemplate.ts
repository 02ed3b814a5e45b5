import type { InList, Literal } from "../plan/Expr.ts"
import type { QueryPlan } from "../plan/Plan.ts"
import { areAccepted, isTraced, type Trace, type TracedValue, withValues } from "../plan/Traced.ts"
import type { Cell } from "../types/Cell.ts"

/** Texts for each mark: a constant text that stands, alone in a list, for any number of others. */
export type Lists = ReadonlyMap<Cell | undefined, ReadonlyArray<string>>

/** A plan in which values stand for others. */
export interface PlanTemplate {
  /** Whether the plan of the statement with these values is this one. */
  readonly accepts: (values: ReadonlyArray<TracedValue>) => boolean
  /** The plan with these values. Parts without one, and those with the values of the last time, stay the objects they were. */
  readonly bind: (values: ReadonlyArray<TracedValue>, lists?: Lists) => QueryPlan
}

type Holder = Record<string, unknown> | Array<unknown>

/** A part of a plan that has a value in it, with the places of those directly inside it. */
interface Copied {
  readonly part: object
  readonly inner: ReadonlyArray<readonly [key: string, index: number]>
  readonly isValue: boolean
  /** The mark of a list. */
  readonly mark: Cell | undefined
}

/** A copy of such a part as it was made last. */
interface Copy {
  readonly made: Holder
  /** The value, or the texts of the list. */
  readonly of: unknown
}

const isHolder = (part: unknown): part is Holder => typeof part === "object" && part !== null

const markOf = (part: object, marks: ReadonlySet<Cell | undefined>): Cell | undefined => {
  const [first] = "_tag" in part && part._tag === "InList" ? (part as InList).items : []
  return marks.has(first) ? first : undefined
}

/** The parts that have a value in them, each after those inside it. */
const copiedParts = (plan: QueryPlan, marks: ReadonlySet<Cell | undefined>): ReadonlyArray<Copied> => {
  const copied: Array<Copied> = []
  const known = new Map<object, number | undefined>()
  const visit = (part: object): number | undefined => {
    if (known.has(part)) return known.get(part)
    const isValue = isTraced(part)
    const inner = isValue ? [] : Object.entries(part).flatMap(([key, value]) => {
      const found = isHolder(value) ? visit(value) : undefined
      return found === undefined ? [] : [[key, found] as const]
    })
    const mark = isValue ? undefined : markOf(part, marks)
    const isCopied = isValue || mark !== undefined || inner.length > 0
    const index = isCopied ? copied.push({ part, inner, isValue, mark }) - 1 : undefined
    known.set(part, index)
    return index
  }
  visit(plan)
  return copied
}

const isSameList = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && one.length === other.length
    && one.every((text, index) => text === other[index]))

/** The template of a plan that was resolved with traced values; `marks` are those of its lists. */
export const makePlanTemplate = (plan: QueryPlan, trace: Trace, marks: ReadonlySet<Cell | undefined>): PlanTemplate => {
  const copied = copiedParts(plan, marks)
  let last: ReadonlyArray<Copy> = []
  const bind = (lists: Lists): ReadonlyArray<Copy> => {
    const copies: Array<Copy> = []
    for (const { inner, isValue, mark, part } of copied) {
      const before = last[copies.length]
      const of = isValue ? (part as Literal).value : mark === undefined ? undefined : lists.get(mark)
      let isSame = before !== undefined &&
        (Object.is(before.of, of) || (mark !== undefined && isSameList(before.of, of)))
      for (const [, index] of inner) if (copies[index] !== last[index]) isSame = false
      if (before !== undefined && isSame) {
        copies.push(before)
        continue
      }
      const made: Holder = Array.isArray(part) ? [...part] : { ...part }
      const parts = made as Record<string, unknown>
      for (const [key, index] of inner) parts[key] = copies[index]?.made
      if (mark !== undefined && of !== undefined) parts["items"] = of
      copies.push({ made, of })
    }
    return copies
  }
  return {
    accepts: (values) => areAccepted(trace, values),
    bind: (values, lists = new Map()) => {
      last = withValues(trace, values, () => bind(lists))
      // The plan comes after all its parts, so its copy is the last one.
      return (last.at(-1)?.made ?? plan) as unknown as QueryPlan
    }
  }
}
