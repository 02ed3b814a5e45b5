import { Schema } from "effect"
import type { Change } from "../activity/Activity.ts"
import type { ProjectId } from "../identity/Project.ts"

/** The kinds of records that a promotion makes, changes or uses. */
export const promotedTypes = [
  "survey",
  "experiment",
  "feature_flag",
  "cohort",
  "action",
  "experiment_saved_metric"
] as const

/** The effect of a promotion on one record of the target project, made or planned. */
export interface PromotedThing {
  readonly type: (typeof promotedTypes)[number]
  readonly action: "create" | "update" | "unchanged"
  /** The source. */
  readonly source_id: number | string
  /** The record of the target; null as long as that is not made. */
  readonly id: number | string | null
  /** The key of a flag, the name of any other record. */
  readonly key: string
  readonly changes: ReadonlyArray<Change>
}

/** The effect of a promotion on one project; the record itself stands last, after those that it names. */
export interface Promotion<Id> {
  readonly project_id: ProjectId
  /** Null in a dry run that would make it. */
  readonly id: Id | null
  /** Differs when the record or its counterpart does. */
  readonly revision: string
  /** The fields of the record that stay in its project. */
  readonly skipped: ReadonlyArray<string>
  readonly things: ReadonlyArray<PromotedThing>
}

/** A record was changed since the dry run whose revision a request names. */
export class PromotionOutdated extends Schema.TaggedError<PromotionOutdated>()("PromotionOutdated", {
  project_id: Schema.Int
}) {
  override get message(): string {
    return `The difference to project ${this.project_id} is not the one that you saw. Please look at it again.`
  }
}
