import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { FoundResult } from "@hedgerow/core/query/execution/QueryResultRepository"
import { CurrentPending } from "@hedgerow/core/shared/PendingCommit"
import { makeRecentValues } from "@hedgerow/core/shared/RecentValues"
import { lengthOf, type LongText } from "@hedgerow/sql/types/LongText"
import { Effect, Exit, Option, Request, RequestResolver } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makeTextParts, mostLooks, TextLost } from "../database/TextParts.ts"
import { eventTime, microsOf, timeAt, timeOf } from "../database/Values.ts"

/** The answer that is looked for, and the time. */
interface Wanted {
  readonly project: ProjectId
  readonly cacheKey: string
  readonly now: EventTime
}

/** An answer's text as a row had it, and the version of that row. */
interface KnownBody {
  readonly version: string
  readonly body: LongText
}

/** The texts of all answers that a process keeps, in characters. */
const mostCharacters = 16 * 1024 * 1024

/** A transaction that a crash has undone may lend its number to another: the time distinguishes them. */
const version = "r.xmin::text || ' ' || r.computed_at::text"

class FindResult extends Request.Class<Wanted, Looked> {}

interface Row {
  /** Null: as in the version that is known here. */
  readonly body: string | null
  /** Names the text of an answer of many megabytes. */
  readonly text_id: string | null
  /** Of the text. */
  readonly bytes: number
  readonly version: string
  readonly computed_at: bigint
  readonly is_under_way: boolean
}

interface PlacedRow extends Row {
  readonly place: bigint
}

/** An answer that was looked for: the row alone where its text is still to be read. */
type Looked = Option.Option<FoundResult> | LongRow

interface LongRow {
  readonly _tag: "LongRow"
  readonly row: Row
}

type Finding = Effect.fn.Return<Option.Option<FoundResult>, SqlError.SqlError>

const keyOf = ({ cacheKey, project }: Wanted): string => `${project}/${cacheKey}`

/**
 * Finds cached answers: those that are looked for in one turn of the event loop by one statement, which begins after all of
 * them were asked for. A text that this process has read before is not sent again while its row is the same.
 */
