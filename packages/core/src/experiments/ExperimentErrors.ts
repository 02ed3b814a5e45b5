import { Schema } from "effect"

/** The project has no such experiment. */
export class ExperimentNotFound extends Schema.TaggedError<ExperimentNotFound>()("ExperimentNotFound", {}) {}
