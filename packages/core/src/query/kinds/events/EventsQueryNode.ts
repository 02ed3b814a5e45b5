import { Schema } from "effect"
import { ActionStep } from "../../../actions/ActionStep.ts"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { namesTime } from "../../../filters/RelativeDate.ts"
import { component, field, optional, recordOf } from "../../../shared/DocumentedSchema.ts"
import { parseUuid } from "../../../shared/Uuid.ts"
import { clientFields, modifiersField } from "../../QueryModifiers.ts"

const Expression = Schema.String.check(Schema.isMaxLength(4_000))
const Expressions = Schema.Array(Expression).check(Schema.isMaxLength(50))
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A time, or a place among events of one time: the time, a slash and an event's uuid. */
export const placeOf = (text: string): { readonly time: string; readonly uuid: string | undefined } => {
  const slash = text.indexOf("/")
  const uuid = slash === -1 ? undefined : parseUuid(text.slice(slash + 1))
  return uuid === undefined ? { time: text, uuid } : { time: text.slice(0, slash), uuid }
}

const placeProblem = (text: string): true | string =>
  text === "" || namesTime(placeOf(text).time) || "A date is needed: ISO 8601, or relative as -7d."

const Place = Schema.String.check(Schema.makeFilter(placeProblem))

/** Events one by one, or groups of them. */
export const EventsQueryNode = Schema.Struct({
  kind: field(Schema.Literal("EventsQuery"), "The kind of the query."),
  select: field(
    Expressions,
    "The columns: `*`, `person`, `person_display_name`, or expressions of the dialect. At most 50; none is `*`."
  ),
  where: optional(Expressions, "Conditions, all of which hold: expressions of the dialect."),
  orderBy: optional(Expressions, "The order of rows: expressions, each with ASC or DESC."),
  properties: optional(PropertyFilters, "Conditions on the events."),
  fixedProperties: optional(PropertyFilters, "Further conditions, which clients do not offer to change."),
  filterTestAccounts: optional(Schema.Boolean, "Whether the project's own tests are left out."),
  event: optional(Schema.String, "Only events of this name."),
  events: optional(Schema.Array(Schema.String).check(Schema.isMaxLength(1_000)), "Only events of these names."),
  actionId: optional(Schema.Int, "Only events of this action."),
  actionSteps: optional(
    Schema.Array(ActionStep).check(Schema.isMaxLength(50)),
    "Only events that meet one of these steps of an action."
  ),
  personId: optional(Schema.String, "Only events of this person."),
  after: optional(
    Schema.Union([Schema.Literal("all"), Place]),
    "Only events after this time: ISO 8601, relative such as `-7d`, or `all`. The last 24 hours by default."
  ),
  before: optional(Place, "Only events before this time."),
  limit: optional(Count, "The most rows of the answer, 100 by default."),
  offset: optional(Count, "The rows that are left out before the first one."),
  source: optional(recordOf("ActorsSource"), "The actors whose events are meant."),
  modifiers: modifiersField,
  ...clientFields
}).annotate(component("EventsQuery", "Events one by one, or groups of them.", {
  examples: [{ kind: "EventsQuery", select: ["event", "person", "timestamp"], after: "-7d", limit: 10 }]
}))
export type EventsQueryNode = typeof EventsQueryNode.Type
