import { type JsonRecord, recordOf } from "@hedgerow/core/shared/JsonRecord"
import type { ApiError } from "../../errors/ApiError.ts"
import { malformedFlagsRequest } from "../../errors/RequestErrors.ts"

const isText = (value: unknown): value is string => typeof value === "string"

const nothing: JsonRecord = {}

/** The most values of a list. */
const maxValues = 10_000

/**
 * Reads the fields of a request for flags, each of which has several names. The first one of the wrong type is
 * remembered as `fault`, and read as absent.
 */
export class FlagsFields {
  readonly #body: JsonRecord
  fault: ApiError | undefined

  constructor(body: JsonRecord) {
    this.#body = body
  }

  /** The value under the first name that holds one. */
  given(name: string, alias: string = name): unknown {
    return this.#body[name] ?? this.#body[alias] ?? undefined
  }

  id(name: string, alias?: string): string | undefined {
    const value = this.given(name, alias)
    if (value === undefined || isText(value)) return value
    return typeof value === "number" ? String(value) : this.#refuse(name, "a string or a number")
  }

  /** An empty list is how some languages write an empty object. */
  object(name: string, alias: string): JsonRecord {
    const value = this.given(name, alias)
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return nothing
    return recordOf(value) ?? this.#refuse(name, "an object") ?? nothing
  }

  /** Each value once. */
  texts(name: string, alias: string): ReadonlyArray<string> | undefined {
    const value = this.given(name, alias)
    if (value === undefined) return undefined
    if (!Array.isArray(value)) return this.#refuse(name, "a list of strings")
    if (value.length > maxValues) return this.#refuse(name, `a list of at most ${maxValues} strings`)
    return value.every(isText) ? [...new Set(value)] : this.#refuse(name, "a list of strings")
  }

  #refuse(name: string, expected: string): undefined {
    this.fault ??= malformedFlagsRequest(name, expected)
    return undefined
  }
}
