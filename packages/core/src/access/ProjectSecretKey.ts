import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"
import type { Scope } from "./Scope.ts"

export const ProjectSecretKeyId = Uuid.pipe(Schema.brand("ProjectSecretKeyId"))
export type ProjectSecretKeyId = typeof ProjectSecretKeyId.Type

/** The scopes that a project's secret may have: those of servers that evaluate flags themselves. */
export const secretKeyScopes: ReadonlyArray<Scope> = ["feature_flag:read"]

/** The prefix of every value of such a key. */
export const secretKeyPrefix = "phs_"

/**
 * A secret that belongs to a project and to no user: it opens the few endpoints that accept it. Only `secure_value`
 * (`sha256$<hex>` of the value) is kept; the value itself is shown once, when it is issued.
 */
export class ProjectSecretKey extends Schema.Class<ProjectSecretKey>("ProjectSecretKey")({
  id: ProjectSecretKeyId,
  project_id: ProjectId,
  label: Schema.String,
  secure_value: Schema.String,
  mask_value: Schema.String,
  scopes: Schema.Array(Schema.String),
  created_at: Schema.DateTimeUtc,
  created_by: Schema.NullOr(UserId),
  last_rolled_at: Schema.NullOr(Schema.DateTimeUtc),
  last_used_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The oldest first. */
export const secretKeysByAge: EntityQuery<ProjectSecretKey> = { order: [{ field: "created_at", isDescending: false }] }

/** The entity of projects' secrets; a use is noted by itself. */
export const projectSecretKeyEntity = entity({
  name: "ProjectSecretKey",
  table: "project_secret_keys",
  model: ProjectSecretKey,
  ids: "uuid",
  keptByUpdate: ["created_at", "created_by", "last_used_at"],
  activity: { scope: "ProjectSecretAPIKey", name: ({ label }) => label },
  bumps: "installation"
})
