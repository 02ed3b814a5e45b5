import { OrganizationRepository } from "@hedgerow/core/access/AccessRepository"
import { Organization, type OrganizationId } from "@hedgerow/core/identity/Organization"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { utc } from "../database/Values.ts"

interface Row {
  readonly id: OrganizationId
  readonly name: string
  readonly slug: string
  readonly created_at: Date
  readonly updated_at: Date
}

const fromRow = (row: Row): Organization =>
  new Organization({ ...row, created_at: utc(row.created_at), updated_at: utc(row.updated_at) })

/** Organisations in PostgreSQL. */
export const layer: Layer.Layer<OrganizationRepository, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return OrganizationRepository.of({
      insert: Effect.fn("PgOrganizationRepository.insert")(function*(organization: Organization) {
        const { created_at, id, name, slug, updated_at } = organization
        yield* requireStorable([name, slug])
        const times = { created_at: DateTime.toDateUtc(created_at), updated_at: DateTime.toDateUtc(updated_at) }
        yield* sql`INSERT INTO organizations ${sql.insert({ id, name, slug, ...times })}`
      }, Effect.orDie),

      find: Effect.fn("PgOrganizationRepository.find")(function*(id: OrganizationId) {
        const [row] = yield* sql<Row>`SELECT * FROM organizations WHERE id = ${id}::uuid`
        return Option.map(Option.fromNullishOr(row), fromRow)
      }, Effect.orDie),

      findForUpdate: Effect.fn("PgOrganizationRepository.findForUpdate")(function*(id: OrganizationId) {
        const [row] = yield* sql<Row>`SELECT * FROM organizations WHERE id = ${id}::uuid FOR UPDATE`
        return Option.map(Option.fromNullishOr(row), fromRow)
      }, Effect.orDie),

      update: Effect.fn("PgOrganizationRepository.update")(function*(organization: Organization) {
        const { created_at, id, name, slug, updated_at } = organization
        yield* requireStorable([name, slug])
        yield* sql`UPDATE organizations SET name = ${name}, slug = ${slug},
          created_at = ${DateTime.toDateUtc(created_at)}, updated_at = ${DateTime.toDateUtc(updated_at)}
          WHERE id = ${id}::uuid`
      }, Effect.orDie),

      listByIds: Effect.fn("PgOrganizationRepository.listByIds")(function*(ids: ReadonlyArray<OrganizationId>) {
        const rows = yield* sql<Row>`SELECT * FROM organizations WHERE id = ANY(${ids}::uuid[]) ORDER BY created_at, id`
        return rows.map(fromRow)
      }, Effect.orDie)
    })
  })
)
