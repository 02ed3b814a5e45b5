import {
  type EventDefinitionFilter,
  type EventOrder,
  eventOrders,
  type PropertyDefinitionFilter,
  searchWords
} from "@hedgerow/core/definitions/DefinitionFilters"
import { propertyKinds } from "@hedgerow/core/definitions/PropertyDefinition"
import type { SessionPropertyFilter } from "@hedgerow/core/definitions/SessionProperties"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import { boolean, choice, Field, integer, list, readFields, text } from "@hedgerow/core/shared/Fields"
import { Effect, Result, Schema } from "effect"
import { pageParams } from "../requests/Paging.ts"
import { described } from "../shared/Described.ts"

const param = Schema.optionalKey(Schema.String)

/** The query parameters of the list of events; an empty text asks for nothing. */
export const eventDefinitionsQuery = {
  ...pageParams,
  search: described(param, "Only names with all of these words, in any letter case."),
  event_type: described(
    param,
    "`event_custom`: only your own events. `event_posthog`: only those of SDKs. `event` or `all`: both."
  ),
  exclude_hidden: described(param, "`true` leaves out hidden names."),
  verified: described(param, "`true` or `false`: only names that are verified, or that are not."),
  ordering: described(
    param,
    "`name`, `created_at`, `last_seen_at`, `volume` or `volume_30_day`; with `-` before it descending."
  ),
  order: described(param, "`ordering` by another name.")
}

/** The query parameters of the list of properties; an empty text asks for nothing. */
export const propertyDefinitionsQuery = {
  ...pageParams,
  search: described(param, "Only names with all of these words, in any letter case."),
  type: described(param, "The owner of the properties: `event` (the default), `person`, `group` or `session`."),
  group_type_index: described(param, "With `group`: the number of the group type, from 0 to 4."),
  properties: described(param, "Only these names, with commas between."),
  excluded_properties: described(param, "Not these names: a JSON list."),
  event_names: described(param, "The events that `is_seen_on_filtered_events` is about: a JSON list of names."),
  filter_by_event_names: described(param, "`true` leaves out properties that none of `event_names` has."),
  exclude_core_properties: described(param, "`true` leaves out names that begin with `$`."),
  exclude_hidden: described(param, "`true` leaves out hidden names."),
  is_feature_flag: described(param, "`true` or `false`: only properties of feature flags, or only others."),
  is_numerical: described(param, "`true` or `false`: only numeric properties, or only others.")
}

type Params = Readonly<Record<string, unknown>>

const names = list(text({ blank: true, verbatim: true }))

/** A list of names as JSON text. */
const jsonNames = Field.make<ReadonlyArray<string>, string>(
  (value) => names.read(Result.getOrElse(Result.try((): unknown => JSON.parse(String(value))), () => value)),
  { type: "string" }
)

const eventTypes = ["event", "event_custom", "event_posthog", "action_event", "all"] as const

const eventFields = {
  search: text({ verbatim: true }).optional,
  event_type: choice(eventTypes).optional,
  exclude_hidden: boolean().optional,
  verified: boolean().optional,
  ordering: text().optional,
  order: text().optional
}

const propertyFields = {
  search: text({ verbatim: true }).optional,
  type: choice([...propertyKinds, "session"]).orElse("event"),
  group_type_index: integer({ minimum: 0, maximum: 4 }).as<GroupTypeIndex>().optional,
  properties: text({ verbatim: true }).optional,
  excluded_properties: jsonNames.optional,
  event_names: jsonNames.optional,
  filter_by_event_names: boolean().optional,
  exclude_core_properties: boolean().optional,
  exclude_hidden: boolean().optional,
  is_feature_flag: boolean().optional,
  is_numerical: boolean().optional
}

const asked = (query: Params): Params => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""))

const orders: ReadonlySet<string> = new Set(eventOrders)
const isOrder = (name: string): name is EventOrder => orders.has(name)

/** `-name` for descending; a cast (`last_seen_at::date`) is left out, and a text that is no order means none. */
const readOrder = (ordering: string | undefined): Pick<EventDefinitionFilter, "order"> => {
  const [, sign, by = ""] = /^(-?)([a-z0-9_]+)(?:::date)?$/.exec(ordering ?? "") ?? []
  return isOrder(by) ? { order: { by, isDescending: sign === "-" } } : {}
}

/** The events that a query asks for. */
export const readEventFilter = Effect.fnUntraced(function*(query: Params) {
  const { event_type, exclude_hidden, order, ordering, search, verified } = yield* readFields(eventFields, asked(query))
  const filter: EventDefinitionFilter = {
    words: searchWords(search ?? ""),
    ...(exclude_hidden === true ? { hidden: false } : undefined),
    ...(verified === undefined ? undefined : { verified }),
    ...(event_type === "event_custom" ? { isCore: false } : undefined),
    ...(event_type === "event_posthog" ? { isCore: true } : undefined),
    ...readOrder(ordering ?? order)
  }
  return filter
})

/** The properties that a query asks for: those that are learnt, or those of sessions. */
export const readPropertyFilter = Effect.fnUntraced(function*(query: Params) {
  const fields = yield* readFields(propertyFields, asked(query))
  const { excluded_properties, group_type_index, is_feature_flag, is_numerical, properties, type: kind } = fields
  const plain: SessionPropertyFilter = {
    words: searchWords(fields.search ?? ""),
    ...(properties === undefined ? undefined : { names: properties.split(",") }),
    ...(excluded_properties === undefined ? undefined : { excludedNames: excluded_properties }),
    ...(fields.exclude_core_properties === true ? { isCore: false } : undefined),
    ...(fields.exclude_hidden === true ? { hidden: false } : undefined),
    ...(is_feature_flag === undefined ? undefined : { isFeatureFlag: is_feature_flag }),
    ...(is_numerical === undefined ? undefined : { isNumerical: is_numerical })
  }
  if (kind === "session") return { _tag: "OfSessions", filter: plain } as const
  const events = kind === "event" ? fields.event_names ?? [] : []
  const filter: PropertyDefinitionFilter = {
    ...plain,
    kind,
    ...(kind === "group" && group_type_index !== undefined ? { groupTypeIndex: group_type_index } : undefined),
    ...(events.length === 0 ? undefined : { events, isOnlyOfEvents: fields.filter_by_event_names === true })
  }
  return { _tag: "Learnt", filter } as const
})
