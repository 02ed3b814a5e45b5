import type { Dashboard } from "@hedgerow/core/dashboards/Dashboard"
import type { Insight } from "@hedgerow/core/dashboards/Insight"
import { bodyOf, InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import type { RefreshMode } from "@hedgerow/core/query/execution/RefreshMode"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { WireValue } from "@hedgerow/sql/ResultJson"
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

/** Answers stored queries. */
export const makeInsightAnswers = Effect.gen(function*() {
  const results = yield* InsightResults
  const gate = yield* makeGate

  return Effect.fnUntraced(function*(insight: Insight, { endpoint, on, refresh }: Answering) {
    const { key, user } = yield* CurrentCaller
    const asking = { project: yield* CurrentProject, user: user.id, endpoint, isKeyRequest: key !== undefined }
    if (refresh !== "force_cache") yield* gate.toRunStored(bodyOf(insight, { refresh, on }))
    const text = yield* results.of(asking, insight, { refresh, on })
    return text === undefined ? unanswered : fieldsOf(text)
  })
})
