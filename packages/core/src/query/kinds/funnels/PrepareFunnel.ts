import { Effect } from "effect"
import type { QueryRun } from "../../QueryKind.ts"
import { type Breakdowns, breakdownsOf } from "../../structured/BreakdownFilter.ts"
import { closedSpan } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { eachRow, joinedRuns, runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import { always, sql } from "../../structured/SqlFragment.ts"
import type { ActorHistory } from "./evaluate/ActorHistory.ts"
import type { Attribution } from "./evaluate/Attribution.ts"
import type { FunnelRules } from "./evaluate/FunnelRules.ts"
import type { StepRange } from "./FunnelCounts.ts"
import { windowOf } from "./FunnelsFilter.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { eventRowsSql, funnelEvents, type FunnelQuestion, valuesSql } from "./FunnelSql.ts"
import { actorsOf } from "./ReadActors.ts"

/** The values that a funnel is cut by. */
export interface FunnelCut {
  readonly breakdowns: Breakdowns
  /** What the places of the values mean; of cohorts their ids. */
  readonly values: ReadonlyArray<ReadonlyArray<string>>
  /** The names of the cohorts. */
  readonly names: ReadonlyMap<string, string>
}

/** From which step to which the funnel converts. */
export const rangeOf = ({ filter, series }: FunnelsNode): StepRange => ({
  from: filter.funnelFromStep ?? 0,
  to: filter.funnelToStep ?? series.length - 1
})

/** The rules of a funnel; one that is shown over time ends with the step that it converts to. */
export const rulesOf = (node: FunnelsNode): FunnelRules => {
  const { filter, series } = node
  const optional = series.reduce((bits, step, index) => step.optionalInFunnel === true ? bits | 1 << index : bits, 0)
  return {
    steps: filter.funnelVizType === "trends" ? rangeOf(node).to + 1 : series.length,
    order: filter.funnelOrderType ?? "ordered",
    window: windowOf(filter),
    optional
  }
}

/** Which of an actor's values counts. */
export const attributionOf = ({ filter }: FunnelsNode, breakdowns: Breakdowns | undefined): Attribution => {
  if (breakdowns === undefined) return { _tag: "None" }
  // The events of a cohort's members all have its place.
  if (breakdowns.cohorts.length > 0) return { _tag: "AllEvents" }
  switch (filter.breakdownAttributionType) {
    case "last_touch":
      return { _tag: "LastTouch" }
    case "all_events":
      return { _tag: "AllEvents" }
    case "step":
      return { _tag: "Step", step: filter.breakdownAttributionValue ?? 0 }
    default:
      return { _tag: "FirstTouch" }
  }
}

const valuesOf = Effect.fnUntraced(
  function*(question: FunnelQuestion, breakdowns: Breakdowns, run: StatementRun) {
    const { cohorts } = breakdowns
    if (cohorts.length > 0) return cohorts.map((cohort) => [String(cohort)])
    const { rows } = yield* runStatement(valuesSql({ ...question, breakdowns }), run)
    return rows.map((row) => row.map(String))
  }
)

const namesOf = Effect.fnUntraced(function*({ cohorts }: Breakdowns, run: StatementRun) {
  const known = cohorts.some((cohort) => cohort !== "all") ? yield* run.cohorts : []
  return new Map<string, string>([["all", "all users"], ...known.map(({ id, name }) => [String(id), name] as const)])
})

/** A funnel made ready: what is asked, of which values, in which intervals. */
export const prepareFunnel = Effect.fnUntraced(function*(node: FunnelsNode, run: QueryRun) {
  const moment = momentOf(run, node.modifiers)
  const asked: StatementRun = { ...run, modifiers: node.modifiers }
  const interval = node.interval ?? "day"
  const breakdowns = node.filter.funnelVizType === "time_to_convert" ? undefined : breakdownsOf(node.breakdownFilter)
  const plain = { node, project: run.project, moment, where: always }
  const span = yield* closedSpan(node, interval, funnelEvents(plain), { ...asked, moment })
  const question: FunnelQuestion = { ...plain, span, breakdowns, values: [] }
  const values = breakdowns === undefined ? [] : yield* valuesOf(question, breakdowns, asked)
  const cut: FunnelCut | undefined = breakdowns === undefined
    ? undefined
    : { breakdowns, values, names: yield* namesOf(breakdowns, asked) }
  return { asked, cut, interval, moment, question: { ...question, values }, span }
})

/** Gives the actors of a funnel one after the other; with cohorts those of each cohort, whose place they have as value. */
export const eachActor = Effect.fnUntraced(function*(
  question: FunnelQuestion,
  run: StatementRun,
  see: (history: ActorHistory, actor: string) => void
) {
  const { breakdowns, node } = question
  const steps = node.series.length
  const cohorts = breakdowns?.cohorts ?? []
  if (cohorts.length === 0) {
    const actors = actorsOf(steps, see)
    const ran = yield* eachRow(eventRowsSql(question), run, actors.see)
    actors.end()
    return ran
  }
  const runs = yield* Effect.forEach(cohorts, (cohort, place) => {
    const where = cohort === "all" ? always : sql`person_id IN COHORT ${cohort}`
    const actors = actorsOf(
      steps,
      (history, actor) => see({ ...history, values: history.times.map(() => place) }, actor)
    )
    return Effect.map(eachRow(eventRowsSql({ ...question, where }), run, actors.see), (ran) => {
      actors.end()
      return ran
    })
  })
  return joinedRuns(runs)
})
