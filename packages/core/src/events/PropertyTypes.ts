import type { PropertyType } from "./DefinitionRepository.ts"

const isoTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** The type a property's value shows; null for lists, objects and null. */
export const propertyTypeOf = (value: unknown): PropertyType | null => {
  switch (typeof value) {
    case "boolean":
      return "Boolean"
    case "number":
      return "Numeric"
    case "string":
      return isoTime.test(value) ? "DateTime" : "String"
    default:
      return null
  }
}
