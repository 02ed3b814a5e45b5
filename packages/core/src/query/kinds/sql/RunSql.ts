import type { Statement } from "@hedgerow/sql/Ast"
import { printStatement } from "@hedgerow/sql/print/Printer"
import type { OutputColumn } from "@hedgerow/sql/resolve/Planning"
import type { WireValue } from "@hedgerow/sql/ResultJson"
import { scalar } from "@hedgerow/sql/SqlType"
import { inTurns } from "@hedgerow/sql/Steps"
import { Duration, Effect } from "effect"
import { answerSize } from "../../AnswerSize.ts"
import { encodeRowsInSteps } from "../../JsonSteps.ts"
import { type EngineResult, QueryTimedOut } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { limitRows, type RowLimit, withRowLimit } from "../../RowLimit.ts"
import { startStopwatch, type Stopwatch, type Timing } from "../../Stopwatch.ts"
import { explainPlan } from "./ExplainSql.ts"
import { pageOfSql } from "./PageOfSql.ts"
import { pauseFor, readSql, type ReadStatement } from "./ReadSql.ts"
import type { SqlNode } from "./SqlNode.ts"

/** The outcome of an SQL node. */
export interface SqlOutcome {
  readonly statement: Statement
  /** The text that was run, in canonical form. */
  readonly printed: string
  readonly columns: ReadonlyArray<OutputColumn>
  readonly limit: RowLimit
  /** The token of the page after this one; undefined where no pages were asked for. */
  readonly after: string | null | undefined
  /** Warnings about the rows, in words. */
  readonly warnings: ReadonlyArray<string>
  readonly result: EngineResult
  /** The rows of the answer, as the wire shows them. */
  readonly results: ReadonlyArray<ReadonlyArray<WireValue>>
  /** The lines of the explanation, where it was requested. */
  readonly explanation: ReadonlyArray<string> | undefined
  readonly timings: ReadonlyArray<Timing>
}

/** The lines of the explanation as rows; nothing is run. */
const explained = Effect.fnUntraced(
  function*({ plan, statement, warnings }: ReadStatement, run: QueryRun, watch: Stopwatch) {
    const limit = limitRows(plan, run.limits)
    const lines = yield* explainPlan(limit.plan, run)
    yield* watch.lap("explain")
    const outcome: SqlOutcome = {
      statement,
      printed: `EXPLAIN ${printStatement(statement)}`,
      columns: [{ name: "explain", type: scalar("String") }],
      limit: { plan: limit.plan, rows: lines.length, isDefault: false, warnings: limit.warnings },
      after: undefined,
      warnings,
      results: lines.map((line) => [line]),
      result: { rows: [], statement: undefined, rowsRead: 0, bytesRead: 0, warnings: [] },
      explanation: lines,
      timings: watch.timings()
    }
    return outcome
  }
)

/** Parses, fills, resolves and runs an SQL node for the project. */
export const runSql = Effect.fnUntraced(
  function*(node: SqlNode, run: QueryRun) {
    const { engine, limits } = run
    const watch = yield* startStopwatch
    const pause = pauseFor(node)
    const read = yield* readSql(node, run, watch)
    if (read.isExplained) return yield* explained(read, run, watch)
    const { columns, statement, warnings } = read
    const limit = yield* Effect.fromResult(pageOfSql(node, read, run))
    const { timeout } = limits
    const result = yield* engine.run(limit.plan, { timeout, atMost: answerSize(limits, limit.rows + 1) }).pipe(
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(new QueryTimedOut({ limitMillis: Duration.toMillis(timeout) }))
      })
    )
    yield* watch.lap("execute")
    yield* pause
    const printed = printStatement(withRowLimit(statement, limit))
    yield* pause
    const after = limit.after === undefined ? undefined : yield* Effect.fromResult(limit.after(result.rows))
    const asksPlan = node.explain === true || node.modifiers?.debug === true
    const outcome: SqlOutcome = {
      after,
      explanation: asksPlan ? yield* explainPlan(limit.plan, run) : undefined,
      statement,
      printed,
      columns,
      limit,
      warnings,
      result,
      results: yield* inTurns(() =>
        encodeRowsInSteps(
          result.rows.length > limit.rows ? result.rows.slice(0, limit.rows) : result.rows,
          columns.map(({ type }) => type)
        )
      ),
      timings: watch.timings()
    }
    return outcome
  }
)
