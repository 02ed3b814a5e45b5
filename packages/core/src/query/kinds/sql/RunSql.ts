import type { Statement } from "@hedgerow/sql/ast/Ast"
import type { OutputColumn } from "@hedgerow/sql/planning/Planning"
import { printStatement } from "@hedgerow/sql/print/Printer"
import type { Row } from "@hedgerow/sql/types/Cell"
import type { JsonText, WireValue } from "@hedgerow/sql/types/ResultJson"
import { scalar, type SqlType } from "@hedgerow/sql/types/SqlType"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Duration, Effect } from "effect"
import { answerSize } from "../../AnswerSize.ts"
import { encodeRowsInSteps } from "../../JsonSteps.ts"
import { type EngineResult, QueryTimedOut, type RowSink } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { limitRows, type RowLimit, rowsWithin, withRowLimit } from "../../RowLimit.ts"
import { startStopwatch, type Stopwatch, type Timing } from "../../Stopwatch.ts"
import { WrittenRows } from "../../WrittenRows.ts"
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
  /** Without its rows. */
  readonly result: Omit<EngineResult, "rows">
  /** Whether the engine had more rows than the answer. */
  readonly hasMore: boolean
  /** The rows of the answer, as the wire shows them; empty where they are written. */
  readonly results: ReadonlyArray<ReadonlyArray<WireValue>>
  /** The rows of the answer as text, where that is wanted. */
  readonly written: JsonText | undefined
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
      limit: { ...limit, rows: lines.length, isDefault: false },
      after: undefined,
      warnings,
      results: lines.map((line) => [line]),
      written: undefined,
      hasMore: false,
      result: { statement: undefined, rowsRead: 0, bytesRead: 0, warnings: [] },
      explanation: lines,
      timings: watch.timings()
    }
    return outcome
  }
)

/** The rows of an answer, and what the engine said of them. */
interface FoundRows extends Pick<SqlOutcome, "hasMore" | "result" | "results" | "written"> {
  /** The last row of the answer. */
  readonly last: Row | undefined
}

/** Runs the plan within the limits of the query. */
const runPlan = ({ engine, limits }: QueryRun, { hasTotals, plan, rows }: RowLimit, sink?: RowSink) => {
  const { timeout } = limits
  const size = { timeout, atMost: answerSize(limits, rows + (hasTotals ? 2 : 1)) }
  return engine.run(plan, sink === undefined ? size : { ...size, sink }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail(new QueryTimedOut({ limitMillis: Duration.toMillis(timeout) }))
    })
  )
}

const listRows = Effect.fnUntraced(function*(run: QueryRun, types: ReadonlyArray<SqlType>, limit: RowLimit) {
  const { rows, ...result } = yield* runPlan(run, limit)
  const { hasMore, shown } = rowsWithin(limit, rows)
  const results = yield* runSteps(() => encodeRowsInSteps(shown, types))
  const found: FoundRows = { result, results, hasMore, written: undefined, last: shown.at(-1) }
  return found
})

/** Writes the rows while they arrive; an engine that knows no sinks has them all at its end. */
const writeRows = Effect.fnUntraced(function*(run: QueryRun, types: ReadonlyArray<SqlType>, limit: RowLimit) {
  const sink = new WrittenRows(types, limit)
  const { rows, ...result } = yield* runPlan(run, limit, sink)
  yield* runSteps(() => sink.add(rows))
  yield* runSteps(() => sink.end())
  const { hasMore, last } = sink
  const found: FoundRows = { result, results: [], hasMore, written: sink.json(), last }
  return found
})

/** Parses, fills, resolves and runs an SQL node for the project. */
export const runSql = Effect.fnUntraced(
  function*(node: SqlNode, run: QueryRun) {
    const watch = yield* startStopwatch
    const pause = pauseFor(node)
    const read = yield* readSql(node, run, watch)
    if (read.isExplained) return yield* explained(read, run, watch)
    const { columns, statement, warnings } = read
    const limit = yield* Effect.fromResult(pageOfSql(node, read, run))
    const types = columns.map(({ type }) => type)
    const { last, ...rows } = yield* run.isText ? writeRows(run, types, limit) : listRows(run, types, limit)
    yield* watch.lap("execute")
    yield* pause
    const printed = printStatement(withRowLimit(statement, limit))
    yield* pause
    const after = limit.after === undefined
      ? undefined
      : yield* Effect.fromResult(limit.after(rows.hasMore ? last : undefined))
    const asksPlan = node.explain === true || node.modifiers?.debug === true
    const outcome: SqlOutcome = {
      after,
      explanation: asksPlan ? yield* explainPlan(limit.plan, run) : undefined,
      statement,
      printed,
      columns,
      limit,
      warnings,
      ...rows,
      timings: watch.timings()
    }
    return outcome
  }
)
