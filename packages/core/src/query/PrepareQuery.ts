import { Effect } from "effect"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import type { AnswerableKind, PreparedQuery } from "./AnswerQuery.ts"
import { type Asked, type QueryRequest, readQueryRequest } from "./QueryRequest.ts"
import { makeUpgrade } from "./upgrade/UpgradeQuery.ts"

/** A request that was read, and its query. */
export interface ReadQuery {
  readonly request: QueryRequest
  readonly prepared: PreparedQuery
}

/** Reads request bodies: the query is brought to the last version of its kind, and so is what it is made of. */
export const makeReading = (kinds: ReadonlyArray<AnswerableKind>) => {
  const upgrade = makeUpgrade(kinds)
  return Effect.fnUntraced(function*(
    body: unknown,
    asked: Omit<Asked, "overrides">
  ): Effect.fn.Return<ReadQuery, InvalidInput> {
    const request = yield* Effect.fromResult(readQueryRequest(kinds, body))
    const { kind, node: sent, overrides, path } = request
    const node = recordOrEmpty(yield* upgrade(sent))
    return { request, prepared: yield* Effect.fromResult(kind.prepare({ ...asked, node, path, overrides })) }
  })
}
