/** The events of a funnel in SQL. */
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, always, anyOf, joined, named, type Sql, sql, written } from "../../../filters/SqlFragment.ts"
import type { Project } from "../../../identity/Project.ts"
import type { Breakdowns } from "../../structured/BreakdownFilter.ts"
import { noBreakdownValue } from "../../structured/BreakdownFilter.ts"
import type { ReadValue } from "../../structured/BreakdownValues.ts"
import {
  actorColumn,
  type ClosedSpan,
  eventsTable,
  hasActor,
  insightCondition,
  timeCondition
} from "../../structured/InsightFields.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { stepCondition } from "./FunnelStep.ts"

/** A funnel over a span, and by what it is cut. */
export interface FunnelQuestion {
  readonly node: FunnelsNode
  readonly project: Project
  readonly moment: Moment
  readonly span: ClosedSpan
  readonly breakdowns: Breakdowns | undefined
  /** The parts of an event's breakdown value, one for each property. */
  readonly read: ReadonlyArray<ReadValue>
  /** The values to cut by, each with one text for each property. Others are together. */
  readonly values: ReadonlyArray<ReadonlyArray<string>>
  /** Holds on the events that count beside those of the node. */
  readonly where: Sql
}

type Asked = Pick<FunnelQuestion, "moment" | "node" | "project" | "where">

/** The key of an actor: a person, a group, or the text of an expression over the event. */
export const funnelActor = (node: FunnelsNode): Sql => {
  const expression = node.filter.funnelAggregateByHogQL ?? ""
  return expression === "" ? actorColumn(node) : sql`toString(${written(expression)})`
}

const isSomebody = (node: FunnelsNode): Sql => {
  const expression = node.filter.funnelAggregateByHogQL ?? ""
  return expression === "" ? hasActor(node) : sql`${funnelActor(node)} IS NOT NULL`
}

/** Holds on the events of each step. */
export const stepConditions = ({ moment, node }: Asked): ReadonlyArray<Sql> =>
  node.series.map((step) => stepCondition(step, node.actions, moment))

/** Holds on the events that exclude before each step but the first. */
const exclusionConditions = ({ moment, node }: Asked): ReadonlyArray<Sql> => {
  const exclusions = node.filter.exclusions ?? []
  if (exclusions.length === 0) return []
  return node.series.slice(1).map((_, index) =>
    anyOf(
      exclusions.filter(({ funnelFromStep: from, funnelToStep: to }) => from <= index && index < to).map((exclusion) =>
        stepCondition(exclusion, node.actions, moment)
      )
    )
  )
}

/** Holds on the events that the funnel is about; in a strict one every event comes between others. */
export const funnelEvents = (question: Asked): Sql => {
  const { moment, node, project, where } = question
  const any = node.filter.funnelOrderType === "strict"
    ? always
    : anyOf([
      ...stepConditions(question),
      ...(node.filter.exclusions ?? []).map((one) => stepCondition(one, node.actions, moment))
    ])
  return allOf([any, isSomebody(node), insightCondition(node, project, moment), where])
}

/** The steps that an event is, as bits; the exclusions follow, from the second step on. */
export const eventBits = (question: Asked): Sql => {
  const conditions = [...stepConditions(question), ...exclusionConditions(question)]
  return joined(conditions.map((one, index) => sql`if(${one}, ${2 ** index}, 0)`), " + ")
}

type Cut = Pick<FunnelQuestion, "read">

/** The texts of an event's value to cut by. */
const valueTexts = ({ read }: Cut): ReadonlyArray<Sql> => read.map(({ value }) => value)

/** Holds where one of the texts is not empty. */
const hasValue = (cut: Cut): Sql => anyOf(valueTexts(cut).map((text) => sql`${text} != ${noBreakdownValue}`))

/** The place of an event's value; one more for the rest, -1 where there is none. */
export const valuePlace = ({ read, values }: FunnelQuestion): Sql => {
  if (read.length === 0) return sql`-1`
  const texts = valueTexts({ read })
  const places = values.map((value, place) =>
    sql`${joined(texts.map((text, index) => sql`${text} = ${value[index] ?? ""}`), " AND ")}, ${place}`
  )
  return sql`multiIf(${joined([...places, sql`${hasValue({ read })}, ${values.length}`, sql`-1`])})`
}

/** Holds on the events whose values can be those of actors: steps, or the step that names the value. */
export const valueEvents = (question: Asked): Sql => {
  const { breakdownAttributionType: type, breakdownAttributionValue: step } = question.node.filter
  const steps = stepConditions(question)
  const meant = type === "step" ? steps.slice(step ?? 0, (step ?? 0) + 1) : steps
  return allOf([funnelEvents(question), anyOf(meant)])
}

type CutQuestion = FunnelQuestion & { readonly breakdowns: Breakdowns }

const valuesWith = (question: CutQuestion, write: (texts: ReadonlyArray<Sql>, from: Sql, names: Sql) => Sql): Sql => {
  const { node, span } = question
  const texts = valueTexts(question).map((text, index) => sql`${text} AS ${named(`value_${index}`)}`)
  const where = allOf([timeCondition(span), valueEvents(question), hasValue(question)])
  const names = joined(texts.map((_, index) => named(`value_${index}`)))
  return write(texts, sql`${eventsTable(node)} WHERE ${where}`, names)
}

/** All values to cut by, or one more than are shown: no actor is looked at. */
export const allValuesSql = (question: CutQuestion): Sql =>
  valuesWith(
    question,
    (texts, from) => sql`SELECT DISTINCT ${joined(texts)} FROM ${from} LIMIT ${question.breakdowns.limit + 1}`
  )

/** The values to cut by that most actors have: their texts. */
export const valuesSql = (question: CutQuestion): Sql =>
  valuesWith(
    question,
    (texts, from, names) =>
      sql`SELECT ${joined(texts)} FROM ${from} GROUP BY ${names} ORDER BY uniq(${
        funnelActor(question.node)
      }) DESC, ${names} LIMIT ${question.breakdowns.limit}`
  )

/** `actor, at, bits, place`: the events of one actor after the other, each in the order of time. */
export const eventRowsSql = (question: FunnelQuestion): Sql => {
  const { node, span } = question
  const columns = joined([
    sql`${funnelActor(node)} AS actor`,
    sql`timestamp`,
    sql`${eventBits(question)} AS bits`,
    sql`${valuePlace(question)} AS place`
  ])
  const where = allOf([timeCondition(span), funnelEvents(question)])
  return sql`SELECT ${columns} FROM ${eventsTable(node)} WHERE ${where} ORDER BY actor, timestamp`
}
