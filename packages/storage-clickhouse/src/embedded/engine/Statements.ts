import * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"
import type { Engine, Pieces, Running } from "./Engine.ts"
import type { EngineError } from "./EngineError.ts"
import type { NativeResult } from "./Native.ts"
import type { Asked } from "./Request.ts"
import { begin, type Begun, sendWhole, type Summary, write } from "./Respond.ts"
import { canFinish, canStream, formatOf, isQuery, laneOf } from "./StatementShape.ts"
import { summaryAhead, summaryOfInsert, summaryOfResult } from "./Summaries.ts"

interface Exchange {
  readonly asked: Asked
  readonly format: string
  readonly response: ServerResponse
}

const nothing = new Uint8Array(0)

const answer = ({ asked, format, response }: Exchange, bytes: Uint8Array, summary: Summary) =>
  Effect.sync(() => sendWhole(response, asked, { bytes, format, summary }))

const pump = (next: Pieces["next"], begun: Begun): Effect.Effect<void> =>
  Effect.gen(function*() {
    let bytes = yield* next
    while (bytes !== undefined) {
      yield* write(begun.out, bytes)
      bytes = yield* next
    }
    begun.out.end()
  }).pipe(Effect.catch((error) => Effect.sync(() => begun.fail(error))))

/** The head waits for the first rows: a failure before them is answered with its status. */
const streamed = Effect.fnUntraced(function*({ asked, format, response }: Exchange, { next }: Pieces) {
  const first = yield* next
  const begun = begin(response, asked, format, summaryAhead)
  if (first !== undefined) yield* write(begun.out, first)
  yield* pump(first === undefined ? Effect.succeed(first) : next, begun)
})

/** Either the whole result, to be sent when the lane is free again, or nothing when it was sent already. */
const resultOf = (exchange: Exchange) => (running: Running) => {
  const { asked, format } = exchange
  const whole: Effect.Effect<NativeResult | undefined, EngineError> = running.whole(asked.sql, format)
  if (asked.isWhole || !canStream(asked.sql, format)) return whole
  return Effect.flatMap(
    running.stream(asked.sql, format),
    (pieces) => pieces === undefined ? whole : Effect.as(streamed(exchange, pieces), undefined)
  )
}

/** Runs a statement and answers it. */
export const serve = Effect.fnUntraced(function*(engine: Engine, response: ServerResponse, asked: Asked) {
  const { rows, sql } = asked
  const exchange: Exchange = { asked, response, format: formatOf(sql, asked.defaultFormat) }
  const lane = laneOf(sql, rows)
  if (rows === undefined) {
    const result = yield* engine.run(
      lane,
      asked,
      { leavesNothing: isQuery(sql), canFinish: canFinish(sql) },
      resultOf(exchange)
    )
    if (result !== undefined) yield* answer(exchange, result.bytes, summaryOfResult(result))
    return
  }
  if (rows.length === 0) return yield* answer(exchange, nothing, summaryAhead)
  const shape = { leavesNothing: true, canFinish: false }
  const done = yield* engine.run(lane, asked, shape, (running) => running.insert(sql, rows))
  yield* answer(exchange, nothing, summaryOfInsert(done))
})
