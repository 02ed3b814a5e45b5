import { Schema } from "effect"

/** The project has no such variable. */
export class SqlVariableNotFound extends Schema.TaggedError<SqlVariableNotFound>()("SqlVariableNotFound", {}) {}
