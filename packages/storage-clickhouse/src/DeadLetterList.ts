import type { ProjectId } from "@hedgerow/core/access/Project"
import { Effect } from "effect"
import { ClickHouse } from "./ClickHouse.ts"

/** A refused event as people look at it. */
export interface DeadLetterRow {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly refused_at: string
  /** ClickHouse's code, 0 when the fault was seen before. */
  readonly code: number
  readonly reason: string
  readonly uuid: string
  /** The whole event as JSON. */
  readonly event: string
}

/** So many letters are skipped, and so many read at most. */
export interface DeadLetterPage {
  readonly limit: number
  readonly offset?: number
}

const rowOf = ([refusedAt, code, reason, uuid, event]: ReadonlyArray<unknown>): DeadLetterRow => ({
  refused_at: `${String(refusedAt).replace(" ", "T")}Z`,
  code: Number(code),
  reason: String(reason),
  uuid: String(uuid),
  event: String(event)
})

/** A project's refused events, the newest first. One that was refused several times is there as often. */
export const readDeadLetters = Effect.fn("DeadLetterList.readDeadLetters")(
  function*(project: ProjectId, { limit, offset = 0 }: DeadLetterPage) {
    const clickhouse = yield* ClickHouse
    const { rows } = yield* clickhouse.query({
      sql: `SELECT toString(refused_at), code, reason, uuid, event FROM ${clickhouse.database}.dead_letters
        WHERE project_id = {project:Int64} ORDER BY dead_letters.refused_at DESC, uuid, batch_id
        LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
      params: { project, limit, offset }
    })
    return rows.map(rowOf)
  }
)

/** How many letters a project has. */
export const countDeadLetters = Effect.fn("DeadLetterList.countDeadLetters")(function*(project: ProjectId) {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: `SELECT count() FROM ${clickhouse.database}.dead_letters WHERE project_id = {project:Int64}`,
    params: { project }
  })
  return Number(rows[0]?.[0] ?? 0)
})
