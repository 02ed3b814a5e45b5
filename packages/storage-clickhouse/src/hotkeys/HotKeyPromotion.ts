import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { StorageHandlers } from "@hedgerow/core/Workers"
import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { DateTime, Duration, Effect, Layer, Schema } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { cellPath } from "../schema/PropertyPaths.ts"
import { addHotKey, readHotKeys } from "./HotColumns.ts"
import { candidates, chosen, defaultHotKeyRule, type HotKeyRule, type KeySample, type KeyUse } from "./HotKeyRule.ts"
import * as PropertyReads from "./PropertyReads.ts"

/** Gives columns to the keys that are worth one, every day: for the whole installation, as columns are every project's. */
export const promoteHotKeys = defineJob({
  name: "clickhouse.promote_hot_keys",
  payload: Schema.Struct({}),
  schedule: Duration.days(1)
})

const micros = (time: DateTime.DateTime): string => `${DateTime.toEpochMillis(time)}000`

const readUses = Effect.fnUntraced(function*(since: DateTime.Utc) {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: `SELECT key, sum(queries), sum(rows_read) FROM ${clickhouse.database}.property_reads
      WHERE day >= {day:Date} GROUP BY key`,
    params: { day: DateTime.formatIsoDateUtc(since) }
  })
  return rows.map(([key, queries, rowsRead]): KeyUse => ({
    key: String(key),
    queries: Number(queries),
    rowsRead: Number(rowsRead)
  }))
})

/** Counts over a part of the events between two times that their uuids choose: it is of all projects, and of all days. */
const sampleOf = Effect.fnUntraced(function*(
  keys: ReadonlyArray<string>,
  since: DateTime.Utc,
  until: DateTime.Utc,
  sampled: number
) {
  const { database, query } = yield* ClickHouse
  const from = `FROM ${database}.events WHERE timestamp >= fromUnixTimestamp64Micro({since:Int64}, 'UTC')
    AND timestamp < fromUnixTimestamp64Micro({until:Int64}, 'UTC')`
  const params = { since: micros(since), until: micros(until) }
  const [[count] = []] = (yield* query({ sql: `SELECT count() ${from}`, params })).rows
  const every = Math.max(1, Math.floor(Number(count) / sampled))
  const counts = keys.flatMap((key) => {
    const cell = `pj.${quoted(cellPath([key]))}.:String`
    return [`countIf(isNotNull(${cell}))`, `uniqExact(${cell})`]
  })
  const sql = `SELECT count(), ${counts.join(", ")} ${from} AND cityHash64(uuid) % {every:UInt64} = 0`
  const [[events, ...cells] = []] = (yield* query({ sql, params: { ...params, every } })).rows
  const samples = keys.map((key, at): KeySample => ({
    key,
    present: Number(cells[2 * at]),
    distinct: Number(cells[2 * at + 1])
  }))
  return { events: Number(events), samples }
})

/** Gives columns to the keys that the rule chooses, and answers them. Run twice it does the same as run once. */
export const promote = Effect.fn("HotKeyPromotion.promote")(function*(rule: HotKeyRule) {
  const now = yield* DateTime.now
  const since = DateTime.subtractDuration(now, Duration.days(rule.days))
  const hot = new Set((yield* readHotKeys).keys())
  const keys = candidates(yield* readUses(since), hot, rule)
  if (keys.length === 0) return []
  const { events, samples } = yield* sampleOf(keys, since, now, rule.sampled)
  const promoted = chosen(samples, events, hot, rule)
  yield* Effect.forEach(promoted, addHotKey, { discard: true })
  if (promoted.length > 0) {
    yield* Effect.logInfo("Properties that are read often have columns of their own now").pipe(
      Effect.annotateLogs({ keys: promoted.map(({ key }) => key) })
    )
  }
  return promoted
})

const handlers = Layer.effect(
  StorageHandlers,
  Effect.map(handle(promoteHotKeys, () => Effect.asVoid(promote(defaultHotKeyRule))), (handler) => [handler])
)

/** Counts the use of properties, for a query engine that is given it, and brings the job that promotes. */
export const layer: Layer.Layer<never, never, ClickHouse> = Layer.merge(PropertyReads.layer, handlers)
