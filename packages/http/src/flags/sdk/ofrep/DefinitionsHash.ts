import type { FlagDefinitions } from "@hedgerow/core/flags/serving/FlagDefinitions"
import { contentHash } from "@hedgerow/core/shared/ContentHash"

const known = new WeakMap<FlagDefinitions, string>()

const makeHash = ({ cohorts, experiments, flags, groupTypes, project }: FlagDefinitions): string =>
  contentHash(JSON.stringify([
    project.timezone,
    [...groupTypes],
    flags.map(({ id, version }) => [id, version]),
    cohorts.map(({ id, version }) => [id, version]),
    [...experiments]
  ]))

/**
 * A short text that differs when answers of flags may differ: the same on every server of a cluster. It is made of
 * versions, so that it reveals no definition and costs next to nothing among 10,000 flags.
 */
export const definitionsHash = (definitions: FlagDefinitions): string => {
  const hash = known.get(definitions) ?? makeHash(definitions)
  known.set(definitions, hash)
  return hash
}
