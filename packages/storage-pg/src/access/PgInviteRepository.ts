import { inviteEntity } from "@hedgerow/core/accounts/invites/Invite"
import { InviteRepository, inviteRepository } from "@hedgerow/core/accounts/invites/InviteRepository"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"

/** Invitations in PostgreSQL. */
export const layer: Layer.Layer<InviteRepository, never, SqlClient.SqlClient> = Layer.effect(
  InviteRepository,
  Effect.map(PgEntity.make(inviteEntity), inviteRepository)
)
