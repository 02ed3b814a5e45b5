/** Plans the statements of a retention query. */
import { Effect } from "effect"
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, joined, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { type ReadValue, readValues } from "../../structured/BreakdownValues.ts"
import { type CohortPart, isInPart, withCohort } from "../../structured/CohortParts.ts"
import { spanOf } from "../../structured/DateRange.ts"
import { actorColumn, eventsTable, hasActor, insightCondition } from "../../structured/InsightFields.ts"
import { entityCondition, entityName } from "./RetentionConditions.ts"
import type { RetentionPlan } from "./RetentionEvents.ts"
import { periodCount, type RetentionNode } from "./RetentionNode.ts"
import { periodsUntil } from "./RetentionPeriods.ts"

/** A node with the time that it is read at. */
interface Reading {
  readonly node: RetentionNode
  readonly moment: Moment
}

const unshown = (value: Sql): Sql => value

/** The values of one event, as one text; of a part that of its cohort among them. */
const valueOf = (read: ReadonlyArray<ReadValue>, part: CohortPart | undefined): Sql | undefined => {
  const labels = read.map(({ label }) => label)
  const texts = part === undefined ? labels : withCohort(part, labels, (id) => sql`${id}`)
  return texts.length < 2 ? texts[0] : sql`concat(${joined(texts, ", '::', ")})`
}

/** The plan of a node, not cut by any value. */
const wholePlanOf = ({ moment, node }: Reading, { project }: Pick<QueryRun, "project">): RetentionPlan => {
  const filter = node.retentionFilter
  const ownEvents = insightCondition(node, project, moment)
  return {
    type: filter.retentionType ?? "retention_recurring",
    periods: periodsUntil(
      spanOf(node.dateRange, filter.period === "Hour" ? "hour" : "day", moment).to,
      filter.period ?? "Day",
      periodCount(filter),
      moment
    ),
    events: eventsTable(node),
    actor: actorColumn(node),
    hasActor: hasActor(node),
    target: allOf([entityCondition(filter.targetEntity, node, moment), ownEvents]),
    targetName: entityName(filter.targetEntity, node, moment),
    returning: allOf([entityCondition(filter.returningEntity, node, moment), ownEvents]),
    minimumOccurrences: filter.minimumOccurrences ?? 1,
    value: undefined,
    shown: unshown
  }
}

/** The plan of a node, of one part where it is cut; where numbers fall into bins, their range is read first. */
export const planOf = Effect.fnUntraced(function*({ moment, node }: Reading, run: QueryRun, part?: CohortPart) {
  const plan = wholePlanOf({ moment, node }, run)
  const by = part?.breakdowns.by ?? []
  const span = { from: plan.periods.start, to: plan.periods.end - 1 as EventTime }
  const asked = { ...run, modifiers: node.modifiers }
  const read = yield* readValues(by, { insight: node, span, where: allOf([plan.target, plan.hasActor]) }, asked)
  const hasActor = part === undefined ? plan.hasActor : allOf([plan.hasActor, isInPart(part)])
  const cut: RetentionPlan = { ...plan, hasActor, value: valueOf(read, part) }
  return cut
})
