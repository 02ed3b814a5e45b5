/** The actors of a funnel as the engine gives them. */
import { Effect } from "effect"
import { allOf } from "../../../filters/SqlFragment.ts"
import type { Breakdowns } from "../../structured/BreakdownFilter.ts"
import { isMember } from "../../structured/CohortParts.ts"
import { eachRow, joinedRuns, type StatementRun } from "../../structured/RunStatement.ts"
import { type Attributed, attributed, type Attribution } from "./evaluate/Attribution.ts"
import type { SeeParts } from "./FunnelCounts.ts"
import { canBeSequences, mostListed, ofLongActors, sequencesSql } from "./FunnelSequences.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { eventRowsSql, type FunnelQuestion } from "./FunnelSql.ts"
import { actorsOf, sequencesOf } from "./ReadActors.ts"

/** The attribution of a funnel: which of an actor's breakdown values counts. */
export const attributionOf = ({ filter }: FunnelsNode, breakdowns: Breakdowns | undefined): Attribution => {
  if (breakdowns === undefined || breakdowns.by.length === 0) return { _tag: "None" }
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

/** Those that one statement is about: all, or the members of a cohort, whose value its place is. */
export interface Part {
  readonly place: number | undefined
  readonly question: FunnelQuestion
}

/** The statements of a funnel. */
export const partsOf = (question: FunnelQuestion): ReadonlyArray<Part> => {
  const cohorts = question.breakdowns?.cohorts ?? []
  if (cohorts.length === 0) return [{ place: undefined, question }]
  return cohorts.map((cohort, place) => ({
    place,
    question: { ...question, where: allOf([question.where, isMember(cohort)]) }
  }))
}

/** Receives the events of an actor that are attributed to one value. */
export type SeeActor = (part: Attributed, actor: string) => void

const followed = Effect.fnUntraced(function*({ place, question }: Part, run: StatementRun, see: SeeActor) {
  const attribution = attributionOf(question.node, question.breakdowns)
  const actors = actorsOf(question.node.series.length, (history, actor) => {
    for (const one of attributed(history, attribution)) see(place === undefined ? one : { ...one, value: place }, actor)
  })
  const ran = yield* eachRow(eventRowsSql(question), run, actors.see)
  actors.end()
  return ran
})

/** Every actor with its name, for each value that it counts for. */
export const eachActor = (question: FunnelQuestion, run: StatementRun, see: SeeActor) =>
  Effect.map(Effect.forEach(partsOf(question), (part) => followed(part, run, see)), joinedRuns)

const eachPartOf = Effect.fnUntraced(function*(part: Part, run: StatementRun, see: SeeParts) {
  const { place, question } = part
  const attribution = attributionOf(question.node, question.breakdowns)
  if (!canBeSequences(question, attribution)) return yield* followed(part, run, (one) => see(one, 1))
  const lists = sequencesOf(
    question,
    (one, actors) => see(place === undefined ? one : { ...one, value: place }, actors)
  )
  const ran = yield* eachRow(sequencesSql(question, attribution), run, lists.see)
  if (!lists.hasLong()) return ran
  const long = { place, question: { ...question, where: allOf([question.where, ofLongActors(question)]) } }
  const more = yield* followed(long, run, (one) => {
    if (one.history.times.length > mostListed) see(one, 1)
  })
  return joinedRuns([ran, more])
})

/** The events of actors by the values they are attributed to; actors with equal events come together where possible. */
export const eachPart = (question: FunnelQuestion, run: StatementRun, see: SeeParts) =>
  Effect.map(Effect.forEach(partsOf(question), (part) => eachPartOf(part, run, see)), joinedRuns)
