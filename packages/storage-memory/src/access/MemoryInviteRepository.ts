import { inviteEntity } from "@hedgerow/core/accounts/invites/Invite"
import { InviteRepository, inviteRepository } from "@hedgerow/core/accounts/invites/InviteRepository"
import { Effect, Layer } from "effect"
import type { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Invitations in memory. */
export const layer: Layer.Layer<InviteRepository, never, MemoryDatabase> = Layer.effect(
  InviteRepository,
  Effect.map(MemoryEntity.make(inviteEntity), inviteRepository)
)
