import { Schema } from "effect"
import type { KnownAction } from "../../actions/KnownActions.ts"
import type { Moment } from "../../filters/Operator.ts"
import { PropertyFilters } from "../../filters/PropertyFilter.ts"
import { allOf, always, type Sql, sql } from "../../filters/SqlFragment.ts"
import { component, field, ignored, optional, stated, type Variants } from "../../shared/DocumentedSchema.ts"
import { actionCondition } from "./ActionsNode.ts"
import { filterCondition } from "./FilterCondition.ts"

/** Kinds of sources that the reference has beside events. */
const others: ReadonlyMap<string, string> = new Map([
  ["DataWarehouseNode", "There is no data warehouse in this version."],
  ["ExperimentDataWarehouseNode", "There is no data warehouse in this version."]
])

const eventKinds = ["EventsNode", "ActionsNode"]

const kindProblem = (kind: string): true | string =>
  kind === "EventsNode" || kind === "ActionsNode" ||
  (others.get(kind) ?? "The source must be an EventsNode or an ActionsNode.")

const noRates = "Amounts in the currencies of a property cannot be added: there are no rates of exchange here."

/** The currency of amounts: one for all changes nothing, that of a property of each event is refused. */
const Currency = Schema.Struct({
  static: ignored,
  property: Schema.optionalKey(Schema.Unknown.check(
    stated((property) => property === null || property === undefined || property === "" || noRates, {
      enum: [null, ""]
    })
  )).annotateKey({ description: "A property with the currency of each event: refused, there are no rates here." })
}).annotate(component("SeriesCurrency", "The currency of amounts: one for all, which changes nothing."))

/** The components of a node by its kind, for the description of the API. */
export const eventVariants = (
  events: string,
  actions: string,
  text: string,
  also: Variants["also"] = {}
): Variants => ({
  by: "kind",
  also,
  of: [
    { name: events, values: ["EventsNode"], description: `${text} events of one name, or of any.` },
    { name: actions, values: ["ActionsNode"], required: ["id"], description: `${text} the events of an action.` }
  ]
})

/** Events of one name, or of any, or those of an action, that meet conditions; `math` is the measure of them. */
export const EventsNode = Schema.Struct({
  kind: field(
    Schema.String.check(stated(kindProblem, { enum: eventKinds })),
    "`EventsNode` for events of a name, `ActionsNode` for those of an action."
  ),
  event: optional(Schema.String, "The name of the events; null for any."),
  name: optional(Schema.String, "A name for clients."),
  custom_name: optional(Schema.String, "The name that people gave it; results show it."),
  properties: optional(PropertyFilters, "Conditions on the events."),
  fixedProperties: optional(PropertyFilters, "Further conditions, which clients do not offer to change."),
  math: optional(Schema.String, "The measure; `total`, the number of events, by default."),
  math_property: optional(Schema.String, "The property whose numbers are measured, with `sum`, `avg` and the like."),
  math_property_type: optional(
    Schema.String,
    "`event_properties` (default), `person_properties`, `group_properties` or `session_properties`."
  ),
  math_hogql: optional(
    Schema.String.check(Schema.isMaxLength(10_000)),
    "An aggregate in SQL, with the measure `hogql`."
  ),
  math_group_type_index: optional(
    Schema.Literals([0, 1, 2, 3, 4]),
    "The type of groups, with `unique_group` and `group_properties`."
  ),
  math_multiplier: optional(Schema.Finite, "A factor of the numbers."),
  math_property_revenue_currency: optional(Currency, "The currency of the numbers."),
  optionalInFunnel: ignored,
  limit: ignored,
  orderBy: ignored,
  id: optional(Schema.Int, "The id of the action, of an `ActionsNode`."),
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
