/** Counts how often one step of a path follows another, over all paths. */
import type { PathEdge } from "./PathsAnswer.ts"
import type { PathStep } from "./PathShape.ts"

interface Count {
  value: number
  /** In microseconds. */
  time: number
}

/** The bounds of the edges that are shown. */
export interface EdgeLimits {
  readonly edges: number
  readonly least: number
  readonly most: number
}

/** Counts the edges of paths, whose number is bounded: `see` returns whether all of them were counted. */
export const makePathEdges = (capacity: number) => {
  const positions: Array<Map<string, Map<string, Count>>> = []
  let held = 0
  const countOf = (position: number, source: string, target: string): Count | undefined => {
    const sources = positions[position] ??= new Map<string, Map<string, Count>>()
    const targets = sources.get(source) ?? new Map<string, Count>()
    const known = targets.get(target)
    if (known !== undefined || held === capacity) return known
    const count = { value: 0, time: 0 }
    held++
    sources.set(source, targets.set(target, count))
    return count
  }
  return {
    see: (path: ReadonlyArray<PathStep>): boolean => {
      for (const [index, { item, time }] of path.entries()) {
        const before = path[index - 1]
        if (before === undefined) continue
        const count = countOf(index, before.item, item)
        if (count === undefined) return false
        count.value++
        count.time += time - before.time
      }
      return true
    },
    /** An edge of the sample stands for `scale` edges. */
    edges: (limits: EdgeLimits, scale: number): ReadonlyArray<PathEdge> => shownEdges(positions, limits, scale)
  }
}

const order = (one: string, other: string): number => one < other ? -1 : one > other ? 1 : 0

const byValue = (one: PathEdge, other: PathEdge): number =>
  other.value - one.value || order(one.source, other.source) || order(one.target, other.target)

/** Those that a walk along the edges from a first step comes to. */
export const reachable = (edges: ReadonlyArray<PathEdge>): ReadonlyArray<PathEdge> => {
  const bySource = Map.groupBy(edges, ({ source }) => source)
  const left = [...bySource.keys()].filter((source) => source.startsWith("1_"))
  const seen = new Set(left)
  for (let source = left.pop(); source !== undefined; source = left.pop()) {
    for (const { target } of bySource.get(source) ?? []) {
      if (seen.has(target)) continue
      seen.add(target)
      left.push(target)
    }
  }
  return edges.filter(({ source }) => seen.has(source))
}

const shownEdges = (
  positions: ReadonlyArray<ReadonlyMap<string, ReadonlyMap<string, Count>> | undefined>,
  { edges: limit, least, most }: EdgeLimits,
  scale: number
): ReadonlyArray<PathEdge> => {
  const found: Array<PathEdge> = []
  for (const [position, sources] of positions.entries()) {
    for (const [source, targets] of sources ?? []) {
      for (const [target, { time, value: seen }] of targets) {
        const value = seen * scale
        if (value < least || value > most) continue
        found.push({
          source: `${position}_${source}`,
          target: `${position + 1}_${target}`,
          value,
          average_conversion_time: time / seen / 1000
        })
      }
    }
  }
  return reachable(found.toSorted(byValue).slice(0, limit))
}
