/** A funnel: the steps of entities are followed once for all that did the same. */
import { Effect } from "effect"
import { sql } from "../../filters/SqlFragment.ts"
import { eachRow, joinedRuns, type StatementRun } from "../../query/structured/RunStatement.ts"
import { breakdownsOf, type FunnelMetric } from "../metrics/ExperimentMetric.ts"
import { makeFunnelSums } from "./FunnelSums.ts"
import { exposuresOf, type Found, type Measuring, periodOf } from "./Measuring.ts"
import { breakdownColumns } from "./sql/ExposureSql.ts"
import { canExposeAndStep, funnelCountsSql, funnelStepsSql } from "./sql/FunnelSql.ts"
import { stepEventsSql } from "./sql/StepEventsSql.ts"
import { withTables } from "./sql/Tables.ts"
import { makeStepSessions, type Sampled, sessionsOf } from "./StepSessions.ts"
import { makeStepsReached } from "./StepsReached.ts"

/** The sessions in which the sampled entities came to the step that they came to. */
const findSessions = Effect.fnUntraced(function*(
  measuring: Measuring,
  metric: FunnelMetric,
  sampled: ReadonlyArray<Sampled>,
  run: StatementRun
) {
  const entities = sampled.flatMap((one) => one.entities)
  const sessions = makeStepSessions(makeStepsReached(metric))
  const ran = entities.length === 0
    ? undefined
    : yield* eachRow(stepEventsSql({ ...measuring, entities }, metric), run, sessions.see)
  return { sessions: sessionsOf(sampled, sessions.get()), ran }
})

/** Measures a funnel. */
export const measureFunnel = Effect.fnUntraced(
  function*(measuring: Measuring, metric: FunnelMetric, run: StatementRun) {
    const breakdowns = breakdownColumns(breakdownsOf(metric))
    const more = canExposeAndStep(measuring, metric) ? [sql`argMin(uuid, timestamp) AS exposure_uuid`] : []
    const tables = [
      exposuresOf(measuring, more),
      { name: "measured", query: funnelStepsSql(measuring, metric, periodOf(measuring)) }
    ]
    const sums = makeFunnelSums(makeStepsReached(metric), {
      steps: metric.series.length,
      breakdowns: breakdowns.length,
      isAdjusted: measuring.lookback !== undefined
    })
    const counts = funnelCountsSql(breakdowns, measuring.samplesSessions)
    const ran = yield* eachRow(withTables(tables, counts), run, sums.see)
    const found: Found = { sums: sums.sums(), ran }
    if (!measuring.samplesSessions) return found
    const looked = yield* findSessions(measuring, metric, sums.sampled(), run)
    const runs = looked.ran === undefined ? [ran] : [ran, looked.ran]
    return { ...found, sessions: looked.sessions, ran: joinedRuns(runs) } satisfies Found
  }
)
