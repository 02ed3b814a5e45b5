import { Effect, Schema } from "effect"
import { component, field, optional, recordOf } from "../../../shared/DocumentedSchema.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { clientFields, modifiersField } from "../../QueryModifiers.ts"
import { SelectionNode } from "../actors/ActorsNode.ts"
import { decodeFunnels, type FunnelsNode, significantFunnels } from "../funnels/FunnelsNode.ts"

const Names = Schema.Array(Schema.String.check(Schema.isMaxLength(400))).check(Schema.isMaxLength(200))

const neededOf = {
  events: undefined,
  properties: "funnelCorrelationNames",
  event_with_properties: "funnelCorrelationEventNames"
} as const

/** The form of a `FunnelCorrelationQuery`: the funnel, and the events or properties to compare its actors by. */
export const FunnelCorrelationQuery = Schema.Struct({
  kind: field(Schema.Literal("FunnelCorrelationQuery"), "The kind of the query."),
  source: field(
    recordOf("CorrelatedActors"),
    "The actors of the funnel: all who did its first step are compared, its other fields are ignored."
  ),
  funnelCorrelationType: field(
    Schema.Literals(["events", "properties", "event_with_properties"]),
    "Whether events, properties of actors or events with their properties are compared."
  ),
  funnelCorrelationExcludeEventNames: optional(Names, "Of `events`: names that are left out."),
  funnelCorrelationNames: optional(Names, "Of `properties`: the properties, or `$all`. Needed."),
  funnelCorrelationExcludeNames: optional(Names, "Of `properties`: those that are left out."),
  funnelCorrelationEventNames: optional(Names, "Of `event_with_properties`: the events. Needed."),
  funnelCorrelationEventExcludePropertyNames: optional(
    Names,
    "Of `event_with_properties`: properties that are left out."
  ),
  modifiers: modifiersField,
  ...clientFields
}).annotate(component("FunnelCorrelationQuery", "Events and properties that go with success in a funnel.", {
  examples: [{
    kind: "FunnelCorrelationQuery",
    funnelCorrelationType: "events",
    source: {
      kind: "FunnelsActorsQuery",
      source: {
        kind: "FunnelsQuery",
        series: [{ kind: "EventsNode", event: "$pageview" }, { kind: "EventsNode", event: "signed up" }]
      }
    }
  }]
})).check(
  Schema.makeFilter(({ funnelCorrelationType: type, ...fields }) => {
    const needed = neededOf[type]
    return needed === undefined || (fields[needed] ?? []).length > 0 || {
      path: [needed],
      issue: `The type '${type}' needs this field.`
    }
  })
)

/** A query of correlations that was read. */
export interface CorrelationNode extends Omit<typeof FunnelCorrelationQuery.Type, "source"> {
  readonly funnel: FunnelsNode
}

const decode = decodeNode(FunnelCorrelationQuery)
const decodeSource = decodeNode(SelectionNode)

/** Reads a query: its source names the actors of a funnel, of which all that began count. */
export const decodeCorrelation = Effect.fnUntraced(
  function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
    const { source, ...fields } = yield* decode(sent, path)
    const at = [...path, "source"]
    const selection = yield* decodeSource(source, at)
    if (selection.kind !== "FunnelsActorsQuery" || !isJsonRecord(selection.source)) {
      return yield* InvalidInput.at([...at, "kind"], "invalid_choice", "The source is a FunnelsActorsQuery.")
    }
    const node: CorrelationNode = {
      ...fields,
      funnel: yield* decodeFunnels(selection.source, [...at, "source"], asked)
    }
    return node
  }
)

/** The fields of a query that decide its result. */
export const significantCorrelation = ({ funnel, ...fields }: CorrelationNode) => ({
  type: fields.funnelCorrelationType,
  excludedEvents: fields.funnelCorrelationExcludeEventNames,
  names: fields.funnelCorrelationNames,
  excludedNames: fields.funnelCorrelationExcludeNames,
  eventNames: fields.funnelCorrelationEventNames,
  excludedProperties: fields.funnelCorrelationEventExcludePropertyNames,
  funnel: significantFunnels(funnel)
})
