import { Context, Effect } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { FeatureFlag, FeatureFlagId } from "./FeatureFlag.ts"

/** An experiment that is not deleted and decides by a flag. */
export interface FlagExperiment {
  readonly id: number
  readonly name: string
  readonly isRunning: boolean
}

/** Everything that goes by one flag. */
export interface FlagUses {
  readonly experiments: ReadonlyArray<FlagExperiment>
  /** The surveys linked to it, as the wire shows them. */
  readonly surveys: ReadonlyArray<JsonRecord>
  /** The early access features that enrol people in it, as the wire shows them in short. */
  readonly features: ReadonlyArray<JsonRecord>
}

/** What goes by flags in other domains. They give their answer here; nothing does by default. */
export interface FlagUsageAnswers {
  /** What goes by these flags; a flag that nothing goes by may be left out. */
  readonly of: (
    project: ProjectId,
    flags: ReadonlyArray<FeatureFlagId>
  ) => Effect.Effect<ReadonlyMap<FeatureFlagId, FlagUses>>
  /** Every flag that an experiment decides by. */
  readonly withExperiments: (project: ProjectId) => Effect.Effect<ReadonlyArray<FeatureFlagId>>
  /** Called inside the transaction of a change, for what has to follow it. */
  readonly follow: (before: FeatureFlag, after: FeatureFlag) => Effect.Effect<void, InvalidInput>
}

/** A flag that nothing goes by. */
export const noUses: FlagUses = { experiments: [], surveys: [], features: [] }

export class FlagUsage extends Context.Reference<FlagUsageAnswers>("@hedgerow/core/flags/FlagUsage", {
  defaultValue: () => ({
    of: () => Effect.succeed(new Map()),
    withExperiments: () => Effect.succeed([]),
    follow: () => Effect.void
  })
}) {}
