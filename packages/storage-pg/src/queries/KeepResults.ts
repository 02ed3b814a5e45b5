import type { ProjectId } from "@hedgerow/core/access/Project"
import type { QueryResult } from "@hedgerow/core/query/execution/QueryResultRepository"
import { isInTransaction } from "@hedgerow/core/shared/AfterCommit"
import { Duration, Effect, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { timeAt, timeOf } from "../database/Values.ts"

/** Answers wait so long for others to be written with. */
const gathering = Duration.millis(100)

/** The most characters of all that wait: more are written at once, and the caller waits. */
const mostCharacters = 1_048_576

/** The key of an answer among those of all projects. */
export const resultKey = (project: ProjectId, cacheKey: string): string => `${project}/${cacheKey}`

/** The answers that wait, the last of each key. */
const makeWaiting = () => {
  let results = new Map<string, QueryResult>()
  let characters = 0
  return {
    has: (key: string): boolean => results.has(key),
    /** Whether there is room for more. */
    add: (result: QueryResult): boolean => {
      const key = resultKey(result.project_id, result.cache_key)
      const older = results.get(key)
      if (older === undefined || older.computed_at <= result.computed_at) {
        characters += result.body.length - (older?.body.length ?? 0)
        results.set(key, result)
      }
      return characters <= mostCharacters
    },
    /** All of them, which wait no more. Servers that write the same ones do so in the same order. */
    take: (): ReadonlyMap<string, QueryResult> => {
      const taken = new Map([...results].toSorted(([a], [b]) => a < b ? -1 : 1))
      results = new Map()
      characters = 0
      return taken
    }
  }
}

const none: ReadonlyMap<string, QueryResult> = new Map()

/** Writes kept answers: in a transaction at once, else those of a moment by one statement. */
export const makeKeepResults = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* Effect.scope
  const at = timeAt(sql)
  const columns = sql.literal("(project_id, cache_key, body, bytes, computed_at)")
  const unlessNewer = sql.literal(`ON CONFLICT (project_id, cache_key) DO UPDATE
    SET body = excluded.body, bytes = excluded.bytes, computed_at = excluded.computed_at
    WHERE r.computed_at <= excluded.computed_at`)
  const selected = sql.literal(
    `SELECT k.project_id, k.cache_key, k.body, octet_length(k.body), ${timeOf("k.computed")}`
  )
  // An answer may be lost where PostgreSQL crashes in the next moment: it is computed anew then.
  const quick = sql.literal("(SELECT set_config('synchronous_commit', 'off', true)) AS durability")
  const ofTransaction = sql.literal("(SELECT 1) AS durability")

  const writeOne = Effect.fnUntraced(function*({ body, cache_key, computed_at, project_id }: QueryResult) {
    const durability = (yield* isInTransaction) ? ofTransaction : quick
    yield* sql`INSERT INTO query_results AS r ${columns}
      SELECT ${project_id}::int4, ${cache_key}, ${body}, octet_length(${body}::text), ${at(computed_at)}
      FROM ${durability} ${unlessNewer}`
  })

  const writeMany = (results: ReadonlyArray<QueryResult>) =>
    sql`INSERT INTO query_results AS r ${columns} ${selected} FROM ${quick}, unnest(
        ${results.map(({ project_id }) => project_id)}::int4[], ${results.map(({ cache_key }) => cache_key)}::text[],
        ${results.map(({ body }) => body)}::text[], ${results.map(({ computed_at }) => BigInt(computed_at))}::int8[]
      ) AS k (project_id, cache_key, body, computed) ${unlessNewer}`

  const waiting = makeWaiting()
  const writing = Semaphore.makeUnsafe(1)
  let underWay = none
  let isGathering = false

  /** Writes all that wait; what was being written is, too, when it ends. */
  const flush = Effect.suspend(() => {
    underWay = waiting.take()
    const [first, ...others] = underWay.values()
    if (first === undefined) return Effect.void
    return others.length === 0 ? writeOne(first) : writeMany([first, ...others])
  }).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Answers could not be kept", cause)),
    Effect.ensuring(Effect.sync(() => {
      underWay = none
    })),
    Effect.uninterruptible,
    writing.withPermits(1)
  )

  const flushSoon = Effect.suspend(() => {
    if (isGathering) return Effect.void
    isGathering = true
    const soon = Effect.sleep(gathering).pipe(Effect.ensuring(Effect.sync(() => {
      isGathering = false
    })))
    return Effect.asVoid(Effect.forkIn(Effect.andThen(soon, flush), scope))
  })

  yield* Effect.addFinalizer(() => flush)

  return {
    keep: Effect.fnUntraced(function*(result: QueryResult) {
      if (yield* isInTransaction) return yield* Effect.orDie(writeOne(result))
      yield* waiting.add(result) ? flushSoon : flush
    }),
    /** Writes what waits, if one of these keys is among it. */
    settle: (keys: ReadonlyArray<string>): Effect.Effect<void> =>
      Effect.suspend(() => keys.some((key) => waiting.has(key) || underWay.has(key)) ? flush : Effect.void),
    settleAll: flush
  }
})

/** The result of `makeKeepResults`. */
export type KeepResults = Effect.Success<typeof makeKeepResults>
