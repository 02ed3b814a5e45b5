import { Duration, Effect } from "effect"
import type { Project } from "../access/Project.ts"
import type { EventTime } from "../events/EventTime.ts"
import { type EngineResult, QueryEngine, QueryTimedOut } from "./QueryEngine.ts"
import type { Limits } from "./QueryLimits.ts"
import { planModifiers } from "./QueryModifiers.ts"
import type { QueryRequest } from "./QueryRequest.ts"
import { limitRows, type RowLimit, withRowLimit } from "./RowLimit.ts"
import type { Statement } from "./sql/Ast.ts"
import { parseStatement } from "./sql/parse/Parser.ts"
import { printStatement } from "./sql/print/Printer.ts"
import type { OutputColumn } from "./sql/resolve/Planning.ts"
import { resolveStatement } from "./sql/resolve/Resolver.ts"
import { fillRequest } from "./SqlPlaceholders.ts"
import { startStopwatch, type Timing } from "./Stopwatch.ts"

/** What running an SQL node found. */
export interface SqlOutcome {
  readonly statement: Statement
  /** The text that was run, in canonical form. */
  readonly printed: string
  readonly columns: ReadonlyArray<OutputColumn>
  readonly limit: RowLimit
  readonly result: EngineResult
  readonly timings: ReadonlyArray<Timing>
}

/** Texts up to this length are read in no time. */
const shortText = 4_096

/** Whether others get their turn between the steps of reading a statement: each of them takes milliseconds. */
const isLarge = ({ node }: QueryRequest): boolean =>
  node.query.length > shortText || node.values !== undefined || node.variables !== undefined

/** Parses, fills, resolves and runs an SQL node for the project. */
export const runSql = Effect.fnUntraced(
  function*(project: Project, request: QueryRequest, now: EventTime, limits: Limits) {
    const engine = yield* QueryEngine
    const watch = yield* startStopwatch
    const pause = isLarge(request) ? Effect.yieldNow : Effect.void
    const parsed = yield* Effect.fromResult(parseStatement(request.node.query.toWellFormed()))
    yield* pause
    const statement = yield* Effect.fromResult(fillRequest(parsed, request))
    yield* pause
    yield* watch.lap("parse")
    const modifiers = planModifiers(request.node.modifiers)
    const { columns, plan } = yield* Effect.fromResult(resolveStatement(statement, { project, now, modifiers }))
    yield* watch.lap("resolve")
    yield* pause
    const limit = limitRows(plan, limits)
    const result = yield* engine.run(limit.plan, { timeout: limits.timeout }).pipe(
      Effect.timeoutOrElse({
        duration: limits.timeout,
        orElse: () => Effect.fail(new QueryTimedOut({ limitMillis: Duration.toMillis(limits.timeout) }))
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
      result,
      timings: watch.timings()
    }
    return outcome
  }
)
