/** Random values that a schema of the document allows, and values that differ from them in one place. */
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import type { Random } from "../long/fuzz/Random.ts"
import { component, listOf } from "./Contract.ts"

const texts = ["a", "plan", "-7d", "1", "$pageview"] as const
const numbers = [0, 1, 2, 3, 0.5] as const

const refOf = ({ $ref }: JsonRecord): string | undefined =>
  typeof $ref === "string" ? $ref.split("/").at(-1) : undefined

const within = ({ exclusiveMinimum, maximum, minimum }: JsonRecord, value: number): number => {
  const least = typeof minimum === "number"
    ? minimum
    : typeof exclusiveMinimum === "number"
    ? exclusiveMinimum + 0.1
    : -1
  return Math.min(Math.max(value, least), typeof maximum === "number" ? maximum : 1_000)
}

/** Makes values of schemas; deeper ones have fewer fields, so that each has an end. */
export const makeSamples = (random: Random) => {
  const recordOf = (schema: JsonRecord, depth: number): JsonRecord => {
    const needed = new Set(listOf(schema["required"]))
    const chance = depth > 5 ? 0 : random.pick([0.1, 0.3, 0.6])
    return Object.fromEntries(
      Object.entries(recordOrEmpty(schema["properties"]))
        .filter(([name]) => needed.has(name) || random.chance(chance))
        .map(([name, field]) => [name, sampleOf(recordOrEmpty(field), depth + 1)])
    )
  }

  const listFrom = ({ items, maxItems, minItems = 0 }: JsonRecord, depth: number): ReadonlyArray<unknown> => {
    const most = Math.min(Number(maxItems ?? 3), depth > 5 ? Number(minItems) : 3)
    const length = Math.max(Number(minItems), random.below(most + 1))
    return Array.from({ length }, () => sampleOf(recordOrEmpty(items), depth + 1))
  }

  const ofType = (schema: JsonRecord, depth: number): unknown => {
    const { type } = schema
    switch (Array.isArray(type) ? random.oneOf(type) : type) {
      case "string":
        return random.pick(texts)
      case "integer":
        return Math.ceil(within(schema, random.pick(numbers)))
      case "number":
        return within(schema, random.pick(numbers))
      case "boolean":
        return random.chance(0.5)
      case "null":
        return null
      case "array":
        return listFrom(schema, depth)
      case "object":
        return recordOf(schema, depth)
      default:
        return random.pick<unknown>([null, 1, "a", { a: [1] }, [true]])
    }
  }

  const sampleOf = (schema: JsonRecord, depth = 0): unknown => {
    const name = refOf(schema)
    if (name !== undefined) return sampleOf(component(name), depth)
    if (Array.isArray(schema["enum"])) return random.oneOf(schema["enum"])
    const choices = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].filter(isJsonRecord)
    const shallow = depth > 5 ? choices.filter(({ type }) => type !== undefined && type !== "array") : []
    const choice = random.oneOf(shallow.length > 0 ? shallow : choices)
    return choice === undefined ? ofType(schema, depth) : sampleOf(choice, depth)
  }

  const wrong = [null, true, 7.5, -1, "", "fortnight", [], [1], {}, { no: 1 }] as const

  const changedRecord = (record: JsonRecord): JsonRecord => {
    const name = random.oneOf(Object.keys(record))
    if (name === undefined || random.chance(0.2)) return { ...record, evnt: 1 }
    if (random.chance(0.2)) return Object.fromEntries(Object.entries(record).filter(([one]) => one !== name))
    return { ...record, [name]: changed(record[name]) }
  }

  /** The value with one place as no value of its schema may be, or as another may. */
  const changed = (value: unknown): unknown => {
    if (random.chance(0.3)) return random.pick(wrong)
    if (isJsonRecord(value)) return changedRecord(value)
    if (!Array.isArray(value) || value.length === 0) return random.pick(wrong)
    const at = random.below(value.length)
    return value.map((one: unknown, place) => place === at ? changed(one) : one)
  }

  return { sampleOf, changed }
}
