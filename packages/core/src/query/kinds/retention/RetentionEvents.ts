/** A planned retention query, and its events in SQL. */
import { allOf, anyOf, bare, instant, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { wordsFor } from "./PeriodBits.ts"
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
  /** The least number of events in a period that count as a return. */
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

/** The expressions with a name each. */
export const aliased = (expressions: ReadonlyArray<Sql>, names: ReadonlyArray<Sql>): ReadonlyArray<Sql> =>
  expressions.map((expression, index) => sql`${expression} AS ${names[index] ?? bare("x")}`)

/** Whether an actor begins again in every period. */
export const isRecurring = ({ type }: RetentionPlan): boolean => type === "retention_recurring"

/** Holds on events within the periods. */
export const isWithin = ({ periods }: RetentionPlan): Sql => sql`timestamp >= ${instant(periods.start)}`

/** Events as far as they matter: `actor`, `period` or `timestamp`, and what an event is. */
export const eventsSql = (plan: RetentionPlan, wanted: "both" | "targets"): Sql => {
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
