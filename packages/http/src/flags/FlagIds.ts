import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { FeatureFlagNotFound } from "@hedgerow/core/flags/model/FeatureFlagErrors"
import { positiveInt4 } from "@hedgerow/core/shared/Int4"
import { Effect } from "effect"

/** The id of a flag as it stands in a URL; a text that is none finds nothing. */
export const flagIdOf = (text: string): Effect.Effect<FeatureFlagId, FeatureFlagNotFound> => {
  const id = positiveInt4(text)
  return id === undefined ? Effect.fail(new FeatureFlagNotFound()) : Effect.succeed(id as FeatureFlagId)
}
