import { ExperimentResults } from "@hedgerow/core/experiments/results/ExperimentResults"
import { dateRangeOf } from "@hedgerow/core/query/structured/DateRange"
import type { Schema } from "effect"
import { Effect } from "effect"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { asker } from "./ExperimentAsker.ts"
import { ExperimentResultsApi } from "./ExperimentResultsApi.ts"
import type { ExperimentResultsRecord } from "./ExperimentResultSchema.ts"

/** Shows what experiments found. */
export const layer = handlerGroup(
  ExperimentResultsApi,
  Effect.fnUntraced(function*(handlers) {
    const results = yield* ExperimentResults
    return handlers
      .handle(
        "results",
        Effect.fn("http.experimentResults.results")(function*({ params, query }) {
          const range = yield* dateRangeOf(query)
          const found = yield* results.all(yield* asker("results"), params.id, range)
          const json: Schema.Json = JSON.parse(JSON.stringify(found))
          return json as typeof ExperimentResultsRecord.Type
        }, answering)
      )
      .handleRaw(
        "runningTime",
        Effect.fn("http.experimentResults.runningTime")(function*({ params, request }) {
          return yield* results.runningTime(yield* asker("running_time"), params.id, yield* readJson(request))
        }, answering)
      )
  })
)
