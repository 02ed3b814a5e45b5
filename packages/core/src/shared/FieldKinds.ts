import { Result } from "effect"
import { below, type Broken, Field, refused, typeName } from "./Field.ts"
import type { JsonSchema } from "./FieldSchema.ts"
import { isJsonRecord, type JsonRecord } from "./JsonRecord.ts"
import { shownValue } from "./ShownValue.ts"
import { parseUuid } from "./Uuid.ts"

/** Lengths are counted in characters, not in UTF-16 units, of which a character has one or two. */
const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || [...text].length > limit)

/** The fault of a text that could not be stored as it is. */
export const unstorable = (text: string): Broken | undefined => {
  if (text.includes("\0")) {
    return { code: "null_characters_not_allowed", message: "Null characters are not allowed." }
  }
  return text.isWellFormed()
    ? undefined
    : { code: "surrogate_characters_not_allowed", message: "Surrogate characters are not allowed." }
}

export interface TextOptions {
  readonly maxLength?: number
  /** Whether the empty text is one. */
  readonly blank?: boolean
  /** Whether blanks around the text are kept. */
  readonly verbatim?: boolean
}

const lengthFault = (value: string, { maxLength }: TextOptions): Broken | undefined =>
  maxLength !== undefined && isLonger(value, maxLength)
    ? { code: "max_length", message: `Ensure this field has no more than ${maxLength} characters.` }
    : undefined

/** Blanks that are cut are no part of the length; no schema can state that. */
const textSchema = ({ blank, maxLength, verbatim }: TextOptions): JsonSchema => ({
  type: "string",
  ...(maxLength === undefined ? undefined : { maxLength }),
  ...(blank === true ? undefined : verbatim === true ? { minLength: 1 } : { pattern: "\\S" })
})

/** A text; a number is taken as its digits. Blanks around it are cut. */
export const text = (options: TextOptions = {}): Field<string, true, string> =>
  Field.make<string>((value) => {
    if (typeof value !== "string" && typeof value !== "number") return refused("invalid_input", "Not a valid string.")
    const found = options.verbatim === true ? String(value) : String(value).trim()
    if (found === "" && options.blank !== true) return refused("blank", "This field may not be blank.")
    const fault = lengthFault(found, options) ?? unstorable(found)
    return fault === undefined ? Result.succeed(found) : refused(fault.code, fault.message)
  }, { anyOf: [textSchema(options), { type: "number" }] })

/** The id of a record: a uuid in any letter case is read as lower case, other texts stay as they are. */
export const idText = (): Field<string, true, string> =>
  Field.make<string>((value) => Result.map(text().read(value), (id) => parseUuid(id) ?? id), text().jsonSchema)

export interface IntegerOptions {
  readonly minimum?: number
  readonly maximum?: number
}

const digits = /^\s*[+-]?\d{1,16}(\.0*)?\s*$/

const integerOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && digits.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? Number(number) : undefined
}

const integerSchema = (bounds: IntegerOptions): JsonSchema => ({
  anyOf: [{ type: "integer", ...bounds }, { type: "string", pattern: digits.source }]
})

/** A whole number; a text of digits is taken as one. */
export const integer = (
  { maximum = Infinity, minimum = -Infinity }: IntegerOptions = {}
): Field<number, true, number> =>
  Field.make<number>(
    (value) => {
      const found = integerOf(value)
      if (found === undefined) return refused("invalid_input", "A valid integer is required.")
      if (found > maximum) return refused("max_value", `Ensure this value is less than or equal to ${maximum}.`)
      if (found < minimum) return refused("min_value", `Ensure this value is greater than or equal to ${minimum}.`)
      return Result.succeed(found)
    },
    integerSchema({
      ...(minimum === -Infinity ? undefined : { minimum }),
      ...(maximum === Infinity ? undefined : { maximum })
    })
  )

