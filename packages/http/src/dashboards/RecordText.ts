import { inTurns } from "@hedgerow/core/files/RowPieces"
import { writeJson } from "@hedgerow/core/query/JsonSteps"
import { encodeJson, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

const wireOf = (record: object) => record as { readonly [field: string]: WireValue }

/** A longer record is sent piece by piece: it is never held whole a second time. */
const longRecord = 1024 * 1024

/** A record as JSON, in one step. */
export const encodedRecord = (record: object): string => encodeJson(wireOf(record))

/**
 * A record as a response: its results may hold integers that no number of the language has, and be long: others go on while
 * they are written and sent.
 */
export const recordText = Effect.fnUntraced(function*(record: object, status = 200) {
  const pieces: Array<string> = []
  let length = 0
  yield* runSteps(() =>
    writeJson(wireOf(record), (piece) => {
      pieces.push(piece)
      length += piece.length
    })
  )
  const options = { status, contentType: "application/json" }
  return length <= longRecord
    ? HttpServerResponse.text(pieces.join(""), options)
    : HttpServerResponse.stream(Stream.encodeText(inTurns(pieces)), options)
})
