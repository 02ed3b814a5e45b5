/** The persons who did something, in SQL. */
import type { KnownAction } from "../../actions/KnownActions.ts"
import type { EventTime } from "../../events/EventTime.ts"
import type { Moment } from "../../filters/Operator.ts"
import { moved, namedTime } from "../../filters/RelativeDate.ts"
import { allOf, always, anyOf, bare, instant, joined, type Sql, sql } from "../../filters/SqlFragment.ts"
import { actionCondition } from "../../query/structured/ActionsNode.ts"
import { eventCondition } from "../../query/structured/EventsNode.ts"
import { filterCondition } from "../../query/structured/FilterCondition.ts"
import type { Uuid } from "../../shared/Uuid.ts"
import type { Behaviour, CountOperator, Deed, Stretch } from "./Behaviour.ts"

/** Holds on the events that a deed means. */
export type DeedCondition = (deed: Deed) => Sql

/** The condition of deeds, given the project's actions; no event is an action that is not there. */
export const deedCondition =
  (actions: ReadonlyArray<KnownAction>, moment: Moment): DeedCondition => ({ action, event, filters }) =>
    action === undefined
      ? eventCondition({ event: event ?? null, properties: filters }, moment)
      : allOf([
        actionCondition(actions.find(({ id }) => id === action) ?? { steps: [] }, moment),
        filterCondition(filters, moment)
      ])

/** A behaviour as a question about the events of one person. */
interface Asked {
  /** Holds on the events that matter. */
  readonly where: Sql
  /** Holds on persons, of their events that matter; in `sequence` it is of their steps. */
  readonly holds: Sql
  /** Whether persons without such an event behave so. */
  readonly whenAbsent: boolean
  /** The condition on an event of a sequence, and its time limit. */
  readonly steps?: ReadonlyArray<Sql>
}

const operatorTexts: Readonly<Record<CountOperator, string>> = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" }

const compare: Readonly<Record<CountOperator, (count: number, times: number) => boolean>> = {
  eq: (count, times) => count === times,
  gt: (count, times) => count > times,
  gte: (count, times) => count >= times,
  lt: (count, times) => count < times,
  lte: (count, times) => count <= times
}

const compared = (count: Sql, { operator, times }: Pick<Behaviour, "operator" | "times">): Sql =>
  sql`${count} ${bare(operatorTexts[operator])} ${times}`

const before = (moment: Moment, { count, unit }: Stretch, times = 1): EventTime =>
  moved(moment.now, -count * times, unit, moment)

const after = (time: EventTime): Sql => sql`timestamp > ${instant(time)}`
const from = (time: EventTime): Sql => sql`timestamp >= ${instant(time)}`
const upTo = (time: EventTime): Sql => sql`timestamp <= ${instant(time)}`

/** The time in which the deed counts; nothing after now does. */
const timeOf = ({ from: first, to: last, within }: Behaviour, moment: Moment): Sql => {
  const named = (text: string | undefined) => text === undefined ? undefined : namedTime(text, moment.now, moment)?.time
  const start = named(first) ?? (within === undefined ? undefined : before(moment, within))
  return allOf([
    start === undefined ? always : from(start),
    upTo(Math.min(named(last) ?? moment.now, moment.now) as EventTime)
  ])
}

const noStretch: Stretch = { count: 1, unit: "day" }

const regularly = (behaviour: Behaviour, deed: Sql, moment: Moment): Asked => {
  const { periods: { least, total }, within = noStretch } = behaviour
  const count = (period: number): Sql =>
    sql`countIf(${allOf([after(before(moment, within, period + 1)), upTo(before(moment, within, period))])})`
  const met = Array.from({ length: total }, (_, period) => sql`if(${compared(count(period), behaviour)}, 1, 0)`)
  const absent = compare[behaviour.operator](0, behaviour.times)
  return {
    where: allOf([deed, after(before(moment, within, total)), upTo(moment.now)]),
    holds: sql`${joined(met, " + ")} >= ${least}`,
    whenAbsent: absent
  }
}

