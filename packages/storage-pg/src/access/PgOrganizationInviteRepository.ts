import { organizationInviteEntity } from "@hedgerow/core/accounts/invites/OrganizationInvite"
import { OrganizationInviteRepository } from "@hedgerow/core/accounts/invites/OrganizationInviteRepository"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"

/** Invitations in PostgreSQL. */
export const layer: Layer.Layer<OrganizationInviteRepository, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationInviteRepository,
  Effect.map(PgEntity.make(organizationInviteEntity), OrganizationInviteRepository.over)
)
