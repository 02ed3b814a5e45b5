import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, type ProjectId, type ProjectToken, type WeekStart } from "@hedgerow/core/identity/Project"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { utc } from "../database/Values.ts"

interface Row {
  readonly id: ProjectId
  readonly uuid: Uuid
  readonly organization_id: OrganizationId
  readonly name: string
  readonly api_token: ProjectToken
  readonly timezone: string
  readonly week_start_day: WeekStart
  readonly test_account_filters: Project["test_account_filters"]
  readonly created_at: Date
  readonly updated_at: Date
}

const fromRow = (row: Row): Project =>
  new Project({ ...row, created_at: utc(row.created_at), updated_at: utc(row.updated_at) })

const first = (rows: ReadonlyArray<Row>): Option.Option<Project> => Option.map(Option.fromNullishOr(rows[0]), fromRow)

const fieldsOf = (project: Omit<Project, "id">) => ({
  uuid: project.uuid,
  organization_id: project.organization_id,
  name: project.name,
  api_token: project.api_token,
  timezone: project.timezone,
  week_start_day: project.week_start_day,
  test_account_filters: JSON.stringify(project.test_account_filters),
  created_at: DateTime.toDateUtc(project.created_at),
  updated_at: DateTime.toDateUtc(project.updated_at)
})

/** Projects in PostgreSQL. */
export const layer: Layer.Layer<ProjectRepository, never, SqlClient.SqlClient> = Layer.effect(
  ProjectRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return ProjectRepository.of({
      insert: Effect.fn("PgProjectRepository.insert")(function*(project: Omit<Project, "id">) {
        yield* requireStorable([project.api_token, project.name, project.timezone])
        const rows = yield* sql<Row>`INSERT INTO projects ${sql.insert(fieldsOf(project)).returning("*")}`
        return yield* Effect.fromOption(first(rows))
      }, Effect.orDie),

      find: Effect.fn("PgProjectRepository.find")(function*(id: ProjectId) {
        return first(yield* sql<Row>`SELECT * FROM projects WHERE id = ${id}`)
      }, Effect.orDie),

      findForUpdate: Effect.fn("PgProjectRepository.findForUpdate")(function*(id: ProjectId) {
        return first(yield* sql<Row>`SELECT * FROM projects WHERE id = ${id} FOR UPDATE`)
      }, Effect.orDie),

      update: Effect.fn("PgProjectRepository.update")(function*(project: Project) {
        yield* requireStorable([project.api_token, project.name, project.timezone])
        yield* sql`UPDATE projects SET ${sql.update(fieldsOf(project))} WHERE id = ${project.id}`
      }, Effect.orDie),

      findByToken: Effect.fn("PgProjectRepository.findByToken")(function*(token: ProjectToken) {
        yield* requireStorable([token])
        return first(yield* sql<Row>`SELECT * FROM projects WHERE api_token = ${token}`)
      }, Effect.orDie),

      listByOrganizations: Effect.fn("PgProjectRepository.listByOrganizations")(
        function*(ids: ReadonlyArray<OrganizationId>) {
          const rows = yield* sql<Row>`SELECT * FROM projects WHERE organization_id = ANY(${ids}::uuid[]) ORDER BY id`
          return rows.map(fromRow)
        },
        Effect.orDie
      ),

      isEmpty: Effect.gen(function*() {
        const open = yield* Effect.serviceOption(sql.transactionService)
        if (Option.isSome(open)) yield* sql`LOCK TABLE projects IN SHARE ROW EXCLUSIVE MODE`
        return (yield* sql`SELECT 1 FROM projects LIMIT 1`).length === 0
      }).pipe(Effect.orDie, Effect.withSpan("PgProjectRepository.isEmpty"))
    })
  })
)
