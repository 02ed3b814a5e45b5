import { Context, Effect, Layer } from "effect"
import type { KnownActions } from "../actions/KnownActions.ts"
import type { TypedProperties } from "../definitions/TypedProperties.ts"
import { now as currentTime } from "../events/EventTime.ts"
import type { Project } from "../identity/Project.ts"
import { withConstantAnswers } from "./ConstantAnswers.ts"
import type { SqlKindName } from "./kinds/sql/SqlNode.ts"
import type { SqlResponse } from "./kinds/sql/SqlResponse.ts"
import type { KnownCohorts } from "./KnownCohorts.ts"
import type { QueryLog } from "./log/QueryLog.ts"
import { makeReading } from "./PrepareQuery.ts"
import { QueryEngine } from "./QueryEngine.ts"
import type { QueryError } from "./QueryKind.ts"
import { measuredEngine } from "./QueryMetrics.ts"
import type { QueryResponse } from "./QueryResponse.ts"

/** The answer to a body: of its kind where the body's type names one. */
export type AnswerTo<Body> = Body extends { readonly query: { readonly kind: SqlKindName } } ? SqlResponse
  : QueryResponse

/** Runs queries over the data of one project. */
export class Queries extends Context.Service<Queries, {
  /** Reads and runs a request body at once, ignoring its `refresh` mode; `QueryExecution` follows that. */
  readonly run: <const Body>(project: Project, body: Body) => Effect.Effect<AnswerTo<Body>, QueryError>
}>()("@hedgerow/core/query/Queries") {
  static readonly layer: Layer.Layer<
    Queries,
    never,
    KnownActions | KnownCohorts | QueryEngine | QueryLog | TypedProperties
  > = Layer.effect(
    Queries,
    Effect.gen(function*() {
      const engine = withConstantAnswers(yield* measuredEngine(yield* QueryEngine))
      const read = yield* makeReading
      const run = Effect.fn("Queries.run")(function*(project: Project, body: unknown) {
        const { prepared } = yield* read(body, { project, now: yield* currentTime })
        return yield* prepared.answer(engine)
      })
      // A registry whose rows go by the names of the contract gives what the type says.
      return Queries.of({ run: run as Queries["Service"]["run"] })
    })
  )
}
