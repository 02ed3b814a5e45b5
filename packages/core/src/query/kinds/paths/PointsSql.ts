/** Leaves in the engine the sessions that have no path: those without one of its points. */
import { allOf, always, bare, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { type PathShape, spellingsOf } from "./PathShape.ts"

const window = sql`(PARTITION BY actor ORDER BY at, uuid)`

/** The steps, and whether a session begins with each; where a path needs two steps, those of sessions that have two. */
const sessionSteps = (steps: Sql, { end, gap, start }: PathShape): Sql => {
  const timed =
    sql`SELECT actor, timestamp, toFloat(toUnixTimestamp64Micro(timestamp)) AS at, uuid, item FROM (${steps})`
  const beside =
    sql`SELECT actor, timestamp, at, uuid, item, lag(at) OVER ${window} AS before, lead(at) OVER ${window} AS after FROM (${timed})`
  const begins = sql`before IS NULL OR at - before >= ${gap} AS begins`
  const isAlone = sql`begins AND (after IS NULL OR after - at >= ${gap})`
  const where = start === undefined || end === undefined ? always : sql`NOT (${isAlone})`
  return sql`SELECT actor, timestamp, at, uuid, item, ${begins} FROM (${beside}) WHERE ${where}`
}

const foundName = (place: number): Sql => bare(`has_point_${place}`)

/** `actor`, `timestamp` and `item` in their order: the steps of the sessions that have each of the points. */
export const pointedStepsInOrder = (steps: Sql, shape: PathShape): Sql => {
  const points = [shape.start, shape.end].filter((point) => point !== undefined)
  const numbered = sql`SELECT actor, timestamp, at, uuid, item, sum(if(begins, 1, 0)) OVER ${window} AS session FROM (${
    sessionSteps(steps, shape)
  })`
  const has = points.map((point) =>
    sql`max(if(item IN ${spellingsOf(point)}, 1, 0)) OVER (PARTITION BY actor, session)`
  )
  const found = joined(has.map((one, index) => sql`${one} AS ${foundName(index)}`))
  const where = allOf(points.map((_, index) => sql`${foundName(index)} = 1`))
  return sql`SELECT actor, timestamp, item FROM (SELECT actor, timestamp, uuid, item, ${found} FROM (${numbered})) WHERE ${where} ORDER BY actor, timestamp, uuid`
}
