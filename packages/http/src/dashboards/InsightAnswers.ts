import type { Dashboard } from "@hedgerow/core/dashboards/Dashboard"
import type { Insight } from "@hedgerow/core/dashboards/Insight"
import { bodyOf, InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import type { RefreshMode } from "@hedgerow/core/query/execution/RefreshMode"
import { QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import { QueryLimits } from "@hedgerow/core/query/QueryLimits"
import type { WireValue } from "@hedgerow/core/query/ResultJson"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
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

const fieldsOf = (text: string): AnsweredFields => {
  const answer = parseExactly(text)
  const fields = isJsonRecord(answer) ? answer as AnsweredFields : {}
  return {
    ...unanswered,
    ...Object.fromEntries(names.flatMap((name) => fields[name] === undefined ? [] : [[name, fields[name]]])),
    result: fields["results"] ?? null
  }
}

/** The options of results. */
export interface Answering {
  readonly refresh: RefreshMode
  /** The dashboard that shows the insight: its filters count. */
  readonly on?: Pick<Dashboard, "filters"> | undefined
  /** The route that asks. */
  readonly endpoint: string
}

/**
 * The results of one list or dashboard, which together are no larger than one answer may be: one that finds no room beside
 * the others fails as too large. One alone always finds room.
 */
export const makeRoom = Effect.map(QueryLimits, ({ maxBytes }) => {
  let held = 0
  return Effect.fnUntraced(function*({ length }: string) {
    if (held > 0 && held + length > maxBytes) return yield* new QueryTooLarge({ limit: "answer", most: maxBytes })
    held += length
  })
})

/** The result of `makeRoom`. */
export type Room = Effect.Success<typeof makeRoom>

/** Answers stored queries; those of one list or dashboard share a room. */
export const makeInsightAnswers = Effect.gen(function*() {
  const results = yield* InsightResults
  const gate = yield* makeGate

  return Effect.fnUntraced(function*(insight: Insight, { endpoint, on, refresh }: Answering, room?: Room) {
    const { key, user } = yield* CurrentCaller
    const asking = { project: yield* CurrentProject, user: user.id, endpoint, isKeyRequest: key !== undefined }
    if (refresh !== "force_cache") yield* gate.toRunStored(bodyOf(insight, { refresh, on }))
    const text = yield* results.of(asking, insight, { refresh, on })
    if (text === undefined) return unanswered
    if (room !== undefined) yield* room(text)
    return fieldsOf(text)
  })
})
