import type { FlagSubject } from "@hedgerow/core/flags/serving/FlagSubject"
import { isJsonRecord, type JsonRecord, recordOf } from "@hedgerow/core/shared/JsonRecord"
import { Result } from "effect"
import { type OfrepFault, ofrepFault } from "./OfrepFault.ts"

const isId = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number"

/** A member of the context that is an object, or nothing. */
const objectIn = (context: JsonRecord, name: string): Result.Result<JsonRecord, OfrepFault> => {
  const value = context[name]
  if (value === undefined || value === null) return Result.succeed({})
  return isJsonRecord(value)
    ? Result.succeed(value)
    : Result.fail(ofrepFault("INVALID_CONTEXT", `The context's "${name}" must be an object.`))
}

const contextOf = (body: unknown): Result.Result<JsonRecord, OfrepFault> => {
  if (!isJsonRecord(body)) return Result.fail(ofrepFault("PARSE_ERROR", "The request body must be a JSON object."))
  const context = body["context"] ?? {}
  return isJsonRecord(context)
    ? Result.succeed(context)
    : Result.fail(ofrepFault("INVALID_CONTEXT", "The context must be an object."))
}

const targetingKeyOf = ({ targetingKey }: JsonRecord): Result.Result<string, OfrepFault> => {
  if (targetingKey === undefined || targetingKey === null || targetingKey === "") {
    return Result.fail(ofrepFault("TARGETING_KEY_MISSING", "The context has no targetingKey."))
  }
  return isId(targetingKey)
    ? Result.succeed(String(targetingKey))
    : Result.fail(ofrepFault("INVALID_CONTEXT", "The context's \"targetingKey\" must be a string."))
}

/**
 * The subject of a context: `targetingKey` is the distinct id, `groups` the keys of their groups by type,
 * `groupProperties` the properties of those; everything else is a property of the person.
 */
export const readOfrepContext = (body: unknown): Result.Result<FlagSubject, OfrepFault> =>
  Result.gen(function*() {
    const context = yield* contextOf(body)
    const distinctId = yield* targetingKeyOf(context)
    const groups = yield* objectIn(context, "groups")
    const groupProperties = yield* objectIn(context, "groupProperties")
    const { groupProperties: _, groups: __, targetingKey: ___, ...personProperties } = context
    const device = personProperties["$device_id"]
    return {
      distinctId,
      deviceId: typeof device === "string" && device !== "" ? device : undefined,
      groups,
      personProperties,
      groupProperties: Object.fromEntries(
        Object.entries(groupProperties).map(([type, properties]) => [type, recordOf(properties) ?? {}])
      )
    }
  })
