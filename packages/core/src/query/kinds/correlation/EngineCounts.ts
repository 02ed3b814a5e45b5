/** Counts in the engine the actors of each outcome that did an event, for funnels whose times it finds itself. */
import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { allOf, anyOf, bare, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { actorColumn, eventsTable, hasActor, timeCondition } from "../../structured/InsightFields.ts"
import { runStatement } from "../../structured/RunStatement.ts"
import { prepareJourneys } from "../funnels/FunnelJourneys.ts"
import { momentSql } from "../funnels/FunnelSequences.ts"
import { windowOf } from "../funnels/FunnelsFilter.ts"
import type { FunnelsNode } from "../funnels/FunnelsNode.ts"
import { type FunnelQuestion, stepConditions } from "../funnels/FunnelSql.ts"
import { actorTimesSql, hasEngineTimes } from "../funnels/FunnelTimes.ts"
import type { NameCounts } from "./Correlations.ts"
import { type CountedNames, maxNames } from "./CountNames.ts"

/** `actor, are_tied, has_converted, began, ended`: the outcome of each actor, and between which instants its events count. */
const outcomesSql = (question: FunnelQuestion): Sql => {
  const steps = question.node.series.length
  const last = sql`if(has_converted, toFloat(times[${steps}]), began + ${windowOf(question.node.filter)})`
  const times = actorTimesSql(question, { _tag: "None" })
  return sql`SELECT actor, are_tied, length(times) = ${steps} AS has_converted, toFloat(times[1]) AS began, ${last} AS ended FROM (${times})`
}

/** The events by which actors began, and those that are compared: these have a name. */
const namedSql = (question: FunnelQuestion, compared: Sql): Sql => {
  const { node, span } = question
  const isFirst = anyOf(stepConditions(question).slice(0, 1))
  const where = allOf([timeCondition(span), hasActor(node), anyOf([isFirst, compared])])
  const name = sql`if(${compared}, event, NULL) AS name`
  return sql`SELECT ${actorColumn(node)} AS actor, toFloat(${momentSql(question)}) AS moment, ${name} FROM ${
    eventsTable(node)
  } WHERE ${where}`
}

/**
 * `name, converted, left, are_tied`: the actors of each outcome, by the names of their events. Every actor has the event by
 * which it began, so that the row without a name counts all of them.
 */
const countsSql = (question: FunnelQuestion, compared: Sql): Sql => {
  const name = sql`if(e.moment > o.began, e.name, NULL) AS name`
  const counts = sql`e.moment = o.began OR (e.moment > o.began AND e.moment < o.ended)`
  const actors = sql`SELECT o.actor AS actor, o.has_converted AS has_converted, o.are_tied AS are_tied, ${name} FROM (${
    namedSql(question, compared)
  }) AS e JOIN (${outcomesSql(question)}) AS o ON e.actor = o.actor WHERE ${counts}`
  const most = bare(String(maxNames + 2))
  return sql`SELECT name, uniqExactIf(actor, has_converted), uniqExactIf(actor, NOT has_converted), max(are_tied) FROM (${actors}) GROUP BY name LIMIT ${most}`
}

const countsOf = ([, converted, left]: Row): NameCounts => ({ converted: Number(converted), left: Number(left) })

/**
 * Counts the actors by the names of the events that are compared; undefined where the funnel asks for more than the engine
 * finds, or where events of one instant leave open which steps they are.
 */
export const countedByEngine = Effect.fnUntraced(function*(funnel: FunnelsNode, compared: Sql, run: QueryRun) {
  const { asked, question, span } = yield* prepareJourneys(funnel, run)
  if (!hasEngineTimes(question)) return undefined
  const { rows, ...ran } = yield* runStatement(countsSql(question, compared), asked)
  if (rows.some(([, , , areTied]) => Number(areTied) === 1)) return undefined
  const named = rows.filter(([name]) => name !== null)
  const all = rows.find(([name]) => name === null)
  const counted: CountedNames = {
    names: named.length > maxNames ? undefined : new Map(named.map((row) => [String(row[0]), countsOf(row)])),
    totals: all === undefined ? { converted: 0, left: 0 } : countsOf(all),
    span,
    ran
  }
  return counted
})
