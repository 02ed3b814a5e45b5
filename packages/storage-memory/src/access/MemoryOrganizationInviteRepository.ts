import { organizationInviteEntity } from "@hedgerow/core/accounts/invites/OrganizationInvite"
import { OrganizationInviteRepository } from "@hedgerow/core/accounts/invites/OrganizationInviteRepository"
import { Effect, Layer } from "effect"
import type { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Invitations in memory. */
export const layer: Layer.Layer<OrganizationInviteRepository, never, MemoryDatabase> = Layer.effect(
  OrganizationInviteRepository,
  Effect.map(MemoryEntity.make(organizationInviteEntity), OrganizationInviteRepository.over)
)
