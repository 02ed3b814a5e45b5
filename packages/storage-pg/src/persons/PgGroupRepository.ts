import type { PropertyBounds } from "@hedgerow/core/events/CaptureLimits"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { groupCopied } from "@hedgerow/core/persons/CopiedPersons"
import { Group } from "@hedgerow/core/persons/Group"
import { type GroupFilter, type GroupPlace, GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { readKnown, sizedRows } from "../database/KnownChunks.ts"
import type { PgDatabase } from "../database/PgDatabase.ts"
import { statementParts } from "../database/StatementParts.ts"
import { eventTime, microsOf, timeAt, timeOf } from "../database/Values.ts"

interface TypeRow {
  readonly name: string
  readonly index: GroupTypeIndex
}

interface Row {
  readonly group_type_index: GroupTypeIndex
  readonly group_key: string
  readonly properties: Group["properties"]
  readonly created_at: bigint
  readonly updated_at: bigint
}

interface GroupKey {
  readonly index: GroupTypeIndex
  readonly key: string
}

type LockedRow = Pick<Row, "group_key" | "group_type_index">

const sizedColumns = `group_type_index, group_key,
  ${microsOf("created_at")} AS created_at, ${microsOf("updated_at")} AS updated_at`

interface WrittenGroup {
  readonly group: Group
  readonly properties: string
}

const writtenGroup = (group: Group): WrittenGroup => ({ group, properties: JSON.stringify(group.properties) })

const groupOf = (project: ProjectId, row: Row): Group =>
  new Group({
    ...row,
    project_id: project,
    created_at: eventTime(row.created_at),
    updated_at: eventTime(row.updated_at)
  })

/** Locks a project's group types; a number that no bucket of distinct ids has (`PgPersonLocks`). */
const typesLock = 1_000

/** Groups and their types in PostgreSQL. */
export const layer: Layer.Layer<GroupRepository, never, PgDatabase | SqlClient.SqlClient> = Layer.effect(
  GroupRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const isCopied = yield* CopiedElsewhere

    const select = (project: ProjectId) =>
      sql`SELECT g.group_type_index, g.group_key, g.properties,
        ${sql.literal(microsOf("g.created_at"))} AS created_at, ${sql.literal(microsOf("g.updated_at"))} AS updated_at
        FROM groups g WHERE g.project_id = ${project}`

    const sized = (source: Statement.Fragment) =>
      sizedRows<Row>(sql, { columns: sizedColumns, key: "group_type_index, group_key", source })

    const wanted = (project: ProjectId, keys: ReadonlyArray<GroupKey>) =>
      sql`SELECT * FROM groups g WHERE g.project_id = ${project} AND (g.group_type_index, g.group_key) IN (
          SELECT * FROM unnest(${keys.map(({ index }) => index)}::int2[], ${keys.map(({ key }) => key)}::text[])
        )`

    const listed = (project: ProjectId, { index, texts }: GroupFilter, place: GroupPlace | undefined) => {
      const containing = texts.map((text) =>
        sql`strpos(lower(g.group_key COLLATE "pg_c_utf8"), ${text.toLowerCase()} COLLATE "pg_c_utf8") > 0`
      )
      const beyond = place === undefined ? [] : [
        place.side === "after" ? sql`g.group_key > ${place.key}` : sql`g.group_key < ${place.key}`
      ]
      const ofType = [sql`g.project_id = ${project}`, sql`g.group_type_index = ${index}`]
      return sql`SELECT * FROM groups g WHERE ${sql.and([...ofType, ...containing, ...beyond])}`
    }

    const types = Effect.fn("PgGroupRepository.types")(function*(project: ProjectId) {
      const rows = yield* sql<TypeRow>`SELECT name, index FROM group_types WHERE project_id = ${project} ORDER BY index`
      return new Map(rows.map((row) => [row.name, row.index]))
    }, Effect.orDie)

    const addTypes = Effect.fnUntraced(function*(project: ProjectId, names: ReadonlyArray<string>) {
      yield* sql`SELECT pg_advisory_xact_lock(${project}, ${typesLock})`
      yield* sql`INSERT INTO group_types (project_id, name, index)
        SELECT ${project}, wanted.name, free.index
        FROM (
          SELECT name, row_number() OVER (ORDER BY place) AS turn FROM unnest(${names}::text[]) WITH ORDINALITY n(name, place)
          WHERE name NOT IN (SELECT name FROM group_types WHERE project_id = ${project})
        ) wanted
        JOIN (
          SELECT index, row_number() OVER (ORDER BY index) AS turn FROM generate_series(0, 4) index
          WHERE index NOT IN (SELECT t.index FROM group_types t WHERE project_id = ${project})
        ) free USING (turn)`
    }, sql.withTransaction)

    const write = (project: ProjectId, groups: ReadonlyArray<WrittenGroup>) =>
      sql`INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at, updated_at)
      SELECT ${project}, index, key, properties,
        ${sql.literal(timeOf("created"))}, ${sql.literal(timeOf("updated"))}
      FROM unnest(
        ${groups.map(({ group }) => group.group_type_index)}::int2[],
        ${groups.map(({ group }) => group.group_key)}::text[],
        ${groups.map(({ properties }) => properties)}::jsonb[],
        ${groups.map(({ group }) => BigInt(group.created_at))}::int8[],
        ${groups.map(({ group }) => BigInt(group.updated_at))}::int8[]
      ) g(index, key, properties, created, updated)
      ORDER BY index, key
      ON CONFLICT (project_id, group_type_index, group_key) DO UPDATE
      SET properties = excluded.properties, created_at = excluded.created_at, updated_at = excluded.updated_at`

    const save = Effect.fn("PgGroupRepository.save")(function*(project: ProjectId, groups: ReadonlyArray<Group>) {
      const byKey = new Map(groups.map((group) => [`${group.group_type_index}/${group.group_key}`, group]))
      const last = [...byKey.values()]
      if (last.length === 0) return []
      yield* requireStorable(last.map((group) => group.group_key))
      const parts = yield* statementParts(last, writtenGroup, ({ properties }) => properties.length)
      const writes = Effect.forEach(parts, (part) => write(project, part), { discard: true })
      yield* parts.length === 1 ? writes : sql.withTransaction(writes)
      return isCopied ? last.map(groupCopied) : []
    }, Effect.orDie)

    return GroupRepository.of({
      types,

      ensureTypes: Effect.fn("PgGroupRepository.ensureTypes")(
        function*(project: ProjectId, names: ReadonlyArray<string>) {
          const known = yield* types(project)
          const wanted = [...new Set(names)].filter((name) => !known.has(name))
          if (wanted.length === 0 || known.size >= 5) return known
          yield* requireStorable(wanted)
          yield* addTypes(project, wanted)
          return yield* types(project)
        },
        Effect.orDie
      ),

      lock: Effect.fn("PgGroupRepository.lock")(
        function*(project: ProjectId, keys: ReadonlyArray<GroupKey>, bounds?: PropertyBounds) {
          if (keys.length === 0) return []
          yield* requireStorable(keys.map(({ key }) => key))
          const locked = yield* sql<LockedRow>`SELECT group_type_index, group_key FROM (
              ${wanted(project, keys)} ORDER BY g.group_type_index, g.group_key FOR UPDATE OF g
            ) locked`
          const found = locked.map((row): GroupKey => ({ index: row.group_type_index, key: row.group_key }))
          const keyOf = (row: Row): GroupKey => ({ index: row.group_type_index, key: row.group_key })
          const rows = yield* readKnown(bounds, [], found, keyOf, (part) => sized(wanted(project, part)))
          return rows.map((row) => groupOf(project, row))
        },
        Effect.catchTag("SqlError", Effect.die)
      ),

      find: Effect.fn("PgGroupRepository.find")(function*(project: ProjectId, index: GroupTypeIndex, key: string) {
        if (!isStorable(key)) return undefined
        const [row] = yield* sql<Row>`${select(project)} AND g.group_type_index = ${index} AND g.group_key = ${key}`
        return row === undefined ? undefined : groupOf(project, row)
      }, Effect.orDie),

      list: Effect.fn("PgGroupRepository.list")(
        function*(project: ProjectId, filter: GroupFilter, place: GroupPlace | undefined, limit: number) {
          if (!filter.texts.every(isStorable) || !isStorable(place?.key ?? "")) return { groups: [], hasMore: false }
          const key = place?.side === "before" ? "group_key DESC" : "group_key"
          const source = sql`${listed(project, filter, place)} ORDER BY ${sql.literal(key)} LIMIT ${limit + 1}`
          const rows = yield* sizedRows<Row>(sql, { columns: sizedColumns, key, source })
          const groups: Array<Group> = []
          for (const { properties, ...row } of rows.slice(0, limit)) {
            if (properties === null) break
            groups.push(groupOf(project, { ...row, properties }))
          }
          const hasMore = rows.length > groups.length
          return { groups: place?.side === "before" ? groups.toReversed() : groups, hasMore }
        },
        Effect.orDie
      ),

      claim: Effect.fn("PgGroupRepository.claim")(function*(project: ProjectId, group: Group) {
        yield* requireStorable([group.group_key])
        const rows = yield* sql`INSERT INTO groups
            (project_id, group_type_index, group_key, properties, created_at, updated_at)
          VALUES (${project}, ${group.group_type_index}, ${group.group_key}, '{}',
            ${timeAt(sql)(group.created_at)}, ${timeAt(sql)(group.updated_at)})
          ON CONFLICT DO NOTHING RETURNING 1`
        return rows.length > 0
      }, Effect.orDie),

      page: Effect.fn("PgGroupRepository.page")(
        function*(project: ProjectId, index: GroupTypeIndex, after: string | undefined, limit: number) {
          yield* requireStorable([after ?? ""])
          const rows = yield* sql<Row>`${select(project)} AND g.group_type_index = ${index}
            AND (${after === undefined} OR g.group_key > ${after ?? ""}) ORDER BY g.group_key LIMIT ${limit}`
          return rows.map((row) => groupOf(project, row))
        },
        Effect.orDie
      ),

      count: Effect.fn("PgGroupRepository.count")(function*(project: ProjectId, index: GroupTypeIndex) {
        const rows = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM groups
          WHERE project_id = ${project} AND group_type_index = ${index}`
        return rows[0]?.count ?? 0
      }, Effect.orDie),

      save: (project: ProjectId, groups: ReadonlyArray<Group>) => ({ isCopied, uncaptured: save(project, groups) })
    })
  })
)
