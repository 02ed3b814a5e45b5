import { Effect, Option } from "effect"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { fault, type FilterFault } from "../../evaluation/filters/FilterFault.ts"
import { dependenciesOf, propertiesOf, type PropertyAt } from "../../evaluation/FlagConditions.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { dependentsOf } from "../model/FlagFilter.ts"

/** Flags by id. */
export type Flags = ReadonlyMap<FeatureFlagId, FeatureFlag>

const byId = (flags: ReadonlyArray<FeatureFlag>): Flags => new Map(flags.map((flag) => [flag.id, flag]))

/** For each flag that leads to another one along what they depend on: the next flag on its way there. */
const stepsTo = (flags: Flags, to: FeatureFlagId): ReadonlyMap<FeatureFlagId, FeatureFlagId> => {
  const dependents = new Map<FeatureFlagId, Array<FeatureFlagId>>()
  for (const { filters, id } of flags.values()) {
    for (const on of dependenciesOf(filters)) {
      const known = dependents.get(on)
      if (known === undefined) dependents.set(on, [id])
      else known.push(id)
    }
  }
  const steps = new Map<FeatureFlagId, FeatureFlagId>()
  const reached = [to]
  for (const on of reached) {
    for (const id of dependents.get(on) ?? []) {
      if (id === to || steps.has(id)) continue
      steps.set(id, on)
      reached.push(id)
    }
  }
  return steps
}

/** The flags on the way that the steps lead from a flag, without where they lead to; none when there is no way. */
const wayFrom = (
  from: FeatureFlagId,
  flags: Flags,
  steps: ReadonlyMap<FeatureFlagId, FeatureFlagId>
): ReadonlyArray<FeatureFlag> => {
  const way: Array<FeatureFlag> = []
  for (let id = from, next = steps.get(id); next !== undefined; id = next, next = steps.get(id)) {
    const flag = flags.get(id)
    if (flag !== undefined) way.push(flag)
  }
  return way
}

const circle = (flag: FeatureFlag, way: ReadonlyArray<FeatureFlag>): string =>
  `Circular dependency detected: ${[flag, ...way, flag].map(({ key }) => key).join(" → ")}`

/** The fault of one dependency of a flag; `flags` are those it can reach, `steps` lead back to it. */
const dependencyFault = (
  flag: FeatureFlag,
  flags: Flags,
  steps: ReadonlyMap<FeatureFlagId, FeatureFlagId>,
  { path, property }: PropertyAt
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
  const way = wayFrom(id, flags, steps)
  if (way.length > 0) return fault(at, "dependency.cycle", circle(flag, way))
  return target.active ? undefined : fault(
    at,
    "dependency.active",
    `Cannot create dependency on disabled flag '${target.key}' (ID: ${id}). Flag dependencies must reference active flags only.`
  )
}

/** Everything wrong with what a flag depends on; `flags` are those it can reach. */
export const dependencyFaults = (flag: FeatureFlag, flags: Flags): ReadonlyArray<FilterFault> => {
  const steps = stepsTo(flags, flag.id)
  return propertiesOf(flag.filters).flatMap((placed) => dependencyFault(flag, flags, steps, placed) ?? [])
}

/** The flags without which it cannot be on: those it depends on that are disabled. */
export const disabledDependencies = (flag: FeatureFlag, flags: Flags): ReadonlyArray<FeatureFlag> =>
  dependenciesOf(flag.filters).flatMap((id) => flags.get(id) ?? [])
    .filter(({ active, deleted }) => !active && !deleted)

const named = (flag: FeatureFlag): string => `${flag.key} (ID: ${flag.id})`

/** At most this many flags are named in a text. */
const maxNamed = 5

/** Some flags in words: the first ones, and how many more there are. */
export const flagNames = (flags: ReadonlyArray<FeatureFlag>): string => {
  const names = flags.slice(0, maxNamed).map(named)
  return flags.length > maxNamed ? [...names, `and ${flags.length - maxNamed} more`].join(", ") : names.join(", ")
}

/** The dependencies of flags, as far as rules ask. */
export const makeFlagDependencies = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository

  return {
    /** Every flag that can be reached from these. */
    reachable: Effect.fnUntraced(
      function*(project: ProjectId, from: ReadonlyArray<FeatureFlagId>): Effect.fn.Return<Flags> {
        return byId(from.length === 0 ? [] : yield* repository.reachable(project, from))
      }
    ),

    /**
     * The flags that a change must know: those that the flag depends on, and all that a new dependency could lead back
     * from. Unchanged dependencies are not read again.
     */
    concerned: Effect.fnUntraced(
      function*(after: FeatureFlag, before: FeatureFlag | undefined): Effect.fn.Return<Flags> {
        const { id, project_id: project } = after
        const wanted = dependenciesOf(after.filters)
        if (wanted.length === 0) return byId([])
        const kept = new Set(before === undefined || before.deleted ? [] : dependenciesOf(before.filters))
        const isNew = before === undefined || wanted.every((on) => kept.has(on))
        const mayLeadBack = !isNew && Option.isSome(yield* repository.first(project, dependentsOf(id)))
        return byId(yield* mayLeadBack ? repository.reachable(project, wanted) : repository.findMany(project, wanted))
      }
    ),

    /** The active flags that depend on it. */
    activeDependents: Effect.fnUntraced(function*(project: ProjectId, id: FeatureFlagId) {
      return (yield* repository.all(project, dependentsOf(id))).filter(({ active }) => active)
    })
  }
})
