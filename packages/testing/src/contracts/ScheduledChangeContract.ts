import type { EntityColumns } from "@hedgerow/core/entities/Where"
import { type ScheduledChange, scheduledChangeEntity } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { ScheduledChangeRepository } from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

type Fields = Omit<ScheduledChange, "id">

const at = (iso: string) => DateTime.makeUnsafe(iso)

const plan = (project: ProjectId): Fields => ({
  project_id: project,
  record_id: "7",
  model_name: "FeatureFlag",
  payload: { operation: "update_status", value: true },
  scheduled_at: at("2030-01-01T00:00:00.001Z"),
  executed_at: null,
  failure_reason: null,
  is_recurring: false,
  recurrence_interval: null,
  cron_expression: null,
  last_executed_at: null,
  end_date: null,
  timezone: "UTC",
  created_by: null,
  created_at: at("2026-01-01T00:00:00Z"),
  updated_at: at("2026-01-01T00:00:00Z")
})

const full: Partial<Fields> = {
  record_id: "8",
  payload: { operation: "update_variants", value: { variants: [{ key: "ä\\\"b", rollout_percentage: 100 }], x: null } },
  executed_at: at("2026-02-01T00:00:00.002Z"),
  failure_reason: "Flag \"x\" is gone",
  is_recurring: true,
  recurrence_interval: "monthly",
  cron_expression: "0 9 * * 1-5",
  last_executed_at: at("2026-02-01T00:00:00.003Z"),
  end_date: at("2031-01-01T00:00:00.004Z"),
  timezone: "Europe/Dublin",
  created_by: UserId.make(3),
  model_name: "FeatureFlag",
  scheduled_at: at("2030-01-01T00:00:00.999Z"),
  created_at: at("2025-01-01T00:00:00Z"),
  updated_at: at("2026-02-01T00:00:00.005Z")
}

const planCase: EntityContract.EntityCase<ScheduledChangeRepository, ScheduledChange, EntityColumns, never, never> = {
  entity: scheduledChangeEntity,
  port: ScheduledChangeRepository,
  owner: makeProjectId,
  fields: (project) => Effect.succeed(plan(project)),
  changes: () => Effect.succeed(full)
}

/** The contract of every `ScheduledChangeRepository`. */
export const suite = <E>(
  name: string,
  storage: Layer.Layer<EntityContract.EntityPorts | ScheduledChangeRepository, E>
): void => EntityContract.suite(name, storage, planCase)
