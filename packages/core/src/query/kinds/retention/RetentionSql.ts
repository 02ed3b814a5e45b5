/** The periods of actors, in SQL: those in which they began, and those in which they returned. */
import { allOf, always, anyOf, bare, instant, isSame, joined, type Sql, sql } from "../../structured/SqlFragment.ts"
import { groupedBits, periodBits, wordsFor } from "./PeriodBits.ts"
import { periodOf, type Periods } from "./RetentionPeriods.ts"

/** From which event on an actor counts: any, the first that meets the conditions, or the first of its name. */
export type RetentionType = "retention_recurring" | "retention_first_time" | "retention_first_ever_occurrence"

/** A retention query, with its conditions on rows of `events`. */
export interface RetentionPlan {
  readonly type: RetentionType
  readonly periods: Periods
  /** `events`, or a sample of them. */
  readonly events: Sql
  readonly actor: Sql
  /** Holds on events of an actor. */
  readonly hasActor: Sql
  readonly target: Sql
  /** Holds on events of the target's name, without its other conditions. */
  readonly targetName: Sql
  readonly returning: Sql
  /** A return counts from so many events in its period on. */
  readonly minimumOccurrences: number
  /** The value of an event that actors are cut by, and how it is shown. */
  readonly value: Sql | undefined
  readonly shown: (value: Sql) => Sql
}

/** A column of numbers, `t0, t1, …`. */
const columns = (letter: "r" | "t", { periods: { count } }: RetentionPlan): ReadonlyArray<Sql> =>
  wordsFor(count).map((word) => bare(`${letter}${word}`))

/** The numbers of the periods in which an actor began. */
export const beganColumns = (plan: RetentionPlan): ReadonlyArray<Sql> => columns("t", plan)

/** The numbers of the periods in which an actor returned. */
export const returnedColumns = (plan: RetentionPlan): ReadonlyArray<Sql> => columns("r", plan)

const aliased = (expressions: ReadonlyArray<Sql>, names: ReadonlyArray<Sql>): ReadonlyArray<Sql> =>
  expressions.map((expression, index) => sql`${expression} AS ${names[index] ?? bare("x")}`)

const isRecurring = ({ type }: RetentionPlan): boolean => type === "retention_recurring"

/** Holds on events within the periods. */
const isWithin = ({ periods }: RetentionPlan): Sql => sql`timestamp >= ${instant(periods.start)}`

/** Events as far as they matter: `actor`, `period` or `timestamp`, and what an event is. */
const eventsSql = (plan: RetentionPlan, wanted: "both" | "targets"): Sql => {
  const { actor, events, hasActor, periods, returning, shown, target, targetName, type, value } = plan
  const isReturn = allOf([returning, isWithin(plan)])
  const isTarget = isRecurring(plan) ? allOf([target, isWithin(plan)]) : target
  const isNamed = type === "retention_first_ever_occurrence"
  const relevant = anyOf([
    isNamed ? targetName : isTarget,
    ...(wanted === "both" ? [isReturn] : [])
  ])
  const select = joined([
    sql`${actor} AS actor`,
    ...(isRecurring(plan) ? [] : [sql`timestamp`]),
    sql`${periodOf(periods, sql`timestamp`)} AS period`,
    sql`${isTarget} AS is_target`,
    ...(isNamed ? [sql`${targetName} AS is_named`] : []),
    ...(wanted === "both" ? [sql`${isReturn} AS is_return`] : []),
    ...(value === undefined ? [] : [sql`${isRecurring(plan) ? shown(value) : value} AS value`])
  ])
  const where = allOf([sql`timestamp < ${instant(periods.end)}`, hasActor, relevant])
  return sql`SELECT ${select} FROM ${events} WHERE ${where}`
}

/** Holds on actors that began within the periods; of those seen for the first time, `first` is when. */
const hasBegun = (plan: RetentionPlan): Sql =>
  isRecurring(plan)
    ? anyOf(beganColumns(plan).map((column) => sql`${column} != 0`))
    : allOf([
      sql`first >= ${instant(plan.periods.start)}`,
      plan.type === "retention_first_ever_occurrence" ? sql`first = first_named` : always
    ])

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

/** The columns that `beginnings` become. */
const begun = (plan: RetentionPlan): ReadonlyArray<Sql> =>
  isRecurring(plan)
    ? beganColumns(plan)
    : aliased(periodBits(periodOf(plan.periods, sql`first`), plan.periods.count), beganColumns(plan))

/** Whether every event by which an actor begins is a return, and the other way round. */
const isOneSet = (plan: RetentionPlan): boolean => isRecurring(plan) && isSame(plan.target, plan.returning)

/** One pass over the events, where each actor is counted once. */
const passSql = (plan: RetentionPlan): Sql => {
  const isOne = isOneSet(plan)
  const returns = isOne
    ? []
    : aliased(groupedBits(sql`period`, plan.periods.count, sql`is_return = 1`), returnedColumns(plan))
  const grouped = sql`SELECT ${joined([sql`actor`, ...beginnings(plan), ...returns])} FROM (${
    eventsSql(plan, isOne ? "targets" : "both")
  }) GROUP BY actor`
  const returned = isOne ? aliased(beganColumns(plan), returnedColumns(plan)) : returnedColumns(plan)
  const select = joined([sql`actor`, ...begun(plan), ...returned])
  return sql`SELECT ${select} FROM (${grouped}) WHERE ${hasBegun(plan)}`
}

/** The periods in which actors began, by breakdown value; of the first event only, where only that counts. */
const targetsSql = (plan: RetentionPlan): Sql => {
  const { shown, value } = plan
  const isFirst = !isRecurring(plan)
  const cut = value === undefined ? [] : [sql`value`]
  const found = value !== undefined && isFirst ? [sql`argMinIf(value, timestamp, is_target = 1) AS value`] : cut
  const named = value !== undefined && isFirst ? [sql`${shown(sql`value`)} AS value`] : cut
  const by = joined([sql`actor`, ...(isFirst ? [] : cut)])
  const grouped = sql`SELECT ${joined([sql`actor`, ...found, ...beginnings(plan)])} FROM (${
    eventsSql(plan, "targets")
  }) GROUP BY ${by}`
  return sql`SELECT ${joined([sql`actor`, ...named, ...begun(plan)])} FROM (${grouped}) WHERE ${hasBegun(plan)}`
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
export const actorsSql = (plan: RetentionPlan): Sql =>
  plan.value === undefined && plan.minimumOccurrences <= 1 ? passSql(plan) : joinedSql(plan)

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

/** The values that most actors began with, of so many at most. */
export const valuesSql = (plan: RetentionPlan, most: number): Sql => {
  const began = joined(beganColumns(plan).map((column) => sql`bitCount(${column})`), " + ")
  return sql`SELECT value, sum(${began}) AS began FROM (${
    targetsSql(plan)
  }) GROUP BY value ORDER BY began DESC, value LIMIT ${most}`
}
