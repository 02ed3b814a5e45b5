import { type Entity, type EntityRow, type OwnerOf, ownerOf, textsOf } from "@hedgerow/core/entities/Entity"
import type { EntityQuery, EntityRepository, HashedEntityRepository } from "@hedgerow/core/entities/EntityRepository"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { type Context, Effect, Layer, Option, Struct } from "effect"
import { chunksOf, hashesOf } from "../database/ChunkHashes.ts"
import { type EntityTable, isDeleted } from "../database/EntityTable.ts"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"
import { slice } from "../database/Slice.ts"
import { rowOrder, whereTest } from "./WhereTest.ts"

/** The repository of an entity in memory. A transaction has the whole database to itself, so locks take nothing. */
export const make = Effect.fnUntraced(function*<Row extends EntityRow, Derived extends object, Taken>(
  entity: Entity<Row, Derived, Taken>
) {
  const database = yield* MemoryDatabase
  const { derive, ids, model, name, references, unique } = entity
  const span = (method: string) => Effect.withSpan(`${name}Repository.${method}`)
  const tableOf = (state: MemoryState, of: OwnerOf<Row>) => state.entities(entity, of)

  /** The rows to look at: one where the condition is about the unique field alone. */
  const candidates = (
    table: EntityTable<Row>,
    { includesDeleted = false, where }: EntityQuery<Row, Derived>
  ): Iterable<Row> => {
    if (includesDeleted || where?._tag !== "Is" || where.field !== unique?.field) return table.rows.values()
    const found = table.byUniqueValue(where.value)
    return found === undefined ? [] : [found]
  }

  const meant = (state: MemoryState, of: OwnerOf<Row>, query: EntityQuery<Row, Derived>): ReadonlyArray<Row> => {
    const { includesDeleted = false, order = [], where } = query
    const rows = [...candidates(tableOf(state, of), query)].filter((row) => includesDeleted || !isDeleted(row))
    if (where === undefined && order.length === 0) return rows.toSorted(rowOrder([]))
    const test = where === undefined ? () => true : whereTest(where)
    return rows
      .map((row) => Object.assign({ row }, row, derive(row)))
      .filter(test)
      .toSorted(rowOrder(order))
      .map(({ row }) => row)
  }

  const find = (of: OwnerOf<Row>, id: Row["id"]) =>
    database.operation((state) => Option.fromUndefinedOr(tableOf(state, of).rows.get(id)))

  const requirePut = (row: Row) => (isPut: boolean): Effect.Effect<void, Taken> => {
    if (isPut) return Effect.void
    return unique?.taken === undefined
      ? Effect.die(new Error(`${name}: another row has the id ${row.id}, or a value that is unique`))
      : Effect.fail(unique.taken(row))
  }

  const nextId: Effect.Effect<Row["id"]> = ids === "uuid"
    ? makeUuid7
    : database.operation((state) => state.nextId(ids.sequence))

  const put = (state: MemoryState, row: Row): boolean => {
    const tables = state.tablesOf(entity.owner, ownerOf(entity, row))
    for (const [field, table] of references) {
      if (!tables.has(table, row[field])) throw new Error(`${name}: ${field} names no row of ${table}`)
    }
    return tables.of(entity).put(row)
  }

  const insert = (row: Row) =>
    requireStorable(textsOf(row)).pipe(
      Effect.andThen(
        database.operation((state) => !tableOf(state, ownerOf(entity, row)).rows.has(row.id) && put(state, row))
      ),
      Effect.flatMap(requirePut(row)),
      span("insert")
    )

  const replace = (state: MemoryState, row: Row): boolean => {
    const before = tableOf(state, ownerOf(entity, row)).rows.get(row.id)
    if (before === undefined) return true
    const kept = Struct.pick(before, [...entity.keptByUpdate] as Array<keyof Row>)
    return put(state, new model({ ...row, ...kept }))
  }

  const repository: HashedEntityRepository<Row, Derived, Taken> = {
    nextId: nextId.pipe(span("nextId")),
    list: (of, query, page) => database.operation((state) => slice(meant(state, of, query), page)).pipe(span("list")),
    all: (of, query = {}) => database.operation((state) => meant(state, of, query)).pipe(span("all")),
    first: (of, query) =>
      database.operation((state) => Option.fromUndefinedOr(meant(state, of, query)[0])).pipe(span("first")),
    find: (of, id) => find(of, id).pipe(span("find")),
    findForUpdate: (of, id) => find(of, id).pipe(span("findForUpdate")),
    findMany: (of, wanted) =>
      database.operation((state) => {
        const { rows } = tableOf(state, of)
        const found = [...new Set(wanted)].flatMap((id) => rows.get(id) ?? [])
        return found.toSorted(rowOrder([]))
      }).pipe(span("findMany")),
    chunks: (of) => database.operation((state) => hashesOf(meant(state, of, {}))).pipe(span("chunks")),
    inChunks: (of, chunks) =>
      database.operation((state) => chunksOf(meant(state, of, {}), chunks)).pipe(span("inChunks")),
    lock: () => Effect.void,
    insert,
    create: Effect.fnUntraced(function*(fields: Omit<Row, "id">) {
      const row = new model({ ...fields, id: yield* nextId } as Row)
      yield* insert(row)
      return row
    }),
    update: (row) =>
      requireStorable(textsOf(row)).pipe(
        Effect.andThen(database.operation((state) => replace(state, row))),
        Effect.flatMap(requirePut(row)),
        span("update")
      ),
    remove: (of, id) => database.operation((state) => tableOf(state, of).remove(id)).pipe(span("remove"))
  }
  return repository
})

/** A port that is nothing but the repository of an entity, in memory. */
export const layer = <Self, Row extends EntityRow, Derived extends object, Taken>(
  port: Context.Key<Self, EntityRepository<Row, Derived, Taken>>,
  entity: Entity<Row, Derived, Taken>
): Layer.Layer<Self, never, MemoryDatabase> => Layer.effect(port, make(entity))
