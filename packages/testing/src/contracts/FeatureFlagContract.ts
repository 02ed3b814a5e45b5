import { layer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import * as FlagChanges from "./flags/FlagChanges.ts"
import * as FlagChunks from "./flags/FlagChunks.ts"
import * as FlagDefinitionRounds from "./flags/FlagDefinitionRounds.ts"
import * as FlagFindings from "./flags/FlagFindings.ts"
import { flagCase } from "./flags/FlagFixtures.ts"
import * as FlagListing from "./flags/FlagListing.ts"
import * as FlagReferring from "./flags/FlagReferring.ts"
import * as FlagStoring from "./flags/FlagStoring.ts"

/** The contract of every `FeatureFlagRepository`, and of changes of flags that several callers make at once. */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  EntityContract.suite(name, storage, flagCase)
  layer(storage, { excludeTestServices: true })(`Feature flags: ${name}`, (it) => {
    FlagStoring.suite(it)
    FlagFindings.suite(it)
    FlagListing.suite(it)
    FlagChunks.suite(it)
  })
  const domain = Domain.layer.pipe(Layer.provideMerge(storage))
  layer(domain, { excludeTestServices: true })(`Feature flags, changed: ${name}`, (it) => {
    FlagChanges.suite(it)
    FlagDefinitionRounds.suite(it)
    FlagReferring.suite(it)
  })
}

/** The long form of the random changes of the suite. */
export const longSuite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  const domain = Domain.layer.pipe(Layer.provideMerge(storage))
  layer(domain, { excludeTestServices: true })(`Feature flags, changed: ${name}`, (it) => {
    FlagDefinitionRounds.randomRounds(it, 100)
  })
}
