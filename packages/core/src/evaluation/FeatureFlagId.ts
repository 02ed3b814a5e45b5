import { Schema } from "effect"

/** A positive int4, unique over the installation. */
export const FeatureFlagId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("FeatureFlagId")
)
export type FeatureFlagId = typeof FeatureFlagId.Type
