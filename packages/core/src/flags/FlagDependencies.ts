import { Effect } from "effect"
import type { ProjectId } from "../access/Project.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { FeatureFlag, FeatureFlagId } from "./FeatureFlag.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import { fault, type FilterFault } from "./filters/FilterFault.ts"
import { dependenciesOf, type PlacedProperty, propertiesOf } from "./FlagConditions.ts"

type Flags = ReadonlyMap<FeatureFlagId, FeatureFlag>

/** The way from a flag to another one along what they depend on; undefined when there is none. */
const wayTo = (
  flags: Flags,
  from: FeatureFlagId,
  to: FeatureFlagId,
  seen: Set<FeatureFlagId>
): ReadonlyArray<FeatureFlag> | undefined => {
  const flag = flags.get(from)
  if (flag === undefined || seen.has(from)) return undefined
  seen.add(from)
  for (const next of dependenciesOf(flag.filters)) {
    if (next === to) return [flag]
    const rest = wayTo(flags, next, to, seen)
    if (rest !== undefined) return [flag, ...rest]
  }
  return undefined
}

const circle = (flag: FeatureFlag, way: ReadonlyArray<FeatureFlag>): string =>
  `Circular dependency detected: ${[flag, ...way, flag].map(({ key }) => key).join(" → ")}`

/** What is wrong with one dependency of a flag; `flags` are those it can reach. */
const dependencyFault = (
  flag: FeatureFlag,
  flags: Flags,
  { path, property }: PlacedProperty
): FilterFault | undefined => {
  const id = positiveInt4(property["key"]) as FeatureFlagId | undefined
  if (property["type"] !== "flag" || id === undefined) return undefined
  const at = [...path, "key"]
  if (id === flag.id) {
    return fault(at, "dependency.itself", `Feature flag '${flag.key}' cannot depend on itself`)
  }
  const target = flags.get(id)
  if (target === undefined || target.deleted) {
    return fault(at, "dependency.exists", `Flag dependency references non-existent flag with ID ${id}`)
  }
  const way = wayTo(flags, id, flag.id, new Set())
  if (way !== undefined) return fault(at, "dependency.cycle", circle(flag, way))
  return target.active ? undefined : fault(
    at,
    "dependency.active",
    `Cannot create dependency on disabled flag '${target.key}' (ID: ${id}). Flag dependencies must reference active flags only.`
  )
}

const named = (flag: FeatureFlag): string => `${flag.key} (ID: ${flag.id})`

/** So many flags are named in a text. */
const maxNamed = 5

/** Some flags in words: the first ones, and how many more there are. */
export const flagNames = (flags: ReadonlyArray<FeatureFlag>): string => {
  const names = flags.slice(0, maxNamed).map(named)
  return flags.length > maxNamed ? [...names, `and ${flags.length - maxNamed} more`].join(", ") : names.join(", ")
}

/** What flags depend on, as far as rules ask. */
export const makeFlagDependencies = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository

  /** Every flag that can be reached from these. */
  const reachable = Effect.fnUntraced(function*(project: ProjectId, from: ReadonlyArray<FeatureFlagId>) {
    const known = new Map<FeatureFlagId, FeatureFlag>()
    let next = from
    while (next.length > 0) {
      const found = yield* repository.findMany(project, next)
      for (const flag of found) known.set(flag.id, flag)
      next = [...new Set(found.flatMap(({ filters }) => dependenciesOf(filters)))].filter((id) => !known.has(id))
    }
    return known
  })

  return {
    reachable,

    /** Everything wrong with what a flag depends on. */
    faults: Effect.fnUntraced(function*(flag: FeatureFlag) {
      const flags = yield* reachable(flag.project_id, dependenciesOf(flag.filters))
      return propertiesOf(flag.filters).flatMap((placed) => dependencyFault(flag, flags, placed) ?? [])
    }),

    /** The flags without which it cannot be on: those it depends on that are disabled. */
    disabled: Effect.fnUntraced(function*(flag: FeatureFlag) {
      const found = yield* repository.findMany(flag.project_id, dependenciesOf(flag.filters))
      return found.filter(({ active, deleted }) => !active && !deleted)
    }),

    /** The active flags that depend on it. */
    activeDependents: Effect.fnUntraced(function*(project: ProjectId, id: FeatureFlagId) {
      return (yield* repository.dependentsOf(project, id)).filter(({ active }) => active)
    })
  }
})
