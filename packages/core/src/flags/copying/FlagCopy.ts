import type { Change } from "../../activity/Activity.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { ProjectId } from "../../identity/Project.ts"

/** The effect of copying on one flag or cohort of a target project, made or planned. */
export interface CopiedThing {
  readonly type: "feature_flag" | "cohort"
  readonly action: "create" | "update" | "unchanged"
  /** The source. */
  readonly source_id: number
  /** The copy; null as long as that is not made. */
  readonly id: number | null
  readonly key: string
  readonly changes: ReadonlyArray<Change>
}

/** The effect of copying in one project, made or planned; the flag itself stands last, after its dependencies. */
export interface FlagCopy {
  readonly project_id: ProjectId
  /** Null in a dry run that would make it. */
  readonly flag_id: FeatureFlagId | null
  readonly things: ReadonlyArray<CopiedThing>
}
