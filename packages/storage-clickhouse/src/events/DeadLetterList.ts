import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"

/** A refused event as people look at it. */
export interface DeadLetterRow {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly refused_at: string
  /** ClickHouse's code, 0 when the fault was seen before. */
  readonly code: number
  readonly reason: string
  readonly uuid: string
  /** The append that it was part of. */
  readonly batch_id: string
  /** The whole event as JSON. */
  readonly event: string
}

/** A page of about a number of letters, behind one that was read. */
export interface DeadLetterPage {
  readonly limit: number
  readonly after?: Pick<DeadLetterRow, "batch_id" | "refused_at" | "uuid"> | undefined
}

const rowOf = ([refusedAt, code, reason, uuid, batchId, event]: ReadonlyArray<unknown>): DeadLetterRow => ({
  refused_at: `${String(refusedAt).replace(" ", "T")}Z`,
  code: Number(code),
  reason: String(reason),
  uuid: String(uuid),
  batch_id: String(batchId),
  event: String(event)
})

const sqlTime = (time: string): string => time.replace("T", " ").replace("Z", "")

/** Later than every letter, for a first page. */
const first = { refused_at: "2299-12-31T00:00:00.000Z", uuid: "", batch_id: "" }

/**
 * A project's refused events, the newest first. One that was refused several times is listed as often. Equal ones are
 * read together, even if they are more than the limit.
 */
export const readDeadLetters = Effect.fn("DeadLetterList.readDeadLetters")(
  function*(project: ProjectId, { after = first, limit }: DeadLetterPage) {
    const clickhouse = yield* ClickHouse
    const { rows } = yield* clickhouse.query({
      sql: `SELECT toString(refused_at), code, reason, uuid, batch_id, event
        FROM ${clickhouse.database}.dead_letters
        WHERE project_id = {project:Int64} AND dead_letters.refused_at <= {at:DateTime64(3, 'UTC')}
          AND (dead_letters.refused_at, uuid, batch_id) < ({at:DateTime64(3, 'UTC')}, {uuid:String}, {batch:String})
        ORDER BY dead_letters.refused_at DESC, uuid DESC, batch_id DESC LIMIT {limit:UInt64} WITH TIES`,
      params: { project, limit, at: sqlTime(after.refused_at), uuid: after.uuid, batch: after.batch_id }
    })
    return rows.map(rowOf)
  }
)

/** The number of a project's letters. */
export const countDeadLetters = Effect.fn("DeadLetterList.countDeadLetters")(function*(project: ProjectId) {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: `SELECT count() FROM ${clickhouse.database}.dead_letters WHERE project_id = {project:Int64}`,
    params: { project }
  })
  return Number(rows[0]?.[0] ?? 0)
})
