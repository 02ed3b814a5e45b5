import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import type { Schema } from "effect"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { ActivityScope, Change, PathChange } from "./Activity.ts"
import { activityFields, commonlyExcluded } from "./ActivityFields.ts"
import { maxPaths, pathText, type StepChange, stepChanges, stepsOf } from "./PathDiff.ts"
import { maskedValue, pathsBelow, type SecretPaths, secretPaths, withoutSecrets } from "./SecretPaths.ts"

/** Empty values, as JSON: null, an empty text, an empty list and an empty object. */
const empty: ReadonlySet<string> = new Set(["null", "\"\"", "[]", "{}"])

/** The fields that may be logged, the scope's own ones in its order, then the others as the records have them. */
const fieldsOf = (scope: ActivityScope, before: JsonRecord, after: JsonRecord): ReadonlyArray<string> => {
  const rules = activityFields[scope]
  const excluded = new Set([...commonlyExcluded, ...rules.excluded ?? []])
  const ordered = new Set([...rules.fields, ...Object.keys(after), ...Object.keys(before)])
  return [...ordered].filter((field) => !excluded.has(field))
}

const actionOf = (before: string, after: string): "changed" | "created" | "deleted" => {
  if (empty.has(before)) return "created"
  return empty.has(after) ? "deleted" : "changed"
}

const pathChange = (change: StepChange, secret: SecretPaths): PathChange => {
  const paths = pathsBelow(secret, change.steps)
  return {
    path: pathText(change.steps),
    action: change.action,
    before: maskedValue(change.before, paths),
    after: maskedValue(change.after, paths)
  }
}

const isWholeSecret = (secret: SecretPaths): boolean => secret.some((path) => path.length === 0)

const pathsOf = (
  before: Schema.Json,
  after: Schema.Json,
  secret: SecretPaths
): Pick<Change, "paths" | "paths_truncated"> => {
  if (isWholeSecret(secret)) return {}
  const found = stepChanges(before, after, maxPaths + 1)
  if (found.length === 0) return {}
  const paths = found.slice(0, maxPaths).map((change) => pathChange(change, secret))
  return found.length > maxPaths ? { paths, paths_truncated: true } : { paths }
}

/** More levels than a request may have, so that values are compared whole; fewer are stored. */
const comparedLevels = 1_000

const jsonOf = (record: JsonRecord, field: string): string =>
  Object.hasOwn(record, field) ? canonicalJson(record[field], comparedLevels) : "null"

const changeOf = (scope: ActivityScope, field: string, before: string, after: string, secret: SecretPaths): Change => {
  const from = JSON.parse(before) as Schema.Json
  const to = JSON.parse(after) as Schema.Json
  return {
    type: scope,
    action: actionOf(before, after),
    field,
    before: maskedValue(from, secret),
    after: maskedValue(to, secret),
    ...pathsOf(from, to, secret)
  }
}

/** The secrets of a scope and of the one record that is logged. */
export const secretsOf = (scope: ActivityScope, secrets: ReadonlyArray<string> = []): SecretPaths =>
  secretPaths([...activityFields[scope].secrets ?? [], ...secrets])

/** A change in the domain's own words, without its secrets; without a field it is about the whole record. */
export const maskedChange = (change: Change, secrets: ReadonlyArray<string> = []): Change => {
  const { after, before, field, paths, ...rest } = change
  const secret = pathsBelow(secretsOf(change.type, secrets), field === null ? [] : [field])
  const mask = (value: Schema.Json) => field === null ? withoutSecrets(value, secret) : maskedValue(value, secret)
  return {
    ...rest,
    field,
    before: mask(before),
    after: mask(after),
    ...(paths === undefined || isWholeSecret(secret)
      ? undefined
      : { paths: paths.map((path) => pathChange({ ...path, steps: stepsOf(path.path) }, secret)) })
  }
}

/**
 * The differences of two records of a scope, field by field. Values are compared as JSON, in which the order of members
 * means nothing; empty values are all the same. A secret that differs is logged with both sides masked.
 */
export const fieldChanges = (
  scope: ActivityScope,
  before: JsonRecord,
  after: JsonRecord,
  secrets: ReadonlyArray<string> = []
): ReadonlyArray<Change> => {
  const secret = secretsOf(scope, secrets)
  return fieldsOf(scope, before, after).flatMap((field) => {
    const from = jsonOf(before, field)
    const to = jsonOf(after, field)
    if (from === to || empty.has(from) && empty.has(to)) return []
    return [changeOf(scope, field, from, to, pathsBelow(secret, [field]))]
  })
}
