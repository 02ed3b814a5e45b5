import { QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import type { QueryPlan, RecursivePlan, SetPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import type { CellKey } from "./CellKey.ts"
import { paused, type RowBudget, type Work } from "./RowBudget.ts"
import { answerRows, selectRows } from "./SelectRows.ts"
import type { CommonRows, QueryRun } from "./Statement.ts"
import type { TableSnapshot } from "./TableSnapshot.ts"

type Answer = Generator<Row | undefined, void, void>

/** The rows of a query over a snapshot one by one, as soon as it has them; undefined for a pause. */
export const answerQuery = (plan: QueryPlan, tables: TableSnapshot, budget: RowBudget): Answer => {
  const run: QueryRun = {
    tables,
    budget,
    common: new Map(),
    rowsOf: (inner) => queryRows(inner, run),
    commonPlan: (name) => commonTable(name, run).plan,
    commonRows: (name) => commonRows(name, run)
  }
  return answer(plan, run)
}

function* answer(plan: QueryPlan, run: QueryRun): Answer {
  for (const { name, plan: table } of plan.with ?? []) run.common.set(name, { plan: table, rows: undefined })
  if (plan._tag === "Select") yield* answerRows(plan, run)
  else if (plan._tag === "Set" && plan.operator === "union all") {
    for (const input of plan.inputs) yield* answer(input, run)
  } else yield* yield* paused(queryRows(plan, run))
}

function* queryRows(plan: QueryPlan, run: QueryRun): Work<ReadonlyArray<Row>> {
  for (const { name, plan: table } of plan.with ?? []) run.common.set(name, { plan: table, rows: undefined })
  switch (plan._tag) {
    case "Select":
      return yield* selectRows(plan, run)
    case "Set":
      return yield* setRows(plan, run)
    case "Recursive":
      throw new Error("The plan has a recursive query that is no common table")
  }
}

const commonTable = (name: string, run: QueryRun): CommonRows => {
  const table = run.common.get(name)
  if (table === undefined) throw new Error("The plan names a common table that it does not have")
  return table
}

function* commonRows(name: string, run: QueryRun): Work<ReadonlyArray<Row>> {
  const table = commonTable(name, run)
  if (table.rows === undefined) {
    table.rows = table.plan._tag === "Recursive"
      ? yield* recursiveRows(name, table.plan, run)
      : yield* queryRows(table.plan, run)
  }
  return table.rows
}

function* recursiveRows(name: string, { base, rounds, step }: RecursivePlan, run: QueryRun): Work<ReadonlyArray<Row>> {
  const all: Array<Row> = []
  let rows = yield* queryRows(base, run)
  for (let round = 0; rows.length > 0; round++) {
    if (round > rounds) throw new QueryTooLarge({ limit: "recursion" })
    for (const row of rows) {
      if (run.budget.isSpent()) yield false
      run.budget.hold(row)
      all.push(row)
    }
    const own = run.common.get(name)
    if (own !== undefined) own.rows = rows
    rows = yield* queryRows(step, run)
  }
  return all
}

function* keysOf(plan: QueryPlan, run: QueryRun): Work<Map<CellKey, Row>> {
  const found = new Map<CellKey, Row>()
  for (const row of yield* queryRows(plan, run)) {
    if (run.budget.isSpent()) yield false
    const key = run.budget.keys.ofAll(row)
    if (found.has(key)) continue
    run.budget.hold(row)
    found.set(key, row)
  }
  return found
}

function* setRows({ inputs, operator }: SetPlan, run: QueryRun): Work<ReadonlyArray<Row>> {
  if (operator === "union all") {
    const all: Array<Row> = []
    for (const input of inputs) {
      for (const row of yield* queryRows(input, run)) {
        if (run.budget.isSpent()) yield false
        run.budget.hold(row)
        all.push(row)
      }
    }
    return all
  }
  const [first, ...others] = inputs
  const kept = first === undefined ? new Map<CellKey, Row>() : yield* keysOf(first, run)
  for (const input of others) {
    const keys = yield* keysOf(input, run)
    if (operator === "union") {
      for (const [key, row] of keys) if (!kept.has(key)) kept.set(key, row)
    } else {
      for (const key of kept.keys()) if (keys.has(key) === (operator === "except")) kept.delete(key)
    }
  }
  return [...kept.values()]
}
