import type { AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import type { QueryRun } from "@hedgerow/core/query/execution/QueryRun"
import type { QueryRate } from "@hedgerow/core/query/QueryKind"
import { findNode, QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { Context, Effect, Result } from "effect"
import { CurrentCaller, CurrentProject, requireScopes } from "../auth/Authorization.ts"
import type { EndpointBucketName } from "../limits/RateBuckets.ts"
import { makeThrottle } from "../limits/Throttle.ts"

/** The buckets of a query by the rate of its kind, beside those of the endpoint. */
const buckets: Readonly<Record<QueryRate, ReadonlyArray<EndpointBucketName>>> = { query: [], sql: ["sql"] }

/** The context of a request whose caller may use the project. */
type Asker = Context.Context<CurrentCaller | CurrentProject>

/** Checks a caller by the kind of the query, once its body shows it. */
export const makeGate = Effect.gen(function*() {
  const kinds = yield* QueryKinds
  const throttle = yield* makeThrottle
  const countIn = (context: Asker, { rate }: AnswerableKind) => {
    const rates = buckets[rate]
    return rates.length === 0
      ? Effect.void
      : throttle(Context.get(context, CurrentCaller), Context.get(context, CurrentProject).id, rates)
  }
  const count = (kind: AnswerableKind) => Effect.contextWith((context: Asker) => countIn(context, kind))
  return {
    toRun: (body: unknown) =>
      Effect.contextWith((context: Asker) => {
        const found = findNode(kinds, body)
        if (Result.isFailure(found)) return Effect.void
        const { kind } = found.success
        return Effect.flatMapEager(
          requireScopes(Context.get(context, CurrentCaller), kind.scopes),
          () => countIn(context, kind)
        )
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
      if (Result.isSuccess(found)) yield* requireScopes(yield* CurrentCaller, found.success.kind.scopes)
    })
  }
})
