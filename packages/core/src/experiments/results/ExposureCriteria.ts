/** The events that expose entities to an experiment, in the form that clients send. */
import { Result, Schema } from "effect"
import type { KnownAction } from "../../actions/KnownActions.ts"
import { PropertyFilters } from "../../filters/PropertyFilter.ts"
import type { MeantEvents } from "../../query/structured/EventsNode.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

const eventKinds: ReadonlyArray<string> = ["ActionsNode", "EventsNode", "ExperimentEventExposureConfig"]

const Kind = (kinds: ReadonlyArray<string>) =>
  optional(
    Schema.String.check(Schema.makeFilter((kind) =>
      kinds.includes(kind) || "The exposure must be an ExperimentEventExposureConfig or an ActionsNode."
    ))
  )

const event = {
  kind: Kind(eventKinds),
  id: optional(Schema.Int),
  event: optional(Schema.String),
  properties: optional(PropertyFilters)
}

/** The criteria of an experiment; the event may stand in `exposure_config` or beside the other fields. */
export const ExposureCriteria = Schema.Struct({
  ...event,
  kind: Kind([...eventKinds, "ExperimentExposureCriteria"]),
  filterTestAccounts: optional(Schema.Boolean),
  exposure_config: optional(Schema.Struct({ ...event, name: ignored, response: ignored, version: ignored })),
  multiple_variant_handling: optional(Schema.Literals(["exclude", "first_seen"]))
})
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
