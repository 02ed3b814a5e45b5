import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Result } from "effect"

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The canonical copy of properties that are parsed already; of anything but an object it is `{}`. */
export const derivedOf = (properties: unknown): string => isObject(properties) ? canonicalJson(properties) : "{}"

/**
 * The canonical copy of a properties text, which queries read. Never fails: a text that is no JSON object gives `{}`.
 */
export const deriveProperties = (text: string): string =>
  derivedOf(Result.getOrUndefined(Result.try((): unknown => JSON.parse(text))))
