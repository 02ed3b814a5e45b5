import { OrganizationRepository } from "@hedgerow/core/access/AccessRepository"
import { organizationEntity, organizationRepository } from "@hedgerow/core/access/OrganizationEntity"
import { Effect, Layer } from "effect"
import type { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Organisations in memory. */
export const layer: Layer.Layer<OrganizationRepository, never, MemoryDatabase> = Layer.effect(
  OrganizationRepository,
  Effect.map(MemoryEntity.make(organizationEntity), organizationRepository)
)
