import type { EntityColumns } from "@hedgerow/core/entities/Where"
import { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { type ChangeRequest, changeRequestEntity } from "@hedgerow/core/flags/approvals/ChangeRequest"
import { ChangeRequestRepository } from "@hedgerow/core/flags/approvals/ChangeRequestRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

type Fields = Omit<ChangeRequest, "id">

const at = (iso: string) => DateTime.makeUnsafe(iso)

const request = (project: ProjectId): Fields => ({
  project_id: project,
  flag_id: FeatureFlagId.make(7),
  flag_key: "new-checkout",
  flag_version: 3,
  body: { active: false },
  is_sealed: false,
  diff: [{ field: "active", action: "changed", before: true, after: false }],
  comment: null,
  state: "pending",
  reason: null,
  approvals_needed: 1,
  approvals: [],
  scheduled_at: null,
  expires_at: at("2026-01-31T00:00:00.001Z"),
  created_by: null,
  created_at: at("2026-01-01T00:00:00Z"),
  updated_at: at("2026-01-01T00:00:00Z"),
  closed_by: null,
  closed_at: null
})

const full: Partial<Fields> = {
  flag_id: FeatureFlagId.make(8),
  flag_key: "ä-key",
  flag_version: 4,
  body: { filters: { groups: [{ properties: [], rollout_percentage: 0.5 }], payloads: null }, name: "\"x\" \\" },
  is_sealed: true,
  diff: [],
  comment: "Ünïcode \"quoted\"",
  state: "applied",
  reason: "No \\ reason",
  approvals_needed: 5,
  approvals: [{ user: UserId.make(4), approved_at: "2026-01-02T00:00:00.000Z" }],
  scheduled_at: at("2030-01-01T00:00:00.999Z"),
  expires_at: at("2026-02-01T00:00:00.002Z"),
  created_by: UserId.make(3),
  created_at: at("2025-01-01T00:00:00Z"),
  updated_at: at("2026-02-01T00:00:00.005Z"),
  closed_by: UserId.make(5),
  closed_at: at("2026-02-01T00:00:00.004Z")
}

const requestCase: EntityContract.EntityCase<ChangeRequestRepository, ChangeRequest, EntityColumns, never, never> = {
  entity: changeRequestEntity,
  port: ChangeRequestRepository,
  owner: makeProjectId,
  fields: (project) => Effect.succeed(request(project)),
  changes: () => Effect.succeed(full)
}

/** The contract of every `ChangeRequestRepository`. */
export const suite = <E>(
  name: string,
  storage: Layer.Layer<ChangeRequestRepository | EntityContract.EntityPorts, E>
): void => EntityContract.suite(name, storage, requestCase)
