import { Result } from "effect"
import type { Broken, Reading } from "../shared/Field.ts"
import { refused } from "../shared/Field.ts"
import { boolean, type ChangedFields, choice, Field, integer, list, record, text } from "../shared/Fields.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { InputIssue } from "../shared/InvalidInput.ts"
import { unstorablePlace } from "../shared/StorableJson.ts"
import { bucketingIdentifiers, creationContexts, evaluationRuntimes } from "./FeatureFlag.ts"

/** Keys are at most so long. */
export const maxKeyLength = 400

const maxTagLength = 255

const keyPattern = /^[a-zA-Z0-9_-]+$/

/** Whether a flag can have this key. */
export const isFlagKey = (key: string): boolean => key.length <= maxKeyLength && keyPattern.test(key)

const maxDashboards = 1000

/** Said of the id of a dashboard that is not there. */
export const dashboardMissing = (id: number, path: InputIssue["path"] = []): InputIssue => ({
  path,
  code: "does_not_exist",
  message: `Invalid pk "${id}" - object does not exist.`,
  field: "analytics_dashboards"
})

const dashboard = Field.make((value: unknown) =>
  Result.flatMap(
    integer().read(value),
    (id): Reading<number> => positiveInt4(id) === undefined ? Result.fail([dashboardMissing(id)]) : Result.succeed(id)
  )
)

const keyForm = (key: string): Broken | undefined =>
  keyPattern.test(key)
    ? undefined
    : { code: "invalid_key", message: "Only letters, numbers, hyphens (-) & underscores (_) are allowed." }

/** Any JSON that can be stored. */
const json = Field.make((value: unknown) => {
  const broken = unstorablePlace(value)
  return broken === undefined ? Result.succeed(value) : refused(broken.code, broken.message, broken.path)
})

const tags = list(text({ maxLength: maxTagLength }))

const key = text({ maxLength: maxKeyLength }).check(keyForm)

/** One of some choices; null and no text at all are the usual one. */
const choiceOr = <const A extends string>(values: ReadonlyArray<A>, usual: NoInfer<A>) => {
  const chosen = choice(values)
  return Field.make((value) => value === "" ? Result.succeed(usual) : chosen.read(value)).orNull(usual)
}

const changeable = {
  filters: record().optional,
  deleted: boolean().optional,
  active: boolean().optional,
  ensure_experience_continuity: boolean().orNull(false).optional,
  rollback_conditions: json.nullable.optional,
  performed_rollback: boolean().orNull(false).optional,
  tags: tags.optional,
  evaluation_tags: tags.optional,
  evaluation_contexts: tags.optional,
  analytics_dashboards: list(dashboard, { distinct: true, maxLength: maxDashboards }).optional,
  has_enriched_analytics: boolean().orNull(false).optional,
  is_remote_configuration: boolean().orNull(false).optional,
  has_encrypted_payloads: boolean().orNull(false).optional,
  evaluation_runtime: choiceOr(evaluationRuntimes, "all").optional,
  bucketing_identifier: choiceOr(bucketingIdentifiers, "distinct_id").optional,
  creation_context: choice(creationContexts).nullable.optional
}

/** What a client says of a new flag, in the order it is checked. */
export const newFlagTable = {
  name: text({ blank: true }).optional,
  key,
  ...changeable,
  _should_create_usage_dashboard: boolean().orNull(true).optional
}

/** What a client may change of a flag; `version` and `original_flag` tell what the change is based on. */
export const flagTable = {
  name: text({ blank: true }).optional,
  key: key.optional,
  ...changeable,
  version: integer().nullable.optional,
  original_flag: record().nullable.optional
}

/** What a change says; `evaluation_contexts` are among it as `evaluation_tags`. */
export type FlagChanges = Omit<ChangedFields<typeof flagTable>, "evaluation_contexts">

/** The names of the fields in the order in which their errors are reported. */
export const fieldOrder: ReadonlyArray<string> = Object.keys(flagTable)

/** Tags as they are kept: in lower case, each once. */
export const cleanTags = (sent: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(sent.map((tag) => tag.toLowerCase()))
]
