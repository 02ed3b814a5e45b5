import type { ProjectId } from "@hedgerow/core/access/Project"
import type { FeatureFlag, FeatureFlagId, FlagCalls, FlagReference } from "@hedgerow/core/flags/FeatureFlag"
import { FlagKeyTaken } from "@hedgerow/core/flags/FeatureFlagErrors"
import { FeatureFlagRepository } from "@hedgerow/core/flags/FeatureFlagRepository"
import type { FlagFilter } from "@hedgerow/core/flags/FlagFilter"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { conditionsOf, orderOf } from "./flags/FlagConditions.ts"
import { changedColumns, flagColumns, flagOf, type FlagRow, referenceOf, textsOf } from "./flags/FlagRows.ts"
import { inParts, stampsOf } from "./PgParts.ts"

/** The first half of the advisory lock that `lockAll` takes; the second is the project. */
const flagsLock = 1_179_405_383

const nothing = { items: [], count: 0 }

const first = (rows: ReadonlyArray<FlagRow>) => Option.map(Option.fromNullishOr(rows[0]), flagOf)

/** The only unique index that a flag's own fields can run into. */
const takenOrDie = (key: string) => (error: SqlError.SqlError): Effect.Effect<never, FlagKeyTaken> =>
  error.reason._tag === "UniqueViolation" ? Effect.fail(new FlagKeyTaken({ key })) : Effect.die(error)

