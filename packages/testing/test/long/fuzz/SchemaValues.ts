import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { resolve, type Schema } from "./Document.ts"
import { absent, hints } from "./Hints.ts"
import type { Random } from "./Random.ts"
import type { State } from "./State.ts"

const texts = ["a", "gate", "Checkout page", "é", "2026-01-01"] as const
const integers = [0, 1, 2, 7, 100] as const

/** Fields that the document cannot call required, since only some ways to ask need them. */
const usual = new Set(["context", "distinct_id", "ids", "token"])

const schemasIn = (list: unknown): ReadonlyArray<Schema> => Array.isArray(list) ? list.filter(isJsonRecord) : []

/** Makes values that a schema of the document allows, with ids and names that the server knows. */
export const makeSchemaValues = (state: State, random: Random) => {
  const hinted = (component: string | undefined, field: string): unknown => {
    const hint = hints[`${component}.${field}`] ?? hints[field]
    return hint === undefined ? undefined : hint(state, random)
  }

  const objectOf = (schema: Schema, component: string | undefined): unknown => {
    const { properties, required } = schema
    const chance = random.pick([0.1, 0.35, 0.9])
    const needed = new Set(Array.isArray(required) ? required : [])
    const fields = Object.entries(isJsonRecord(properties) ? properties : {})
      .filter(([name]) => needed.has(name) || usual.has(name) || random.chance(chance))
      .map(([name, field]) => [name, hinted(component, name) ?? valueOf(isJsonRecord(field) ? field : {})] as const)
    return Object.fromEntries(fields.filter(([, value]) => value !== absent))
  }

  const ofType = (schema: Schema, component: string | undefined): unknown => {
    switch (schema["type"]) {
      case "string":
        return random.pick(texts)
      case "integer":
      case "number":
        return random.pick(integers)
      case "boolean":
        return random.chance(0.5)
      case "null":
        return null
      case "array":
        return isJsonRecord(schema["items"]) && random.chance(0.7) ? [valueOf(schema["items"])] : []
      default:
        return objectOf(schema, component)
    }
  }

  const valueOf = (sent: Schema): unknown => {
    const [schema, component] = resolve(sent)
    if (Array.isArray(schema["enum"])) return random.oneOf(schema["enum"])
    if ("const" in schema) return schema["const"]
    const choice = random.oneOf([...schemasIn(schema["anyOf"]), ...schemasIn(schema["oneOf"])])
    if (choice !== undefined) return valueOf(choice)
    const [first] = schemasIn(schema["allOf"])
    return first !== undefined && schema["type"] === undefined ? valueOf(first) : ofType(schema, component)
  }

  return valueOf
}
