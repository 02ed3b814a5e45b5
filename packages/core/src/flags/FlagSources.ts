import { Effect } from "effect"
import type { CompiledFlags } from "./evaluation/CompiledFlags.ts"
import type { FlagSource } from "./evaluation/FlagSource.ts"
import type { FeatureFlag, FeatureFlagId } from "./FeatureFlag.ts"

/** So many flags are read before others get a turn. */
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

const isSame = (left: FlagSource, right: FlagSource): boolean =>
  left.version === right.version && JSON.stringify(left) === JSON.stringify(right)

/** What is compiled of flags: the very source of before where nothing of it is another, so that it need not be read again. */
export const flagSources = Effect.fnUntraced(function*(
  flags: ReadonlyArray<FeatureFlag>,
  experiments: ReadonlySet<FeatureFlagId>,
  before: CompiledFlags | undefined
) {
  const known = new Map((before?.sources.flags ?? []).map((source) => [source.id, source]))
  const sources: Array<FlagSource> = []
  for (const flag of flags) {
    if (sources.length % maxAtOnce === maxAtOnce - 1) yield* Effect.yieldNow
    const source = sourceOf(flag, experiments.has(flag.id))
    const old = known.get(flag.id)
    sources.push(old !== undefined && isSame(old, source) ? old : source)
  }
  return sources
})

/** Reads the flags of a large project with pauses: the first request would read all of them at once. */
export const warmUp = Effect.fnUntraced(function*({ byId, sources }: CompiledFlags) {
  if (sources.flags.length <= maxAtOnce) return
  for (const [at, { active, id }] of sources.flags.entries()) {
    if (at % maxAtOnce === maxAtOnce - 1) yield* Effect.yieldNow
    if (active) byId(id)
  }
})
