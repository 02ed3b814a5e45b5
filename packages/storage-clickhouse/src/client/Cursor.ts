import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { Clock, Duration, Effect, Exit, Option, References, Result, Scope } from "effect"
import type { Readable } from "node:stream"
import type { ClickHouseFailure } from "../protocol/ClickHouseErrors.ts"
import { readChunk } from "../protocol/ReadChunk.ts"
import type { OpenAnswer, QueryOptions, Settings, Statement } from "../protocol/Statement.ts"
import { answerFormat, type AnswerReader, makeAnswerReader } from "./AnswerReader.ts"
import { failureOfCause } from "./Failures.ts"
import { countRowsRead, countStatement, outcomeOf } from "./Metrics.ts"
import { forwards, watchProgress } from "./Progress.ts"
import { exchangeOf } from "./Request.ts"
import { grace, markOf, patienceOf, stop, type Target } from "./Running.ts"
import { isGivenUp } from "./Watch.ts"

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

/** The bytes of an answer that is wanted whole that are read before its rows are handed on. */
const wholePiece = 256 * 1024

/** Reads on until rows have come, and enough bytes, or the answer is over. Others go on between its pieces. */
const readRows = (stream: Readable, reader: AnswerReader, slice: WorkSlice, least: number): OpenAnswer["next"] =>
  Effect.flatMap(Effect.mapError(readChunk(stream), failureOfCause), (chunk) => {
    if (chunk === undefined) return lastRows(reader)
    const taken = reader.take(chunk)
    if (Result.isFailure(taken)) return Effect.fail(taken.failure)
    const rows = chunk.length < least ? [] : reader.takeRows()
    if (rows.length > 0) return Effect.succeed(rows)
    const readOn = Effect.suspend(() => readRows(stream, reader, slice, Math.max(0, least - chunk.length)))
    return slice.isOver(chunk.length) ? Effect.andThen(Effect.yieldNow, readOn) : readOn
  })

interface Account {
  /** Sees how each step of the statement ends. */
  readonly see: <A>(exit: Exit.Exit<A, ClickHouseFailure>) => Effect.Effect<void>
  readonly finish: () => void
  readonly close: Effect.Effect<void>
}

const wasGivenUp = <A>(exit: Exit.Exit<A, ClickHouseFailure>): boolean =>
  Option.exists(Exit.findErrorOption(exit), isGivenUp)

/** Keeps account of a statement until the scope ends, and stops it in the engine if it is not over by then. */
const accountOf = (target: Target, statement: Statement, mark: string, clock: Clock.Clock) => {
  const { suspects } = target
  const start = clock.monotonicTimeNanosUnsafe()
  let outcome: ReturnType<typeof outcomeOf> = "interrupted"
  if (statement.isOfUser === true) suspects.begin(mark, statement)
  const count = Effect.suspend(() => {
    if (outcome === "ok" || outcome === "error") suspects.end(mark)
    else {
      const by = outcome === "interrupted" ? "interruption" : "broken connection"
      suspects.leave(mark, by, clock.currentTimeMillisUnsafe())
    }
    return countStatement("query", outcome, Number(clock.monotonicTimeNanosUnsafe() - start) / 1e9)
  })
  const account: Account = {
    see: (exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit)) outcome = wasGivenUp(exit) ? "interrupted" : outcomeOf(exit)
      }),
    finish: () => {
      outcome = "ok"
    },
    close: Effect.suspend(() => outcome === "interrupted" ? Effect.andThen(stop(target, mark), count) : count)
  }
  return account
}

/** Sends a query and reads its answer as it is asked for. */
export const openAnswer = Effect.fnUntraced(function*(
  target: Target,
  statement: Statement,
  { isWhole, onProgress }: QueryOptions
): Effect.fn.Return<OpenAnswer, ClickHouseFailure, Scope.Scope> {
  if (yield* References.TracerEnabled) {
    yield* Effect.makeSpanScoped("ClickHouse.query", {
      attributes: { "db.system.name": "clickhouse", "db.query.text": statement.sql }
    })
  }
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const { mark, request } = markOf(target, {
    ...statement,
    sql: `${statement.sql}\nFORMAT ${answerFormat}`,
    settings: { ...querySettings, ...statement.settings, ...isWhole === true && target.isEmbedded ? whole : {} }
  })
  const account = accountOf(target, statement, mark, clock)
  yield* Scope.addFinalizer(scope, account.close)
  const exchange = exchangeOf(target.connections.work, request)
  yield* Scope.addFinalizer(scope, Effect.sync(() => exchange.end()))
  const end = clock.currentTimeMillisUnsafe() + patienceOf(request)
  const step = <A>(effect: Effect.Effect<A, ClickHouseFailure>) =>
    Effect.suspend(() => {
      const patience = Math.max(Duration.toMillis(grace), end - clock.currentTimeMillisUnsafe())
      return target.watch.guarded({ patience, giveUp: exchange.end }, Effect.onExit(effect, account.see))
    })
  const report = onProgress === undefined ? () => undefined : forwards(onProgress)
  if (onProgress !== undefined) yield* Effect.forkScoped(watchProgress(target, mark, report))
  const reader = makeAnswerReader(report)
  const stream = yield* step(exchange.answer)
  const next = step(readRows(stream, reader, new WorkSlice(), isWhole === true ? wholePiece : 0)).pipe(
    Effect.tap((rows) => {
      if (rows !== undefined) return Effect.void
      account.finish()
      return countRowsRead(reader.soFar().rowsRead)
    })
  )
  return { next, soFar: reader.soFar }
})
