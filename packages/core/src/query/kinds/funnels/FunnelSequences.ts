/** The events of each actor as one list, and how many actors have the same, in SQL: few rows leave the engine. */
import { allOf, joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { eventsTable, timeCondition } from "../../structured/InsightFields.ts"
import type { Attribution } from "./evaluate/Attribution.ts"
import { eventBits, funnelActor, funnelEvents, type FunnelQuestion, valuePlace } from "./FunnelSql.ts"
import { isOptional } from "./FunnelStep.ts"

/** An actor with more events is followed event by event, so that no row is larger than these. */
export const mostListed = 10_000

/**
 * The number of bits that describe an event: one for each step, and with exclusions one for each step after the first.
 */
const bitCount = ({ node }: FunnelQuestion): number =>
  node.series.length + ((node.filter.exclusions ?? []).length === 0 ? 0 : node.series.length - 1)

/** One microsecond in the numbers of a list, whose lower bits describe the event. */
export const unitOf = (question: FunnelQuestion): number => 2 ** bitCount(question)

/** The time that the times of a list are counted from; the first one that there can be is 1. */
export const originOf = ({ span }: FunnelQuestion): number => span.from - 1

/** The time of an event as the times of a list are counted. */
export const momentSql = (question: FunnelQuestion): Sql =>
  sql`toUnixTimestamp64Micro(timestamp) - ${originOf(question)}`

/** One microsecond in the numbers of times and places. */
const touchUnit = ({ values }: FunnelQuestion): number => values.length + 1

/** Whether times fit a number together with bits, and with places, and a value to cut by does not change from event to event. */
export const canBeSequences = (question: FunnelQuestion, attribution: Attribution): boolean => {
  const micros = question.span.to - originOf(question) + 1
  return attribution._tag !== "Step" && micros * unitOf(question) < 2 ** 53 && micros * touchUnit(question) < never
}

/** An event counts for the value where it has one and is a step; of other funnels than these every event is one. */
const namesValue = ({ node: { filter, series } }: FunnelQuestion): Sql =>
  filter.funnelOrderType === "strict" || (filter.exclusions ?? []).length > 0
    ? sql`place >= 0 AND bits % ${2 ** series.length} > 0`
    : sql`place >= 0`

/** Greater than the number of any time and place. */
const never = 4e18

/** The first or the last time at which an actor has a value, with its place; of one instant the least place counts. */
const touchSql = (question: FunnelQuestion, attribution: Attribution): ReadonlyArray<Sql> => {
  const unit = touchUnit(question)
  switch (attribution._tag) {
    case "FirstTouch":
      return [sql`if(${namesValue(question)}, moment * ${unit} + place, ${never}) AS touch`]
    case "LastTouch":
      return [sql`if(${namesValue(question)}, moment * ${unit} + ${unit - 1} - place, -1) AS touch`]
    default:
      return []
  }
}

const valueSql = (question: FunnelQuestion, attribution: Attribution): Sql => {
  const unit = touchUnit(question)
  switch (attribution._tag) {
    case "FirstTouch":
      return sql`if(min(touch) = ${never}, -1, min(touch) % ${unit})`
    case "LastTouch":
      return sql`if(max(touch) = -1, -1, ${unit - 1} - max(touch) % ${unit})`
    case "AllEvents":
      return named("place")
    default:
      return sql`-1`
  }
}

const isFirst = sql`bits % 2 = 1`

/** Holds on events without which nobody comes past the first step: the second, where it is needed and nothing excludes. */
const goesOn = ({ node }: FunnelQuestion): Sql => {
  const isPlain = (node.filter.exclusions ?? []).length === 0 && !isOptional(node.series[1] ?? {})
  return isPlain ? sql`bits % 4 >= 2` : sql`bits > 1`
}

/** The list; of those who can only be at the first step it has that alone, so that they are all one row. */
const listSql = (question: FunnelQuestion): Sql => {
  const { filter } = question.node
  const all = sql`groupArray(code)`
  if (filter.funnelVizType === "trends") return all
  return filter.funnelOrderType === "unordered"
    ? sql`if(count() = 1, [min(bits)], ${all})`
    : sql`if(countIf(${goesOn(question)}) = 0 OR minIf(code, ${isFirst}) - maxIf(code, ${goesOn(question)}) >= ${
      unitOf(question)
    }, [1], ${all})`
}

/** `actor, bits, code`, and `place` and `touch` for the value to cut by: the events of the funnel. */
const codesSql = (question: FunnelQuestion, attribution: Attribution): Sql => {
  const { node, span } = question
  const bits = eventBits(question)
  const columns = joined([
    sql`${funnelActor(node)} AS actor`,
    sql`${bits} AS bits`,
    sql`${momentSql(question)} AS moment`,
    sql`moment * ${unitOf(question)} + bits AS code`,
    ...attribution._tag === "None" ? [] : [sql`${valuePlace(question)} AS place`],
    ...touchSql(question, attribution)
  ])
  return sql`SELECT ${columns} FROM ${eventsTable(node)} WHERE ${allOf([timeCondition(span), funnelEvents(question)])}`
}

/** One row for each actor that began, or each of its values where those count apart. */
const ofActors = (question: FunnelQuestion, attribution: Attribution, columns: ReadonlyArray<Sql>): Sql => {
  const begun = question.node.filter.funnelOrderType === "unordered" ? sql`` : sql` HAVING groupBitOr(code) % 2 = 1`
  const byValue = attribution._tag === "AllEvents" ? sql`, place` : sql``
  const all = joined([sql`${valueSql(question, attribution)} AS value`, ...columns])
  return sql`SELECT ${all} FROM (${codesSql(question, attribution)}) GROUP BY actor${byValue}${begun}`
}

/** `value, actor, codes`: the events of each actor. */
export const actorCodesSql = (question: FunnelQuestion, attribution: Attribution): Sql =>
  ofActors(question, attribution, [sql`actor`, sql`groupArray(code) AS codes`])

/** `value, list, is_long, actors`: those who did the same at the same times. */
export const sequencesSql = (question: FunnelQuestion, attribution: Attribution): Sql => {
  const isLong = sql`count() > ${mostListed}`
  const actors = ofActors(question, attribution, [
    sql`if(${isLong}, [0], ${listSql(question)}) AS list`,
    sql`${isLong} AS is_long`
  ])
  // As floats they leave the engine as plain numbers.
  return sql`SELECT value, arrayMap(code -> toFloat(code), list), is_long, count() FROM (${actors}) GROUP BY value, list, is_long`
}

/** Holds on the events of those whose lists would be too long. */
export const ofLongActors = (question: FunnelQuestion): Sql => {
  const { node, span } = question
  return sql`${funnelActor(node)} IN (SELECT ${funnelActor(node)} AS actor FROM ${eventsTable(node)} WHERE ${
    allOf([timeCondition(span), funnelEvents(question)])
  } GROUP BY actor HAVING count() > ${mostListed})`
}
