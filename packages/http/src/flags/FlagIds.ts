import { type FeatureFlagId } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagNotFound } from "@hedgerow/core/flags/model/FeatureFlagErrors"
import { positiveInt4 } from "@hedgerow/core/shared/Int4"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"

/** The id of a flag as it stands in a URL; a text that is none finds nothing. */
export const flagIdOf = (text: string): Effect.Effect<FeatureFlagId, FeatureFlagNotFound> => {
  const id = positiveInt4(text)
  return id === undefined ? Effect.fail(new FeatureFlagNotFound()) : Effect.succeed(id as FeatureFlagId)
}

/** Who makes the change, and in which project. */
export const flagEditing = Effect.gen(function*() {
  return { project: yield* CurrentProject, actor: (yield* CurrentCaller).user }
})
