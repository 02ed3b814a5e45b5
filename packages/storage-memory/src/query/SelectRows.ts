import type { Row } from "@hedgerow/core/query/sql/Cell"
import { type Frame, holds } from "@hedgerow/core/query/sql/evaluate/Evaluate"
import type { SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { hasAggregate } from "@hedgerow/core/query/sql/PlanWalk"
import { type CellKey, cellKey, cellsKey } from "./CellKey.ts"
import { groupFrames } from "./Groups.ts"
import { costOf, paused, type RowBudget, type Rows, type Work } from "./RowBudget.ts"
import { sorted } from "./Sort.ts"
import { sourceRows } from "./SourceRows.ts"
import { type QueryRun, Statement } from "./Statement.ts"
import { fillWindow, orderOf } from "./Windows.ts"

/** A SELECT without a source has one row. */
function* oneRow(): Rows {
  yield true
}

/** The same rows, each with what is evaluated for it counted. */
function* costlyRows(rows: Rows, cost: number, budget: RowBudget): Rows {
  for (const hasRow of rows) {
    if (hasRow) budget.spend(cost)
    yield hasRow
  }
}

/** The rows for which WHERE holds, in the statement's frame. */
function* filteredRows(rows: Rows, condition: (frame: Frame) => boolean, frame: Frame): Rows {
  for (const hasRow of rows) {
    if (!hasRow) yield false
    else if (condition(frame)) yield true
  }
}

/** The expressions that are evaluated for each row that WHERE lets through. */
const perRow = ({ groupBy = [], orderBy, select }: SelectPlan) => [
  ...groupBy,
  ...select.map(({ expr }) => expr),
  ...orderBy.map(({ expr }) => expr)
]

const withCost = (rows: Rows, cost: number, budget: RowBudget): Rows =>
  cost === 0 ? rows : costlyRows(rows, cost, budget)

/** The statement's own frame, once for each row; undefined for a pause. */
function* rowFrames(rows: Rows, frame: Frame): Generator<Frame | undefined, void, void> {
  for (const hasRow of rows) yield hasRow ? frame : undefined
}

/** Runs what the expressions look up before the first row. */
function* fillLookups(statement: Statement, run: QueryRun): Work<void> {
  for (const { keys, plan } of statement.lookups) {
    for (const [cell = null] of yield* run.rowsOf(plan)) {
      if (run.budget.isSpent()) yield false
      keys.add(cellKey(cell))
    }
  }
  for (const { plan, to } of statement.nested) to.rows = yield* run.rowsOf(plan)
}

/** A row with the cells it is sorted by, and those that LIMIT BY tells apart. */
interface Entry {
  readonly row: Row
  readonly keys: Row
  readonly by: CellKey
}

/** All rows, each with a frame of its own, once the windows are computed over them. */
function* windowFrames(
  frames: Generator<Frame | undefined, void, void>,
  statement: Statement,
  budget: RowBudget
): Generator<Frame | undefined, void, void> {
  const all: Array<Frame> = []
  for (const frame of frames) {
    if (frame === undefined) {
      yield undefined
      continue
    }
    budget.hold()
    all.push(frame.slice())
  }
  for (const { compiled, slot, window } of statement.windows) {
    for (const _ of fillWindow(window, slot, compiled, all, budget)) yield undefined
  }
  for (const frame of all) {
    if (budget.isSpent()) yield undefined
    yield frame
  }
}

/** Compiled in full before anything runs, so that all lookups are known. */
const prepare = (plan: SelectPlan, run: QueryRun) => {
  const statement = new Statement(plan, run)
  const { compile, frame } = statement
  const select = plan.select.map(({ expr }) => compile(expr))
  const orderBy = plan.orderBy.map(({ expr }) => compile(expr))
  const by = (plan.limitBy?.by ?? []).map(compile)
  const keys = plan.groupBy?.map(compile)
  const where = holds(plan.where && compile(plan.where))
  const having = holds(plan.having && compile(plan.having))
  const source = plan.from === undefined ? oneRow() : sourceRows(plan.from, statement, run)
  const { budget } = run
  const filtered = plan.where === undefined
    ? source
    : filteredRows(withCost(source, costOf([plan.where]), budget), where, frame)
  const rows = withCost(filtered, costOf(perRow(plan)), budget)
  const frames = keys !== undefined || hasAggregate(plan)
    ? groupFrames(rows, keys ?? [], statement, budget)
    : rowFrames(rows, frame)
  return { statement, select, orderBy, by, having, frames }
}

/** The frames for which HAVING holds; windows see no others. */
function* keptFrames(
  frames: Generator<Frame | undefined, void, void>,
  having: (frame: Frame) => boolean
): Generator<Frame | undefined, void, void> {
  for (const frame of frames) if (frame === undefined || having(frame)) yield frame
}

/** Whether a SELECT needs all of its rows before it has the first one. */
const needsAll = ({ limitBy, orderBy }: SelectPlan): boolean => orderBy.length > 0 || limitBy !== undefined

/** Whether a SELECT keeps its rows itself until its end. */
const isKept = (plan: SelectPlan): boolean => plan.distinct || needsAll(plan)

/** The rows of a SELECT one by one, as soon as it has them; undefined for a pause. */
export function* answerRows(plan: SelectPlan, run: QueryRun): Generator<Row | undefined, void, void> {
  const { by, frames, having, orderBy, select, statement } = prepare(plan, run)
  // Compiling an expression takes as long as evaluating it for a few rows.
  run.budget.spend(4 * costOf([...plan.where === undefined ? [] : [plan.where], ...perRow(plan)]))
  if (run.budget.isSpent()) yield undefined
  yield* paused(fillLookups(statement, run))
  const seen = new Set<CellKey>()
  const entries: Array<Entry> = []
  const end = plan.offset + (plan.limit ?? Infinity)
  if (end === 0) return
  let found = 0
  const kept = keptFrames(frames, having)
  for (const frame of statement.windows.length === 0 ? kept : windowFrames(kept, statement, run.budget)) {
    if (frame === undefined) {
      yield undefined
      continue
    }
    const row = select.map((evaluate) => evaluate(frame))
    if (plan.distinct) {
      const key = cellsKey(row)
      if (seen.has(key)) continue
      seen.add(key)
    }
    if (isKept(plan)) run.budget.hold(row)
    if (needsAll(plan)) {
      const keys = orderBy.map((evaluate) => evaluate(frame))
      entries.push({ row, keys, by: cellsKey(by.map((evaluate) => evaluate(frame))) })
      continue
    }
    found += 1
    if (found > plan.offset) yield row
    if (found >= end) return
  }
  const order = orderOf(plan.orderBy)
  const compare = (a: Entry, b: Entry): number => order(a.keys, b.keys)
  const ordered = orderBy.length === 0 ? entries : yield* paused(sorted(entries, compare, run.budget))
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
