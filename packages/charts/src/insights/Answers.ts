/** Reads answers and the queries that they belong to. Both come as JSON, so every member is checked. */
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"

/** A result that is to be drawn. */
export interface Drawable {
  readonly title: string
  /** The query's node. */
  readonly node: JsonRecord
  /** The body of its answer. */
  readonly answer: JsonRecord
}

const words: ReadonlyMap<string, string> = new Map([
  ["$$_posthog_breakdown_other_$$", "Other"],
  ["$$_posthog_breakdown_null_$$", "None"]
])

/** Every constant among the words begins so. */
const constantStart = "$$_posthog_"

/** The objects of a list; none where it is no list. */
export const recordsOf = (value: unknown): ReadonlyArray<JsonRecord> =>
  Array.isArray(value) ? value.filter(isJsonRecord) : []

const isFinite = (one: unknown): one is number => typeof one === "number" && Number.isFinite(one)

/** The numbers of a list, in their places. A long list is not copied. */
export const numbersOf = (value: unknown): ReadonlyArray<number | null> => {
  if (!Array.isArray(value)) return []
  return value.every(isFinite) ? value : value.map((one) => isFinite(one) ? one : null)
}

/** A number; 0 for what is none. */
export const numberOf = (value: unknown): number => isFinite(value) ? value : 0

/** The texts of a list. */
export const textsOf = (value: unknown): ReadonlyArray<string> => Array.isArray(value) ? value.map(textOf) : []

/** A value to cut by as people read it; lists are joined. */
export const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join("::")
  const text = typeof value === "string"
    ? value
    : value === null || value === undefined
    ? "None"
    : JSON.stringify(value)
  if (!text.includes(constantStart)) return text
  return [...words].reduce((shown, [constant, word]) => shown.replaceAll(constant, word), text)
}

/** A text among the settings of a query; the other one where it is none. */
export const settingOf = (found: JsonRecord, name: string, otherwise: string): string => {
  const value = found[name]
  return typeof value === "string" ? value : otherwise
}

/** The settings of a query under a name. */
export const settings = ({ node }: Pick<Drawable, "node">, name: string): JsonRecord => recordOrEmpty(node[name])
