import { Schema } from "effect"

/** The project has no such saved metric. */
export class SavedMetricNotFound extends Schema.TaggedError<SavedMetricNotFound>()("SavedMetricNotFound", {}) {}
