import { Schema } from "effect"

/** The project has no such alert. */
export class AlertNotFound extends Schema.TaggedError<AlertNotFound>()("AlertNotFound", {}) {}
