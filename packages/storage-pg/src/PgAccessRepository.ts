import {
  OrganizationRepository,
  PersonalApiKeyRepository,
  ProjectRepository,
  UserRepository
} from "@hedgerow/core/access/AccessRepository"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import { Organization, type OrganizationId } from "@hedgerow/core/access/Organization"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { Project, type ProjectId, type ProjectToken, type WeekStart } from "@hedgerow/core/access/Project"
import { User, type UserId } from "@hedgerow/core/access/User"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { utc } from "./Values.ts"

/** A row as the driver reads it: times are dates. */
type RowOf<A> = { readonly [K in keyof A]: DateTime.Utc extends A[K] ? Date | Extract<A[K], null> : A[K] }

interface OrganizationRow {
  readonly id: OrganizationId
  readonly name: string
  readonly slug: string
  readonly created_at: Date
  readonly updated_at: Date
}

const organizationOf = (row: OrganizationRow): Organization =>
  new Organization({ ...row, created_at: utc(row.created_at), updated_at: utc(row.updated_at) })

/** Organisations in PostgreSQL. */
export const layerOrganizations: Layer.Layer<OrganizationRepository, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return OrganizationRepository.of({
      insert: Effect.fn("PgOrganizationRepository.insert")(function*(organization: Organization) {
        const { created_at, id, name, slug, updated_at } = organization
        const times = { created_at: DateTime.toDateUtc(created_at), updated_at: DateTime.toDateUtc(updated_at) }
        yield* sql`INSERT INTO organizations ${sql.insert({ id, name, slug, ...times })}`
      }, Effect.orDie),
      find: Effect.fn("PgOrganizationRepository.find")(function*(id: OrganizationId) {
        const rows = yield* sql<OrganizationRow>`SELECT * FROM organizations WHERE id::text = ${id}`
        return Option.map(Option.fromNullishOr(rows[0]), organizationOf)
      }, Effect.orDie),
      listByIds: Effect.fn("PgOrganizationRepository.listByIds")(function*(ids: ReadonlyArray<OrganizationId>) {
        const rows = yield* sql<OrganizationRow>`SELECT * FROM organizations WHERE id = ANY(${ids}::uuid[])
          ORDER BY created_at, id`
        return rows.map(organizationOf)
      }, Effect.orDie)
    })
  })
)
