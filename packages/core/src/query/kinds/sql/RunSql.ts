import { Duration, Effect } from "effect"
import { queryLogName } from "../../log/QueryLogTable.ts"
import { type EngineResult, QueryTimedOut } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { planModifiers } from "../../QueryModifiers.ts"
import { limitRows, type RowLimit, withRowLimit } from "../../RowLimit.ts"
import type { Statement } from "../../sql/Ast.ts"
import { parseStatement } from "../../sql/parse/Parser.ts"
import { printStatement } from "../../sql/print/Printer.ts"
import { namesTable } from "../../sql/resolve/CommonTables.ts"
import type { OutputColumn } from "../../sql/resolve/Planning.ts"
import { resolveStatement } from "../../sql/resolve/Resolver.ts"
import { startStopwatch, type Timing } from "../../Stopwatch.ts"
import type { SqlNode } from "./SqlNode.ts"
import { fillNode } from "./SqlPlaceholders.ts"

/** What running an SQL node found. */
export interface SqlOutcome {
  readonly statement: Statement
  /** The text that was run, in canonical form. */
  readonly printed: string
  readonly columns: ReadonlyArray<OutputColumn>
  readonly limit: RowLimit
  /** What the rows may not show as one would think, in words. */
  readonly warnings: ReadonlyArray<string>
  readonly result: EngineResult
  readonly timings: ReadonlyArray<Timing>
}

/** Texts up to this length are read in no time. */
const shortText = 4_096

/** Whether others get their turn between the steps of reading a statement: each of them takes milliseconds. */
const isLarge = (node: SqlNode): boolean =>
  node.query.length > shortText || node.values !== undefined || node.variables !== undefined

/** Parses, fills, resolves and runs an SQL node for the project. */
export const runSql = Effect.fnUntraced(
  function*(node: SqlNode, { abilities, engine, limits, now, overrides, project, queryLog, types }: QueryRun) {
    const watch = yield* startStopwatch
    const pause = isLarge(node) ? Effect.yieldNow : Effect.void
    const parsed = yield* Effect.fromResult(parseStatement(node.query.toWellFormed()))
    yield* pause
    const statement = yield* Effect.fromResult(fillNode(parsed, node, { now, overrides, project }))
    yield* pause
    yield* watch.lap("parse")
    const modifiers = planModifiers(node.modifiers)
    const log = namesTable(statement, queryLogName) ? { queryLog: yield* queryLog } : {}
    const { columns, plan, warnings } = yield* Effect.fromResult(
      resolveStatement(statement, { project, now, modifiers, types, abilities, ...log })
    )
    yield* watch.lap("resolve")
    yield* pause
    const limit = limitRows(plan, limits)
    const { maxBytes, timeout } = limits
    const result = yield* engine.run(limit.plan, { timeout, atMost: { rows: limit.rows + 1, bytes: maxBytes } }).pipe(
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(new QueryTimedOut({ limitMillis: Duration.toMillis(timeout) }))
      })
    )
    yield* watch.lap("execute")
    yield* pause
    const printed = printStatement(withRowLimit(statement, limit))
    yield* pause
    const outcome: SqlOutcome = {
      statement,
      printed,
      columns,
      limit,
      warnings,
      result,
      timings: watch.timings()
    }
    return outcome
  }
)
