import type { Change } from "../../activity/Activity.ts"
import { activityFields } from "../../activity/ActivityFields.ts"
import { boundedChanges } from "../../activity/ActivityValues.ts"
import { fieldChanges } from "../../activity/FieldDiff.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"

const compared = activityFields.FeatureFlag.fields.filter((field) => field !== "version")

const recordOf = (flag: FeatureFlag): JsonRecord =>
  Object.fromEntries(compared.map((field) => [field, Reflect.get(flag, field)]))

/** Whether a change has payloads that nobody may read, before or after it. */
export const isSecret = (before: FeatureFlag, after: FeatureFlag): boolean =>
  before.has_encrypted_payloads || after.has_encrypted_payloads

/** The differences of a flag by field, as the log has them: encrypted payloads are masked. Its version is none. */
export const flagDifferences = (before: FeatureFlag, after: FeatureFlag): ReadonlyArray<Change> =>
  boundedChanges(
    fieldChanges(
      "FeatureFlag",
      recordOf(before),
      recordOf(after),
      isSecret(before, after) ? ["filters.payloads"] : []
    )
  )
