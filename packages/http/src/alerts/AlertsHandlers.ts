import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { Alert } from "@hedgerow/core/alerts/Alert"
import { Alerts } from "@hedgerow/core/alerts/Alerts"
import type { Insight, InsightId } from "@hedgerow/core/dashboards/Insight"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import type { Project } from "@hedgerow/core/identity/Project"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { Effect, Schema } from "effect"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers } from "../entities/EntityHandlers.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { namedUser, userBasicRecord } from "../identity/IdentityEncode.ts"
import { alertFilterFields, AlertsApi } from "./AlertsApi.ts"
import { type AlertRecord, ListedAlert } from "./AlertSchema.ts"

type Named = { readonly people: ReadonlyMap<UserId, User>; readonly insights: ReadonlyMap<InsightId, Insight> }

const isConfiguration = Schema.is(ListedAlert.fields.threshold.fields.configuration)

const listedRecord = ({ insights, people }: Named) => (row: Alert): typeof ListedAlert.Type => {
  const insight = insights.get(row.insight_id)
  const shown = insight?.deleted === true ? undefined : insight
  return {
    id: row.id,
    name: row.name,
    insight: { id: row.insight_id, short_id: shown?.short_id ?? null, name: shown?.name ?? null },
    subscribed_users: row.subscribed_users.flatMap((id) => {
      const user = people.get(id)
      return user === undefined ? [] : [userBasicRecord(user)]
    }),
    threshold: {
      id: row.id,
      created_at: isoText(row.created_at),
      name: "",
      configuration: isConfiguration(row.threshold["configuration"]) ? row.threshold["configuration"] : {}
    },
    condition: row.condition,
    config: row.config,
    calculation_interval: row.calculation_interval,
    enabled: row.enabled,
    skip_weekend: row.skip_weekend,
    state: row.state,
    snoozed_until: isoTextOrNull(row.snoozed_until),
    last_notified_at: isoTextOrNull(row.last_notified_at),
    last_checked_at: isoTextOrNull(row.last_checked_at),
    next_check_at: isoTextOrNull(row.next_check_at),
    created_by: namedUser(people, row.created_by),
    created_at: isoText(row.created_at)
  }
}

/** Shows and changes alerts. */
export const layer = handlerGroup(
  AlertsApi,
  Effect.fnUntraced(function*(handlers) {
    const alerts = yield* Alerts
    const insights = yield* InsightRepository
    const { people } = yield* UserLookup

    const records = Effect.fnUntraced(function*(project: Project, rows: ReadonlyArray<Alert>) {
      const named = rows.flatMap((
        { created_by, subscribed_users }
      ) => [...subscribed_users, ...created_by === null ? [] : [created_by]])
      const found = yield* insights.findMany(project.id, rows.map(({ insight_id }) => insight_id))
      return listedRecord({
        people: yield* people(project, named),
        insights: new Map(found.map((insight) => [insight.id, insight]))
      })
    })

    const plain = yield* makeEntityHandlers({
      group: "alerts",
      scope: "Alert",
      list: Effect.fnUntraced(function*(project, query, page) {
        const { insight, insight_id } = yield* readListQuery(alertFilterFields, query)
        const id = insight ?? insight_id
        return yield* alerts.list(project, id === undefined ? {} : { insight: id }, page)
      }),
      find: alerts.find,
      idOf: ({ id }: Alert) => id,
      create: alerts.create,
      patch: alerts.patch,
      remove: alerts.remove,
      shownInLists: records,
      shown: (project, row: Alert) =>
        Effect.map(
          records(project, [row]),
          (record): typeof AlertRecord.Type => ({ ...record(row), checks: row.checks })
        )
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
