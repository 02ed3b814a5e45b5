import { Schema } from "effect"

/** A project has at most five group types, numbered 0 to 4 in the order they were first seen. */
export const GroupTypeIndex = Schema.Literals([0, 1, 2, 3, 4])
export type GroupTypeIndex = typeof GroupTypeIndex.Type
