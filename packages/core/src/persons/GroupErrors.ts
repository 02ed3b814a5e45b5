import { Schema } from "effect"

/** The project has no such group. */
export class GroupNotFound extends Schema.TaggedError<GroupNotFound>()("GroupNotFound", {}) {}
