import type { ProjectId } from "@hedgerow/core/access/Project"
import { Cohort, type CohortId } from "@hedgerow/core/cohorts/Cohort"
import {
  type CohortFilter,
  CohortRepository,
  type DueCohort,
  type PersonRange
} from "@hedgerow/core/cohorts/CohortRepository"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer, Option, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { dateOrNull, hasWords } from "./definitions/DefinitionSql.ts"
import { dueCohorts } from "./DueCohorts.ts"
import { cohortMembers } from "./PgCohortMembers.ts"
import type { PgDatabase } from "./PgDatabase.ts"
import { inParts, stampsOf } from "./PgParts.ts"
import { PgTelling } from "./PgTelling.ts"
import * as PgTransaction from "./PgTransaction.ts"
import { utc } from "./Values.ts"
import { wholeRows } from "./WholeRow.ts"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"

type Plain = Omit<Cohort, "created_at" | "last_calculation">

interface Row extends Plain {
  readonly created_at: Date
  readonly last_calculation: Date | null
}

const fromRow = ({ created_at, last_calculation, ...row }: Row): Cohort =>
  new Cohort({
    ...row,
    created_at: utc(created_at),
    last_calculation: last_calculation === null ? null : utc(last_calculation)
  })

const first = (rows: ReadonlyArray<Row>): Option.Option<Cohort> => Option.map(Option.fromNullishOr(rows[0]), fromRow)

const columns = [
  "name",
  "description",
  "groups",
  "deleted",
  "filters",
  "query",
  "is_static",
  "cohort_type",
  "is_calculating",
  "last_calculation",
  "errors_calculating",
  "count",
  "version",
  "created_by",
  "created_at"
] as const

const rowOf = (cohort: Omit<Cohort, "id">) => ({
  ...Struct.pick(cohort, columns),
  created_at: DateTime.toDateUtc(cohort.created_at),
  last_calculation: dateOrNull(cohort.last_calculation)
})

/** Locks a project's cohorts; a number that no other advisory lock of a project has. */
const cohortsLock = 1_001

