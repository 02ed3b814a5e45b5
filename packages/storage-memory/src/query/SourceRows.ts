import { storedScan } from "@hedgerow/core/query/tables/Tables"
import type { Evaluate, Frame } from "@hedgerow/sql/evaluate/Evaluate"
import type { Source } from "@hedgerow/sql/plan/Plan"
import { type Cell, integerCell, type Row } from "@hedgerow/sql/types/Cell"
import { joinRows } from "./Join.ts"
import type { RowBudget, Rows, Work } from "./RowBudget.ts"
import { aheadRows } from "./Stage.ts"
import type { QueryRun, Statement } from "./Statement.ts"
import { rowBytes } from "./TableColumns.ts"

type Of<Tag extends Source["_tag"]> = Extract<Source, { readonly _tag: Tag }>

function* scanRows(scan: Of<"Scan">, slot: number, { frame }: Statement, { budget, tables }: QueryRun): Rows {
  const { project, table } = storedScan(scan)
  const bytesOf = rowBytes[table] as (row: unknown) => number
  for (const row of tables.rows(table, project)) {
    budget.read(bytesOf(row))
    if (budget.isSpent()) yield false
    frame[slot] = row
    yield true
  }
}

function* madeRows(rows: Work<ReadonlyArray<Row>>, slot: number, frame: Frame, budget: RowBudget): Rows {
  for (const row of yield* rows) {
    if (budget.isSpent()) yield false
    frame[slot] = row
    yield true
  }
}

function* numberRows({ count, first, step }: Of<"Numbers">, slot: number, frame: Frame, budget: RowBudget): Rows {
  for (let i = 0; i < count; i++) {
    if (budget.isSpent()) yield false
    const number = first + i * step
    frame[slot] = [Number.isSafeInteger(number) ? number : integerCell(BigInt(first) + BigInt(i) * BigInt(step))]
    yield true
  }
}

function* nothing(rows: ReadonlyArray<Row>): Work<ReadonlyArray<Row>> {
  return rows
}

/** Compiled at once, not with the first row: then what the expressions look up has been filled. */
const memberRows = (join: Of<"ArrayJoin">, slot: number, statement: Statement, run: QueryRun): Rows => {
  const stage = statement.stage()
  const arrays = join.items.map(({ expr }) => statement.compileAt(stage)(expr))
  const rows = aheadRows(sourceRows(join.source, statement, run), stage, statement.frame)
  return joinedMembers(join, arrays, slot, rows, statement, run)
}

function* joinedMembers(
  join: Of<"ArrayJoin">,
  arrays: ReadonlyArray<Evaluate>,
  slot: number,
  rows: Rows,
  { frame }: Statement,
  run: QueryRun
): Rows {
  for (const hasRow of rows) {
    if (!hasRow) {
      yield false
      continue
    }
    const lists = arrays.map((array) => listOf(array(frame)))
    const length = Math.max(0, ...lists.map((list) => list.length))
    for (let i = 0; i < Math.max(length, join.kind === "left" ? 1 : 0); i++) {
      if (run.budget.isSpent()) yield false
      frame[slot] = lists.map((list) => list[i] ?? null)
      yield true
    }
  }
}

const listOf = (cell: Cell): ReadonlyArray<Cell> => Array.isArray(cell) ? cell : []

/** The rows of a source, one by one in the statement's frame. */
export const sourceRows = (source: Source, statement: Statement, run: QueryRun): Rows => {
  if (source._tag === "Join") {
    const [left, right] = [sourceRows(source.left, statement, run), sourceRows(source.right, statement, run)]
    return joinRows(source, left, right, {
      frame: statement.frame,
      budget: run.budget,
      compileAt: statement.compileAt,
      stage: () => statement.stage(),
      slotsOf: (aliases) => statement.slotsOf(aliases)
    })
  }
  const slot = statement.slotsOf([source.alias])[0] ?? 0
  switch (source._tag) {
    case "Scan":
      return scanRows(source, slot, statement, run)
    case "Subquery":
      return madeRows(run.rowsOf(source.plan), slot, statement.frame, run.budget)
    case "CteRef":
      return madeRows(run.commonRows(source.name), slot, statement.frame, run.budget)
    case "Values":
      return madeRows(nothing(source.rows), slot, statement.frame, run.budget)
    case "Numbers":
      return numberRows(source, slot, statement.frame, run.budget)
    case "ArrayJoin":
      return memberRows(source, slot, statement, run)
  }
}
