import { Schema } from "effect"
import type { KnownAction } from "../../actions/KnownActions.ts"
import type { Moment } from "../../filters/Operator.ts"
import { PropertyFilters } from "../../filters/PropertyFilter.ts"
import { allOf, always, type Sql, sql } from "../../filters/SqlFragment.ts"
import { actionCondition } from "./ActionsNode.ts"
import { filterCondition } from "./FilterCondition.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

/** Kinds of sources that the reference has beside events. */
const others: ReadonlyMap<string, string> = new Map([
  ["DataWarehouseNode", "There is no data warehouse in this version."],
  ["ExperimentDataWarehouseNode", "There is no data warehouse in this version."]
])

const kindProblem = (kind: string): true | string =>
  kind === "EventsNode" || kind === "ActionsNode" ||
  (others.get(kind) ?? "The source must be an EventsNode or an ActionsNode.")

const noRates = "Amounts in the currencies of a property cannot be added: there are no rates of exchange here."

/** The currency of amounts: one for all changes nothing, that of a property of each event is refused. */
const Currency = Schema.Struct({
  static: ignored,
  property: Schema.optionalKey(Schema.Unknown.check(
    Schema.makeFilter((property) => property === null || property === undefined || property === "" || noRates)
  ))
})

/** Events of one name, or of any, or those of an action, that meet conditions; `math` is the measure of them. */
export const EventsNode = Schema.Struct({
  kind: Schema.String.check(Schema.makeFilter(kindProblem)),
  event: optional(Schema.String),
  name: optional(Schema.String),
  custom_name: optional(Schema.String),
  properties: optional(PropertyFilters),
  fixedProperties: optional(PropertyFilters),
  math: optional(Schema.String),
  math_property: optional(Schema.String),
  math_property_type: optional(Schema.String),
  math_hogql: optional(Schema.String.check(Schema.isMaxLength(10_000))),
  math_group_type_index: optional(Schema.Literals([0, 1, 2, 3, 4])),
  math_multiplier: optional(Schema.Finite),
  math_property_revenue_currency: optional(Currency),
  optionalInFunnel: ignored,
  limit: ignored,
  orderBy: ignored,
  /** The action of an ActionsNode. */
  id: optional(Schema.Int),
  /** Fields of the kinds that are refused by name. */
  table_name: ignored,
  id_field: ignored,
  distinct_id_field: ignored,
  dw_source_type: ignored,
  timestamp_field: ignored,
  events_join_key: ignored,
  data_warehouse_join_key: ignored,
  version: ignored,
  response: ignored
})
export type EventsNode = typeof EventsNode.Type

/** A node whose action was found. */
export interface MeantEvents extends EventsNode {
  readonly action?: KnownAction
}

const base = ({ action, event }: Pick<MeantEvents, "action" | "event">, moment: Moment): Sql => {
  if (action !== undefined) return actionCondition(action, moment)
  return event === undefined || event === null ? always : sql`event = ${event}`
}

/** Holds on the rows of `events` that the node means. */
export const eventCondition = (
  { fixedProperties, properties, ...named }: Pick<MeantEvents, "action" | "event" | "fixedProperties" | "properties">,
  moment: Moment
): Sql =>
  allOf([
    base(named, moment),
    filterCondition(properties, moment),
    filterCondition(fixedProperties, moment)
  ])