/** A number; a text of one is none. */
export const number = ({ maximum, minimum }: Required<IntegerOptions>): Field<number, true, number> =>
  Field.make<number>(
    (value) => {
      if (typeof value !== "number" || !Number.isFinite(value)) {
        return refused("invalid_input", "A valid number is required.")
      }
      if (value > maximum) return refused("max_value", `Ensure this value is less than or equal to ${maximum}.`)
      if (value < minimum) return refused("min_value", `Ensure this value is greater than or equal to ${minimum}.`)
      return Result.succeed(value)
    },
    { type: "number", minimum, maximum }
  )

const yes: ReadonlySet<unknown> = new Set([true, 1, "1", "t", "true", "on", "y", "yes"])
const no: ReadonlySet<unknown> = new Set([false, 0, "0", "f", "false", "off", "n", "no"])

/** Words are accepted in any letter case; no schema can state that. */
const booleanSchema: JsonSchema = {
  anyOf: [{ type: "boolean" }, { enum: [...yes, ...no].filter((word) => typeof word !== "boolean") }]
}

/** True or false; the usual words and 1 and 0 are taken as them. */
export const boolean = (): Field<boolean, true, boolean> =>
  Field.make<boolean>((value) => {
    const found = typeof value === "string" ? value.trim().toLowerCase() : value
    if (yes.has(found)) return Result.succeed(true)
    return no.has(found) ? Result.succeed(false) : refused("invalid_input", "Must be a valid boolean.")
  }, booleanSchema)

const choiceSchema = (values: ReadonlyArray<string | number>): JsonSchema => ({
  enum: [...new Set([...values, ...values.map(String)])]
})

/** One of the values; a number may be sent as its digits. `hint` is the advice to who sent another one. */
export const choice = <const A extends string | number>(values: ReadonlyArray<A>, hint?: string): Field<A, true, A> =>
  Field.make<A>((value) => {
    const found = values.find((one) => one === value || String(one) === value)
    return found === undefined
      ? refused("invalid_choice", `"${shownValue(value)}" is not a valid choice.`, [], hint)
      : Result.succeed(found)
  }, choiceSchema(values))

export interface ListOptions {
  readonly nonEmpty?: boolean
  readonly maxLength?: number
  /** Whether repeated items are left out. */
  readonly distinct?: boolean
}

const listFault = (value: ReadonlyArray<unknown>, { maxLength = Infinity, nonEmpty }: ListOptions) => {
  if (value.length === 0 && nonEmpty === true) return refused("empty", "This list may not be empty.")
  return value.length > maxLength
    ? refused("max_length", `Ensure this field has no more than ${maxLength} elements.`)
    : undefined
}

const listSchema = (items: JsonSchema, { maxLength, nonEmpty }: ListOptions): JsonSchema => ({
  type: "array",
  items,
  ...(nonEmpty === true ? { minItems: 1 } : undefined),
  ...(maxLength === undefined ? undefined : { maxItems: maxLength })
})

/** A list of such items; the first item that is none is what is wrong with it. */
export const list = <A, Sent>(
  item: Field<A, true, Sent>,
  options: ListOptions = {}
): Field<ReadonlyArray<A>, true, ReadonlyArray<Sent>> =>
  Field.make<ReadonlyArray<A>, ReadonlyArray<Sent>>((value) => {
    if (!Array.isArray(value)) {
      return refused("not_a_list", `Expected a list of items but got type "${typeName(value)}".`)
    }
    const fault = listFault(value, options)
    if (fault !== undefined) return fault
    return Result.gen(function*() {
      const found: Array<A> = []
      for (const [index, one] of value.entries()) {
        found.push(yield* Result.mapError(item.read(one), (issues) => below(index, issues)))
      }
      return options.distinct === true ? [...new Set(found)] : found
    })
  }, listSchema(item.jsonSchema, options))

/** An object, as it was sent. */
export const record = (): Field<JsonRecord, true, JsonRecord> =>
  Field.make<JsonRecord>(
    (value) =>
      isJsonRecord(value)
        ? Result.succeed(value)
        : refused("not_a_dict", `Expected a dictionary of items but got type "${typeName(value)}".`),
    { type: "object" }
  )
