import type { ProjectId } from "../../access/Project.ts"
import type { Change } from "../../activity/Activity.ts"
import type { FeatureFlagId } from "../model/FeatureFlag.ts"

/** What copying does, or would do, to one flag or cohort of a target project. */
export interface CopiedThing {
  readonly type: "feature_flag" | "cohort"
  readonly action: "create" | "update" | "unchanged"
  /** What was copied. */
  readonly source_id: number
  /** What it was copied to; null as long as that is not made. */
  readonly id: number | null
  readonly key: string
  readonly changes: ReadonlyArray<Change>
}

/** What copying does, or would do, in one project; the flag itself stands last, after what it depends on. */
export interface FlagCopy {
  readonly project_id: ProjectId
  /** Null in a dry run that would make it. */
  readonly flag_id: FeatureFlagId | null
  readonly things: ReadonlyArray<CopiedThing>
}
