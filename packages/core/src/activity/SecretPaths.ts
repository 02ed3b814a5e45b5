import type { Schema } from "effect"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import { isSecretName, redact } from "../shared/Redaction.ts"
import { stepsOf } from "./PathDiff.ts"

/** The text in the log in place of a secret. */
export const masked = "masked"

/** Paths that hold secrets, each as the steps that lead to it; the step `*` is any name or position. */
export type SecretPaths = ReadonlyArray<ReadonlyArray<string>>

/** Reads `field` and `field.member.*.member` as paths; a dot that belongs to a name has a backslash before it. */
export const secretPaths = (paths: ReadonlyArray<string>): SecretPaths => paths.map(stepsOf)

/** The rest of the paths below these steps; a path at or above them remains as no steps at all. */
export const pathsBelow = (paths: SecretPaths, steps: ReadonlyArray<string>): SecretPaths =>
  paths
    .filter((path) => steps.every((step, index) => index >= path.length || path[index] === step || path[index] === "*"))
    .map((path) => path.slice(steps.length))

/** The value with every secret in it replaced. A value without parts is secret itself where a secret part should be. */
export const maskedValue = (value: Schema.Json, paths: SecretPaths): Schema.Json => {
  if (paths.length === 0) return value
  if (paths.some((path) => path.length === 0)) return masked
  if (Array.isArray(value)) {
    return value.map((element: Schema.Json, index) => maskedValue(element, pathsBelow(paths, [String(index)])))
  }
  if (!isJsonRecord(value)) return value === null ? null : masked
  const members = Object.entries(value as Readonly<Record<string, Schema.Json>>)
  return Object.fromEntries(members.map(([name, member]) => [name, maskedValue(member, pathsBelow(paths, [name]))]))
}

/**
 * The trigger of a change without secrets: values under secret names, keys in texts, and the record's own secrets
 * wherever the record occurs in it.
 */
export const withoutSecrets = (value: Schema.Json, paths: SecretPaths): Schema.Json => {
  if (typeof value === "string") return redact(value)
  if (Array.isArray(value)) return value.map((element: Schema.Json) => withoutSecrets(element, paths))
  if (!isJsonRecord(value)) return value
  const members = Object.entries(value as Readonly<Record<string, Schema.Json>>)
  return Object.fromEntries(members.map(([name, member]) => {
    if (isSecretName(name) && member !== null) return [name, masked]
    return [name, withoutSecrets(maskedValue(member, pathsBelow(paths, [name])), paths)]
  }))
}
