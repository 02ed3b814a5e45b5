/** The measures of a source's events for each entity, in SQL. */
import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { Result } from "effect"
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, bare, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { eventCondition, type EventsNode } from "../../../query/structured/EventsNode.ts"
import { measuresSessions } from "../../metrics/MetricSource.ts"
import { aggregateOf } from "./HogqlMeasure.ts"
import type { EntityNumber, Measure } from "./Measure.ts"

/** Squares of what is greater are no finite numbers: it is ignored, as what is no number. */
const most = 1e150

const number = (value: Sql): Sql => sql`if(toFloat(${value}) BETWEEN ${-most} AND ${most}, toFloat(${value}), NULL)`

const property = ({ math_group_type_index: group, math_property: key, math_property_type: type }: EventsNode): Sql => {
  if (type === "person_properties") return sql`person.properties[${key ?? ""}]`
  return type === "group_properties"
    ? sql`${named(`group_${group ?? 0}`)}.properties[${key ?? ""}]`
    : sql`properties[${key ?? ""}]`
}

const arrayFolds: Readonly<Record<string, string>> = {
  sum: "arraySum",
  avg: "arrayAvg",
  min: "arrayMin",
  max: "arrayMax"
}

const folded = (name: string, node: EventsNode): EntityNumber => ({
  values: [number(property(node))],
  aggregate: ([value = sql`0`], counts) => sql`${bare(`${name}If`)}(${value}, ${counts})`
})

const distinct = (value: Sql): EntityNumber => ({
  values: [sql`nullIf(${value}, '')`],
  aggregate: ([one = sql`''`], counts) => sql`uniqIf(${one}, ${counts})`
})

/** A number of each session that has an event that counts; 0 where no session has one, NULL without any session. */
const ofSessions = (node: EventsNode): EntityNumber => ({
  values: [sql`nullIf(${named("$session_id")}, '')`, number(sql`session.${named(node.math_property ?? "")}`)],
  aggregate: ([session = sql`''`, value = sql`0`], counts) => {
    const inSession = allOf([counts, sql`${session} IS NOT NULL`])
    const withNumber = allOf([inSession, sql`${value} IS NOT NULL`])
    const numbers = sql`groupArrayIf(DISTINCT tuple(${session}, ${value}), ${withNumber})`
    const folded = sql`${
      bare(arrayFolds[node.math ?? ""] ?? "arraySum")
    }(arrayMap(one -> tupleElement(one, 2), ${numbers}))`
    return sql`multiIf(countIf(${inSession}) = 0, NULL, countIf(${withNumber}) = 0, 0, ${folded})`
  }
})

const byMath = (
  node: EventsNode
): Result.Result<EntityNumber, SqlSyntaxError | SqlSemanticError> => {
  if (measuresSessions(node)) return Result.succeed(ofSessions(node))
  switch (node.math) {
    case "sum":
    case "avg":
    case "min":
    case "max":
      return Result.succeed(folded(node.math, node))
    case "unique_session":
      return Result.succeed(distinct(named("$session_id")))
    case "unique_group":
      return Result.succeed(distinct(named(`$group_${node.math_group_type_index ?? 0}`)))
    case "dau":
      return Result.succeed({ values: [], aggregate: (_, counts) => sql`if(countIf(${counts}) > 0, 1, 0)` })
    case "hogql":
      return aggregateOf(node.math_hogql ?? "")
    default:
      return Result.succeed({ values: [], aggregate: (_, counts) => sql`countIf(${counts})` })
  }
}

/** The measure of a source. */
export const measureOf = (
  node: EventsNode,
  moment: Moment
): Result.Result<Measure, SqlSyntaxError | SqlSemanticError> =>
  Result.map(byMath(node), (measure) => ({ ...measure, condition: eventCondition(node, moment) }))
