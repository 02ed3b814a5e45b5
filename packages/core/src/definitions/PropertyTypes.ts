import type { PropertyType } from "./PropertyDefinition.ts"

const isoTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Values of these names are texts whatever the first one looks like: campaign names, variants, answers. */
const textNames = /^(?:utm_|\$initial_utm_|\$feature\/|\$feature_flag_response$|\$survey_response)/

/** The type a property's value shows; null for lists, objects and null. */
export const propertyTypeOf = (name: string, value: unknown): PropertyType | null => {
  if (typeof value !== "boolean" && typeof value !== "number" && typeof value !== "string") return null
  if (textNames.test(name)) return "String"
  if (typeof value === "boolean") return "Boolean"
  if (typeof value === "number") return "Numeric"
  return isoTime.test(value) ? "DateTime" : "String"
}