export const makeFindResults = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const parts = yield* makeTextParts
  const bodies = makeRecentValues<KnownBody>(({ body }) => lengthOf(body), mostCharacters)
  const at = timeAt(sql)
  const atPlace = sql.literal(timeOf("k.now"))
  const columns = sql.literal(`r.text_id, r.bytes, ${version} AS version, ${microsOf("r.computed_at")} AS computed_at`)
  const changed = sql.literal(version)
  const underWay = sql.literal("SELECT 1 FROM query_runs q WHERE q.state IN ('queued', 'running')")

  /** PostgreSQL plans it once for all keys, which a list of keys is not: that takes ten times as long. */
  const selectOne = ({ cacheKey, now, project }: Wanted, known: KnownBody | undefined) =>
    sql<Row>`SELECT CASE WHEN ${changed} = ${known?.version ?? ""} THEN NULL ELSE r.body END AS body, ${columns},
        EXISTS (
          ${underWay} AND q.project_id = ${project} AND q.cache_key = ${cacheKey} AND q.expiration_time > ${at(now)}
        ) AS is_under_way
      FROM query_results r WHERE r.project_id = ${project} AND r.cache_key = ${cacheKey}`

  const selectMany = (wanted: ReadonlyArray<Wanted>, known: ReadonlyArray<KnownBody | undefined>) =>
    sql<PlacedRow>`SELECT k.place, CASE WHEN ${changed} = k.version THEN NULL ELSE r.body END AS body, ${columns},
        EXISTS (
          ${underWay} AND q.project_id = k.project_id AND q.cache_key = k.cache_key AND q.expiration_time > ${atPlace}
        ) AS is_under_way
      FROM unnest(
        ${wanted.map(({ project }) => project)}::int4[], ${wanted.map(({ cacheKey }) => cacheKey)}::text[],
        ${known.map((body) => body?.version ?? "")}::text[],
        ${wanted.map(({ now }) => BigInt(now))}::int8[]
      ) WITH ORDINALITY AS k (project_id, cache_key, version, now, place)
      JOIN query_results r ON r.project_id = k.project_id AND r.cache_key = k.cache_key`

  /** The rows in the order of what is wanted. */
  const select = (
    wanted: ReadonlyArray<Wanted>,
    known: ReadonlyArray<KnownBody | undefined>
  ): Effect.Effect<ReadonlyArray<Row | undefined>, SqlError.SqlError> => {
    const [first, ...others] = wanted
    if (first !== undefined && others.length === 0) return selectOne(first, known[0])
    return Effect.map(selectMany(wanted, known), (found) => {
      const rows = new Map(found.map((row) => [Number(row.place), row]))
      return wanted.map((_, index) => rows.get(index + 1))
    })
  }

  const found = (wanted: Wanted, row: Row, body: LongText): FoundResult => {
    bodies.use(keyOf(wanted), { version: row.version, body })
    return {
      project_id: wanted.project,
      cache_key: wanted.cacheKey,
      body,
      computed_at: eventTime(row.computed_at),
      isUnderWay: row.is_under_way
    }
  }

  /** The text of a row that is at hand. */
  const textOf = ({ body, text_id }: Row, known: KnownBody | undefined): LongText | undefined =>
    body === null ? known?.body : text_id === null ? body : undefined

  const look = (wanted: Wanted, row: Row | undefined, known: KnownBody | undefined): Looked => {
    if (row === undefined) {
      bodies.forget(keyOf(wanted))
      return Option.none<FoundResult>()
    }
    const body = textOf(row, known)
    return body === undefined ? { _tag: "LongRow", row } : Option.some(found(wanted, row, body))
  }

  /** The answer of a row whose text has a row of its own for each part; a text that has gone belongs to an older row. */
  const readLong = Effect.fnUntraced(function*(wanted: Wanted, row: Row, looks = 1): Finding {
    const text = row.text_id ?? ""
    const body = yield* parts.read(wanted.project, text, row.bytes)
    if (body !== undefined) return Option.some(found(wanted, row, body))
    if (looks === mostLooks) return yield* Effect.die(new TextLost({ text_id: text }))
    const [next] = yield* selectOne(wanted, undefined)
    const looked = look(wanted, next, undefined)
    return looked._tag === "LongRow" ? yield* readLong(wanted, looked.row, looks + 1) : looked
  })

  const findAll = (wanted: ReadonlyArray<Wanted>) => {
    const known = wanted.map((one) => bodies.get(keyOf(one)))
    return Effect.orDie(
      Effect.map(select(wanted, known), (rows) => wanted.map((one, index) => look(one, rows[index], known[index])))
    )
  }

  const together = RequestResolver.make<FindResult>((entries) => {
    const byKey = [...Map.groupBy(entries, ({ request }) => keyOf(request)).values()]
    const wanted = byKey.flatMap(([first]) => first === undefined ? [] : [first.request])
    return Effect.map(findAll(wanted), (answers) => {
      for (const [index, asking] of byKey.entries()) {
        for (const entry of asking) entry.completeUnsafe(Exit.succeed(answers[index] ?? Option.none()))
      }
    })
  })

  /** In a transaction it is found as that transaction sees it. */
  const lookFor = (wanted: Wanted): Effect.Effect<Looked> =>
    Effect.withFiber((fiber) =>
      fiber.getRef(CurrentPending) === undefined
        ? Effect.request(new FindResult(wanted), together)
        : Effect.map(findAll([wanted]), ([answer = Option.none()]) => answer)
    )

  /** A long text is read by the caller, when it is admitted: others do not wait for that. */
  return <E, R>(wanted: Wanted, admit: (bytes: number) => Effect.Effect<void, E, R>) =>
    Effect.flatMap(lookFor(wanted), (looked): Effect.Effect<Option.Option<FoundResult>, E, R> => {
      if (looked._tag === "LongRow") {
        return Effect.andThen(admit(looked.row.bytes), Effect.orDie(readLong(wanted, looked.row)))
      }
      return Option.isNone(looked)
        ? Effect.succeed(looked)
        : Effect.as(admit(lengthOf(looked.value.body)), looked)
    })
})