/** Feature flags in PostgreSQL. */
export const layer: Layer.Layer<FeatureFlagRepository, never, SqlClient.SqlClient> = Layer.effect(
  FeatureFlagRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(flagColumns)
    const select = sql`SELECT ${columns} FROM feature_flags f`

    // Thousands of rows take a while to check: others get a turn in between.
    const flagsOf = Effect.fnUntraced(function*(rows: ReadonlyArray<FlagRow>) {
      const flags: Array<FeatureFlag> = []
      for (const row of rows) {
        flags.push(flagOf(row))
        if (flags.length % 500 === 0) yield* Effect.yieldNow
      }
      return flags
    })

    return FeatureFlagRepository.of({
      nextId: Effect.gen(function*() {
        const [row] = yield* sql<{ id: FeatureFlagId }>`SELECT nextval('feature_flag_ids')::int4 AS id`
        return yield* Effect.fromNullishOr(row?.id)
      }).pipe(Effect.orDie, Effect.withSpan("PgFeatureFlagRepository.nextId")),

      // The page is chosen within an index where there is one; only its rows are read whole.
      list: Effect.fn("PgFeatureFlagRepository.list")(
        function*(project: ProjectId, filter: FlagFilter, page: PageRequest) {
          if (filter.search !== undefined && !isStorable(filter.search)) return nothing
          const where = sql`FROM feature_flags f WHERE ${sql.and(conditionsOf(sql, project, filter))}`
          const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${where}`
          const count = total?.count ?? 0
          if (page.offset >= count) return { items: [], count }
          const order = sql.literal(orderOf(filter))
          const rows = yield* sql<FlagRow>`${select}
            JOIN (SELECT f.project_id, f.id ${where} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}) page
              USING (project_id, id)
            ORDER BY ${order}`
          return { items: rows.map(flagOf), count }
        },
        Effect.orDie
      ),

      find: Effect.fn("PgFeatureFlagRepository.find")(function*(project: ProjectId, id: FeatureFlagId) {
        return first(yield* sql<FlagRow>`${select} WHERE f.project_id = ${project} AND f.id = ${id}`)
      }, Effect.orDie),

      findMany: Effect.fn("PgFeatureFlagRepository.findMany")(
        function*(project: ProjectId, ids: ReadonlyArray<FeatureFlagId>) {
          const rows = yield* sql<FlagRow>`${select}
            WHERE f.project_id = ${project} AND f.id = ANY(${ids}::int4[]) ORDER BY f.id`
          return rows.map(flagOf)
        },
        Effect.orDie
      ),

      findByKey: Effect.fn("PgFeatureFlagRepository.findByKey")(function*(project: ProjectId, key: string) {
        if (!isStorable(key)) return Option.none()
        return first(
          yield* sql<FlagRow>`${select} WHERE f.project_id = ${project} AND f.key = ${key} AND NOT f.deleted`
        )
      }, Effect.orDie),

      all: Effect.fn("PgFeatureFlagRepository.all")(function*(project: ProjectId) {
        const rows = yield* sql<FlagRow>`${select} WHERE f.project_id = ${project} AND NOT f.deleted ORDER BY f.id`
        return yield* flagsOf(rows)
      }, Effect.orDie),

      parts: Effect.fn("PgFeatureFlagRepository.parts")(
        (project: ProjectId) => stampsOf(sql, "feature_flags", project),
        Effect.orDie
      ),

      inParts: Effect.fn("PgFeatureFlagRepository.inParts")(
        function*(project: ProjectId, parts: ReadonlyArray<number>) {
          const rows = yield* sql<FlagRow>`${select} JOIN ${inParts(sql, "f", project, parts)} ORDER BY f.id`
          return yield* flagsOf(rows)
        },
        Effect.orDie
      ),

      lock: Effect.fn("PgFeatureFlagRepository.lock")(function*(project: ProjectId, id: FeatureFlagId) {
        return first(yield* sql<FlagRow>`${select} WHERE f.project_id = ${project} AND f.id = ${id} FOR UPDATE OF f`)
      }, Effect.orDie),

      lockAll: Effect.fn("PgFeatureFlagRepository.lockAll")(function*(project: ProjectId) {
        yield* sql`SELECT pg_advisory_xact_lock(${flagsLock}::int4, ${project}::int4)`
      }, Effect.orDie),

      insert: Effect.fn("PgFeatureFlagRepository.insert")(function*(flag: FeatureFlag) {
        yield* requireStorable(textsOf(flag))
        const changed = changedColumns(sql, flag)
        yield* sql`INSERT INTO feature_flags
            (project_id, id, last_called_at, ${sql.literal(changed.map(([column]) => column).join(", "))})
          VALUES (${flag.project_id}, ${flag.id},
            ${flag.last_called_at === null ? null : DateTime.toDateUtc(flag.last_called_at)}::timestamptz,
            ${sql.csv(changed.map(([, value]) => value))})`.pipe(Effect.catch(takenOrDie(flag.key)))
      }),

      update: Effect.fn("PgFeatureFlagRepository.update")(function*(flag: FeatureFlag) {
        yield* requireStorable(textsOf(flag))
        const changes = changedColumns(sql, flag).map(([column, value]) => sql`${sql.literal(column)} = ${value}`)
        yield* sql`UPDATE feature_flags SET ${sql.csv(changes)}
          WHERE project_id = ${flag.project_id} AND id = ${flag.id}`.pipe(Effect.catch(takenOrDie(flag.key)))
      }),

      dependentsOf: Effect.fn("PgFeatureFlagRepository.dependentsOf")(
        function*(project: ProjectId, id: FeatureFlagId) {
          const rows = yield* sql<FlagRow>`${select} WHERE f.project_id = ${project} AND NOT f.deleted
            AND f.depends_on <> '{}' AND f.depends_on @> ARRAY[${id}]::int4[] ORDER BY f.id`
          return rows.map(flagOf)
        },
        Effect.orDie
      ),

      hasDependents: Effect.fn("PgFeatureFlagRepository.hasDependents")(
        function*(project: ProjectId, id: FeatureFlagId) {
          const rows = yield* sql`SELECT FROM feature_flags f WHERE f.project_id = ${project}
            AND NOT f.deleted AND f.depends_on <> '{}' AND f.depends_on @> ARRAY[${id}]::int4[] LIMIT 1`
          return rows.length > 0
        },
        Effect.orDie
      ),

      reachable: Effect.fn("PgFeatureFlagRepository.reachable")(
        function*(project: ProjectId, from: ReadonlyArray<FeatureFlagId>) {
          const rows = yield* sql<FlagRow>`WITH RECURSIVE reached AS (
              SELECT unnest(${from}::int4[]) AS id
              UNION
              SELECT unnest(on_these.depends_on) FROM reached
              JOIN feature_flags on_these ON on_these.project_id = ${project} AND on_these.id = reached.id
            )
            ${select} JOIN reached USING (id) WHERE f.project_id = ${project} ORDER BY f.id`
          return yield* flagsOf(rows)
        },
        Effect.orDie
      ),

      usingCohorts: Effect.fn("PgFeatureFlagRepository.usingCohorts")(
        function*(project: ProjectId, cohorts: ReadonlyArray<number>) {
          const rows = yield* sql<FlagReference>`SELECT f.id, f.key, f.name FROM feature_flags f
            WHERE f.project_id = ${project} AND NOT f.deleted
              AND f.cohort_ids <> '{}' AND f.cohort_ids && ${cohorts}::int4[] ORDER BY f.id`
          return rows.map(referenceOf)
        },
        Effect.orDie
      ),

      // In one order, so that two of them wait for each other and do not deadlock.
      markCalled: Effect.fn("PgFeatureFlagRepository.markCalled")(function*(project: ProjectId, calls: FlagCalls) {
        const known = [...calls].filter(([key]) => isStorable(key))
        yield* sql`WITH called AS (
            SELECT f.id, c.at
            FROM unnest(${known.map(([key]) => key)}::text[],
              ${known.map(([, at]) => DateTime.toDateUtc(at))}::timestamptz[]) c(key, at)
            JOIN feature_flags f ON f.project_id = ${project} AND f.key = c.key AND NOT f.deleted
            WHERE f.last_called_at IS NULL OR f.last_called_at < c.at
            ORDER BY f.id FOR UPDATE OF f
          )
          UPDATE feature_flags f SET last_called_at = greatest(f.last_called_at, called.at)
          FROM called WHERE f.project_id = ${project} AND f.id = called.id`
      }, Effect.orDie),

      markEnriched: Effect.fn("PgFeatureFlagRepository.markEnriched")(
        function*(project: ProjectId, keys: ReadonlyArray<string>) {
          yield* sql`WITH enriched AS (
              SELECT f.id FROM feature_flags f
              WHERE f.project_id = ${project} AND f.key = ANY(${keys.filter(isStorable)}::text[]) AND NOT f.deleted
                AND NOT f.has_enriched_analytics
              ORDER BY f.id FOR UPDATE
            )
            UPDATE feature_flags f SET has_enriched_analytics = true
            FROM enriched WHERE f.project_id = ${project} AND f.id = enriched.id`
        },
        Effect.orDie
      )
    })
  })
)
