import { Schema } from "effect"

/** The project has no such cohort. */
export class CohortNotFound extends Schema.TaggedError<CohortNotFound>()("CohortNotFound", {}) {}

/** The members of the cohort cannot be found. */
export class CohortUndecidable extends Schema.TaggedError<CohortUndecidable>()("CohortUndecidable", {
  reason: Schema.String
}) {
  override get message(): string {
    return `The cohort's members cannot be found: ${this.reason}`
  }
}
