import { Schema } from "effect"

/** The project has no such deletion. */
export class DataDeletionNotFound extends Schema.TaggedError<DataDeletionNotFound>()("DataDeletionNotFound", {}) {}

/** The project has no such person. */
export class PersonNotFound extends Schema.TaggedError<PersonNotFound>()("PersonNotFound", {}) {}

/** Rows were found after they had been removed: the job tries again. */
export class DeletionIncomplete extends Schema.TaggedError<DeletionIncomplete>()("DeletionIncomplete", {
  left: Schema.Int
}) {
  override get message(): string {
    return `${this.left} events are still there after they were removed.`
  }
}
