import type { Row } from "@hedgerow/core/query/sql/Cell"
import { compareCells, nullsLast } from "@hedgerow/core/query/sql/evaluate/CellOrder"
import { type Frame, holds } from "@hedgerow/core/query/sql/evaluate/Evaluate"
import type { SelectPlan, Source } from "@hedgerow/core/query/sql/Plan"
import { hasAggregate } from "@hedgerow/core/query/sql/PlanWalk"
import { type CellKey, cellKey, cellsKey } from "./CellKey.ts"
import { groupFrames } from "./Groups.ts"
import { joinRows } from "./Join.ts"
import { costOf, type RowBudget, type Rows, type Work } from "./RowBudget.ts"
import { sorted } from "./Sort.ts"
import { type QueryRun, Statement } from "./Statement.ts"
import { rowBytes } from "./TableColumns.ts"

type Scan = Extract<Source, { readonly _tag: "Scan" }>

function* scanRows(scan: Scan, slot: number, statement: Statement, { budget, tables }: QueryRun): Rows {
  const { frame } = statement
  const bytesOf = rowBytes[scan.table] as (row: unknown) => number
  for (const row of tables.rows(scan.table, scan.project)) {
    budget.rowsRead += 1
    budget.bytesRead += bytesOf(row)
    if (budget.isSpent()) yield false
    frame[slot] = row
    yield true
  }
}

function* subqueryRows(plan: SelectPlan, slot: number, statement: Statement, run: QueryRun): Rows {
  const { frame } = statement
  for (const row of yield* selectRows(plan, run)) {
    if (run.budget.isSpent()) yield false
    frame[slot] = row
    yield true
  }
}

const sourceRows = (source: Source, statement: Statement, run: QueryRun): Rows => {
  if (source._tag === "Join") {
    const [left, right] = [sourceRows(source.left, statement, run), sourceRows(source.right, statement, run)]
    return joinRows(source, left, right, {
      frame: statement.frame,
      budget: run.budget,
      compile: statement.compile,
      slotsOf: (aliases) => statement.slotsOf(aliases)
    })
  }
  const slot = statement.slotsOf([source.alias])[0] ?? 0
  return source._tag === "Scan"
    ? scanRows(source, slot, statement, run)
    : subqueryRows(source.plan, slot, statement, run)
}

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

function* fillLookups(statement: Statement, run: QueryRun): Work<void> {
  for (const { keys, plan } of statement.lookups) {
    for (const [cell = null] of yield* selectRows(plan, run)) {
      if (run.budget.isSpent()) yield false
      keys.add(cellKey(cell))
    }
  }
}

/** A row with the cells it is sorted by. */
interface Entry {
  readonly row: Row
  readonly keys: Row
}

const entryOrder = (plan: SelectPlan): (a: Entry, b: Entry) => number => {
  const orders = plan.orderBy.map(({ descending }) =>
    nullsLast(descending ? (a, b) => compareCells(b, a) : compareCells)
  )
  return (a, b) => {
    for (let i = 0; i < orders.length; i++) {
      const order = orders[i]?.(a.keys[i] ?? null, b.keys[i] ?? null) ?? 0
      if (order !== 0) return order
    }
    return 0
  }
}

/** How many rows are enough when they need no sorting. */
const enough = (plan: SelectPlan): number =>
  plan.limit === undefined || plan.orderBy.length > 0 ? Infinity : plan.offset + plan.limit

/** Compiled in full before anything runs, so that all lookups are known. */
const prepare = (plan: SelectPlan, run: QueryRun) => {
  const statement = new Statement(plan, run)
  const { compile, frame } = statement
  const select = plan.select.map(({ expr }) => compile(expr))
  const orderBy = plan.orderBy.map(({ expr }) => compile(expr))
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
  return { statement, select, orderBy, having, frames }
}

/** Runs a SELECT to its end. */
export function* selectRows(plan: SelectPlan, run: QueryRun): Work<ReadonlyArray<Row>> {
  const { frames, having, orderBy, select, statement } = prepare(plan, run)
  // Compiling an expression takes as long as evaluating it for a few rows.
  run.budget.spend(4 * costOf([...plan.where === undefined ? [] : [plan.where], ...perRow(plan)]))
  if (run.budget.isSpent()) yield false
  yield* fillLookups(statement, run)
  const seen = new Set<CellKey>()
  const entries: Array<Entry> = []
  const wanted = enough(plan)
  if (wanted === 0) return []
  for (const frame of frames) {
    if (frame === undefined) {
      yield false
      continue
    }
    if (!having(frame)) continue
    const row = select.map((evaluate) => evaluate(frame))
    if (plan.distinct) {
      const key = cellsKey(row)
      if (seen.has(key)) continue
      seen.add(key)
    }
    run.budget.hold()
    entries.push({ row, keys: orderBy.map((evaluate) => evaluate(frame)) })
    if (entries.length >= wanted) break
  }
  const ordered = orderBy.length === 0 ? entries : yield* sorted(entries, entryOrder(plan), run.budget)
  const end = plan.limit === undefined ? undefined : plan.offset + plan.limit
  return ordered.slice(plan.offset, end).map(({ row }) => row)
}
