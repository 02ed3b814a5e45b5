import type { ProjectId } from "@hedgerow/core/access/Project"
import type { Entity, EntityRow, OwnerOf } from "@hedgerow/core/entities/Entity"
import type { EntityQuery, EntityRepository, HashedEntityRepository } from "@hedgerow/core/entities/EntityRepository"
import { all, type Condition, is, isIn } from "@hedgerow/core/entities/Where"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { type Context, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { inParts, stampsOf } from "../PgParts.ts"
import { entityRows } from "./EntityRows.ts"
import { orderSql, whereSql } from "./WhereSql.ts"

type Lock = (owner: number) => readonly [number, number]

/** What PostgreSQL alone must know of an entity. */
export interface PgEntityOptions {
  /** The two numbers of the advisory lock of an owner's rows, where the previous release takes others. */
  readonly lock?: Lock
}

/** By the table's name (FNV-1a), above the numbers of projects, which stand first in other locks. */
const lockOf = (table: string): Lock => {
  let hash = 0x811c9dc5
  for (const letter of table) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return (owner) => [hash >>> 2 | 0x40000000, owner]
}

const nextIdOf = <Row extends EntityRow>(
  sql: SqlClient.SqlClient,
  ids: Entity<Row>["ids"]
): Effect.Effect<Row["id"], SqlError.SqlError> =>
  ids === "uuid"
    ? makeUuid7
    : Effect.flatMap(
      sql<{ id: Row["id"] }>`SELECT nextval(${ids.sequence}::text::regclass)::int4 AS id`,
      ([row]) => Effect.orDie(Effect.fromNullishOr(row?.id))
    )

/** The repository of an entity in PostgreSQL. */
export const make = Effect.fnUntraced(function*<Row extends EntityRow, Derived extends object, Taken>(
  entity: Entity<Row, Derived, Taken>,
  { lock = lockOf(entity.table) }: PgEntityOptions = {}
) {
  const sql = yield* SqlClient.SqlClient
  const { isSoftDeleted, name, owner, table, unique } = entity
  const rows = entityRows(sql, entity)
  const condition = whereSql(sql)
  const select = sql`SELECT ${rows.columns} FROM ${sql.literal(table)} d`
  const span = (method: string) => Effect.withSpan(`Pg${name}Repository.${method}`)
  const belongsTo = (of: OwnerOf<Row>) => sql`${sql.literal(`d.${owner}`)} = ${of as number}`
  const canHave = (id: Row["id"]) => typeof id === "number" || isStorable(id)

  const isMeant = (of: OwnerOf<Row>, { includesDeleted = false, where }: EntityQuery<Row, Derived>) =>
    sql.and([
      belongsTo(of),
      condition(all<Condition>([isSoftDeleted && !includesDeleted ? is("deleted", false) : undefined, where]))
    ])

  const takenOrDie = (row: Row) => (error: SqlError.SqlError): Effect.Effect<never, Taken> =>
    unique !== undefined && error.reason._tag === "UniqueViolation"
      ? Effect.fail(unique.taken(row))
      : Effect.die(error)

  const meant = (of: OwnerOf<Row>, query: EntityQuery<Row, Derived>, suffix: string) =>
    Effect.flatMap(
      sql`${select} WHERE ${isMeant(of, query)} ORDER BY ${sql.literal(orderSql(query.order ?? []))}
        ${sql.literal(suffix)}`,
      rows.read
    )

  const findOne = (of: OwnerOf<Row>, id: Row["id"], suffix: string) =>
    canHave(id)
      ? Effect.flatMap(
        sql`${select} WHERE ${belongsTo(of)} AND d.id = ${id} ${sql.literal(suffix)}`,
        (found) => Effect.map(rows.read(found), (read) => Option.fromUndefinedOr(read[0]))
      )
      : Effect.succeedNone

  // The page is chosen within an index where there is one; only its rows are read whole.
  const page = Effect.fnUntraced(
    function*(of: OwnerOf<Row>, query: EntityQuery<Row, Derived>, { limit, offset }: PageRequest) {
      const meant = sql`FROM ${sql.literal(table)} d WHERE ${isMeant(of, query)}`
      const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${meant}`
      const count = total?.count ?? 0
      if (offset >= count) return { items: [], count }
      const by = sql.literal(orderSql(query.order ?? []))
      const found = yield* sql`${select}
        JOIN (SELECT d.id ${meant} ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}) page ON ${
        belongsTo(of)
      } AND d.id = page.id
        ORDER BY ${by}`
      return { items: yield* rows.read(found), count }
    }
  )

  const nextId = nextIdOf<Row>(sql, entity.ids).pipe(Effect.orDie, span("nextId"))
  const insert = (row: Row) => rows.insert(row).pipe(Effect.catch(takenOrDie(row)), span("insert"))

  const repository: HashedEntityRepository<Row, Derived, Taken> = {
    nextId,
    list: (of, query, request) => page(of, query, request).pipe(Effect.orDie, span("list")),
    all: (of, query = {}) => meant(of, query, "").pipe(Effect.orDie, span("all")),
    first: (of, query) =>
      meant(of, query, "LIMIT 1").pipe(
        Effect.map((found) => Option.fromUndefinedOr(found[0])),
        Effect.orDie,
        span("first")
      ),
    find: (of, id) => findOne(of, id, "").pipe(Effect.orDie, span("find")),
    findForUpdate: (of, id) => findOne(of, id, "FOR UPDATE OF d").pipe(Effect.orDie, span("findForUpdate")),
    findMany: (of, ids) =>
      ids.length === 0
        ? Effect.succeed([])
        : sql`${select} WHERE ${belongsTo(of)} AND ${condition(isIn("id", ids))} ORDER BY d.id`.pipe(
          Effect.flatMap(rows.read),
          Effect.orDie,
          span("findMany")
        ),
    chunks: (of) => stampsOf(sql, table, of as ProjectId).pipe(Effect.orDie, span("chunks")),
    inChunks: (of, chunks) =>
      sql`${select} JOIN ${inParts(sql, "d", of as ProjectId, chunks)} ORDER BY d.id`.pipe(
        Effect.flatMap(rows.read),
        Effect.orDie,
        span("inChunks")
      ),
    lock: (of) => {
      const [first, second] = lock(of)
      return sql`SELECT pg_advisory_xact_lock(${first}::int4, ${second}::int4)`.pipe(
        Effect.asVoid,
        Effect.orDie,
        span("lock")
      )
    },
    insert,
    create: Effect.fnUntraced(function*(fields: Omit<Row, "id">) {
      const row = new entity.model({ ...fields, id: yield* nextId } as Row)
      yield* insert(row)
      return row
    }),
    update: (row) => rows.update(row).pipe(Effect.catch(takenOrDie(row)), span("update")),
    remove: (of, id) =>
      canHave(id)
        ? sql`DELETE FROM ${sql.literal(table)} d WHERE ${belongsTo(of)} AND d.id = ${id}`.pipe(
          Effect.asVoid,
          Effect.orDie,
          span("remove")
        )
        : Effect.void
  }
  return repository
})

/** A port that is nothing but the repository of an entity, in PostgreSQL. */
export const layer = <Self, Row extends EntityRow, Derived extends object, Taken>(
  port: Context.Key<Self, EntityRepository<Row, Derived, Taken>>,
  entity: Entity<Row, Derived, Taken>,
  options?: PgEntityOptions
): Layer.Layer<Self, never, SqlClient.SqlClient> => Layer.effect(port, make(entity, options))
