import type { Entity, EntityRow, OwnerOf } from "@hedgerow/core/entities/Entity"
import type { EntityQuery, EntityRepository, HashedEntityRepository } from "@hedgerow/core/entities/EntityRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { type Context, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { hashesOf, joinChunks } from "../database/PgChunks.ts"
import { entityRows } from "./EntityRows.ts"
import { entityStatements } from "./EntityStatements.ts"

/**
 * The two numbers of the advisory lock of an owner's rows: the first by the table's name (FNV-1a), above the numbers of
 * projects, which stand first in other locks.
 */
const lockOf = (table: string): (owner: number) => readonly [number, number] => {
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

/** A text that PostgreSQL cannot hold is no row's id. */
const canBeId = (id: number | string) => typeof id === "number" || isStorable(id)

/** The repository of an entity in PostgreSQL. */
export const make = Effect.fnUntraced(function*<Row extends EntityRow, Derived extends object, Taken>(
  entity: Entity<Row, Derived, Taken>
) {
  const sql = yield* SqlClient.SqlClient
  const { name, table, unique } = entity
  const lock = lockOf(table)
  const rows = entityRows(sql, entity)
  const statements = entityStatements(sql, entity)
  const span = (method: string) => Effect.withSpan(`Pg${name}Repository.${method}`)

  const takenOrDie = (row: Row) => (error: SqlError.SqlError): Effect.Effect<never, Taken> =>
    unique?.taken !== undefined && error.reason._tag === "UniqueViolation"
      ? Effect.fail(unique.taken(row))
      : Effect.die(error)

  const findOne = (of: OwnerOf<Row>, id: Row["id"], suffix: "" | "FOR UPDATE OF d") =>
    canBeId(id)
      ? Effect.flatMap(statements.one(of, id, suffix), (found) =>
        Effect.map(rows.read(found), (read) => Option.fromUndefinedOr(read[0])))
      : Effect.succeedNone

  const countAll = (of: OwnerOf<Row>, query: EntityQuery<Row, Derived>) =>
    Effect.map(statements.count(of, query), ([total]) => total?.count ?? 0)

  /** One row more than the page shows whether it is the last: then rows need not be counted. */
  const list = Effect.fnUntraced(
    function*(of: OwnerOf<Row>, query: EntityQuery<Row, Derived>, { limit, offset }: PageRequest) {
      const found = yield* statements.page(of, query, { limit: limit + 1, offset })
      const isLast = found.length <= limit && (found.length > 0 || offset === 0)
      return {
        items: yield* rows.read(found.slice(0, limit)),
        count: isLast ? offset + found.length : yield* countAll(of, query)
      }
    }
  )

  const lockAll = (of: OwnerOf<Row>) => {
    const [first, second] = lock(of === "installation" ? 0 : of)
    return sql`SELECT pg_advisory_xact_lock(${first}::int4, ${second}::int4)`
  }

  const inChunks = (of: OwnerOf<Row>, chunks: ReadonlyArray<number>) =>
    sql`${statements.select} JOIN ${joinChunks(sql, "d", of as ProjectId, chunks)} ORDER BY d.id`

  const nextId = nextIdOf<Row>(sql, entity.ids).pipe(Effect.orDie, span("nextId"))
  const insert = (row: Row) => rows.insert(row).pipe(Effect.catch(takenOrDie(row)), span("insert"))

  const repository: HashedEntityRepository<Row, Derived, Taken> = {
    nextId,
    list: (of, query, page) => list(of, query, page).pipe(Effect.orDie, span("list")),
    all: (of, query = {}) => statements.meant(of, query).pipe(Effect.flatMap(rows.read), Effect.orDie, span("all")),
    first: (of, query) =>
      statements.meant(of, query, "LIMIT 1").pipe(
        Effect.flatMap(rows.read),
        Effect.map((found) => Option.fromUndefinedOr(found[0])),
        Effect.orDie,
        span("first")
      ),
    find: (of, id) => findOne(of, id, "").pipe(Effect.orDie, span("find")),
    findForUpdate: (of, id) => findOne(of, id, "FOR UPDATE OF d").pipe(Effect.orDie, span("findForUpdate")),
    findMany: (of, ids) =>
      (ids.length === 0 ? Effect.succeed([]) : statements.many(of, ids)).pipe(
        Effect.flatMap(rows.read),
        Effect.orDie,
        span("findMany")
      ),
    chunks: (of) => hashesOf(sql, table, of as ProjectId).pipe(Effect.orDie, span("chunks")),
    inChunks: (of, chunks) => inChunks(of, chunks).pipe(Effect.flatMap(rows.read), Effect.orDie, span("inChunks")),
    lock: (of) => lockAll(of).pipe(Effect.asVoid, Effect.orDie, span("lock")),
    insert,
    create: Effect.fnUntraced(function*(fields: Omit<Row, "id">) {
      const row = new entity.model({ ...fields, id: yield* nextId } as Row)
      yield* insert(row)
      return row
    }),
    update: (row) => rows.update(row).pipe(Effect.catch(takenOrDie(row)), span("update")),
    remove: (of, id) =>
      canBeId(id) ? statements.remove(of, id).pipe(Effect.asVoid, Effect.orDie, span("remove")) : Effect.void
  }
  return repository
})

/** A port that is nothing but the repository of an entity, in PostgreSQL. */
export const layer = <Self, Row extends EntityRow, Derived extends object, Taken>(
  port: Context.Key<Self, EntityRepository<Row, Derived, Taken>>,
  entity: Entity<Row, Derived, Taken>
): Layer.Layer<Self, never, SqlClient.SqlClient> => Layer.effect(port, make(entity))
