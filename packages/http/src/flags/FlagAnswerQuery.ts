import type { FlagSubject } from "@hedgerow/core/flags/serving/FlagSubject"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Result } from "effect"
import { pathOfOverflow } from "../requests/JsonShape.ts"

/** The subject that flags are evaluated for, as query parameters. */
export interface SubjectQuery {
  readonly distinct_id?: string
  readonly device_id?: string
  readonly groups?: string
  readonly person_properties?: string
  readonly group_properties?: string
}

const noDistinctId = InvalidInput.at(["distinct_id"], "required", "User distinct_id is required")

/** An object as JSON text; a parameter that is left out or empty is an empty one. */
const objectParam = Effect.fnUntraced(function*(name: string, text: string | undefined) {
  if (text === undefined || text === "") return {}
  const parsed = Result.try((): unknown => JSON.parse(text))
  const refused = (message: string) => InvalidInput.at([name], "invalid_input", message)
  if (Result.isFailure(parsed) || pathOfOverflow(parsed.success) !== undefined) {
    return yield* refused(`Invalid JSON in ${name} parameter`)
  }
  return isJsonRecord(parsed.success) ? parsed.success : yield* refused(`${name} must be a JSON object`)
})

const membersOf = (record: JsonRecord): Readonly<Record<string, JsonRecord>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, recordOrEmpty(value)]))

/** Reads for whom flags are asked. */
export const readSubject = Effect.fnUntraced(function*(query: SubjectQuery) {
  const { device_id: deviceId, distinct_id: distinctId } = query
  if (distinctId === undefined || distinctId === "") return yield* noDistinctId
  const groupProperties = yield* objectParam("group_properties", query.group_properties)
  const subject: FlagSubject = {
    distinctId,
    deviceId: deviceId === "" ? undefined : deviceId,
    groups: yield* objectParam("groups", query.groups),
    personProperties: yield* objectParam("person_properties", query.person_properties),
    groupProperties: membersOf(groupProperties)
  }
  return subject
})
