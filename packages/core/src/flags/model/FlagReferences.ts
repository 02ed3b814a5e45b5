import { Context, Effect, Layer } from "effect"
import type { Editing } from "../../entities/Changes.ts"
import {
  type KnownReferences,
  makeReferences,
  type Reference,
  type ReferenceFinder,
  type References,
  referrerKinds,
  type Referrers
} from "../../entities/References.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"

/** An experiment that decides by a flag. */
export interface FlagExperiment extends Reference {
  readonly id: number
  readonly isRunning: boolean
}

/** A reference as the records of flags show it. */
export interface ShownReference extends Reference {
  readonly record: JsonRecord
}

/** The references to flags from other domains. */
export interface FlagReferrers extends KnownReferences<"FeatureFlag"> {
  /** Those that enrol people in a flag. */
  readonly EarlyAccessFeature: ShownReference
  readonly Experiment: FlagExperiment
  /** Those that are linked to a flag. */
  readonly Survey: ShownReference
}

/** Everything that goes by one flag. */
export type FlagUses = Referrers<FlagReferrers>

/** A flag that nothing goes by. */
export const noUses: FlagUses = { EarlyAccessFeature: [], Experiment: [], Survey: [] }

/** The answers of one kind of records for flags. */
export interface FlagReferenceFinder<Found> extends ReferenceFinder<FeatureFlagId, Found> {
  /** Applies a change of a flag to its dependants; called inside the transaction of the change. */
  readonly follow: (by: Editing, before: FeatureFlag, after: FeatureFlag) => Effect.Effect<void, InvalidInput>
}

/** A finder for each kind; experiments also answer for a whole project. */
export type FlagReferenceFinders =
  & { readonly [Kind in keyof FlagReferrers]: FlagReferenceFinder<FlagReferrers[Kind]> }
  & {
    readonly Experiment: {
      /** Every flag that one of them refers to. */
      readonly referred: (project: ProjectId) => Effect.Effect<ReadonlyArray<FeatureFlagId>>
    }
  }

/** References to flags from outside of this domain. */
export class FlagReferences extends Context.Service<
  FlagReferences,
  & References<FeatureFlagId, FlagReferrers>
  & {
    /** Every flag that an experiment decides by. */
    readonly withExperiments: (project: ProjectId) => Effect.Effect<ReadonlyArray<FeatureFlagId>>
    /** Call inside the transaction of a change: dependants of the flag are changed with it. */
    readonly follow: (by: Editing, before: FeatureFlag, after: FeatureFlag) => Effect.Effect<void, InvalidInput>
  }
>()("@hedgerow/core/flags/model/FlagReferences") {
  static readonly layer = <R>(
    finders: Effect.Effect<FlagReferenceFinders, never, R>
  ): Layer.Layer<FlagReferences, never, R> =>
    Layer.effect(
      FlagReferences,
      Effect.map(finders, (by) => {
        const followers = referrerKinds.flatMap((kind) => kind === "FeatureFlag" ? [] : [by[kind].follow])
        return FlagReferences.of({
          ...makeReferences<FeatureFlagId, FlagReferrers>(by),
          withExperiments: by.Experiment.referred,
          follow: Effect.fn("FlagReferences.follow")(function*(by, before, after) {
            yield* Effect.forEach(followers, (follow) => follow(by, before, after), { discard: true })
          })
        })
      })
    )
}
