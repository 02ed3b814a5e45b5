import type { Dashboard } from "@hedgerow/core/dashboards/Dashboard"
import type { Insight } from "@hedgerow/core/dashboards/Insight"
import { bodyOf, InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import type { RefreshMode } from "@hedgerow/core/query/execution/RefreshMode"
import { jsonMembers } from "@hedgerow/core/query/JsonMembers"
import { utf8BytesInSteps } from "@hedgerow/core/query/JsonSteps"
import { QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import { QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { type LongText, wholeText } from "@hedgerow/sql/types/LongText"
import { JsonText, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { inTurns } from "@hedgerow/sql/types/Steps"
import { Effect, Exit, Scope } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { parseExactly } from "../query/ExactJson.ts"
import { makeGate } from "../query/QueryGate.ts"

/** The fields of a record about the result of its query. */
export interface AnsweredFields {
  readonly [field: string]: WireValue
}

const names = [
  "columns",
  "types",
  "hasMore",
  "hogql",
  "is_cached",
  "last_refresh",
  "next_allowed_client_refresh",
  "cache_target_age",
  "query_status",
  "resolved_date_range",
  "timezone"
] as const

/** Nothing is kept. */
export const unanswered: AnsweredFields = {
  result: null,
  ...Object.fromEntries(names.map((name) => [name, null])),
  is_cached: false
}

/** The result stays the text that it is. */
const fieldsOf = Effect.fnUntraced(function*(text: LongText): Effect.fn.Return<AnsweredFields> {
  const members = yield* inTurns(() => jsonMembers(text))
  const fields = names.flatMap((name) => {
    const member = members.get(name)
    return member === undefined ? [] : [[name, parseExactly(wholeText(member))] as const]
  })
  return { ...unanswered, ...Object.fromEntries(fields), result: new JsonText(members.get("results") ?? "null") }
})

/**
 * The room that results in one response have: together they are as large as one answer may be. One alone always finds
 * room.
 */
export interface ResultRoom {
  /** Bytes of results. */
  held: number
  readonly most: number
}

/** The room of a response. */
export const makeResultRoom: Effect.Effect<ResultRoom> = Effect.map(QueryLimits, ({ maxBytes }) => ({
  held: 0,
  most: maxBytes
}))

/** Takes room for a result, which is too large where there is not enough beside the others. */
const takeRoom = Effect.fnUntraced(function*(room: ResultRoom, bytes: number) {
  if (room.held > 0 && room.held + bytes > room.most) {
    return yield* new QueryTooLarge({ limit: "answer", most: room.most })
  }
  room.held += bytes
})

/** The options of results. */
export interface Answering {
  readonly refresh: RefreshMode
  /** The dashboard that shows the insight: its filters count. */
  readonly on?: Pick<Dashboard, "filters"> | undefined
  /** Shared with the other results of the response. */
  readonly room?: ResultRoom
  /** The route that asks. */
  readonly endpoint: string
}

/** Answers stored queries; those of one list or dashboard share a room. */
export const makeInsightAnswers = Effect.gen(function*() {
  const results = yield* InsightResults
  const gate = yield* makeGate

  /** A result without room in the response is let go at once; another one counts as held as long as the response. */
  return Effect.fnUntraced(function*(insight: Insight, { endpoint, on, refresh, room }: Answering) {
    const { key, user } = yield* CurrentCaller
    const asking = { project: yield* CurrentProject, user: user.id, endpoint, isKeyRequest: key !== undefined }
    if (refresh !== "force_cache") yield* gate.toRunStored(bodyOf(insight, { refresh, on }))
    const scope = yield* Scope.fork(yield* Effect.scope)
    const text = yield* Scope.provide(results.of(asking, insight, { refresh, on }), scope)
    if (text === undefined) return unanswered
    if (room !== undefined) {
      const bytes = yield* inTurns(() => utf8BytesInSteps(text))
      yield* Effect.tapError(takeRoom(room, bytes), () => Scope.close(scope, Exit.void))
    }
    return yield* fieldsOf(text)
  })
})
