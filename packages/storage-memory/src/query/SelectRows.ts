import { sorted } from "@hedgerow/sql/evaluate/SlicedSort"
import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import type { CellKey } from "./CellKey.ts"
import { paused, type Work } from "./RowBudget.ts"
import { fillLookups, prepare } from "./SelectFrames.ts"
import type { QueryRun } from "./Statement.ts"
import { keyCost, orderOf } from "./Windows.ts"

/** A row with the cells of ORDER BY and those of LIMIT BY. */
interface Entry {
  readonly row: Row
  readonly keys: Row
  readonly by: CellKey
}

/** Whether a SELECT needs all of its rows before it has the first one. */
const needsAll = ({ limitBy, orderBy }: SelectPlan): boolean => orderBy.length > 0 || limitBy !== undefined

/** Whether a SELECT keeps its rows itself until its end. */
const isKept = (plan: SelectPlan): boolean => plan.distinct || needsAll(plan)

/** The rows of a SELECT one by one, as soon as it has them; undefined for a pause. */
export function* answerRows(plan: SelectPlan, run: QueryRun): Generator<Row | undefined, void, void> {
  const { by, cost, frames, orderBy, select, statement } = prepare(plan, run)
  // Compiling an expression takes as long as evaluating it for a few rows.
  run.budget.spend(4 * cost)
  if (run.budget.isSpent()) yield undefined
  yield* paused(fillLookups(statement, run))
  const seen = new Set<CellKey>()
  const entries: Array<Entry> = []
  const end = plan.offset + (plan.limit ?? Infinity)
  if (end === 0) return
  let found = 0
  for (const frame of frames) {
    if (frame === undefined) {
      yield undefined
      continue
    }
    const row: Array<Cell> = []
    for (const evaluate of select) {
      if (run.budget.isDue()) yield undefined
      row.push(evaluate(frame))
    }
    if (plan.distinct) {
      const key = run.budget.keys.ofAll(row)
      if (seen.has(key)) continue
      seen.add(key)
    }
    if (isKept(plan)) run.budget.hold(row)
    if (needsAll(plan)) {
      const keys = orderBy.map((evaluate) => evaluate(frame))
      for (const key of keys) run.budget.keep(key)
      entries.push({ row, keys, by: run.budget.keys.ofAll(by.map((evaluate) => evaluate(frame))) })
      continue
    }
    found += 1
    if (found > plan.offset) yield row
    if (found >= end) return
  }
  const order = orderOf(plan.orderBy)
  const compare = (a: Entry, b: Entry): number => order(a.keys, b.keys)
  const ordered = orderBy.length === 0 ? entries : yield* paused(sorted(entries, compare, run.budget, keyCost))
  yield* limited(plan, plan.limitBy === undefined ? ordered : limitedBy(plan.limitBy, ordered), compare)
}

/** Runs a SELECT to its end. */
export function* selectRows(plan: SelectPlan, run: QueryRun): Work<ReadonlyArray<Row>> {
  const rows: Array<Row> = []
  for (const row of answerRows(plan, run)) {
    if (row === undefined) {
      yield false
      continue
    }
    if (!isKept(plan)) run.budget.hold(row)
    rows.push(row)
  }
  return rows
}

const limitedBy = (
  { limit, offset }: NonNullable<SelectPlan["limitBy"]>,
  entries: ReadonlyArray<Entry>
): ReadonlyArray<Entry> => {
  const counts = new Map<CellKey, number>()
  return entries.filter(({ by }) => {
    const place = counts.get(by) ?? 0
    counts.set(by, place + 1)
    return place >= offset && place < offset + limit
  })
}

const limited = (
  { limit, offset, withTies = false }: SelectPlan,
  entries: ReadonlyArray<Entry>,
  compare: (a: Entry, b: Entry) => number
): ReadonlyArray<Row> => {
  let end = limit === undefined ? entries.length : Math.min(offset + limit, entries.length)
  const last = limit === 0 ? undefined : entries[end - 1]
  if (withTies && last !== undefined) {
    for (let next = entries[end]; next !== undefined && compare(last, next) === 0; next = entries[end]) end++
  }
  return entries.slice(offset, end).map(({ row }) => row)
}
