import { typeName } from "./Field.ts"

/** The most that an error text shows of a value, in characters. */
const maxShown = 100

/** A text of a client, or one that quotes it, as an error shows it: of a long one the beginning. */
export const shownText = (text: string, limit: number = maxShown): string =>
  text.length <= limit ? text : `${Array.from(text.slice(0, 2 * limit)).slice(0, limit).join("")}…`

/** A value that a client sent, as an error text shows it: lists and objects by the name of their type. */
export const shownValue = (value: unknown): string => {
  if (typeof value === "string") return shownText(value)
  return typeof value === "number" || typeof value === "boolean" ? String(value) : typeName(value)
}
