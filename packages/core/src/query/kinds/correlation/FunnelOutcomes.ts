/** The outcome of each actor of a funnel, and the span of time in which the actor's events count. */
import { Effect } from "effect"
import type { EventTime } from "../../../events/EventTime.ts"
import { allOf, always, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { actorColumn, type ClosedSpan, eventsTable, hasActor, timeCondition } from "../../structured/InsightFields.ts"
import { eachRow } from "../../structured/RunStatement.ts"
import type { Progress } from "../funnels/evaluate/FunnelRules.ts"
import { type Journeys, journeysOf } from "../funnels/FunnelJourneys.ts"
import { windowOf } from "../funnels/FunnelsFilter.ts"
import type { FunnelsNode } from "../funnels/FunnelsNode.ts"
import type { NameCounts } from "./Correlations.ts"

/** Whether an actor converted, and between which instants its events count, both excluded. */
export interface Outcome {
  readonly isConverted: boolean
  readonly from: number
  readonly to: number
}

/** At most this many actors are named in a statement. */
const mostNamed = 1_000

const outcomeOf = ({ filter, series }: FunnelsNode) => {
  const window = windowOf(filter)
  return ({ last, times }: Progress): Outcome | undefined => {
    const from = times.find((time) => time !== undefined)
    const isConverted = last === series.length - 1
    const end = isConverted ? times[last] : undefined
    return from === undefined ? undefined : { isConverted, from, to: end ?? from + window }
  }
}

/** The actors of the funnel that began it. */
export const funnelOutcomes = (funnel: FunnelsNode, run: QueryRun) => journeysOf(funnel, run, outcomeOf(funnel))

/** The number of actors who converted, and of those who did not. */
export const totalsOf = ({ actors }: Journeys<Outcome>): NameCounts => {
  let converted = 0
  for (const { isConverted } of actors.values()) if (isConverted) converted++
  return { converted, left: actors.size - converted }
}

/** Holds on rows of these actors; on all where they are too many to be named. */
export const amongActors = (column: Sql, { actors }: Journeys<unknown>): Sql =>
  actors.size > mostNamed ? always : actors.size === 0 ? sql`false` : sql`${column} IN ${[...actors.keys()]}`

/** From when to when events of any of the actors can count. */
const spanOf = ({ actors, span }: Journeys<Outcome>): ClosedSpan => {
  let [from, to] = [Infinity, -Infinity]
  for (const one of actors.values()) [from, to] = [Math.min(from, one.from), Math.max(to, one.to)]
  const first = Math.min(Math.max(span.from, from), span.to) as EventTime
  return { from: first, to: Math.max(Math.min(span.to, to), first) as EventTime }
}

/** An actor's event that counts: the rest of its row after the actor and the time. */
export type SeeEvent = (actor: string, outcome: Outcome, row: ReadonlyArray<unknown>) => void

/** The events of the actors in the time in which they count, actor by actor. */
export const eachEvent = Effect.fnUntraced(function*(
  journeys: Journeys<Outcome>,
  funnel: FunnelsNode,
  { columns, condition }: { readonly columns: ReadonlyArray<Sql>; readonly condition: Sql },
  run: QueryRun,
  see: SeeEvent
) {
  const column = actorColumn(funnel)
  const selected = joined([sql`${column} AS actor`, sql`timestamp`, ...columns])
  const where = allOf([timeCondition(spanOf(journeys)), hasActor(funnel), amongActors(column, journeys), condition])
  return yield* eachRow(
    sql`SELECT ${selected} FROM ${eventsTable(funnel)} WHERE ${where} ORDER BY actor`,
    { ...run, modifiers: funnel.modifiers },
    ([who, at, ...rest]) => {
      const [actor, time] = [String(who), Number(at)]
      const outcome = journeys.actors.get(actor)
      if (outcome !== undefined && time > outcome.from && time < outcome.to) see(actor, outcome, rest)
    }
  )
})
