import { OrganizationRepository } from "@hedgerow/core/access/AccessRepository"
import { organizationEntity, organizationRepository } from "@hedgerow/core/access/OrganizationEntity"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"

/** Organisations in PostgreSQL. */
export const layer: Layer.Layer<OrganizationRepository, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationRepository,
  Effect.map(PgEntity.make(organizationEntity), organizationRepository)
)
