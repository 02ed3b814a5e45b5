import { EmailTaken } from "@hedgerow/core/access/AccessErrors"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import type { Member } from "@hedgerow/core/access/Member"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { emailKey, User, type UserId } from "@hedgerow/core/identity/User"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { utc } from "../database/Values.ts"

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

interface MemberRow extends Row {
  readonly organization_id: OrganizationId
  readonly level: MembershipLevel
  readonly joined_at: Date
  readonly updated_at: Date
}

const fromRow = (row: Row): User => new User({ ...row, created_at: utc(row.created_at) })

const first = (rows: ReadonlyArray<Row>): Option.Option<User> => Option.map(Option.fromNullishOr(rows[0]), fromRow)

const memberOf = ({ joined_at, level, organization_id, updated_at, ...user }: MemberRow): Member => ({
  organization_id,
  user: fromRow(user),
  level,
  joined_at: utc(joined_at),
  updated_at: utc(updated_at)
})

const textsOf = (user: Omit<User, "id">): ReadonlyArray<string> => [
  user.distinct_id,
  user.email,
  user.first_name,
  user.last_name,
  user.role_at_organization
]

/** The only unique text of a user is the email. */
const onTaken = (email: string) => (error: SqlError.SqlError): Effect.Effect<never, EmailTaken> =>
  error.reason._tag === "UniqueViolation" ? Effect.fail(new EmailTaken({ email })) : Effect.die(error)

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
        yield* requireStorable(textsOf(user))
        const rows = yield* sql<Row>`INSERT INTO users ${sql.insert(fieldsOf(user)).returning("*")}`.pipe(
          Effect.catch(onTaken(user.email))
        )
        return yield* Effect.orDie(Effect.fromOption(first(rows)))
      }),

      find: Effect.fn("PgUserRepository.find")(function*(id: UserId) {
        return first(yield* sql<Row>`SELECT * FROM users WHERE id = ${id}`)
      }, Effect.orDie),

      findForUpdate: Effect.fn("PgUserRepository.findForUpdate")(function*(id: UserId) {
        return first(yield* sql<Row>`SELECT * FROM users WHERE id = ${id} FOR UPDATE`)
      }, Effect.orDie),

      findByEmail: Effect.fn("PgUserRepository.findByEmail")(function*(email: string) {
        if (!isStorable(email)) return Option.none()
        return first(yield* sql<Row>`SELECT * FROM users WHERE lower(email COLLATE "C") = ${emailKey(email)}`)
      }, Effect.orDie),

      list: sql<Row>`SELECT * FROM users ORDER BY id`.pipe(
        Effect.map((rows) => rows.map(fromRow)),
        Effect.orDie,
        Effect.withSpan("PgUserRepository.list")
      ),

      update: Effect.fn("PgUserRepository.update")(function*(user: User) {
        const { first_name, id, is_active, last_name } = user
        yield* requireStorable([first_name, last_name])
        yield* sql`WITH sessions AS (DELETE FROM login_sessions WHERE user_id = ${id} AND NOT ${is_active}::bool),
          links AS (DELETE FROM account_links WHERE user_id = ${id} AND NOT ${is_active}::bool)
          UPDATE users SET first_name = ${first_name}, last_name = ${last_name}, is_active = ${is_active} WHERE id = ${id}`
      }, Effect.orDie),

      setEmail: Effect.fn("PgUserRepository.setEmail")(function*(id: UserId, email: string) {
        yield* requireStorable([email])
        yield* sql`UPDATE users SET email = ${email}, is_email_verified = false WHERE id = ${id}`.pipe(
          Effect.catch(onTaken(email))
        )
      }),

      setCurrent: Effect.fn("PgUserRepository.setCurrent")(
        function*(id: UserId, organization: OrganizationId | null, project: ProjectId | null) {
          yield* sql`UPDATE users SET ${
            sql.update({ current_organization_id: organization, current_project_id: project })
          } WHERE id = ${id}`
        },
        Effect.orDie
      ),

      addMembership: Effect.fn("PgUserRepository.addMembership")(function*(membership: Membership) {
        const { level, organization_id, user_id } = membership
        const now = DateTime.toDateUtc(yield* DateTime.now)
        yield* sql`INSERT INTO memberships ${
          sql.insert({ user_id, organization_id, level, joined_at: now, updated_at: now })
        } ON CONFLICT (user_id, organization_id) DO UPDATE SET level = excluded.level, updated_at = excluded.updated_at`
      }, Effect.orDie),

      removeMembership: Effect.fn("PgUserRepository.removeMembership")(
        function*(organization: OrganizationId, user: UserId) {
          yield* sql`DELETE FROM memberships WHERE organization_id = ${organization}::uuid AND user_id = ${user}`
        },
        Effect.orDie
      ),

      members: Effect.fn("PgUserRepository.members")(function*(organization: OrganizationId) {
        const rows = yield* sql<MemberRow>`SELECT users.*, organization_id, level, joined_at, updated_at
          FROM memberships JOIN users ON users.id = user_id
          WHERE organization_id = ${organization}::uuid ORDER BY joined_at, user_id`
        return rows.map(memberOf)
      }, Effect.orDie),

      memberships: Effect.fn("PgUserRepository.memberships")(function*(id: UserId) {
        const rows = yield* sql<MembershipRow>`SELECT organization_id, user_id, level FROM memberships
          WHERE user_id = ${id} ORDER BY organization_id`
        return rows.map((row) => new Membership(row))
      }, Effect.orDie)
    })
  })
)
