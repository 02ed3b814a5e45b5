import { ExperimentTimeseries } from "@hedgerow/core/experiments/timeseries/ExperimentTimeseries"
import type { Project } from "@hedgerow/core/identity/Project"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { Effect, type Schema } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { ExperimentTimeseriesApi, type RecalculationRecord, type TimeseriesRecord } from "./ExperimentTimeseriesApi.ts"

const given = (text: string | undefined): string | undefined => text === "" ? undefined : text

/** Shows the daily results of experiments, and has them computed. */
export const layer = handlerGroup(
  ExperimentTimeseriesApi,
  Effect.fnUntraced(function*(handlers) {
    const timeseries = yield* ExperimentTimeseries

    const results = Effect.fnUntraced(function*(
      project: Project,
      id: string,
      metricUuid: string | undefined,
      fingerprint: string | undefined
    ) {
      const found = yield* timeseries.results(project, id, metricUuid, fingerprint)
      return {
        experiment_id: found.experiment.id,
        metric_uuid: metricUuid ?? "",
        status: found.status,
        timeseries: found.timeseries as Readonly<Record<string, Readonly<Record<string, Schema.Json>> | null>>,
        errors: found.errors,
        computed_at: isoTextOrNull(found.computedAt),
        created_at: isoTextOrNull(found.createdAt),
        updated_at: isoTextOrNull(found.updatedAt),
        recalculation_status: found.recalculation?.status ?? null,
        recalculation_created_at: isoTextOrNull(found.recalculation?.created_at ?? null)
      } satisfies typeof TimeseriesRecord.Type
    })

    return handlers
      .handle(
        "results",
        Effect.fn("http.experimentTimeseries.results")(function*({ params, query }) {
          return yield* results(yield* CurrentProject, params.id, given(query.metric_uuid), given(query.fingerprint))
        }, answering)
      )
      .handleRaw(
        "recalculate",
        Effect.fn("http.experimentTimeseries.recalculate")(function*({ params, request }) {
          const body = yield* readJson(request)
          const asked = yield* timeseries.recalculate(yield* CurrentProject, params.id, body)
          return {
            id: asked.id,
            experiment_id: asked.experiment_id,
            metric_uuid: asked.metric_uuid,
            fingerprint: asked.fingerprint,
            status: asked.status,
            created_at: isoText(asked.created_at)
          } satisfies typeof RecalculationRecord.Type
        }, answering)
      )
  })
)
