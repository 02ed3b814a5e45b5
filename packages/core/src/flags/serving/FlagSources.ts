import { Effect } from "effect"
import type { CompiledFlags } from "../../evaluation/CompiledFlags.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { FlagSource } from "../../evaluation/FlagSource.ts"
import { redactPayloads, withFilters } from "../editing/FlagPayloads.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"

/** A flag whose encrypted payloads are hidden, with what is compiled of it. */
export interface KnownFlag {
  readonly flag: FeatureFlag
  readonly source: FlagSource
}

/** At most this many flags are read before other work runs. */
const maxAtOnce = 500

const sourceOf = (flag: FeatureFlag, has_experiment: boolean): FlagSource => ({
  id: flag.id,
  key: flag.key,
  name: flag.name,
  filters: flag.filters,
  active: flag.active,
  version: flag.version,
  ensure_experience_continuity: flag.ensure_experience_continuity,
  evaluation_runtime: flag.evaluation_runtime,
  bucketing_identifier: flag.bucketing_identifier,
  evaluation_tags: flag.evaluation_tags,
  has_experiment
})

const isSameSource = (left: FlagSource, right: FlagSource): boolean =>
  left.version === right.version && JSON.stringify(left) === JSON.stringify(right)

const contentOf = (flag: FeatureFlag): string => JSON.stringify({ ...flag, last_called_at: null })

const isSameFlag = (left: FeatureFlag, right: FeatureFlag): boolean =>
  left.version === right.version && contentOf(left) === contentOf(right)

/** The source of a stored flag: the same object as before as far as it has not changed. */
export const knownFlag = (stored: FeatureFlag, before: KnownFlag | undefined): KnownFlag => {
  const flag = withFilters(stored, redactPayloads(stored))
  if (before === undefined) return { flag, source: sourceOf(flag, false) }
  if (isSameFlag(before.flag, flag)) return before
  const source = sourceOf(flag, before.source.has_experiment === true)
  return { flag, source: isSameSource(before.source, source) ? before.source : source }
}

/** The same flags, with a mark on those that an experiment decides by. */
export const withExperiments = (
  known: ReadonlyArray<KnownFlag>,
  experiments: ReadonlySet<FeatureFlagId>
): ReadonlyArray<KnownFlag> => {
  const fits = ({ flag, source }: KnownFlag): boolean => source.has_experiment === experiments.has(flag.id)
  if (known.every(fits)) return known
  return known.map((one) =>
    fits(one) ? one : { flag: one.flag, source: sourceOf(one.flag, experiments.has(one.flag.id)) }
  )
}

/** Reads the flags of a large project with pauses: the first request would read all of them at once. */
export const warmUp = Effect.fnUntraced(function*({ byId, sources }: CompiledFlags) {
  if (sources.flags.length <= maxAtOnce) return
  for (const [at, { active, id }] of sources.flags.entries()) {
    if (at % maxAtOnce === maxAtOnce - 1) yield* Effect.yieldNow
    if (active) byId(id)
  }
})
