import type { Schema } from "effect"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import { isSecretName, redact } from "../shared/Redaction.ts"
import { stepsOf } from "./PathDiff.ts"

/** The text in the log in place of a secret. */
export const masked = "masked"

/** Places that hold secrets, each as the steps that lead to it; the step `*` is any name or position. */
export type SecretPlaces = ReadonlyArray<ReadonlyArray<string>>

/** Reads `field` and `field.member.*.member` as places; a dot that belongs to a name has a backslash before it. */
export const secretPlaces = (paths: ReadonlyArray<string>): SecretPlaces => paths.map(stepsOf)

/** The rest of the places below these steps; a place at or above them remains as no steps at all. */
export const placesBelow = (places: SecretPlaces, steps: ReadonlyArray<string>): SecretPlaces =>
  places
    .filter((place) =>
      steps.every((step, index) => index >= place.length || place[index] === step || place[index] === "*")
    )
    .map((place) => place.slice(steps.length))

/** The value with every secret in it replaced. A value without parts is secret itself where a secret part should be. */
export const maskedValue = (value: Schema.Json, places: SecretPlaces): Schema.Json => {
  if (places.length === 0) return value
  if (places.some((place) => place.length === 0)) return masked
  if (Array.isArray(value)) {
    return value.map((element: Schema.Json, index) => maskedValue(element, placesBelow(places, [String(index)])))
  }
  if (!isJsonRecord(value)) return value === null ? null : masked
  const members = Object.entries(value as Readonly<Record<string, Schema.Json>>)
  return Object.fromEntries(members.map(([name, member]) => [name, maskedValue(member, placesBelow(places, [name]))]))
}

/**
 * The trigger of a change without secrets: values under secret names, keys in texts, and the record's own secrets
 * wherever the record occurs in it.
 */
export const withoutSecrets = (value: Schema.Json, places: SecretPlaces): Schema.Json => {
  if (typeof value === "string") return redact(value)
  if (Array.isArray(value)) return value.map((element: Schema.Json) => withoutSecrets(element, places))
  if (!isJsonRecord(value)) return value
  const members = Object.entries(value as Readonly<Record<string, Schema.Json>>)
  return Object.fromEntries(members.map(([name, member]) => {
    if (isSecretName(name) && member !== null) return [name, masked]
    return [name, withoutSecrets(maskedValue(member, placesBelow(places, [name])), places)]
  }))
}
