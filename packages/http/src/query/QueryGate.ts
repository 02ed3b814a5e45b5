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

/** Lets callers pass as the kind of the query says, once its body shows it. */
export const makeQueryGate = Effect.gen(function*() {
  const kinds = yield* QueryKinds
  const throttle = yield* makeThrottle

  const kindOf = (body: unknown): AnswerableKind | undefined => {
    const found = findNode(kinds, body)
    return Result.isSuccess(found) ? found.success.kind : undefined
  }

  const requireScopes = Effect.fnUntraced(function*(kind: AnswerableKind | undefined) {
    const caller = yield* CurrentCaller
    yield* Effect.forEach(kind?.scopes ?? [], (scope) => requireScope(caller, scope), { discard: true })
  })

  const throttled = Effect.fnUntraced(function*(kind: AnswerableKind | undefined) {
    const rates = kind === undefined ? [] : buckets[kind.rate]
    if (rates.length > 0) yield* throttle(yield* CurrentCaller, (yield* CurrentProject).id, rates)
  })

  return {
    toRun: Effect.fnUntraced(function*(body: unknown) {
      const kind = kindOf(body)
      yield* requireScopes(kind)
      yield* throttled(kind)
    }),
    /** Whoever sees the run of a query sees its answer. */
    toSee: Effect.fnUntraced(function*({ request }: Pick<QueryRun, "request">) {
      yield* requireScopes(kindOf(request))
    }),
    /** Whoever may see a stored query may see its result; what is run counts as a query. */
    toRunStored: Effect.fnUntraced(function*(body: unknown) {
      const kind = kindOf(body)
      const caller = yield* CurrentCaller
      const others = (kind?.scopes ?? []).filter((scope) => scope !== "query:read")
      yield* Effect.forEach(others, (scope) => requireScope(caller, scope), { discard: true })
      yield* throttle(caller, (yield* CurrentProject).id, ["query"])
      yield* throttled(kind)
    })
  }
})
