import { constantRows } from "@hedgerow/sql/evaluate/ConstantRows"
import { columnsOf, type QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Effect } from "effect"
import { engineOf, type QueryCursor } from "./QueryCursor.ts"
import type { QueryEngine } from "./QueryEngine.ts"
import { batchInSteps } from "./RowBatches.ts"

const cursorOf = (rows: ReadonlyArray<Row>, plan: QueryPlan): QueryCursor => {
  let isOver = false
  return {
    statement: undefined,
    next: Effect.suspend(() => {
      if (isOver) return Effect.undefined
      isOver = true
      return runSteps(() => batchInSteps(rows, columnsOf(plan).map(({ type }) => type)))
    }),
    summary: Effect.succeed({ rowsRead: 0, bytesRead: 0, warnings: [] })
  }
}

/** An engine of these rows, which takes no work. */
const rowsEngine = (rows: ReadonlyArray<Row>): QueryEngine["Service"] =>
  engineOf(
    "ConstantAnswers",
    (plan) => Effect.sync(() => cursorOf(rows, plan)),
    () => Effect.succeed({ statement: undefined, rows: 0 })
  )

/** The same engine, which is not asked for rows that are known from the plan: it may be away, or busy. */
export const withConstantAnswers = (engine: QueryEngine["Service"]): QueryEngine["Service"] => {
  const engineFor = (plan: QueryPlan): QueryEngine["Service"] => {
    const rows = constantRows(plan)
    return rows === undefined ? engine : rowsEngine(rows)
  }
  return {
    run: (plan, options) => engineFor(plan).run(plan, options),
    stream: (plan, options) => engineFor(plan).stream(plan, options),
    estimate: (plan) => engineFor(plan).estimate(plan)
  }
}
