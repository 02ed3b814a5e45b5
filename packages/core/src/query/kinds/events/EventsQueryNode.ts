import { Schema } from "effect"
import { ActionStep } from "../../../actions/ActionStep.ts"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { namesTime } from "../../../filters/RelativeDate.ts"
import { parseUuid } from "../../../shared/Uuid.ts"
import { QueryModifiers } from "../../QueryModifiers.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

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
  kind: Schema.Literal("EventsQuery"),
  select: Expressions,
  where: optional(Expressions),
  orderBy: optional(Expressions),
  properties: optional(PropertyFilters),
  fixedProperties: optional(PropertyFilters),
  filterTestAccounts: optional(Schema.Boolean),
  event: optional(Schema.String),
  events: optional(Schema.Array(Schema.String).check(Schema.isMaxLength(1_000))),
  actionId: optional(Schema.Int),
  actionSteps: optional(Schema.Array(ActionStep).check(Schema.isMaxLength(50))),
  personId: optional(Schema.String),
  after: optional(Schema.Union([Schema.Literal("all"), Place])),
  before: optional(Place),
  limit: optional(Count),
  offset: optional(Count),
  source: optional(Schema.Record(Schema.String, Schema.Unknown)),
  modifiers: optional(QueryModifiers),
  name: ignored,
  response: ignored,
  tags: ignored,
  version: ignored
})
export type EventsQueryNode = typeof EventsQueryNode.Type
