import { cohortEntity, type CohortId } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository, type DueCohort, type PersonRange } from "@hedgerow/core/cohorts/CohortRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import { joined } from "@hedgerow/core/shared/AfterCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { PgDatabase } from "../database/PgDatabase.ts"
import * as PgTransaction from "../database/PgTransaction.ts"
import { entityRows } from "../entities/EntityRows.ts"
import * as PgEntity from "../entities/PgEntity.ts"
import { dueCohorts } from "./DueCohorts.ts"
import { cohortMembers } from "./PgCohortMembers.ts"

/** Cohorts and their members in PostgreSQL. */
export const layer: Layer.Layer<CohortRepository, never, PgDatabase | SqlClient.SqlClient> = Layer.effect(
  CohortRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const isCopied = yield* CopiedElsewhere
    const join = joined(yield* Transaction)
    const members = cohortMembers(sql, isCopied)
    const cohorts = yield* PgEntity.make(cohortEntity)
    const { read } = entityRows(sql, cohortEntity)

    const addMembers = Effect.fn("PgCohortRepository.addMembers")(members.add, join, Effect.orDie)
    const replaceMembers = Effect.fn("PgCohortRepository.replaceMembers")(members.replace, join, Effect.orDie)

    return CohortRepository.of({
      ...cohorts,

      due: Effect.fn("PgCohortRepository.due")(
        function*(before: DateTime.Utc, after: DueCohort | undefined, limit: number) {
          return yield* read(yield* sql`${dueCohorts(sql, before, after, limit)}`)
        },
        Effect.orDie
      ),

      addMembers: (project: ProjectId, id: CohortId, persons: ReadonlyArray<Uuid>) => ({
        isCopied,
        uncaptured: addMembers(project, id, persons)
      }),

      replaceMembers: (project: ProjectId, id: CohortId, range: PersonRange, persons: ReadonlyArray<Uuid>) => ({
        isCopied,
        uncaptured: replaceMembers(project, id, range, persons)
      }),

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
).pipe(Layer.provide(PgTransaction.layer))
