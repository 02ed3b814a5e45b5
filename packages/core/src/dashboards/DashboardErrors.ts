import { Schema } from "effect"

/** The project has no such dashboard. */
export class DashboardNotFound extends Schema.TaggedError<DashboardNotFound>()("DashboardNotFound", {}) {}

/** Another insight of the project has the short id. */
export class ShortIdTaken extends Schema.TaggedError<ShortIdTaken>()("ShortIdTaken", { short_id: Schema.String }) {}

/** The project has no such insight. */
export class InsightNotFound extends Schema.TaggedError<InsightNotFound>()("InsightNotFound", {}) {}
