/** The events that expose entities to an experiment, in the form that clients send. */
import { Result, Schema } from "effect"
import type { KnownAction } from "../../actions/KnownActions.ts"
import { PropertyFilters } from "../../filters/PropertyFilter.ts"
import type { MeantEvents } from "../../query/structured/EventsNode.ts"
import { component, ignored, optional, stated } from "../../shared/DocumentedSchema.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"

const eventKinds: ReadonlyArray<string> = ["ActionsNode", "EventsNode", "ExperimentEventExposureConfig"]

const Kind = (kinds: ReadonlyArray<string>) =>
  optional(
    Schema.String.check(stated((kind) =>
      kinds.includes(kind) || "The exposure must be an ExperimentEventExposureConfig or an ActionsNode.", {
      enum: kinds
    })),
    "`ExperimentEventExposureConfig` (by default) for an event, `ActionsNode` for an action."
  )

const event = {
  kind: Kind(eventKinds),
  id: optional(Schema.Int, "The id of the action."),
  event: optional(Schema.String, "The name of the event."),
  properties: optional(PropertyFilters, "Conditions on the events.")
}

/** The event that exposes, as a part of the criteria. */
const ExposureConfig = Schema.Struct({ ...event, name: ignored, response: ignored, version: ignored }).annotate(
  component("ExposureConfig", "The event that exposes people to an experiment, in place of the calls of its flag.", {
    examples: [{ kind: "ExperimentEventExposureConfig", event: "checkout seen", properties: [] }]
  })
)

/** The criteria of an experiment; the event may stand in `exposure_config` or beside the other fields. */
export const ExposureCriteria = Schema.Struct({
  ...event,
  kind: Kind([...eventKinds, "ExperimentExposureCriteria"]),
  filterTestAccounts: optional(Schema.Boolean, "Whether the project's own tests are left out."),
  exposure_config: optional(ExposureConfig, "The event that exposes; the calls of the flag by default."),
  multiple_variant_handling: optional(
    Schema.Literals(["exclude", "first_seen"]),
    "Whether an entity that saw several variants is left out (by default), or counts for the first."
  )
}).annotate(component("ExposureCriteria", "The criteria by which people count as exposed to an experiment.", {
  examples: [{ filterTestAccounts: true, multiple_variant_handling: "first_seen" }]
}))
export type ExposureCriteria = typeof ExposureCriteria.Type

const decode = Schema.decodeUnknownResult(ExposureCriteria)

const unreadable = InvalidInput.at(["exposure_criteria"], "invalid_input", "Invalid exposure criteria")

/** The criteria of an experiment; null are none. */
export const exposureCriteriaOf = (sent: JsonRecord | null): Result.Result<ExposureCriteria, InvalidInput> =>
  sent === null ? Result.succeed({}) : Result.mapError(decode(sent), () => unreadable)

/** The events that expose, where they are not the calls of the flag. */
export const exposureEvent = (
  criteria: ExposureCriteria,
  action: KnownAction | undefined
): Pick<MeantEvents, "action" | "event" | "properties"> | undefined => {
  const { event: named, properties = null } = criteria.exposure_config ?? criteria
  if (action !== undefined) return { action, properties }
  return named === undefined || named === null || named === flagCalled ? undefined : { event: named, properties }
}

/** The event that SDKs send when a flag was asked for. */
export const flagCalled = "$feature_flag_called"
