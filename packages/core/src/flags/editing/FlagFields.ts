import { Result } from "effect"
import type { Broken, Reading } from "../../shared/Field.ts"
import { refused } from "../../shared/Field.ts"
import { boolean, type ChangedFields, choice, Field, integer, list, record, text } from "../../shared/Fields.ts"
import { beyondSchema } from "../../shared/FieldSchema.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import { unstorableFault } from "../../shared/StorableJson.ts"
import { time } from "../../shared/TimeField.ts"
import { bucketingIdentifiers, creationContexts, evaluationRuntimes } from "../model/FeatureFlag.ts"

/** The most characters of a key. */
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

const dashboard = Field.make<number>((value: unknown) =>
  Result.flatMap(
    integer().read(value),
    (id): Reading<number> => positiveInt4(id) === undefined ? Result.fail([dashboardMissing(id)]) : Result.succeed(id)
  ), integer({ minimum: 1, maximum: 2147483647 }).jsonSchema)

const keyForm = (key: string): Broken | undefined =>
  keyPattern.test(key)
    ? undefined
    : { code: "invalid_key", message: "Only letters, numbers, hyphens (-) & underscores (_) are allowed." }

/** Any JSON that can be stored. */
const json = Field.make<unknown>((value: unknown) => {
  const broken = unstorableFault(value)
  return broken === undefined ? Result.succeed(value) : refused(broken.code, broken.message, broken.path)
}, beyondSchema)

const tags = list(text({ maxLength: maxTagLength }))

const contexts = tags.describe("The contexts in which the flag is evaluated: clients that name others do not get it.", [
  "app"
])

const key = text({ maxLength: maxKeyLength })
  .check(keyForm, { type: ["string", "integer"], pattern: keyPattern.source })
  .describe("The key that code asks for. No two flags of a project have the same.", "new-checkout")

const name = text({ blank: true }).describe("The description of the flag, in words.", "The new checkout")

/** One of some choices; null and no text at all are the usual one. */
const choiceOr = <const A extends string>(values: ReadonlyArray<A>, usual: NoInfer<A>) => {
  const chosen = choice(values)
  return Field.make<A>(
    (value) => value === "" ? Result.succeed(usual) : chosen.read(value),
    choice([...values, ""]).jsonSchema
  ).orNull(usual)
}

const changeable = {
  filters: record().optional.describe("For whom the flag is on and what they get.", { groups: [] }),
  deleted: boolean().optional.describe("Whether it is deleted. False restores it.", false),
  active: boolean().optional.describe("Whether it is evaluated at all; a disabled flag is off.", true),
  ensure_experience_continuity: boolean().orNull(false).optional
    .describe("Whether users keep what they got before they were identified.", false),
  rollback_conditions: json.nullable.optional
    .describe("Stored as sent; nothing is rolled back because of it.", null),
  performed_rollback: boolean().orNull(false).optional.describe("Stored as sent; it means nothing here.", false),
  tags: tags.optional.describe("Words to find it by; kept in lower case.", ["checkout"]),
  evaluation_tags: contexts.optional,
  evaluation_contexts: contexts.optional,
  analytics_dashboards: list(dashboard, { distinct: true, maxLength: maxDashboards }).optional
    .describe("The ids of dashboards that show how the flag is used.", []),
  has_enriched_analytics: boolean().orNull(false).optional
    .describe("Whether `$feature_view` and `$feature_interaction` events are sent for it.", false),
  is_remote_configuration: boolean().orNull(false).optional
    .describe("Whether it is a payload alone, which `remote_config/` answers.", false),
  has_encrypted_payloads: boolean().orNull(false).optional
    .describe("Whether its payloads are stored encrypted, and shown to its secret keys alone.", false),
  evaluation_runtime: choiceOr(evaluationRuntimes, "all").optional
    .describe("The SDKs that get it.", "all"),
  bucketing_identifier: choiceOr(bucketingIdentifiers, "distinct_id").optional
    .describe("The id by which a rollout distinguishes users.", "distinct_id"),
  creation_context: choice(creationContexts).nullable.optional
    .describe("The part of the product that the flag was made for.", creationContexts[0])
}

/** The fields of a new flag, in the order they are checked. */
export const newFlagTable = {
  name: name.optional,
  key,
  ...changeable,
  _should_create_usage_dashboard: boolean().orNull(true).optional
    .describe("Whether a dashboard that shows how the flag is used is made with it.", false)
}

const maxComment = 2_000

/** The fields of a change of a flag; `version` and `original_flag` name the state that it is based on. */
export const flagTable = {
  name: name.optional,
  key: key.optional,
  ...changeable,
  version: integer().nullable.optional
    .describe("The version that the change is based on. It is refused when the same field was changed since.", null),
  original_flag: record().nullable.optional
    .describe(
      "The record that the change is based on: with `version`, it shows which fields were changed since.",
      null
    ),
  _approval_comment: text({ blank: true, maxLength: maxComment }).nullable.optional
    .describe("The reason of the change, for those who must approve it; ignored where nobody must.", null),
  _approval_scheduled_at: time().nullable.optional.describe(
    "The earliest time at which the change is applied, when it is approved. Refused where nobody must approve it.",
    null
  )
}

/** The values of a change; `evaluation_contexts` are among them as `evaluation_tags`. */
export type FlagChanges = Omit<ChangedFields<typeof flagTable>, "evaluation_contexts">

/** The names of the fields in the order in which their errors are reported. */
export const fieldOrder: ReadonlyArray<string> = Object.keys(flagTable)

/** Tags as they are kept: in lower case, each once. */
export const cleanTags = (sent: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(sent.map((tag) => tag.toLowerCase()))
]
