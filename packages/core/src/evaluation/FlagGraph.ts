import type { CompiledFlag } from "./CompiledFlag.ts"
import type { FlagSource } from "./FlagSource.ts"

/** The dependencies between the flags of a project. */
export interface FlagGraph {
  /** Something that the flag depends on is missing, or depends on itself. */
  readonly isUnresolved: (flag: CompiledFlag) => boolean
  /** The active flags that a flag depends on, directly or not, each after what it depends on itself. */
  readonly chainOf: (flag: CompiledFlag) => ReadonlyArray<CompiledFlag>
  /** Flags and the active ones that they depend on, each once and after what it depends on. */
  readonly withDependencies: (flags: ReadonlyArray<CompiledFlag>) => ReadonlyArray<CompiledFlag>
  /** Whether more flags stand behind each other than definitions show; active ones or not. */
  readonly isDeep: (flag: CompiledFlag) => boolean
  /** All active flags, each after what it depends on. */
  readonly ordered: () => ReadonlyArray<CompiledFlag>
}

type Find = (id: number) => CompiledFlag | undefined

interface Visit {
  readonly flag: CompiledFlag
  readonly next: number
}

/**
 * The longest chain of dependencies in answers to clients: each flag is listed with all flags that it depends on, which
 * grows with the square of a chain's length.
 */
export const maxChain = 100

/** Visits flags and what they depend on, each once and after what it depends on. No deep chain exhausts the stack. */
const walk = (roots: ReadonlyArray<CompiledFlag>, next: Find, leave: (flag: CompiledFlag) => void): void => {
  const seen = new Set<CompiledFlag>()
  const path: Array<Visit> = []
  const enter = (flag: CompiledFlag): void => {
    if (seen.has(flag)) return
    seen.add(flag)
    path.push({ flag, next: 0 })
  }
  for (const root of roots) {
    enter(root)
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      const id = at.flag.dependencies[at.next]
      if (id === undefined) leave(at.flag)
      else {
        path.push({ flag: at.flag, next: at.next + 1 })
        const dependency = next(id)
        if (dependency !== undefined) enter(dependency)
      }
    }
  }
}

/** The answers are found when they are first asked for. */
export const makeFlagGraph = (sources: ReadonlyArray<FlagSource>, find: Find): FlagGraph => {
  const chains = new Map<CompiledFlag, ReadonlyArray<CompiledFlag>>()
  const unresolved = new Map<CompiledFlag, boolean>()
  const depths = new Map<CompiledFlag, number>()
  let all: ReadonlyArray<CompiledFlag> | undefined

  // An inactive flag is off, with any dependencies.
  const active = (id: number): CompiledFlag | undefined => {
    const dependency = find(id)
    return dependency?.source.active === true ? dependency : undefined
  }

  const depthOf = (id: number): number => {
    const dependency = find(id)
    return dependency === undefined ? 0 : depths.get(dependency) ?? 0
  }

  const measure = (flag: CompiledFlag): void => {
    if (depths.has(flag)) return
    let depth = 0
    for (const id of flag.dependencies) depth = Math.max(depth, depthOf(id))
    depths.set(flag, depth + 1)
  }

  const isDeep = (flag: CompiledFlag): boolean => {
    if (flag.dependencies.length === 0) return false
    const unknown = (id: number): CompiledFlag | undefined => {
      const dependency = find(id)
      return dependency === undefined || depths.has(dependency) ? undefined : dependency
    }
    if (!depths.has(flag)) walk([flag], unknown, measure)
    return (depths.get(flag) ?? 0) > maxChain
  }

  const order = (roots: ReadonlyArray<CompiledFlag>): ReadonlyArray<CompiledFlag> => {
    const flags: Array<CompiledFlag> = []
    walk(roots, active, (flag) => flags.push(flag))
    return flags
  }

  const chainOf = (flag: CompiledFlag): ReadonlyArray<CompiledFlag> => {
    if (flag.dependencies.length === 0) return []
    const chain = chains.get(flag) ?? order([flag]).filter((other) => other !== flag)
    // Long ones would fill the memory: each flag of a chain has one.
    if (chain.length <= maxChain) chains.set(flag, chain)
    return chain
  }

  const isJudged = (flag: CompiledFlag): boolean => flag.dependencies.length === 0 || unresolved.has(flag)

  // A flag is judged after its dependencies: a dependency that is not judged yet leads back to the flag.
  const isBroken = (id: number): boolean => {
    const dependency = active(id)
    if (dependency === undefined) return find(id) === undefined
    return !isJudged(dependency) || unresolved.get(dependency) === true
  }

  const judge = (flag: CompiledFlag): void => {
    if (!isJudged(flag)) unresolved.set(flag, flag.dependencies.some(isBroken))
  }

  const isUnresolved = (flag: CompiledFlag): boolean => {
    if (isJudged(flag)) return unresolved.get(flag) === true
    const areJudged = flag.dependencies.every((id) => {
      const dependency = active(id)
      return dependency === undefined || isJudged(dependency)
    })
    for (const other of areJudged ? [flag] : order([flag])) judge(other)
    return unresolved.get(flag) === true
  }

  const ordered = (): ReadonlyArray<CompiledFlag> => {
    all ??= order(sources.flatMap((source) => (source.active ? find(source.id) : undefined) ?? []))
    return all
  }

  return { isUnresolved, chainOf, withDependencies: order, isDeep, ordered }
}
