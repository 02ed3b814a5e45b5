/** The entities that were exposed, in SQL: one row for each, with its variant and its first exposure. */
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, always, instant, joined, named, type Sql, sql, written } from "../../../filters/SqlFragment.ts"
import type { Project } from "../../../identity/Project.ts"
import { eventCondition } from "../../../query/structured/EventsNode.ts"
import { testAccountCondition } from "../../../query/structured/TestAccounts.ts"
import type { Breakdown } from "../../metrics/ExperimentMetric.ts"
import { multipleVariants } from "../../metrics/MultipleVariants.ts"
import { type AnalysedExperiment, type AnalysisWindow, exposedVariants } from "../AnalysedExperiment.ts"
import { exposureEvent, flagCalled } from "../ExposureCriteria.ts"

/** The parts of an analysis. */
export interface Analysis {
  readonly project: Project
  readonly moment: Moment
  readonly experiment: AnalysedExperiment
  readonly window: AnalysisWindow
  /** Only these entities; undefined: all. */
  readonly entities?: ReadonlyArray<string>
}

/** The label of those whose value to cut by is not there. */
export const noBreakdownValue = "$$_posthog_breakdown_null_$$"

/** The column of `events` that identifies entities. */
export const entityColumn = ({ group_type_index: group }: AnalysedExperiment): Sql =>
  group === undefined ? named("person_id") : named(`$group_${group}`)

/** Holds on events of an entity: an event may belong to no group. */
export const hasEntity = ({ entities, experiment }: Pick<Analysis, "entities" | "experiment">): Sql => {
  const column = entityColumn(experiment)
  if (entities !== undefined) return sql`${column} IN ${entities}`
  return experiment.group_type_index === undefined ? always : sql`${column} != ''`
}

/** Holds on the events that expose. */
export const exposureCondition = (analysis: Analysis): Sql => exposing(analysis).condition

interface Exposing {
  readonly condition: Sql
  /** The variant that an event exposes to. */
  readonly variant: Sql
}

const exposing = ({ experiment, moment }: Analysis): Exposing => {
  const custom = exposureEvent(experiment.exposure_criteria, experiment.exposing_action)
  if (custom !== undefined) {
    return {
      condition: eventCondition(custom, moment),
      variant: sql`toString(properties[${`$feature/${experiment.flag_key}`}])`
    }
  }
  return {
    condition: sql`event = ${flagCalled} AND toString(properties['$feature_flag']) = ${experiment.flag_key}`,
    variant: sql`toString(properties['$feature_flag_response'])`
  }
}

/** Variants of one entity: that of the first exposure, or the label of several. */
const assigned = (experiment: AnalysedExperiment, variant: Sql): Sql =>
  experiment.exposure_criteria.multiple_variant_handling === "first_seen"
    ? sql`argMin(${variant}, timestamp)`
    : sql`if(min(${variant}) = max(${variant}), min(${variant}), ${multipleVariants})`

const breakdownValue = ({ group_type_index: group, property, type }: Breakdown): Sql => {
  const key = String(property)
  switch (type) {
    case "person":
      return sql`person.properties[${key}]`
    case "group":
      return sql`${named(`group_${group ?? 0}`)}.properties[${key}]`
    case "hogql":
      return sql`(${written(key)})`
    default:
      return sql`properties[${key}]`
  }
}

/** The names of the columns to cut by. */
export const breakdownColumns = (breakdowns: ReadonlyArray<Breakdown>): ReadonlyArray<Sql> =>
  breakdowns.map((_, index) => named(`breakdown_${index}`))

/** The columns of each entity beside its variant and its first exposure. */
export interface ExposureColumns {
  readonly breakdowns: ReadonlyArray<Breakdown>
  /** Further columns: aggregates over the events that expose. */
  readonly more: ReadonlyArray<Sql>
  /** The seconds after which an entity is known; counts where the experiment takes only those that are. */
  readonly maturity: number | undefined
}

/** `entity, variant, first_exposure`, the values to cut by (of the first exposure), and more. */
export const exposuresSql = (analysis: Analysis, { breakdowns, maturity, more }: ExposureColumns): Sql => {
  const { experiment, moment, project, window } = analysis
  const { condition, variant } = exposing(analysis)
  const tests = experiment.exposure_criteria.filterTestAccounts === true
  const where = allOf([
    sql`timestamp >= ${instant(window.from)}`,
    sql`timestamp <= ${instant(window.to)}`,
    condition,
    hasEntity(analysis),
    sql`${variant} IN ${exposedVariants(experiment)}`,
    tests ? testAccountCondition(project, moment) : always
  ])
  const columns = joined([
    sql`${entityColumn(experiment)} AS entity`,
    sql`${assigned(experiment, variant)} AS variant`,
    sql`min(timestamp) AS first_exposure`,
    ...breakdowns.map((breakdown, index) =>
      sql`argMin(coalesce(toString(${breakdownValue(breakdown)}), ${noBreakdownValue}), timestamp) AS ${
        named(`breakdown_${index}`)
      }`
    ),
    ...more
  ])
  // A conversion window is half-open: all of it is known once its last microsecond is.
  const having = experiment.only_matured && maturity !== undefined
    ? sql` HAVING addSeconds(min(timestamp), ${maturity}) <= ${instant(window.asOf + 1 as EventTime)}`
    : sql``
  return sql`SELECT ${columns} FROM events WHERE ${where} GROUP BY entity${having}`
}

/** Those of `exposuresSql` that count in results: exposed to one variant. */
export const analysedSql = (exposures: Sql): Sql =>
  sql`SELECT * FROM (${exposures}) WHERE variant != ${multipleVariants}`
