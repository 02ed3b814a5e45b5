/** The measures of a series over its events, in SQL. */
import { bare, named, type Sql, sql, written } from "../../../filters/SqlFragment.ts"
import type { Interval } from "../../structured/DateRange.ts"
import type { InsightFields } from "../../structured/InsightFields.ts"
import { actorColumn } from "../../structured/InsightFields.ts"
import { isOfSession, type SeriesMath, type SeriesNode } from "../../structured/SeriesNode.ts"

/** The measure of a series. */
export type Measure =
  /** By an aggregate over its events, or over those of them that a condition holds on. */
  | {
    readonly _tag: "Rows"
    readonly aggregate: (only?: Sql) => Sql
    readonly isShared: boolean
    readonly isScaled: boolean
    /** The number of several values together is the sum of their numbers, to the last digit. */
    readonly isAdditive?: true
  }
  /** By an aggregate over a number `part` of each group of its events. */
  | { readonly _tag: "Groups"; readonly by: Sql; readonly part: Sql; readonly aggregate: Sql }
  /** By how many actors did it for the first time. */
  | { readonly _tag: "First"; readonly isMatching: boolean }
  /** By how many actors were active in the days that end with an interval, or with the first day of a longer one. */
  | { readonly _tag: "Trailing"; readonly days: number }

/** `avg`, `quantile(0.9)`, of an expression; with the suffix `If`, of the rows that a condition holds on. */
const aggregates: Readonly<Record<string, readonly [name: string, parameter: string]>> = {
  avg: ["avg", ""],
  sum: ["sum", ""],
  min: ["min", ""],
  max: ["max", ""],
  median: ["quantile", "(0.5)"],
  p75: ["quantile", "(0.75)"],
  p90: ["quantile", "(0.9)"],
  p95: ["quantile", "(0.95)"],
  p99: ["quantile", "(0.99)"]
}

const folded = (math: string) => (value: Sql, only?: Sql): Sql => {
  const [name, parameter] = aggregates[math] ?? ["sum", ""]
  return only === undefined
    ? sql`${bare(name + parameter)}(${value})`
    : sql`${bare(`${name}If${parameter}`)}(${value}, ${only})`
}

const property = ({ math_group_type_index: group, math_property: key, math_property_type: type }: SeriesNode): Sql => {
  switch (type) {
    case "person_properties":
      return sql`person.properties[${key ?? ""}]`
    case "group_properties":
      return sql`${named(`group_${group ?? 0}`)}.properties[${key ?? ""}]`
    default:
      return sql`properties[${key ?? ""}]`
  }
}

const distinct = (value: Sql): Measure => ({
  _tag: "Rows",
  isShared: true,
  isScaled: true,
  aggregate: (only) => only === undefined ? sql`uniq(${value})` : sql`uniqIf(${value}, ${only})`
})

/** The actor of an event, NULL where it has none. */
export const actorOf = (insight: InsightFields): Sql =>
  (insight.aggregation_group_type_index ?? undefined) === undefined
    ? actorColumn(insight)
    : sql`nullIf(${actorColumn(insight)}, '')`

/** The number of actors. */
export const totalOf = (insight: InsightFields): Measure => distinct(actorOf(insight))

/** For what a measure is asked: undefined as the interval is one number for the whole time. */
interface MeasureOf {
  readonly insight: InsightFields
  readonly interval: Interval | undefined
}

/** The actors of a window of days; an interval that is as long as the window counts its own. */
const activeIn = (days: number, whole: ReadonlyArray<Interval>, { insight, interval }: MeasureOf): Measure =>
  interval !== undefined && whole.includes(interval) ? totalOf(insight) : { _tag: "Trailing", days }

const perActor = /^(.+)_count_per_actor$/

const ofProperty = (node: SeriesNode): Measure => {
  const aggregate = folded(node.math ?? "sum")
  if (isOfSession(node)) {
    return {
      _tag: "Groups",
      by: named("$session_id"),
      part: sql`any(toFloat(session.${named(node.math_property ?? "")}))`,
      aggregate: aggregate(named("part"))
    }
  }
  return {
    _tag: "Rows",
    isShared: true,
    isScaled: node.math === "sum",
    aggregate: (only) => aggregate(sql`toFloat(${property(node)})`, only)
  }
}

/** The measure of an insight's series. */
export const measureOf = (node: SeriesNode, asked: MeasureOf): Measure => {
  const { insight } = asked
  const math = (node.math ?? "total") as SeriesMath
  const [, ofActors] = perActor.exec(math) ?? []
  if (ofActors !== undefined) {
    return { _tag: "Groups", by: actorOf(insight), part: sql`count()`, aggregate: folded(ofActors)(named("part")) }
  }
  switch (math) {
    case "total":
      return {
        _tag: "Rows",
        isShared: true,
        isScaled: true,
        isAdditive: true,
        aggregate: (only) => only === undefined ? sql`count()` : sql`countIf(${only})`
      }
    case "dau":
      return totalOf(insight)
    case "unique_session":
      return distinct(sql`nullIf(${named("$session_id")}, '')`)
    case "unique_group":
      return distinct(sql`nullIf(${named(`$group_${node.math_group_type_index ?? 0}`)}, '')`)
    case "weekly_active":
      return activeIn(7, ["week", "month"], asked)
    case "monthly_active":
      return activeIn(30, ["month"], asked)
    case "first_time_for_user":
      return { _tag: "First", isMatching: false }
    case "first_matching_event_for_user":
      return { _tag: "First", isMatching: true }
    case "hogql":
      return {
        _tag: "Rows",
        isShared: false,
        isScaled: false,
        aggregate: () => sql`toFloat(${written(node.math_hogql ?? "")})`
      }
    default:
      return ofProperty(node)
  }
}
