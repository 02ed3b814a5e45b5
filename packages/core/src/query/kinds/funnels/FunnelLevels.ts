/** A funnel that the engine counts itself: chains of steps in their order, without exclusions and optional steps. */
import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { joinedRuns, runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import type { Attribution } from "./evaluate/Attribution.ts"
import type { StepCounts } from "./FunnelCounts.ts"
import type { FunnelQuestion } from "./FunnelSql.ts"
import { actorTimesSql, hasEngineTimes } from "./FunnelTimes.ts"
import { attributionOf, type Part, partsOf } from "./ReadParts.ts"

/**
 * `value, are_tied`, then how many came to the first step, and of each later one how many came there and the mean and the
 * median of the microseconds that it took them.
 */
const levelsSql = (question: FunnelQuestion, attribution: Attribution): Sql => {
  const steps = question.node.series.length
  const columns = Array.from({ length: steps - 1 }, (_, place) => {
    const duration = named(`duration_${place + 2}`)
    return [sql`count(${duration})`, sql`avg(${duration})`, sql`quantile(0.5)(${duration})`]
  })
  const durations = Array.from(
    { length: steps - 1 },
    (_, place) =>
      sql`if(length(times) > ${place + 1}, toFloat(times[${place + 2}]) - toFloat(times[${place + 1}]), NULL) AS ${
        named(`duration_${place + 2}`)
      }`
  )
  const timed = sql`SELECT value, are_tied, ${joined(durations)} FROM (${actorTimesSql(question, attribution)})`
  return sql`SELECT value, max(are_tied), count(), ${joined(columns.flat())} FROM (${timed}) GROUP BY value`
}

const known = (cell: unknown): number | null => cell === null || cell === undefined ? null : Number(cell)

const countsOf = (row: Row, steps: number, place: number | undefined): StepCounts => {
  const [value, , first, ...later] = row
  const every = (offset: number) => Array.from({ length: steps - 1 }, (_, step) => known(later[step * 3 + offset]))
  return {
    place: place ?? Number(value),
    counts: [Number(first), ...every(0).map(Number)],
    means: [null, ...every(1)],
    medians: [null, ...every(2)]
  }
}

const levelsOfPart = Effect.fnUntraced(function*({ place, question }: Part, run: StatementRun) {
  const attribution = attributionOf(question.node, question.breakdowns)
  const { rows, ...ran } = yield* runStatement(levelsSql(question, attribution), run)
  const steps = question.node.series.length
  const groups = rows.map((row) => countsOf(row, steps, place))
  return { isOpen: rows.some(([, areTied]) => Number(areTied) === 1), groups, ran }
})

/**
 * Counts those who came to each step, for each value to cut by; undefined where the rules ask for more, or where events of
 * one instant leave open which steps they are.
 */
export const levelsOf = Effect.fnUntraced(function*(question: FunnelQuestion, run: StatementRun) {
  if (!hasEngineTimes(question)) return undefined
  const parts = yield* Effect.forEach(partsOf(question), (part) => levelsOfPart(part, run))
  if (parts.some(({ isOpen }) => isOpen)) return undefined
  return { groups: parts.flatMap(({ groups }) => groups), ran: joinedRuns(parts.map(({ ran }) => ran)) }
})