/** Cohorts and their members in PostgreSQL. */
export const layer: Layer.Layer<CohortRepository, never, PgDatabase | SqlClient.SqlClient> = Layer.effect(
  CohortRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { isTold, tell } = yield* PgTelling
    const transaction = yield* Transaction
    const members = cohortMembers(sql, isTold)
    const write = wholeRows(sql, "cohorts", columns)

    const conditions = (project: ProjectId, { createdBy, isStatic, search = "" }: CohortFilter) =>
      sql.and([
        sql`d.project_id = ${project}`,
        sql`NOT d.deleted`,
        ...(search === "" ? [] : hasWords(sql, [search.toLowerCase()])),
        ...(isStatic === undefined ? [] : [sql`d.is_static = ${isStatic}`]),
        ...(createdBy === undefined ? [] : [sql`d.created_by = ${createdBy}`])
      ])

    const storable = (cohort: Omit<Cohort, "id">) => requireStorable([cohort.name, cohort.description])

    return CohortRepository.of({
      lock: Effect.fn("PgCohortRepository.lock")(
        (project: ProjectId) => sql`SELECT pg_advisory_xact_lock(${project}, ${cohortsLock})`,
        Effect.asVoid,
        Effect.orDie
      ),

      list: Effect.fn("PgCohortRepository.list")(
        function*(project: ProjectId, filter: CohortFilter, { limit, offset }: PageRequest) {
          if (!isStorable(filter.search ?? "")) return { items: [], count: 0 }
          const where = conditions(project, filter)
          const rows = yield* sql<Row>`SELECT d.* FROM cohorts d WHERE ${where}
            ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit} OFFSET ${offset}`
          const counts = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM cohorts d WHERE ${where}`
          return { items: rows.map(fromRow), count: counts[0]?.count ?? 0 }
        },
        Effect.orDie
      ),

      all: Effect.fn("PgCohortRepository.all")(function*(project: ProjectId) {
        const rows = yield* sql<Row>`SELECT * FROM cohorts WHERE project_id = ${project} AND NOT deleted ORDER BY id`
        return rows.map(fromRow)
      }, Effect.orDie),

      parts: Effect.fn("PgCohortRepository.parts")(
        (project: ProjectId) => stampsOf(sql, "cohorts", project),
        Effect.orDie
      ),

      inParts: Effect.fn("PgCohortRepository.inParts")(
        function*(project: ProjectId, parts: ReadonlyArray<number>) {
          const rows = yield* sql<Row>`SELECT d.* FROM cohorts d JOIN ${
            inParts(sql, "d", project, parts)
          } ORDER BY d.id`
          return rows.map(fromRow)
        },
        Effect.orDie
      ),

      due: Effect.fn("PgCohortRepository.due")(
        function*(before: DateTime.Utc, after: DueCohort | undefined, limit: number) {
          const rows = yield* sql<Row>`${dueCohorts(sql, before, after, limit)}`
          return rows.map(fromRow)
        },
        Effect.orDie
      ),

      find: Effect.fn("PgCohortRepository.find")(function*(project: ProjectId, id: CohortId) {
        return first(yield* sql<Row>`SELECT * FROM cohorts WHERE project_id = ${project} AND id = ${id}`)
      }, Effect.orDie),

      findMany: Effect.fn("PgCohortRepository.findMany")(function*(project: ProjectId, ids: ReadonlyArray<CohortId>) {
        if (ids.length === 0) return []
        const rows = yield* sql<Row>`SELECT * FROM cohorts
          WHERE project_id = ${project} AND id = ANY(${ids}::int4[]) ORDER BY id`
        return rows.map(fromRow)
      }, Effect.orDie),

      findForUpdate: Effect.fn("PgCohortRepository.findForUpdate")(function*(project: ProjectId, id: CohortId) {
        return first(yield* sql<Row>`SELECT * FROM cohorts WHERE project_id = ${project} AND id = ${id} FOR UPDATE`)
      }, Effect.orDie),

      insert: Effect.fn("PgCohortRepository.insert")(function*(cohort: Omit<Cohort, "id">) {
        yield* storable(cohort)
        return yield* Effect.fromOption(first(yield* write.insert<Row>(cohort.project_id, rowOf(cohort))))
      }, Effect.orDie),

      update: Effect.fn("PgCohortRepository.update")(function*(cohort: Cohort) {
        yield* storable(cohort)
        yield* write.update(cohort.project_id, cohort.id, rowOf(cohort))
      }, Effect.orDie),

      addMembers: Effect.fn("PgCohortRepository.addMembers")(
        (project: ProjectId, id: CohortId, persons: ReadonlyArray<Uuid>) =>
          transaction.run(tell(members.add(project, id, persons))),
        Effect.orDie
      ),

      replaceMembers: Effect.fn("PgCohortRepository.replaceMembers")(
        (project: ProjectId, id: CohortId, range: PersonRange, persons: ReadonlyArray<Uuid>) =>
          transaction.run(tell(members.replace(project, id, range, persons))),
        Effect.orDie
      ),

      countMembers: Effect.fn("PgCohortRepository.countMembers")(members.count, Effect.orDie),

      members: Effect.fn("PgCohortRepository.members")(members.page, Effect.orDie),

      membershipsOf: Effect.fn("PgCohortRepository.membershipsOf")(
        function*(project: ProjectId, person: Uuid, ids: ReadonlyArray<CohortId>) {
          return (yield* members.memberships(project, [person], ids)).get(person) ?? new Set<CohortId>()
        },
        Effect.orDie
      ),

      membershipsOfAll: Effect.fn("PgCohortRepository.membershipsOfAll")(members.memberships, Effect.orDie)
    })
  })
).pipe(Layer.provide([PgTelling.layer, PgTransaction.layer]))
