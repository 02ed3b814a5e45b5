import { Context, Effect, Layer } from "effect"
import type { Project } from "../access/Project.ts"
import { now as currentTime } from "../events/EventTime.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { QueryEngine, type QueryEngineError } from "./QueryEngine.ts"
import { QueryLimits } from "./QueryLimits.ts"
import { measuredEngine } from "./QueryMetrics.ts"
import { decodeQueryRequest } from "./QueryRequest.ts"
import { failureResponse, type QueryResponse, successResponse } from "./QueryResponse.ts"
import type { SqlSemanticError, SqlSyntaxError } from "./sql/SqlErrors.ts"
import { runSql } from "./SqlQuery.ts"

/** Why a query has no answer. */
export type QueryError = InvalidInput | SqlSyntaxError | SqlSemanticError | QueryEngineError

/** Runs queries over the data of one project. */
export class Queries extends Context.Service<Queries, {
  /** Reads and runs a request body; every `refresh` mode waits for the answer. */
  readonly run: (project: Project, body: unknown) => Effect.Effect<QueryResponse, QueryError>
}>()("@hedgerow/core/query/Queries") {
  static readonly layer: Layer.Layer<Queries, never, QueryEngine> = Layer.effect(
    Queries,
    Effect.gen(function*() {
      const engine = yield* measuredEngine(yield* QueryEngine)
      const run = Effect.fn("Queries.run")(function*(project: Project, body: unknown) {
        const request = yield* Effect.fromResult(decodeQueryRequest(body))
        const limits = yield* QueryLimits
        const now = yield* currentTime
        const answer = runSql(project, request, now, limits).pipe(
          Effect.provideService(QueryEngine, engine),
          Effect.map((outcome) => successResponse(project, request, now, outcome))
        )
        if (request.node.modifiers?.debug !== true) return yield* answer
        const shown = (error: { readonly detail: string }) =>
          Effect.succeed(failureResponse(project, request, now, error.detail))
        return yield* Effect.catchTags(answer, {
          SqlSyntaxError: shown,
          SqlSemanticError: shown,
          QueryRuntimeError: shown
        })
      })
      return Queries.of({ run })
    })
  )
}
