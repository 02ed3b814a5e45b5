/** The definitions for SDKs that evaluate flags themselves: those of the server, made readable for clients. */
import { componentRef, type JsonSchema } from "@hedgerow/core/shared/FieldSchema"

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  anyOf: [schema, { type: "null" }],
  description
})

const groupType = orNull(
  { type: "integer", minimum: 0, maximum: 4 },
  "It is about groups of this type (its number in `group_type_mapping`), not about persons."
)

const condition: JsonSchema = {
  type: "object",
  description: "For whom a flag is on. The first condition that holds decides.",
  properties: {
    properties: orNull(
      { type: "array", items: { anyOf: [componentRef("FeatureFlagProperty"), componentRef("LocalFlagDependency")] } },
      "All of these must hold."
    ),
    rollout_percentage: orNull({ type: "number" }, "The share of those for whom it holds; null: all of them."),
    variant: orNull({ type: "string" }, "The variant that all of its users get; null: each user's own."),
    aggregation_group_type_index: groupType
  },
  additionalProperties: true
}

const dependency: JsonSchema = {
  type: "object",
  description: "A condition on another flag.",
  properties: {
    type: { type: "string", enum: ["flag"], description: "Always `flag`." },
    key: { type: "string", description: "The key of the other flag." },
    operator: { type: "string", enum: ["flag_evaluates_to"], description: "Always `flag_evaluates_to`." },
    value: { type: ["boolean", "string"], description: "The value that the other flag must have." },
    dependency_chain: {
      type: "array",
      items: { type: "string" },
      description: "The keys of all flags that it takes, itself last; empty where SDKs must ask the server."
    }
  },
  required: ["type", "key", "value", "dependency_chain"],
  additionalProperties: true
}

const filters: JsonSchema = {
  type: "object",
  description: "For whom a flag is on and what they get, as SDKs evaluate it.",
  properties: {
    groups: {
      type: "array",
      items: componentRef("LocalFlagCondition"),
      description: "The conditions, in the order in which they are tried."
    },
    multivariate: orNull(
      {
        type: "object",
        properties: {
          variants: orNull(
            { type: "array", items: componentRef("FeatureFlagVariant") },
            "The variants with their shares."
          )
        }
      },
      "The values that the flag can have instead of on."
    ),
    payloads: orNull(
      { type: "object", additionalProperties: true },
      "The values that come with the flag, as JSON text, by variant; by `true` where there are no variants."
    ),
    aggregation_group_type_index: groupType
  },
  additionalProperties: true
}

const cohort: JsonSchema = {
  type: "object",
  description: "The conditions of a cohort.",
  properties: {
    type: { type: "string", enum: ["AND", "OR"], description: "Whether all of them must hold, or any." },
    values: {
      type: "array",
      items: { anyOf: [componentRef("LocalCohort"), componentRef("LocalCohortCondition")] },
      description: "The conditions, and groups of them."
    }
  },
  required: ["type", "values"]
}

const cohortCondition: JsonSchema = {
  type: "object",
  description: "A condition on a property of a person, or on a member of another cohort.",
  properties: {
    type: { type: "string", enum: ["person", "cohort"], description: "`person`, or `cohort` for members of one." },
    key: { type: "string", description: "The name of the property; `id` of a cohort." },
    operator: { type: ["string", "null"], description: "The comparison of the value." },
    value: { description: "The value that is compared with, or the id of the cohort." },
    negation: { type: ["boolean", "null"], description: "Whether it must not hold." }
  },
  required: ["type"],
  additionalProperties: true
}

/** The components of the definitions, by their names. */
export const localSchemas: Readonly<Record<string, JsonSchema>> = {
  LocalFlagFilters: filters,
  LocalFlagCondition: condition,
  LocalFlagDependency: dependency,
  LocalCohort: cohort,
  LocalCohortCondition: cohortCondition
}
