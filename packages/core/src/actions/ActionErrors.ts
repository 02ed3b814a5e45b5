import { Schema } from "effect"

/** The project has no such action. */
export class ActionNotFound extends Schema.TaggedError<ActionNotFound>()("ActionNotFound", {}) {}
