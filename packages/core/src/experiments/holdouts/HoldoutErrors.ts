import { Schema } from "effect"

/** The project has no such holdout. */
export class HoldoutNotFound extends Schema.TaggedError<HoldoutNotFound>()("HoldoutNotFound", {}) {}