/** The latest first step before each second one is the nearest: if that is too far, all are. */
const sequence = ({ then, ...behaviour }: Behaviour, deedOf: DeedCondition, moment: Moment): Asked => {
  const first = allOf([deedOf(behaviour.deed), timeOf({ ...behaviour, then }, moment)])
  const second = allOf([then === undefined ? sql`false` : deedOf(then.deed), upTo(moment.now)])
  const { count, unit } = then?.within ?? noStretch
  const add = bare(
    {
      second: "addSeconds",
      minute: "addMinutes",
      hour: "addHours",
      day: "addDays",
      week: "addWeeks",
      month: "addMonths",
      quarter: "addQuarters",
      year: "addYears"
    }[unit]
  )
  return {
    where: anyOf([first, second]),
    steps: [
      sql`${second} AS is_second`,
      sql`max(if(${first}, timestamp, NULL)) OVER (PARTITION BY person_id ORDER BY timestamp, uuid ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS first_step`
    ],
    holds: sql`countIf(is_second = 1 AND first_step IS NOT NULL AND timestamp <= ${add}(first_step, ${count})) > 0`,
    whenAbsent: false
  }
}

const askedOf = (behaviour: Behaviour, deedOf: DeedCondition, moment: Moment): Asked => {
  const deed = deedOf(behaviour.deed)
  const within = before(moment, behaviour.within ?? noStretch)
  const later = before(moment, behaviour.then?.within ?? noStretch)
  const did = (...times: ReadonlyArray<Sql>): Sql => sql`countIf(${allOf(times)}) > 0`
  const didNot = (...times: ReadonlyArray<Sql>): Sql => sql`countIf(${allOf(times)}) = 0`
  switch (behaviour.kind) {
    case "performed_event":
      return { where: allOf([deed, timeOf(behaviour, moment)]), holds: sql`count() > 0`, whenAbsent: false }
    case "performed_event_multiple":
      return {
        where: allOf([deed, timeOf(behaviour, moment)]),
        holds: compared(sql`count()`, behaviour),
        whenAbsent: compare[behaviour.operator](0, behaviour.times)
      }
    case "performed_event_first_time":
      return {
        where: allOf([deed, upTo(moment.now)]),
        holds: sql`minIf(timestamp, true) = minIf(timestamp, ${timeOf(behaviour, moment)})`,
        whenAbsent: false
      }
    case "performed_event_regularly":
      return regularly(behaviour, deed, moment)
    case "performed_event_sequence":
      return sequence(behaviour, deedOf, moment)
    case "stopped_performing_event":
      return {
        where: allOf([deed, from(within), upTo(moment.now)]),
        holds: allOf([did(upTo(later)), didNot(after(later))]),
        whenAbsent: false
      }
    case "restarted_performing_event":
      return {
        where: allOf([deed, upTo(moment.now)]),
        holds: allOf([did(upTo(within)), didNot(after(within), upTo(later)), did(after(later))]),
        whenAbsent: false
      }
  }
}

/** Persons for whom a behaviour is otherwise than for those who never did anything of it. */
export interface BehaviourStatement {
  readonly whenAbsent: boolean
  /** Their ids in ascending order: a number of them after one. */
  readonly exceptions: (after: Uuid | undefined, most: number) => Sql
}

/** The statement of a behaviour. */
export const behaviourStatement = (
  behaviour: Behaviour,
  deedOf: DeedCondition,
  moment: Moment
): BehaviourStatement => {
  const { holds, steps, whenAbsent, where } = askedOf(behaviour, deedOf, moment)
  const isException = whenAbsent ? sql`NOT (${holds})` : holds
  return {
    whenAbsent,
    exceptions: (id, most) => {
      const counted = allOf([where, id === undefined ? always : sql`toString(person_id) > ${id}`])
      const events = steps === undefined
        ? sql`events WHERE ${counted}`
        : sql`(SELECT person_id, timestamp, ${joined(steps)} FROM events WHERE ${counted})`
      return sql`SELECT toString(person_id) AS person FROM ${events} GROUP BY person HAVING ${isException} ORDER BY person LIMIT ${most}`
    }
  }
}
