import { Effect } from "effect"
import { audienceWords, variantWords } from "../../evaluation/filters/FilterNames.ts"
import { groupedFilters } from "../../evaluation/FlagConditions.ts"
import { boolean, choice, jsonSchemaOf, list, readFields, record } from "../../shared/Fields.ts"
import { componentRef, type JsonSchema, namedSchema } from "../../shared/FieldSchema.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { knownNames, requireNames } from "../../shared/KnownNames.ts"
import { payloadsOf, redactPayloads } from "../editing/FlagPayloads.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { type ScheduledOperation, scheduledOperations } from "./ScheduledChange.ts"

const operation = { operation: choice(scheduledOperations) }

const values = {
  update_status: { value: boolean().describe("Whether the flag is active from then on.", true) },
  add_release_condition: { value: record().describe("The conditions that are added.", { groups: [{}] }) },
  update_variants: { value: record().describe("The variants and payloads from then on.", { variants: [] }) }
}

const insideValue = {
  update_status: {},
  add_release_condition: {
    groups: list(record().stating(componentRef("FeatureFlagCondition")), { nonEmpty: true }).describe(
      "The conditions that are added to the flag's.",
      [{}]
    )
  },
  update_variants: {
    variants: list(record().stating(componentRef("FeatureFlagVariant"))).describe(
      "The variants that replace the flag's.",
      []
    ),
    payloads: record().orNull({}).optional.describe("The payloads that replace the flag's, by variant.", {})
  }
}

const components = {
  update_status: ["ScheduledStatusUpdate", "Turns a flag on or off."],
  add_release_condition: ["ScheduledReleaseCondition", "Adds conditions to those of a flag."],
  update_variants: ["ScheduledVariantsUpdate", "Replaces the variants and payloads of a flag."]
} as const

const schemaOf = (name: ScheduledOperation): JsonSchema => {
  const [component, description] = components[name]
  const inside = jsonSchemaOf(insideValue[name], "create")
  const value = { ...values[name].value.jsonSchema, ...(name === "update_status" ? undefined : inside) }
  return namedSchema(component, {
    type: "object",
    description,
    properties: { operation: { type: "string", enum: [name], description: "The kind of change." }, value },
    required: ["operation", "value"]
  })
}

/** The schema of a payload, from the same tables. */
export const operationSchema: JsonSchema = namedSchema("ScheduledOperation", {
  description: "A change of a flag that is made later, by its `operation`.",
  oneOf: scheduledOperations.map(schemaOf),
  "x-discriminator": {
    propertyName: "operation",
    mapping: Object.fromEntries(
      scheduledOperations.map((name) => [name, componentRef(components[name][0])["$ref"]])
    )
  }
})

const payloadNames = knownNames(["operation", "value"])

const valueNames = {
  update_status: knownNames([]),
  add_release_condition: knownNames(["groups"], { words: { groups: audienceWords } }),
  update_variants: knownNames(["variants", "payloads"], { words: { variants: variantWords } })
}

type Path = InputIssue["path"]

const moved = ({ issues: [first, ...rest] }: InvalidInput, move: (path: Path) => Path): InvalidInput => {
  const one = (issue: InputIssue): InputIssue => {
    const { field: _, ...rest } = issue
    return { ...rest, path: move(rest.path) }
  }
  return new InvalidInput({ issues: [one(first), ...rest.map(one)] })
}

const under = (...prefix: ReadonlyArray<string>) => (error: InvalidInput) =>
  moved(error, (path) => [...prefix, ...path])

/** Fails with the faults of a payload's form; the flag checks its contents. */
export const readOperation = Effect.fnUntraced(function*(payload: JsonRecord) {
  yield* requireNames(payload, payloadNames)
  const { operation: name } = yield* readFields(operation, payload)
  const { value } = yield* readFields(values[name], payload)
  if (isJsonRecord(value)) {
    yield* Effect.mapError(requireNames(value, valueNames[name]), under("value"))
    yield* Effect.mapError(readFields(insideValue[name], value), under("value"))
  }
  return name
}, Effect.mapError(under("payload")))

const isOperation = (name: unknown): name is ScheduledOperation =>
  scheduledOperations.some((operation) => operation === name)

const groupsOf = (filters: JsonRecord): ReadonlyArray<unknown> =>
  Array.isArray(filters["groups"]) ? filters["groups"] : []

/** The body of the payload's change, made for the flag as it is now. */
export const changeOf = (flag: FeatureFlag, { operation, value }: JsonRecord): JsonRecord => {
  if (operation === "update_status") return { active: value }
  const filters = groupedFilters(redactPayloads(flag))
  const wanted = recordOrEmpty(value)
  if (operation === "add_release_condition") {
    return { filters: { ...filters, groups: [...groupsOf(filters), ...groupsOf(wanted)] } }
  }
  const multivariate = { ...recordOrEmpty(filters["multivariate"]), variants: wanted["variants"] }
  return { filters: { ...filters, multivariate, payloads: wanted["payloads"] ?? {} } }
}

/** The faults that the flag finds in such a body, with the places in the payload. */
export const inPayload = (flag: FeatureFlag, { operation }: JsonRecord, error: InvalidInput): InvalidInput => {
  const known = groupsOf(groupedFilters(flag.filters)).length
  return moved(error, ([field, name, position, ...rest]) => {
    if (!isOperation(operation) || field !== "filters") return ["payload", "value"]
    if (name === "groups" && operation === "add_release_condition") {
      return typeof position === "number" && position >= known
        ? ["payload", "value", "groups", position - known, ...rest]
        : ["payload", "value"]
    }
    const place = [name, position].filter((step) => step !== undefined)
    return ["payload", "value", ...(name === "multivariate" ? place.slice(1) : place), ...rest]
  })
}

/** Payloads that a flag encrypts would wait unencrypted in a schedule. */
export const secretIssue = (flag: FeatureFlag, { value }: JsonRecord): InvalidInput | undefined =>
  flag.has_encrypted_payloads && Object.keys(payloadsOf(recordOrEmpty(value))).length > 0
    ? InvalidInput.at(
      ["payload", "value", "payloads"],
      "invalid_input",
      "The payloads of a flag with encrypted payloads cannot be scheduled."
    )
    : undefined
