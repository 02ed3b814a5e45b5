import { Result } from "effect"
import type { Broken } from "../shared/Field.ts"
import { refused } from "../shared/Field.ts"
import { boolean, type ChangedFields, choice, Field, integer, list, record, text } from "../shared/Fields.ts"
import { unstorablePlace } from "../shared/StorableJson.ts"
import { bucketingIdentifiers, creationContexts, evaluationRuntimes } from "./FeatureFlag.ts"

/** Keys are at most so long. */
export const maxKeyLength = 400

const maxTagLength = 255

const keyForm = (key: string): Broken | undefined =>
  /^[a-zA-Z0-9_-]+$/.test(key)
    ? undefined
    : { code: "invalid_key", message: "Only letters, numbers, hyphens (-) & underscores (_) are allowed." }

/** Any JSON that can be stored. */
const json = Field.make((value: unknown) => {
  const broken = unstorablePlace(value)
  return broken === undefined ? Result.succeed(value) : refused(broken.code, broken.message, broken.path)
})

const tags = list(text({ maxLength: maxTagLength }))

const key = text({ maxLength: maxKeyLength }).check(keyForm)

const changeable = {
  filters: record().optional,
  deleted: boolean().optional,
  active: boolean().optional,
  ensure_experience_continuity: boolean().orNull(false).optional,
  rollback_conditions: json.nullable.optional,
  performed_rollback: boolean().orNull(false).optional,
  tags: tags.optional,
  evaluation_tags: tags.optional,
  analytics_dashboards: list(integer()).optional,
  has_enriched_analytics: boolean().orNull(false).optional,
  is_remote_configuration: boolean().orNull(false).optional,
  has_encrypted_payloads: boolean().orNull(false).optional,
  evaluation_runtime: choice(evaluationRuntimes).orNull("all").optional,
  bucketing_identifier: choice(bucketingIdentifiers).orNull("distinct_id").optional,
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

export type FlagChanges = ChangedFields<typeof flagTable>

/** The names of the fields in the order in which their errors are reported. */
export const fieldOrder: ReadonlyArray<string> = Object.keys(flagTable)

/** Tags as they are kept: in lower case, each once. */
export const cleanTags = (sent: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(sent.map((tag) => tag.toLowerCase()))
]
