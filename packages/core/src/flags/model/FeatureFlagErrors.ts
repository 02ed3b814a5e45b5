import { Schema } from "effect"

/** The project has no such feature flag. */
export class FeatureFlagNotFound extends Schema.TaggedError<FeatureFlagNotFound>()("FeatureFlagNotFound", {}) {}

/** Another flag of the project that is not deleted has this key. */
export class FlagKeyTaken extends Schema.TaggedError<FlagKeyTaken>()("FlagKeyTaken", { key: Schema.String }) {}

/** Somebody changed the same fields since the caller read the flag; by email, or null when that is not known. */
export class FlagConflict extends Schema.TaggedError<FlagConflict>()("FlagConflict", {
  updated_by: Schema.NullOr(Schema.String)
}) {
  override get message(): string {
    return `The feature flag was updated by ${
      this.updated_by ?? "another user"
    } since you started editing it. Please refresh and try again.`
  }
}

/** The flag is not at the version that the caller made a condition of the change (`If-Match`). */
export class FlagVersionMismatch extends Schema.TaggedError<FlagVersionMismatch>()("FlagVersionMismatch", {
  version: Schema.Int
}) {
  override get message(): string {
    return `The feature flag is at version ${this.version}, which is not the one you named. Please refresh and try again.`
  }
}

/** Counting whom a condition concerns took too long. */
export class FlagAudienceTimedOut extends Schema.TaggedError<FlagAudienceTimedOut>()("FlagAudienceTimedOut", {
  seconds: Schema.Int
}) {
  override get message(): string {
    return `Counting who is affected took longer than ${this.seconds} seconds. Counts of one project are made one by one.`
  }
}

/** The flag's encrypted payload was sealed with a key that the installation does not have. */
export class FlagPayloadUnreadable extends Schema.TaggedError<FlagPayloadUnreadable>()("FlagPayloadUnreadable", {}) {
  override get message(): string {
    return "The payload cannot be read: the secret key that it was sealed with is missing on the server."
  }
}

/** None of the ids is one that a flag could have. */
export class FlagIdsInvalid extends Schema.TaggedError<FlagIdsInvalid>()("FlagIdsInvalid", {}) {
  override get message(): string {
    return "Invalid flag IDs provided"
  }
}

/** The flag's usage dashboard cannot be made or enriched; `message` is the reference service's text. */
export class UsageDashboardRefused extends Schema.TaggedError<UsageDashboardRefused>()("UsageDashboardRefused", {
  reason: Schema.Literals([
    "Unable to generate usage dashboard",
    "Usage dashboard not found",
    "Usage dashboard already has enriched data",
    "No enriched analytics available for this feature flag",
    "Unable to enrich usage dashboard"
  ])
}) {
  override get message(): string {
    return this.reason
  }
}

/** A flag cannot be copied into a project: the caller may not write there, or there is none. */
export class FlagCopyRefused extends Schema.TaggedError<FlagCopyRefused>()("FlagCopyRefused", {
  project_id: Schema.String
}) {
  override get message(): string {
    return `You don't have write access to the project ${this.project_id}.`
  }
}
