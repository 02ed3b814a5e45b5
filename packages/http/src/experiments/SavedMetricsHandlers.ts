import { accessLevelOf, levelIn } from "@hedgerow/core/access/Membership"
import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { SavedMetric } from "@hedgerow/core/experiments/saved-metrics/SavedMetric"
import { SavedMetrics } from "@hedgerow/core/experiments/saved-metrics/SavedMetrics"
import type { Project } from "@hedgerow/core/identity/Project"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Effect, type Schema } from "effect"
import { CurrentCaller } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, shownAlike } from "../entities/EntityHandlers.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import { SavedMetricsApi } from "./SavedMetricsApi.ts"
import type { SavedMetricRecord } from "./SavedMetricSchema.ts"

/** Shows and changes saved metrics. */
export const layer = handlerGroup(
  SavedMetricsApi,
  Effect.fnUntraced(function*(handlers) {
    const savedMetrics = yield* SavedMetrics
    const { people } = yield* UserLookup

    const shownInLists = Effect.fnUntraced(function*(project: Project, rows: ReadonlyArray<SavedMetric>) {
      const known = yield* people(project, rows.flatMap(({ created_by }) => created_by ?? []))
      const { memberships, user } = yield* CurrentCaller
      const level = accessLevelOf(levelIn(memberships, project.organization_id) ?? 1)
      return (metric: SavedMetric): typeof SavedMetricRecord.Type => ({
        id: metric.id,
        name: metric.name,
        description: metric.description,
        query: metric.query as Readonly<Record<string, Schema.Json>>,
        created_by: namedUser(known, metric.created_by),
        created_at: isoText(metric.created_at),
        updated_at: isoText(metric.updated_at),
        tags: metric.tags,
        user_access_level: metric.created_by === user.id ? "manager" : level
      })
    })

    const plain = yield* makeEntityHandlers({
      group: "savedMetrics",
      scope: "ExperimentSavedMetric",
      list: (project, _query, page) => savedMetrics.list(project, page),
      find: savedMetrics.find,
      idOf: ({ id }: SavedMetric) => id,
      create: savedMetrics.create,
      patch: savedMetrics.patch,
      remove: savedMetrics.remove,
      ...shownAlike(shownInLists)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handle("remove", plain.remove)
      .handle("activity", plain.activityOfOne)
  })
)
