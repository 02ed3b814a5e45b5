import { Schema } from "effect"

/** The project has no such dashboard. */
export class DashboardNotFound extends Schema.TaggedError<DashboardNotFound>()("DashboardNotFound", {}) {}

/** The project has no such insight. */
export class InsightNotFound extends Schema.TaggedError<InsightNotFound>()("InsightNotFound", {}) {}
