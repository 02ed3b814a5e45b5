import { Clock, Duration, Effect, Exit, Result, type Scope } from "effect"
import type { ClickHouseFailure } from "../ClickHouseErrors.ts"
import type { OpenAnswer, QueryOptions, Settings, Statement } from "../Statement.ts"
import { answerFormat, type AnswerReader, makeAnswerReader } from "./AnswerReader.ts"
import { type Chunks, chunksOf } from "./Chunks.ts"
import { countRowsRead, countStatement, outcomeOf } from "./Metrics.ts"
import { forwards, watchProgress } from "./Progress.ts"
import { send } from "./Request.ts"
import { grace, limitOf, markOf, stop, type Target, within } from "./Running.ts"

/** Every statement has a limit unless it brings its own; the engine ends what runs longer. */
const querySettings: Settings = {
  max_execution_time: 60,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_escape_forward_slashes: 0
}

const whole: Settings = { wait_end_of_query: 1 }

const lastRows = (reader: AnswerReader): OpenAnswer["next"] =>
  Effect.map(Effect.fromResult(reader.finish()), () => {
    const rows = reader.takeRows()
    return rows.length > 0 ? rows : undefined
  })

/** Reads on until rows have come or the answer is over. */
const readRows = (chunks: Chunks, reader: AnswerReader): OpenAnswer["next"] =>
  Effect.flatMap(chunks.next, (chunk) => {
    if (chunk === undefined) return lastRows(reader)
    const taken = reader.take(chunk)
    if (Result.isFailure(taken)) return Effect.fail(taken.failure)
    const rows = reader.takeRows()
    return rows.length > 0 ? Effect.succeed(rows) : readRows(chunks, reader)
  })

interface Account {
  /** Sees how each step of the statement ends. */
  readonly see: <A>(exit: Exit.Exit<A, ClickHouseFailure>) => Effect.Effect<void>
  readonly finish: () => void
}

/** Keeps account of a statement until the scope ends, and stops it in the engine if it is not over by then. */
const accountOf = Effect.fnUntraced(function*(target: Target, statement: Statement, mark: string) {
  const { suspects } = target
  const clock = yield* Clock.Clock
  const start = clock.monotonicTimeNanosUnsafe()
  let outcome: ReturnType<typeof outcomeOf> = "interrupted"
  if (statement.isOfUser === true) suspects.begin(mark, statement)
  yield* Effect.addFinalizer(() => {
    if (outcome === "ok" || outcome === "error") suspects.end(mark)
    else {
      const by = outcome === "interrupted" ? "interruption" : "broken connection"
      suspects.leave(mark, by, clock.currentTimeMillisUnsafe())
    }
    return countStatement("query", outcome, Number(clock.monotonicTimeNanosUnsafe() - start) / 1e9)
  })
  yield* Effect.addFinalizer(() => outcome === "interrupted" ? stop(target, mark) : Effect.void)
  const account: Account = {
    see: (exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit)) outcome = outcomeOf(exit)
      }),
    finish: () => {
      outcome = "ok"
    }
  }
  return account
})

/** Sends a query and reads its answer as it is asked for. */
export const openAnswer = Effect.fnUntraced(function*(
  target: Target,
  statement: Statement,
  { isWhole, onProgress }: QueryOptions
): Effect.fn.Return<OpenAnswer, ClickHouseFailure, Scope.Scope> {
  yield* Effect.makeSpanScoped("ClickHouse.query", {
    attributes: { "db.system.name": "clickhouse", "db.query.text": statement.sql }
  })
  const clock = yield* Clock.Clock
  const { mark, request } = markOf(target, {
    ...statement,
    sql: `${statement.sql}\nFORMAT ${answerFormat}`,
    settings: { ...querySettings, ...statement.settings, ...isWhole === true && target.isEmbedded ? whole : {} }
  })
  const account = yield* accountOf(target, statement, mark)
  const patience = Duration.toMillis(limitOf(request.settings)) + Duration.toMillis(grace)
  const end = clock.currentTimeMillisUnsafe() + patience
  const step = <A>(effect: Effect.Effect<A, ClickHouseFailure>) =>
    Effect.suspend(() =>
      effect.pipe(
        Effect.onExit(account.see),
        target.watch.guarded,
        within(Duration.max(grace, Duration.millis(end - clock.currentTimeMillisUnsafe())))
      )
    )
  const report = onProgress === undefined ? () => undefined : forwards(onProgress)
  if (onProgress !== undefined) yield* Effect.forkScoped(watchProgress(target, mark, report))
  const reader = makeAnswerReader(report)
  const scope = yield* Effect.scope
  const chunks = yield* step(chunksOf(send(target.connections.work, request), scope))
  const next = step(readRows(chunks, reader)).pipe(
    Effect.tap((rows) => {
      if (rows !== undefined) return Effect.void
      account.finish()
      return countRowsRead(reader.soFar().rowsRead)
    })
  )
  return { next, soFar: reader.soFar }
})
