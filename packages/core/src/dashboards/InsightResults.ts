import type { LongText } from "@hedgerow/sql/types/LongText"
import { Context, Effect, Layer, Result, Schema, type Scope } from "effect"
import { FiltersOverride } from "../query/Asked.ts"
import { QueryExecution } from "../query/execution/QueryExecution.ts"
import type { QueryFailure } from "../query/execution/QueryFailureText.ts"
import type { Asking } from "../query/execution/Question.ts"
import type { RefreshMode } from "../query/execution/RefreshMode.ts"
import type { Dashboard } from "./Dashboard.ts"
import type { Insight } from "./Insight.ts"

/** The options of a stored insight's result. */
export interface InsightAsk {
  readonly refresh: RefreshMode
  /** The dashboard on which it is shown: its filters count. */
  readonly on?: Pick<Dashboard, "filters"> | undefined
}

const readFilters = Schema.decodeUnknownResult(FiltersOverride)

/** The filters of a dashboard as a request has them; filters of another form change nothing. */
const overrideOf = ({ filters }: Pick<Dashboard, "filters">) => {
  const { breakdown_filter = null, date_from = null, date_to = null, properties = null } = filters
  if ([breakdown_filter, date_from, date_to, properties].every((one) => one === null)) return undefined
  return Result.getOrUndefined(readFilters({ breakdown_filter, date_from, date_to, properties }))
}

/** The fields by which the filters of a dashboard change a request. */
export const overridingFields = (dashboard: Pick<Dashboard, "filters">) => {
  const override = overrideOf(dashboard)
  return override === undefined ? {} : { filters_override: override }
}

/** The request body that an insight stands for; undefined where it has no query. */
export const bodyOf = ({ name, query }: Pick<Insight, "name" | "query">, { on, refresh }: InsightAsk) => {
  if (query === null) return undefined
  return {
    query,
    refresh,
    ...(name === "" ? undefined : { name: name.slice(0, 128) }),
    ...(on === undefined ? undefined : overridingFields(on))
  }
}

/** The results of stored insights. */
export class InsightResults extends Context.Service<InsightResults, {
  /**
   * The JSON text of the answer, as `POST /query/` gives it. With `force_cache` nothing is run: undefined where nothing is
   * kept. Undefined, too, where the insight has no query. A long one counts as held until the scope closes.
   */
  readonly of: (
    asking: Asking,
    insight: Pick<Insight, "name" | "query">,
    ask: InsightAsk
  ) => Effect.Effect<LongText | undefined, QueryFailure, Scope.Scope>
}>()("@hedgerow/core/dashboards/InsightResults") {
  static readonly layer: Layer.Layer<InsightResults, never, QueryExecution> = Layer.effect(
    InsightResults,
    Effect.gen(function*() {
      const execution = yield* QueryExecution
      return InsightResults.of({
        of: Effect.fn("InsightResults.of")(function*(asking, insight, ask) {
          const body = bodyOf(insight, ask)
          if (body === undefined) return undefined
          if (ask.refresh === "force_cache") return yield* execution.recall(asking, body)
          return (yield* execution.ask(asking, body)).json.longText
        })
      })
    })
  )
}
