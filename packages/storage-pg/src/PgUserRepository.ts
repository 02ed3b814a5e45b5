import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import type { OrganizationId } from "@hedgerow/core/access/Organization"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { User, type UserId } from "@hedgerow/core/access/User"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { requireStorable, utc } from "./Values.ts"

interface Row {
  readonly id: UserId
  readonly uuid: Uuid
  readonly distinct_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly is_email_verified: boolean
  readonly is_active: boolean
  readonly role_at_organization: string
  readonly current_organization_id: OrganizationId | null
  readonly current_project_id: ProjectId | null
  readonly created_at: Date
}

interface MembershipRow {
  readonly organization_id: OrganizationId
  readonly user_id: UserId
  readonly level: MembershipLevel
}

const first = (rows: ReadonlyArray<Row>): Option.Option<User> =>
  Option.map(Option.fromNullishOr(rows[0]), (row) => new User({ ...row, created_at: utc(row.created_at) }))

const fieldsOf = (user: Omit<User, "id">) => ({
  uuid: user.uuid,
  distinct_id: user.distinct_id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  is_email_verified: user.is_email_verified,
  is_active: user.is_active,
  role_at_organization: user.role_at_organization,
  current_organization_id: user.current_organization_id,
  current_project_id: user.current_project_id,
  created_at: DateTime.toDateUtc(user.created_at)
})

/** Users and memberships in PostgreSQL. */
export const layer: Layer.Layer<UserRepository, never, SqlClient.SqlClient> = Layer.effect(
  UserRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return UserRepository.of({
      insert: Effect.fn("PgUserRepository.insert")(function*(user: Omit<User, "id">) {
        const { distinct_id, email, first_name, last_name, role_at_organization } = user
        yield* requireStorable([distinct_id, email, first_name, last_name, role_at_organization])
        const rows = yield* sql<Row>`INSERT INTO users ${sql.insert(fieldsOf(user)).returning("*")}`
        return yield* Effect.fromOption(first(rows))
      }, Effect.orDie),

      find: Effect.fn("PgUserRepository.find")(function*(id: UserId) {
        return first(yield* sql<Row>`SELECT * FROM users WHERE id = ${id}`)
      }, Effect.orDie),

      setCurrent: Effect.fn("PgUserRepository.setCurrent")(
        function*(id: UserId, organization: OrganizationId, project: ProjectId) {
          yield* sql`UPDATE users SET current_organization_id = ${organization}, current_project_id = ${project}
            WHERE id = ${id}`
        },
        Effect.orDie
      ),

      addMembership: Effect.fn("PgUserRepository.addMembership")(function*(membership: Membership) {
        const { level, organization_id, user_id } = membership
        yield* sql`INSERT INTO memberships ${sql.insert({ user_id, organization_id, level })}
          ON CONFLICT (user_id, organization_id) DO UPDATE SET level = excluded.level`
      }, Effect.orDie),

      memberships: Effect.fn("PgUserRepository.memberships")(function*(id: UserId) {
        const rows = yield* sql<MembershipRow>`SELECT organization_id, user_id, level FROM memberships
          WHERE user_id = ${id} ORDER BY organization_id`
        return rows.map((row) => new Membership(row))
      }, Effect.orDie)
    })
  })
)
