import { shownText } from "@hedgerow/sql/types/ShownText"
import { typeName } from "./Field.ts"

/** A value that a client sent, as an error text shows it: lists and objects by the name of their type. */
export const shownValue = (value: unknown): string => {
  if (typeof value === "string") return shownText(value)
  return typeof value === "number" || typeof value === "boolean" ? String(value) : typeName(value)
}
