import { type Alert, alertEntity } from "@hedgerow/core/alerts/Alert"
import { AlertRepository } from "@hedgerow/core/alerts/AlertRepository"
import { InsightId } from "@hedgerow/core/dashboards/Insight"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

const alertOf = Effect.fnUntraced(function*(project: ProjectId) {
  const now = yield* DateTime.now
  const fields: Omit<Alert, "id"> = {
    project_id: project,
    insight_id: InsightId.make(1),
    name: "Signups are low",
    subscribed_users: [],
    threshold: { configuration: { type: "absolute", bounds: { lower: 1.5 } } },
    condition: { type: "absolute_value" },
    config: { type: "TrendsAlertConfig", series_index: 0 },
    calculation_interval: "daily",
    enabled: true,
    skip_weekend: false,
    state: "Not firing",
    told_state: "Not firing",
    snoozed_until: null,
    last_notified_at: null,
    last_checked_at: null,
    next_check_at: now,
    checks: [],
    created_by: null,
    created_at: now
  }
  return fields
})

const later = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")

const changes: Partial<Alert> = {
  insight_id: InsightId.make(7),
  name: "Ünïcode \"quoted\"",
  subscribed_users: [UserId.make(3), UserId.make(4)],
  threshold: { configuration: { type: "percentage", bounds: { lower: null, upper: 0.2 } } },
  condition: { type: "relative_increase" },
  config: { type: "TrendsAlertConfig", series_index: 2, check_ongoing_interval: true },
  calculation_interval: "hourly",
  enabled: false,
  skip_weekend: true,
  state: "Snoozed",
  told_state: "Firing",
  snoozed_until: later,
  last_notified_at: later,
  last_checked_at: later,
  next_check_at: null,
  checks: [
    { id: "a", created_at: "2026-01-02T03:04:05Z", calculated_value: 1.25, state: "Firing", targets_notified: true },
    { id: "b", created_at: "2026-01-01T03:04:05Z", calculated_value: null, state: "Errored", targets_notified: false }
  ],
  created_by: UserId.make(3),
  created_at: later
}

/** The promises of every storage of alerts. */
export const suite = <E>(name: string, storage: Layer.Layer<AlertRepository | EntityContract.EntityPorts, E>) =>
  EntityContract.suite(name, storage, {
    entity: alertEntity,
    port: AlertRepository,
    owner: makeProjectId,
    fields: alertOf,
    changes: () => Effect.succeed(changes)
  })
