import { Predicate, Redacted } from "effect"
import { hidden, isSecretName, redact } from "./Redaction.ts"

/** The most parts of a value; the rest is left out. */
const maxParts = 1_000
const maxDepth = 8
const leftOut = "[…]"

/** Counts down while a value is walked. */
interface Budget {
  parts: number
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const textOfError = (error: Error): string => redact(error.stack ?? `${error.name}: ${error.message}`)

const field = (budget: Budget, depth: number, name: string, value: unknown): unknown => {
  if (!isSecretName(name)) return walk(budget, depth, value)
  if (Predicate.isString(value)) return redactSecret(value)
  return isObject(value) ? hidden : value
}

/** A public token is shown; every other part of a secret field is hidden. */
const redactSecret = (value: string): string => /^(?:phc_[A-Za-z0-9_-]*)?$/.test(value) ? value : hidden

const walkObject = (budget: Budget, depth: number, value: object): unknown => {
  if (Redacted.isRedacted(value)) return hidden
  if (value instanceof Error) return textOfError(value)
  if (Array.isArray(value)) return value.map((item) => walk(budget, depth, item))
  if (value instanceof Map || value instanceof Set) return walk(budget, depth, [...value])
  if (Predicate.hasProperty(value, "toJSON") && Predicate.isFunction(value.toJSON)) {
    return walk(budget, depth, value.toJSON())
  }
  const entries = Object.entries(value).map(([key, item]) => [redact(key), field(budget, depth, key, item)])
  return Object.fromEntries(entries)
}

const walk = (budget: Budget, depth: number, value: unknown): unknown => {
  if (Predicate.isString(value)) return redact(value)
  if (!isObject(value)) {
    return Predicate.isBigInt(value) || Predicate.isSymbol(value) || Predicate.isFunction(value)
      ? redact(String(value))
      : value
  }
  if (depth >= maxDepth || --budget.parts < 0) return leftOut
  return walkObject(budget, depth + 1, value)
}

/**
 * A copy of any value as JSON can hold it, without secrets: every text is redacted, and fields named as secrets are
 * hidden whole. Large, deep and circular values are cut.
 */
export const redactValue = (value: unknown): unknown => walk({ parts: maxParts }, 0, value)
