/** The actors behind a row of retention. */
import { Effect } from "effect"
import { allOf, always, anyOf, bare, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { QueryError, QueryRun } from "../../QueryKind.ts"
import { breakdownsOf } from "../../structured/BreakdownFilter.ts"
import { type CohortPart, cohortParts, isMember } from "../../structured/CohortParts.ts"
import { momentOf } from "../../structured/Moments.ts"
import { distinctOptions, type FoundOptions } from "../actors/ActorOptions.ts"
import { type Actors, type ActorSelection, actorSource } from "../actors/ActorSource.ts"
import { hasPeriod } from "./PeriodBits.ts"
import { planOf } from "./PlanRetention.ts"
import { beganColumns, type RetentionPlan, returnedColumns } from "./RetentionEvents.ts"
import { retentionQuery } from "./RetentionKind.ts"
import { periodCount, type RetentionNode } from "./RetentionNode.ts"
import { actorsSql } from "./RetentionSql.ts"
import { type FoundRetention, otherValue, runRetention, shownValues } from "./RunRetention.ts"

const textOf = (value: ActorSelection["breakdown"]): string =>
  typeof value === "object" && value !== null ? value.join("::") : String(value ?? "")

/** Whether a value is one of a part: the text of the cohort is in it, at its place. */
const isOfPart = (part: CohortPart, value: string): boolean => {
  const { breakdowns: { by, cohortIndex }, cohort } = part
  if (cohort === undefined || value === otherValue(part)) return true
  if (cohortIndex === 0) return value.startsWith(`${cohort}::`)
  return cohortIndex === by.length ? value.endsWith(`::${cohort}`) : value.includes(`::${cohort}::`)
}

/** The plan of the actors of one value, and the condition on their rows. */
const cutPlan = Effect.fnUntraced(
  function*(node: RetentionNode, { breakdown }: ActorSelection, run: QueryRun) {
    const reading = { node, moment: momentOf(run, node.modifiers) }
    const breakdowns = breakdownsOf(node.breakdownFilter)
    if (breakdowns === undefined || (breakdown ?? undefined) === undefined) {
      return { plan: yield* planOf(reading, run), condition: always }
    }
    const value = textOf(breakdown)
    const parts = cohortParts(breakdowns)
    const part = parts.find((one) => isOfPart(one, value)) ?? parts[0]
    const plan = yield* planOf(reading, run, part)
    if (part === undefined || breakdowns.by.length === 0) {
      const members = isMember(value === "all" ? "all" : Number(value))
      return { plan: { ...plan, hasActor: allOf([plan.hasActor, members]) }, condition: always }
    }
    const { shown } = value === otherValue(part)
      ? yield* shownValues(plan, part, { ...run, modifiers: node.modifiers })
      : plan
    return { plan: { ...plan, shown }, condition: sql`value = ${value}` }
  }
)

/** The rows and values that a result has. */
const retentionOptions = ({ ran, results, span }: FoundRetention): FoundOptions => {
  const values = results.flatMap(({ breakdown_value: value }) => value === undefined ? [] : [value])
  const rows = values.length === 0 ? results : results.filter(({ breakdown_value: value }) => value === values[0])
  return {
    ran,
    span,
    options: {
      interval: rows.map(({ label }, row) => ({ label, value: row })),
      breakdown: values.length === 0
        ? undefined
        : distinctOptions(values.map((value) => ({ label: String(value), value })))
    }
  }
}

/**
 * The columns of those who began in a period: whether they were there in each later period (`day_0`, `day_1`, …), and
 * the list of these numbers (`appearances`).
 */
const appearancesOf = (plan: RetentionPlan, row: number): ReadonlyArray<Sql> => {
  const { count, name } = plan.periods
  // An actor who never returned has no numbers.
  const returned = returnedColumns(plan).map((column) => sql`coalesce(${column}, 0)`)
  const places = Array.from({ length: count }, (_, place) => place)
  const wasThere = (place: number): Sql => {
    if (place === 0) return sql`1`
    return row + place < count ? sql`if(${hasPeriod(returned, row + place)}, 1, 0)` : sql`0`
  }
  const seen = places.slice(1, count - row).map((place) => sql`if(${hasPeriod(returned, row + place)}, ${place}, -1)`)
  return [
    sql`arrayFilter(place -> place >= 0, [${joined([sql`0`, ...seen])}]) AS appearances`,
    ...places.map((place) => sql`${wasThere(place)} AS ${bare(`${name.toLowerCase()}_${place}`)}`)
  ]
}

/** Retention as a source of actors: those who began in a period. */
export const retentionActors = actorSource(retentionQuery, {
  group: ({ aggregation_group_type_index: group }) => group,
  actors: Effect.fnUntraced(function*(node, selection, run): Effect.fn.Return<Actors, QueryError> {
    const { interval, path } = selection
    const count = periodCount(node.retentionFilter)
    if (typeof interval === "number" && (interval < 0 || interval >= count)) {
      return yield* InvalidInput.at([...path, "interval"], "invalid_choice", `A row from 0 to ${count - 1} is needed.`)
    }
    const { condition, plan } = yield* cutPlan(node, selection, run)
    const began = beganColumns(plan)
    const isIn = typeof interval === "number"
      ? hasPeriod(began, interval)
      : anyOf(began.map((column) => sql`${column} != 0`))
    const select = typeof interval === "number"
      ? joined([sql`actor AS actor_id`, ...appearancesOf(plan, interval)])
      : sql`DISTINCT actor AS actor_id`
    const statement = sql`SELECT ${select} FROM (${actorsSql(plan)}) WHERE ${allOf([isIn, condition])}`
    return { _tag: "Statement", statement }
  }),
  options: (node, run) => Effect.map(runRetention(node, run), retentionOptions)
})
