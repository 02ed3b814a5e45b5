import type { Schema } from "effect"
import { isJsonRecord } from "../shared/JsonRecord.ts"

/** What stands in the log for a secret. */
export const masked = "masked"

/** Places that hold secrets, each as the steps that lead to it; the step `*` is any name or position. */
export type SecretPlaces = ReadonlyArray<ReadonlyArray<string>>

/** Reads `field` and `field.member.*.member` as places. */
export const secretPlaces = (paths: ReadonlyArray<string>): SecretPlaces => paths.map((path) => path.split("."))

/** What remains of the places below these steps; a place at or above them remains as no steps at all. */
export const placesBelow = (places: SecretPlaces, steps: ReadonlyArray<string>): SecretPlaces =>
  places
    .filter((place) =>
      steps.every((step, index) => index >= place.length || place[index] === step || place[index] === "*")
    )
    .map((place) => place.slice(steps.length))

/** The value with everything secret in it replaced. */
export const maskedValue = (value: Schema.Json, places: SecretPlaces): Schema.Json => {
  if (places.length === 0) return value
  if (places.some((place) => place.length === 0)) return masked
  if (Array.isArray(value)) {
    return value.map((element: Schema.Json, index) => maskedValue(element, placesBelow(places, [String(index)])))
  }
  if (!isJsonRecord(value)) return value
  const members = Object.entries(value as Readonly<Record<string, Schema.Json>>)
  return Object.fromEntries(members.map(([name, member]) => [name, maskedValue(member, placesBelow(places, [name]))]))
}
