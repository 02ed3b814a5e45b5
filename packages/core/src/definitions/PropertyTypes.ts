import { parseDateTime } from "@hedgerow/sql/evaluate/dates/DateTimeText"
import { timeZone } from "@hedgerow/sql/evaluate/dates/TimeZone"
import { parseBool, parseFloat64 } from "@hedgerow/sql/evaluate/functions/Conversion"
import type { PropertyType } from "./PropertyDefinition.ts"

const isoTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Values of these names are texts, even if the first one looks like another type: campaign names, variants, answers.
 */
const textNames = /^(?:utm_|\$initial_utm_|\$feature\/|\$feature_flag_response$|\$survey_response)/

/** The type a property's value shows; null for lists, objects and null. */
export const propertyTypeOf = (name: string, value: unknown): PropertyType | null => {
  if (typeof value !== "boolean" && typeof value !== "number" && typeof value !== "string") return null
  if (textNames.test(name)) return "String"
  if (typeof value === "boolean") return "Boolean"
  if (typeof value === "number") return "Numeric"
  return isoTime.test(value) ? "DateTime" : "String"
}

/** Whether queries read values of the type as something else than texts. */
export const isTyped = (type: PropertyType | null): boolean => type !== null && type !== "String"

const utc = timeZone("UTC")

/** Whether queries read a text as a value of the type. */
const readers: Readonly<Record<PropertyType, (text: string) => boolean>> = {
  String: () => true,
  Duration: () => true,
  Numeric: (text) => parseFloat64(text) !== null,
  Boolean: (text) => parseBool(text) !== null,
  DateTime: (text) => parseDateTime(text, utc) !== null
}

/** Whether a value can be read as the type, as queries read it. */
export const isReadableAs = (type: PropertyType, value: unknown): boolean => {
  switch (typeof value) {
    case "number":
      return type === "Numeric" || readers[type](String(value))
    case "boolean":
      return type === "Boolean" || readers[type](String(value))
    case "string":
      return readers[type](value)
    default:
      return value === null || type === "String" || type === "Duration"
  }
}
