/** The periods of actors, in SQL: those in which they began, and those in which they returned. */
import { allOf, always, anyOf, bare, instant, isSame, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { groupedBits, periodBits, wordsFor } from "./PeriodBits.ts"
import {
  aliased,
  beganColumns,
  eventsSql,
  isRecurring,
  isWithin,
  type RetentionPlan,
  returnedColumns
} from "./RetentionEvents.ts"
import { periodOf } from "./RetentionPeriods.ts"

/** Holds on actors that began within the periods; of those seen for the first time, `first` is when. */
const hasBegun = (plan: RetentionPlan): Sql =>
  isRecurring(plan)
    ? anyOf(beganColumns(plan).map((column) => sql`${column} != 0`))
    : allOf([
      sql`first >= ${instant(plan.periods.start)}`,
      plan.type === "retention_first_ever_occurrence" ? sql`first = first_named` : always
    ])

/** The value of an actor's first event, where only that counts. */
const firstValue = (plan: RetentionPlan): ReadonlyArray<Sql> =>
  plan.value === undefined || isRecurring(plan) ? [] : [sql`argMinIf(value, timestamp, is_target = 1) AS value`]

/** The aggregates of an actor's events that give the actor's begin. */
const beginnings = (plan: RetentionPlan): ReadonlyArray<Sql> =>
  isRecurring(plan)
    ? aliased(groupedBits(sql`period`, plan.periods.count, sql`is_target = 1`), beganColumns(plan))
    : [
      sql`minIf(timestamp, is_target = 1) AS first`,
      ...(plan.type === "retention_first_ever_occurrence"
        ? [sql`minIf(timestamp, is_named = 1) AS first_named`]
        : [])
    ]

/** The columns that `firstValue` and `beginnings` become. */
const begun = (plan: RetentionPlan): ReadonlyArray<Sql> => {
  if (isRecurring(plan)) return beganColumns(plan)
  const bits = aliased(periodBits(periodOf(plan.periods, sql`first`), plan.periods.count), beganColumns(plan))
  return plan.value === undefined ? bits : [sql`${plan.shown(sql`value`)} AS value`, ...bits]
}

/** Whether every event by which an actor begins is a return, and the other way round. */
const isOneSet = (plan: RetentionPlan): boolean => isRecurring(plan) && isSame(plan.target, plan.returning)

/** The aggregates of an actor's events that give its returns; none where they are those of its begin. */
const returnings = (plan: RetentionPlan): ReadonlyArray<Sql> =>
  isOneSet(plan)
    ? []
    : aliased(groupedBits(sql`period`, plan.periods.count, sql`is_return = 1`), returnedColumns(plan))

const passedEvents = (plan: RetentionPlan): Sql => eventsSql(plan, isOneSet(plan) ? "targets" : "both")

/** One pass over the events, where each actor is counted once. */
const passSql = (plan: RetentionPlan): Sql => {
  const grouped = sql`SELECT ${
    joined([sql`actor`, ...firstValue(plan), ...beginnings(plan), ...returnings(plan)])
  } FROM (${passedEvents(plan)}) GROUP BY actor`
  const returned = isOneSet(plan) ? aliased(beganColumns(plan), returnedColumns(plan)) : returnedColumns(plan)
  const select = joined([sql`actor`, ...begun(plan), ...returned])
  return sql`SELECT ${select} FROM (${grouped}) WHERE ${hasBegun(plan)}`
}

/** One pass over the events, where each actor is counted with each of its values: it returned whatever its value was then. */
const valuesPassSql = (plan: RetentionPlan): Sql => {
  const [began, returned] = [beganColumns(plan), returnedColumns(plan)]
  const ofValues = sql`SELECT ${joined([sql`actor`, sql`value`, ...beginnings(plan), ...returnings(plan)])} FROM (${
    passedEvents(plan)
  }) GROUP BY actor, value`
  const cut = [sql`value`, ...began]
  const lists = wordsFor(plan.periods.count).map((word) => bare(`list${word}`))
  const listed = [sql`value_list`, ...lists]
  const ofActors = joined([
    sql`actor`,
    ...aliased(cut.map((column) => sql`groupArray(${column})`), listed),
    ...aliased((isOneSet(plan) ? began : returned).map((column) => sql`groupBitOr(${column})`), returned)
  ])
  return sql`SELECT ${
    joined([sql`actor`, ...cut, ...returned])
  } FROM (SELECT ${ofActors} FROM (${ofValues}) GROUP BY actor) ARRAY JOIN ${joined(aliased(listed, cut))} WHERE ${
    hasBegun(plan)
  }`
}

/** The periods in which actors began, by breakdown value; of the first event only, where only that counts. */
const targetsSql = (plan: RetentionPlan): Sql => {
  const cut = plan.value !== undefined && isRecurring(plan) ? [sql`value`] : []
  const by = joined([sql`actor`, ...cut])
  const grouped = sql`SELECT ${joined([sql`actor`, ...cut, ...firstValue(plan), ...beginnings(plan)])} FROM (${
    eventsSql(plan, "targets")
  }) GROUP BY ${by}`
  return sql`SELECT ${joined([sql`actor`, ...cut, ...begun(plan)])} FROM (${grouped}) WHERE ${hasBegun(plan)}`
}

/** The periods in which actors returned. */
const returnsSql = (plan: RetentionPlan): Sql => {
  const { actor, events, hasActor, minimumOccurrences, periods, returning } = plan
  const where = allOf([isWithin(plan), sql`timestamp < ${instant(periods.end)}`, hasActor, returning])
  const period = periodOf(periods, sql`timestamp`)
  const often =
    sql`SELECT ${actor} AS actor, ${period} AS period FROM ${events} WHERE ${where} GROUP BY actor, period HAVING count() >= ${minimumOccurrences}`
  const returns = aliased(groupedBits(sql`period`, periods.count, always), returnedColumns(plan))
  return sql`SELECT ${joined([sql`actor`, ...returns])} FROM (${often}) GROUP BY actor`
}

const joinedSql = (plan: RetentionPlan): Sql => {
  const cut = plan.value === undefined ? [] : [sql`t.value AS value`]
  const select = joined([
    sql`t.actor AS actor`,
    ...cut,
    ...beganColumns(plan).map((column) => sql`t.${column} AS ${column}`),
    ...returnedColumns(plan).map((column) => sql`r.${column} AS ${column}`)
  ])
  return sql`SELECT ${select} FROM (${targetsSql(plan)}) AS t LEFT JOIN (${returnsSql(plan)}) AS r ON t.actor = r.actor`
}

/** A row for each actor that began (and each value of it): `actor`, `value` where there is one, the two sets of periods. */
export const actorsSql = (plan: RetentionPlan): Sql => {
  if (plan.minimumOccurrences > 1) return joinedSql(plan)
  return plan.value !== undefined && isRecurring(plan) ? valuesPassSql(plan) : passSql(plan)
}

/**
 * The number of actors with the same periods. Columns: `value` with a breakdown, the two sets of periods, the number.
 */
export const periodsSql = (plan: RetentionPlan): Sql => {
  const by = joined([
    ...(plan.value === undefined ? [] : [sql`value`]),
    ...beganColumns(plan),
    ...returnedColumns(plan)
  ])
  return sql`SELECT ${by}, count() FROM (${actorsSql(plan)}) GROUP BY ${by}`
}

/** The values of the events by which actors can begin, or the first `most` of them. */
export const allValuesSql = (plan: RetentionPlan, most: number): Sql => {
  const { events, hasActor, periods, target } = plan
  const where = allOf([
    isRecurring(plan) ? isWithin(plan) : always,
    sql`timestamp < ${instant(periods.end)}`,
    hasActor,
    target
  ])
  return sql`SELECT DISTINCT ${plan.value ?? always} AS value FROM ${events} WHERE ${where} LIMIT ${bare(String(most))}`
}

/** The values that most actors began with, at most `most` of them. */
export const valuesSql = (plan: RetentionPlan, most: number): Sql => {
  const began = joined(beganColumns(plan).map((column) => sql`bitCount(${column})`), " + ")
  return sql`SELECT value, sum(${began}) AS began FROM (${
    targetsSql(plan)
  }) GROUP BY value ORDER BY began DESC, value LIMIT ${most}`
}
