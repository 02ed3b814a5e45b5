import type { SqlVariable } from "./SqlVariable.ts"

/** The fault of a value for a variable of the type; undefined where it is valid. */
export const valueFault = ({ type }: Pick<SqlVariable, "type">, value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  switch (type) {
    case "Number":
      return typeof numberOf(value) === "number" ? undefined : "A number is needed."
    case "Boolean":
      return typeof truthOf(value) === "boolean" ? undefined : "True or false is needed."
    default:
      return typeof value === "string" ? undefined : "A text is needed."
  }
}

const numberOf = (value: unknown): unknown =>
  typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value

const truthOf = (value: unknown): unknown => {
  const text = String(value).toLowerCase()
  return text === "true" ? true : text === "false" ? false : value
}

/** A value as the type of its variable reads it; one that is not of the type stays as it is. */
export const typedValue = ({ type }: Pick<SqlVariable, "type">, value: unknown): unknown =>
  type === "Number" ? numberOf(value) : type === "Boolean" ? truthOf(value) : value
