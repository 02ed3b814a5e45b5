import type { AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import type { QueryRun } from "@hedgerow/core/query/execution/QueryRun"
import type { QueryRate } from "@hedgerow/core/query/QueryKind"
import { findNode, QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { Effect, Result } from "effect"
import { CurrentCaller, CurrentProject, requireScope } from "../auth/Authorization.ts"
import type { EndpointBucketName } from "../limits/RateBuckets.ts"
import { makeThrottle } from "../limits/Throttle.ts"

/** The buckets of a query by the rate of its kind, beside those of the endpoint. */
const buckets: Readonly<Record<QueryRate, ReadonlyArray<EndpointBucketName>>> = { query: [], sql: ["sql"] }

/** Checks a caller by the kind of the query, once its body shows it. */
export const makeGate = Effect.gen(function*() {
  const kinds = yield* QueryKinds
  const throttle = yield* makeThrottle
  const requireScopes = Effect.fnUntraced(function*({ scopes }: AnswerableKind) {
    const caller = yield* CurrentCaller
    yield* Effect.forEach(scopes, (scope) => requireScope(caller, scope), { discard: true })
  })
  const count = Effect.fnUntraced(function*({ rate }: AnswerableKind) {
    const rates = buckets[rate]
    if (rates.length > 0) yield* throttle(yield* CurrentCaller, (yield* CurrentProject).id, rates)
  })
  return {
    toRun: Effect.fnUntraced(function*(body: unknown) {
      const found = findNode(kinds, body)
      if (Result.isFailure(found)) return
      yield* requireScopes(found.success.kind)
      yield* count(found.success.kind)
    }),
    /** A run of a stored query counts as a query; a caller that sees it may see its answer. */
    toRunStored: Effect.fnUntraced(function*(body: unknown) {
      yield* throttle(yield* CurrentCaller, (yield* CurrentProject).id, ["query"])
      const found = findNode(kinds, body)
      if (Result.isSuccess(found)) yield* count(found.success.kind)
    }),
    /** A caller that sees a stored query sees its answer: the rate of its kind alone counts. */
    toShow: count,
    /** A caller that sees the run of a query sees its answer. */
    toSee: Effect.fnUntraced(function*({ request }: QueryRun) {
      const found = findNode(kinds, request)
      if (Result.isSuccess(found)) yield* requireScopes(found.success.kind)
    })
  }
})
