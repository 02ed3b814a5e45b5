import { assert, it } from "@effect/vitest"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { SlowRequest } from "@hedgerow/http/middleware/RequestLog"
import { MaxJsonBytes } from "@hedgerow/http/requests/JsonBody"
import { Effect, Layer, Logger, References } from "effect"
import { startServer } from "./observability/InProcess.ts"

it.live("a request's context has the settings and no service that the routes are made of", () =>
  Effect.gen(function*() {
    const contexts: Array<ReadonlyMap<string, unknown>> = []
    const logger = Logger.make(({ fiber, message }) => {
      if (String(message) === "Request") contexts.push(fiber.context.mapUnsafe)
    })
    const url = yield* startServer().pipe(
      Effect.provide(Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, "Debug")))
    )
    yield* Effect.promise(() => fetch(`${url}/_health`))
    const [context] = contexts
    const has = ({ key }: { readonly key: string }) => context?.has(key)
    assert.deepStrictEqual([SlowRequest, MaxJsonBytes].map(has), [true, true])
    assert.deepStrictEqual([ProjectAccess, QueryExecution, QueryResultRepository].map(has), [false, false, false])
    assert.isBelow(context?.size ?? 0, 60)
  }).pipe(Effect.scoped))
