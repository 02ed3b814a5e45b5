import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { StorageHandlers } from "@hedgerow/core/Workers"
import { Context, Duration, Effect, Exit, Fiber, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ClickHouse, type ClickHouseFailure } from "../client/ClickHouse.ts"
import type { DamagedPart } from "../client/Damage.ts"
import { copyTables } from "../schema/CopyTables.ts"
import { events, eventsByPerson } from "../schema/EventTables.ts"
import { readTables } from "./ClickHouseIdentity.ts"
import { findDamaged, setAside, stillRead } from "./DamagedParts.ts"
import { damageWarnings, findLosses, lossWarning } from "./Losses.ts"
import { acceptParts, copyAgain, doubtKeys, notAccepted, readMarks, readTime, saveMarks } from "./SqlLosses.ts"

/** Looks every minute for what is lost, and marks how many rows the tables have whose rows nobody takes away. */
export const markRows = defineJob({
  name: "clickhouse.mark_rows",
  payload: Schema.Struct({}),
  schedule: Duration.minutes(1)
})

const marked: ReadonlyArray<string> = [events, eventsByPerson].map(({ name }) => name)

const copies: ReadonlySet<string> = new Set(copyTables.map(({ name }) => name))

const readRows = Effect.map(readTables(), ({ rows }) => new Map(marked.map((name) => [name, rows.get(name) ?? 0])))

/** The parts that ClickHouse could not read when it started. */
const readDamaged = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const sql =
    "SELECT table, name FROM system.detached_parts WHERE database = currentDatabase() AND reason LIKE 'broken%'"
  const { rows } = yield* clickhouse.query({ sql })
  return yield* notAccepted(rows.map(([table, name]) => ({ table: String(table), name: String(name) })))
})

/** Copies are worth nothing with parts missing, and can be made again. */
const renewCopies = Effect.fnUntraced(function*(parts: ReadonlyArray<DamagedPart>) {
  if (parts.length === 0) return
  yield* copyAgain
  yield* acceptParts(parts)
  const tables = [...new Set(parts.map(({ table }) => table))].join(", ")
  yield* Effect.logWarning(`ClickHouse found damaged parts of ${tables}: they are copied again from PostgreSQL`)
})

/**
 * Compares the present data with the marks, and returns the losses in one sentence; the data of a cluster are kept by
 * its replicas.
 */
export const look = Effect.gen(function*() {
  if (Option.isSome((yield* ClickHouse).cluster)) return undefined
  const counting = yield* readTime
  const [rows, damaged] = yield* Effect.all([readRows, readDamaged], { concurrency: "unbounded" })
  yield* renewCopies(damaged.filter(({ table }) => copies.has(table)))
  yield* saveMarks(rows, counting)
  return lossWarning(findLosses(yield* readMarks, damaged.filter(({ table }) => !copies.has(table))))
})

const mark = Effect.gen(function*() {
  const counting = yield* readTime
  yield* saveMarks(yield* readRows, counting)
})

/** At a stop, so that the last writes are known too; not for long. */
const markAtStop = Effect.gen(function*() {
  const marking = yield* Effect.forkDetach(Effect.exit(mark))
  yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(marking)), "2 seconds")
})

/** The known losses of ClickHouse. */
export class StorageLosses extends Context.Service<StorageLosses, {
  /** Warnings for the operator of the server, one sentence each, as of the last minute. */
  readonly warnings: Effect.Effect<ReadonlyArray<string>>
}>()("@hedgerow/storage-clickhouse/installation/StorageLosses") {}

/** The time for which nobody looks again for the same question. */
const freshness = Duration.seconds(10)

/** The bytes of parts that are read after a start to find damage; more would keep the disk from queries. */
const checkedAtStart = 256 * 2 ** 20

/** The damaged parts that queries have met, and those that a look at the newest ones after the start has found. */
const watchDamage = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  let checked: ReadonlyArray<DamagedPart> = []
  if (Option.isNone(clickhouse.cluster)) {
    yield* findDamaged(checkedAtStart).pipe(
      Effect.tap((damaged) =>
        Effect.andThen(
          Effect.sync(() => checked = damaged),
          Effect.forEach(damageWarnings(damaged), (warning) => Effect.logWarning(warning), { discard: true })
        )
      ),
      Effect.ignore,
      Effect.forkScoped
    )
  }
  return Effect.suspend(() => {
    const known = [...checked, ...clickhouse.damaged()]
    return Effect.orElseSucceed(stillRead(known), () => known)
  })
})

/** Looks for losses when it is built and the tables exist, and again on request; a job looks every minute. */
export const layer: Layer.Layer<StorageLosses, ClickHouseFailure, ClickHouse | SqlClient.SqlClient> = Layer.effect(
  StorageLosses,
  Effect.gen(function*() {
    let last = yield* look
    const context = yield* Effect.context<ClickHouse | SqlClient.SqlClient>()
    const atStop = Effect.provideContext(markAtStop, context)
    if (Option.isNone((yield* ClickHouse).cluster)) yield* Effect.addFinalizer(() => atStop)
    const looking = yield* Effect.cachedWithTTL(Effect.exit(Effect.provideContext(look, context)), freshness)
    const unreadable = yield* watchDamage
    return StorageLosses.of({
      // While ClickHouse does not answer, the last known losses hold.
      warnings: Effect.zipWith(looking, Effect.provideContext(unreadable, context), (found, damaged) => {
        if (Exit.isSuccess(found)) last = found.value
        return [...last === undefined ? [] : [last], ...damageWarnings(damaged)]
      })
    })
  })
)

/** Brings the job. */
export const layerJob: Layer.Layer<never, never, ClickHouse | SqlClient.SqlClient> = Layer.effect(
  StorageHandlers,
  Effect.gen(function*() {
    const others = yield* StorageHandlers
    const clickhouse = yield* ClickHouse
    return Option.isSome(clickhouse.cluster) ? others : [...others, yield* handle(markRows, () => Effect.asVoid(look))]
  })
)

/** Takes the parts that cannot be read out of their tables; copies among them are made again. */
const setAsideDamaged = Effect.gen(function*() {
  if (Option.isSome((yield* ClickHouse).cluster)) return []
  const damaged = yield* findDamaged(Number.POSITIVE_INFINITY)
  yield* setAside(damaged)
  if (damaged.some(({ table }) => copies.has(table))) yield* copyAgain
  return damaged
})

/** Goes on without what is lost; events of it may be sent again. Answers what it was, in words. */
export const acceptLosses = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const unreadable = yield* setAsideDamaged
  const counting = yield* readTime
  const [rows, damaged] = yield* Effect.all([readRows, readDamaged], { concurrency: "unbounded" })
  yield* saveMarks(rows, counting)
  const warning = damageWarnings(unreadable)[0] ?? lossWarning(findLosses(yield* readMarks, damaged))
  yield* Effect.orDie(sql.withTransaction(Effect.gen(function*() {
    yield* acceptParts(damaged)
    yield* sql`DELETE FROM clickhouse_marks`
    yield* doubtKeys
  })))
  return warning
})
