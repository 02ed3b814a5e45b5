import type { Cell } from "../Cell.ts"
import type { InList } from "../Expr.ts"
import type { QueryPlan } from "../Plan.ts"
import { areAccepted, isTraced, type Trace, type TracedValue, withValues } from "../Traced.ts"

/** Texts for each mark: a constant text that stands, alone in a list, for any number of others. */
export type Lists = ReadonlyMap<Cell | undefined, ReadonlyArray<string>>

/** A plan in which values stand for others. */
export interface PlanTemplate {
  /** Whether the plan of the statement with these values is this one. */
  readonly accepts: (values: ReadonlyArray<TracedValue>) => boolean
  /** The plan with these values; what has no value in it is shared. */
  readonly bind: (values: ReadonlyArray<TracedValue>, lists?: Lists) => QueryPlan
}

type Holder = Record<string, unknown> | Array<unknown>

/** A part of a plan that is copied as a value is inside it, and where copies hold it. */
interface Copied {
  readonly part: object
  readonly held: Array<readonly [holder: number, key: string]>
}

const isHolder = (part: unknown): part is Holder => typeof part === "object" && part !== null

const hasMark = (part: object, marks: ReadonlySet<unknown>): part is InList =>
  "_tag" in part && part._tag === "InList" && marks.has((part as InList).items[0])

/** The parts that have a value in them, each after those that it holds. */
const copiedParts = (plan: QueryPlan, marks: ReadonlySet<unknown>): ReadonlyArray<Copied> => {
  const copied: Array<Copied> = []
  const known = new Map<object, number | undefined>()
  const visit = (part: object): number | undefined => {
    if (known.has(part)) return known.get(part)
    const inner = isTraced(part) ? [] : Object.entries(part).flatMap(([key, value]) => {
      const found = isHolder(value) ? visit(value) : undefined
      return found === undefined ? [] : [[key, found] as const]
    })
    const isCopied = inner.length > 0 || isTraced(part) || hasMark(part, marks)
    const index = isCopied ? copied.push({ part, held: [] }) - 1 : undefined
    known.set(part, index)
    if (index !== undefined) for (const [key, held] of inner) copied[held]?.held.push([index, key])
    return index
  }
  visit(plan)
  return copied
}

const copyOf = (part: object): Holder => Array.isArray(part) ? [...part] : { ...part } as Holder

/** The template of a plan that was resolved with traced values; `marks` are those of its lists. */
export const makePlanTemplate = (plan: QueryPlan, trace: Trace, marks: ReadonlySet<unknown>): PlanTemplate => {
  const copied = copiedParts(plan, marks)
  const made = (part: object, lists: Lists): Holder => {
    const copy = copyOf(part)
    const items = hasMark(part, marks) ? lists.get(part.items[0]) : undefined
    return items === undefined ? copy : { ...copy, items }
  }
  return {
    accepts: (values) => areAccepted(trace, values),
    bind: (values, lists = new Map()) => {
      const copies = withValues(trace, values, () => copied.map(({ part }) => made(part, lists)))
      for (const [index, { held }] of copied.entries()) {
        for (const [holder, key] of held) Object.assign(copies[holder] ?? {}, { [key]: copies[index] })
      }
      return (copies.at(-1) ?? plan) as unknown as QueryPlan
    }
  }
}
