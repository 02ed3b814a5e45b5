import type { UserEditing } from "@hedgerow/core/entities/Changes"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "./Authorization.ts"

/** The person who makes the change, and the project that it is in. */
export const currentEditing = Effect.gen(function*() {
  const editing: UserEditing = { project: yield* CurrentProject, actor: (yield* CurrentCaller).user }
  return editing
})
