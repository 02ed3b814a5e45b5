import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { FoundResult } from "@hedgerow/core/query/execution/QueryResultRepository"
import { isInTransaction } from "@hedgerow/core/shared/AfterCommit"
import { makeRecentValues } from "@hedgerow/core/shared/RecentValues"
import { Effect, Exit, Option, Request, RequestResolver } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { eventTime, microsOf, timeOf } from "../database/Values.ts"

/** The answer that is looked for, and the time. */
interface Wanted {
  readonly project: ProjectId
  readonly cacheKey: string
  readonly now: EventTime
}

/** An answer's text as a row had it, and the version of that row. */
interface KnownBody {
  readonly version: string
  readonly body: string
}

/** The texts of all answers that a process keeps, in characters. */
const mostCharacters = 16 * 1024 * 1024

class FindResult extends Request.Class<Wanted, Option.Option<FoundResult>, SqlError.SqlError> {}

interface Row {
  readonly place: bigint
  /** Null: as in the version that is known here. */
  readonly body: string | null
  readonly version: string
  readonly computed_at: bigint
  readonly is_under_way: boolean
}

const keyOf = ({ cacheKey, project }: Wanted): string => `${project}/${cacheKey}`

/**
 * Finds kept answers: those that are looked for in one turn of the event loop by one statement, which begins after all of
 * them were asked for. A text that this process has read before is not sent again while its row is the same.
 */
export const makeFindResults = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const bodies = makeRecentValues<KnownBody>(({ body }) => body.length, mostCharacters)
  const computedAt = sql.literal(microsOf("r.computed_at"))
  const at = sql.literal(timeOf("k.now"))

  const select = (wanted: ReadonlyArray<Wanted>, known: ReadonlyArray<KnownBody | undefined>) =>
    sql<Row>`SELECT k.place, CASE WHEN r.xmin::text = k.version THEN NULL ELSE r.body END AS body,
        r.xmin::text AS version, ${computedAt} AS computed_at, EXISTS (
          SELECT 1 FROM query_runs q WHERE q.project_id = k.project_id AND q.cache_key = k.cache_key
            AND q.state IN ('queued', 'running') AND q.expiration_time > ${at}
        ) AS is_under_way
      FROM unnest(
        ${wanted.map(({ project }) => project)}::int4[], ${wanted.map(({ cacheKey }) => cacheKey)}::text[],
        ${known.map((body) => body?.version ?? "")}::text[],
        ${wanted.map(({ now }) => BigInt(now))}::int8[]
      ) WITH ORDINALITY AS k (project_id, cache_key, version, now, place)
      JOIN query_results r ON r.project_id = k.project_id AND r.cache_key = k.cache_key`

  const found = (wanted: Wanted, row: Row, known: KnownBody | undefined): FoundResult => {
    const body = row.body ?? known?.body ?? ""
    bodies.use(keyOf(wanted), { version: row.version, body })
    return {
      project_id: wanted.project,
      cache_key: wanted.cacheKey,
      body,
      computed_at: eventTime(row.computed_at),
      isUnderWay: row.is_under_way
    }
  }

  const findAll = Effect.fnUntraced(function*(wanted: ReadonlyArray<Wanted>) {
    const known = wanted.map((one) => bodies.get(keyOf(one)))
    const rows = new Map((yield* select(wanted, known)).map((row) => [Number(row.place), row]))
    return wanted.map((one, index) => {
      const row = rows.get(index + 1)
      if (row === undefined) bodies.forget(keyOf(one))
      return Option.map(Option.fromUndefinedOr(row), (row) => found(one, row, known[index]))
    })
  })

  const together = RequestResolver.make<FindResult>(Effect.fnUntraced(function*(entries) {
    const byKey = Map.groupBy(entries, ({ request }) => keyOf(request))
    const answers = yield* findAll([...byKey.values()].flatMap(([first]) => first === undefined ? [] : [first.request]))
    for (const [index, asking] of [...byKey.values()].entries()) {
      for (const entry of asking) entry.completeUnsafe(Exit.succeed(answers[index] ?? Option.none()))
    }
  }))

  /** In a transaction it is found as that transaction sees it. */
  return Effect.fnUntraced(function*(wanted: Wanted) {
    if (yield* isInTransaction) return (yield* findAll([wanted]))[0] ?? Option.none()
    return yield* Effect.request(new FindResult(wanted), together)
  })
})
