import type { FlagSubject } from "@hedgerow/core/flags/serving/FlagSubject"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import type { ApiError } from "../../errors/ApiError.ts"
import { missingDistinctId } from "../../errors/RequestErrors.ts"
import { clientRuntime } from "./ClientRuntime.ts"
import { FlagsFields } from "./FlagsFields.ts"

/** The parts of a request beside its body. */
export interface FlagsContext {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly onlySurveyFlags: boolean
  /** The client's network address, if known. */
  readonly address: string | undefined
}

/** Names whose value is no object hold nothing. */
const objectMembers = (record: JsonRecord): Readonly<Record<string, JsonRecord>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, recordOrEmpty(value)]))

const deviceOf = (fields: FlagsFields, personProperties: JsonRecord): string | undefined => {
  const device = fields.given("$device_id", "device_id") ?? personProperties["$device_id"]
  return typeof device === "string" && device !== "" ? device : undefined
}

const subjectOf = (fields: FlagsFields, distinctId: string, context: FlagsContext): FlagSubject => {
  const personProperties = fields.object("person_properties", "$properties")
  return {
    distinctId,
    anonDistinctId: fields.id("$anon_distinct_id") || undefined,
    deviceId: deviceOf(fields, personProperties),
    groups: fields.object("groups", "$groups"),
    personProperties,
    groupProperties: objectMembers(fields.object("group_properties", "$group_properties")),
    address: fields.given("geoip_disable") === true ? undefined : context.address,
    selection: {
      flagKeys: fields.texts("flag_keys", "flag_keys_to_evaluate"),
      contexts: fields.texts("evaluation_contexts", "evaluation_environments")?.map((name) => name.toLowerCase()),
      runtime: clientRuntime(fields.given("evaluation_runtime"), context.headers),
      onlySurveyFlags: context.onlySurveyFlags
    }
  }
}

/**
 * For whom a request asks, read from its fields under all of their names; undefined when it asks for no flags. A field
 * of the wrong type is refused by name.
 */
export const readFlagsRequest = (
  body: JsonRecord,
  context: FlagsContext
): Effect.Effect<FlagSubject | undefined, ApiError> => {
  const fields = new FlagsFields(body)
  if (fields.given("disable_flags") === true) return Effect.undefined
  const distinctId = fields.id("distinct_id", "$distinct_id")
  if (distinctId === undefined) return Effect.fail(fields.fault ?? missingDistinctId)
  const subject = subjectOf(fields, distinctId, context)
  return fields.fault === undefined ? Effect.succeed(subject) : Effect.fail(fields.fault)
}
