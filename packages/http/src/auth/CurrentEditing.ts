import type { UserEditing } from "@hedgerow/core/entities/Changes"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "./Authorization.ts"

/** Who makes the change, and in which project. */
export const currentEditing = Effect.gen(function*() {
  const editing: UserEditing = { project: yield* CurrentProject, actor: (yield* CurrentCaller).user }
  return editing
})
