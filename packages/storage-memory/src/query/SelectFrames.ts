/** The frames of a SELECT, of which each is a row with the values that its expressions see. */
import { type Frame, holds } from "@hedgerow/sql/evaluate/Evaluate"
import { sizeOf } from "@hedgerow/sql/plan/ExprMeasures"
import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import { groupFrames } from "./Groups.ts"
import { costOf, type RowBudget, type Rows, sizeOfAll, type Work } from "./RowBudget.ts"
import { sourceRows } from "./SourceRows.ts"
import { aheadFrames, aheadRows, type Stage } from "./Stage.ts"
import { type QueryRun, Statement } from "./Statement.ts"
import { fillWindow } from "./Windows.ts"

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

/** The cost of what is evaluated for each row that WHERE lets through. */
const costOfRow = ({ groupBy = [], orderBy, select }: SelectPlan): number =>
  costOf(sizeOfAll(groupBy) + sizeOfAll(select) + sizeOfAll(orderBy))

const withCost = (rows: Rows, cost: number, budget: RowBudget): Rows =>
  cost === 0 ? rows : costlyRows(rows, cost, budget)

/** The statement's own frame, once for each row; undefined for a pause. */
function* rowFrames(rows: Rows, frame: Frame): Generator<Frame | undefined, void, void> {
  for (const hasRow of rows) yield hasRow ? frame : undefined
}

/** Runs what the expressions look up before the first row. */
export function* fillLookups(statement: Statement, run: QueryRun): Work<void> {
  for (const { keys, plan } of statement.lookups) {
    for (const [cell = null] of yield* run.rowsOf(plan)) {
      if (run.budget.isSpent()) yield false
      keys.add(run.budget.keys.of(cell))
    }
  }
  for (const { plan, to } of statement.nested) to.rows = yield* run.rowsOf(plan)
}

/** The rows that WHERE lets through, with what is evaluated for them counted. */
const keptRows = (
  plan: SelectPlan,
  source: Rows,
  stage: Stage,
  where: (frame: Frame) => boolean,
  budget: RowBudget,
  frame: Frame,
  cost: number
) => {
  if (plan.where === undefined) return source
  return filteredRows(aheadRows(withCost(source, cost, budget), stage, frame), where, frame)
}

/** Compiled in full before anything runs, so that all lookups are known. */
export const prepare = (plan: SelectPlan, run: QueryRun) => {
  const statement = new Statement(plan, run)
  const { beforeWindows, compileAt, frame, input } = statement
  const [beforeWhere, beforeHaving, output] = [statement.stage(), statement.stage(), statement.stage()]
  const compile = compileAt(output)
  const select = plan.select.map(({ expr }) => compile(expr))
  const orderBy = plan.orderBy.map(({ expr }) => compile(expr))
  const by = (plan.limitBy?.by ?? []).map(compile)
  const keys = plan.groupBy?.map(compileAt(input))
  const where = holds(plan.where && compileAt(beforeWhere)(plan.where))
  const having = holds(plan.having && compileAt(beforeHaving)(plan.having))
  const source = plan.from === undefined ? oneRow() : sourceRows(plan.from, statement, run)
  const { budget } = run
  const [whereCost, rowCost] = [plan.where === undefined ? 0 : costOf(sizeOf(plan.where)), costOfRow(plan)]
  const rows = withCost(keptRows(plan, source, beforeWhere, where, budget, frame, whereCost), rowCost, budget)
  const frames = keys !== undefined || statement.aggregates.length > 0
    ? groupFrames(aheadRows(rows, input, frame), keys ?? [], statement, budget)
    : rowFrames(rows, frame)
  const kept = keptFrames(aheadFrames(frames, beforeHaving), having)
  const windowed = statement.windows.length === 0
    ? kept
    : windowFrames(aheadFrames(kept, beforeWindows), statement, budget)
  return { statement, select, orderBy, by, cost: whereCost + rowCost, frames: aheadFrames(windowed, output) }
}

/** The frames for which HAVING holds; windows see no others. */
function* keptFrames(
  frames: Generator<Frame | undefined, void, void>,
  having: (frame: Frame) => boolean
): Generator<Frame | undefined, void, void> {
  for (const frame of frames) if (frame === undefined || having(frame)) yield frame
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
