/** The times of each actor's furthest chain as the engine finds them, in SQL. */
import { type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { Attribution } from "./evaluate/Attribution.ts"
import { actorCodesSql, canBeSequences } from "./FunnelSequences.ts"
import type { FunnelQuestion } from "./FunnelSql.ts"
import { isOptional } from "./FunnelStep.ts"
import { rulesOf } from "./PrepareFunnel.ts"
import { attributionOf } from "./ReadParts.ts"

/** Whether the engine finds the times: no rule asks for more than chains of the plainest kind. */
export const hasEngineTimes = (question: FunnelQuestion): boolean => {
  const { filter, series } = question.node
  return (filter.funnelOrderType ?? "ordered") === "ordered" && (filter.exclusions ?? []).length === 0 &&
    !series.some(isOptional) && canBeSequences(question, attributionOf(question.node, question.breakdowns))
}

/** Whether an event can be several of the steps, as far as names show. */
const canOverlap = ({ node: { series } }: FunnelQuestion): boolean => {
  const names = series.map(({ event, kind }) => kind === "ActionsNode" ? null : event ?? null)
  return names.includes(null) || new Set(names).size < names.length
}

/**
 * `actor, value, times, are_tied`: of each actor that began the times of its steps, counted from `originOf`, and whether events
 * of one instant leave them open.
 */
export const actorTimesSql = (question: FunnelQuestion, attribution: Attribution): Sql => {
  const { node, span } = question
  const steps = node.series.length
  const window = Math.min(rulesOf(node).window, span.to - span.from)
  const tied = canOverlap(question) ? sql`funnelTies(codes, ${steps})` : sql`0`
  return sql`SELECT actor, value, funnelTimes(codes, ${steps}, ${window}) AS times, ${tied} AS are_tied FROM (${
    actorCodesSql(question, attribution)
  })`
}
