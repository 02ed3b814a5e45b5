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
import { runSteps } from "@hedgerow/sql/types/Steps"
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
  const members = yield* runSteps(() => jsonMembers(text))
  const fields = names.flatMap((name) => {
    const member = members.get(name)
    return member === undefined ? [] : [[name, parseExactly(wholeText(member))] as const]
  })
  return { ...unanswered, ...Object.fromEntries(fields), result: new JsonText(members.get("results") ?? "null") }
})

/**
 * The budget that results in one response have: together they are as large as one answer may be. One alone always finds
 * budget.
 */
export interface ResultBudget {
  /** Bytes of results. */
  held: number
  readonly most: number
}

/** Whether a result of this many bytes finds budget beside the others. */
export const hasBudget = ({ held, most }: ResultBudget, bytes: number): boolean => held === 0 || held + bytes <= most

/** The budget of a response. */
export const makeResultBudget: Effect.Effect<ResultBudget> = Effect.map(QueryLimits, ({ maxBytes }) => ({
  held: 0,
  most: maxBytes
}))

/** Takes budget for a result, which is too large where there is not enough beside the others. */
const takeBudget = Effect.fnUntraced(function*(budget: ResultBudget, bytes: number) {
  if (!hasBudget(budget, bytes)) return yield* new QueryTooLarge({ limit: "answer", most: budget.most })
  budget.held += bytes
})

/** The options of results. */
export interface Answering {
  readonly refresh: RefreshMode
  /** The dashboard that shows the insight: its filters count. */
  readonly on?: Pick<Dashboard, "filters"> | undefined
  /** Shared with the other results of the response. */
  readonly budget?: ResultBudget
  /** The route that asks. */
  readonly endpoint: string
}

/** Answers stored queries; those of one list or dashboard share a budget. */
export const makeInsightAnswers = Effect.gen(function*() {
  const results = yield* InsightResults
  const gate = yield* makeGate

  /** A result without budget in the response is let go at once; another one counts as held as long as the response. */
  return Effect.fnUntraced(function*(insight: Insight, { endpoint, on, refresh, budget }: Answering) {
    const { key, user } = yield* CurrentCaller
    const asking = { project: yield* CurrentProject, user: user.id, endpoint, isKeyRequest: key !== undefined }
    if (refresh !== "force_cache") yield* gate.toRunStored(bodyOf(insight, { refresh, on }))
    const scope = yield* Scope.fork(yield* Effect.scope)
    const text = yield* Scope.provide(results.of(asking, insight, { refresh, on }), scope)
    if (text === undefined) return unanswered
    if (budget !== undefined) {
      const bytes = yield* runSteps(() => utf8BytesInSteps(text))
      yield* Effect.tapError(takeBudget(budget, bytes), () => Scope.close(scope, Exit.void))
    }
    return yield* fieldsOf(text)
  })
})
