import { Schema } from "effect"
import { JobId } from "./Job.ts"

/** There is no such job that could be run again: it is unknown, done or running. */
export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", { id: JobId }) {
  override get message(): string {
    return `There is no failed or waiting job ${this.id}.`
  }
}

/** The stored payload is not the one that the job's kind expects; trying again would not help. */
export class JobPayloadRefused extends Schema.TaggedError<JobPayloadRefused>()("JobPayloadRefused", {
  reason: Schema.String
}) {
  override get message(): string {
    return `The payload cannot be read: ${this.reason}`
  }
}

/** The job's handler failed. */
export class JobAttemptFailed extends Schema.TaggedError<JobAttemptFailed>()("JobAttemptFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}
