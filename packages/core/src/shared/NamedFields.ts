import { Effect, Result } from "effect"
import { type InvalidInput, requireNone } from "./InvalidInput.ts"
import { isJsonRecord } from "./JsonRecord.ts"
import { type KnownNames, nameIssues } from "./KnownNames.ts"

/** Reads the fields of a body; the names that were meant to be others are reported with what is wrong in them. */
export const readNamed = Effect.fnUntraced(function*<A>(
  read: Effect.Effect<A, InvalidInput>,
  body: unknown,
  names: KnownNames
) {
  const fields = yield* Effect.result(read)
  const wrong = Result.isSuccess(fields) ? [] : fields.failure.issues
  yield* requireNone([...wrong, ...isJsonRecord(body) ? nameIssues(body, names) : []])
  return yield* Effect.fromResult(fields)
})
