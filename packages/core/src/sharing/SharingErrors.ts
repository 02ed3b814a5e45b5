import { Schema } from "effect"

/** A link shows nothing: it is none of this installation's, was renewed or turned off, or its dashboard is gone. */
export class SharedLinkUnknown extends Schema.TaggedError<SharedLinkUnknown>()("SharedLinkUnknown", {}) {}

/** A dashboard that no link shows has none to be renewed. */
export class DashboardNotShared extends Schema.TaggedError<DashboardNotShared>()("DashboardNotShared", {}) {}
