/** Counts in the engine how often one step follows another, for paths that begin with a session and end anywhere. */
import type { Row } from "@hedgerow/sql/types/Cell"
import { bare, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { EdgeLimits } from "./PathEdges.ts"
import type { PathEdge } from "./PathsAnswer.ts"
import type { PathShape } from "./PathShape.ts"

/** Whether the engine can say it: a path between points, or the last steps of one, is followed step by step. */
export const canCount = ({ end, keepsLast, start, steps }: PathShape): boolean =>
  start === undefined && end === undefined && !keepsLast && steps > 1

const window = sql`(PARTITION BY actor ORDER BY at, uuid)`

/** The steps with which sessions begin, or that differ from the one before. */
const distinctSql = (steps: Sql, gap: number): Sql => {
  const beside =
    sql`SELECT actor, at, uuid, item, lag(item) OVER ${window} AS earlier, lag(at) OVER ${window} AS since FROM (SELECT actor, toFloat(toUnixTimestamp64Micro(timestamp)) AS at, uuid, item FROM (${steps}))`
  const begun =
    sql`SELECT actor, at, uuid, item, earlier, since IS NULL OR at - since >= ${gap} AS begins FROM (${beside})`
  return sql`SELECT actor, at, uuid, item, begins FROM (${begun}) WHERE begins OR item != earlier`
}

const beganBefore = (steps: number): Sql => bare(`began_${steps}`)

/** `place, source, item, value, took`: the edges that most paths have. `steps` is `actor`, `timestamp`, `uuid` and `item`. */
export const edgesSql = (
  steps: Sql,
  { gap, steps: most }: PathShape,
  { edges, least, most: heaviest }: EdgeLimits,
  scale: number
): Sql => {
  const before = Array.from({ length: most - 1 }, (_, index) => index + 1)
  const beside = joined([
    sql`item, at, begins`,
    sql`lag(item) OVER ${window} AS source`,
    sql`lag(at) OVER ${window} AS since`,
    ...before.map((rows) => sql`lag(begins, ${bare(String(rows))}) OVER ${window} AS ${beganBefore(rows)}`)
  ])
  // The place in the session is known by how many steps ago it began.
  const place = sql`multiIf(begins, 1, ${joined(before.map((rows) => sql`${beganBefore(rows)} = 1, ${rows + 1}`))}, 0)`
  const placed = sql`SELECT ${place} AS place, source, item, at, since FROM (SELECT ${beside} FROM (${
    distinctSql(steps, gap)
  }))`
  const weight = scale === 1 ? sql`count()` : sql`count() * ${scale}`
  const bounded = [
    ...least > 0 ? [sql`${weight} >= ${least}`] : [],
    ...Number.isFinite(heaviest) ? [sql`${weight} <= ${heaviest}`] : []
  ]
  const having = bounded.length === 0 ? sql`` : sql` HAVING ${joined(bounded, " AND ")}`
  return sql`SELECT place, source, item, count() AS value, sum(at - since) AS took FROM (${placed}) WHERE place > 1 GROUP BY place, source, item${having} ORDER BY value DESC, concat(toString(place - 1), '_', source), item LIMIT ${
    bare(String(edges))
  }`
}

/** The edge of a row. */
export const edgeOf = ([place, source, item, value, took]: Row, scale: number): PathEdge => ({
  source: `${Number(place) - 1}_${String(source)}`,
  target: `${Number(place)}_${String(item)}`,
  value: Number(value) * scale,
  average_conversion_time: Number(took) / Number(value) / 1000
})
