/** The sums of a funnel, from the steps of entities. */
import type { Row } from "@hedgerow/sql/types/Cell"
import type { EntitySums } from "./EntitySums.ts"
import { mostOfStep } from "./sql/FunnelSql.ts"
import type { Sampled } from "./StepSessions.ts"
import type { StepsReached } from "./StepsReached.ts"

/** The most entities that are sampled of all steps. */
const mostOfAll = 2_000

interface Shape {
  readonly steps: number
  readonly breakdowns: number
  readonly isAdjusted: boolean
}

interface Group {
  readonly variant: string
  readonly breakdown: ReadonlyArray<string>
  entities: number
  readonly reached: Array<number>
  before: number
  both: number
}

/** The least texts of those that came, up to a limit. */
const makeLeast = (most: number) => {
  let kept: Array<string> = []
  const cut = () => kept.toSorted((one, other) => one < other ? -1 : 1).slice(0, most)
  return {
    add: (texts: ReadonlyArray<string>): void => {
      kept.push(...texts)
      if (kept.length > 4 * most) kept = cut()
    },
    get: (): ReadonlyArray<string> => cut()
  }
}

/** The entities of each variant that came to each step and no further, some of them. */
const makeSamples = (steps: number) => {
  const variants = new Map<string, ReadonlyArray<ReturnType<typeof makeLeast>>>()
  const samplesOf = (variant: string) => {
    const known = variants.get(variant) ?? Array.from({ length: steps + 1 }, () => makeLeast(mostOfStep))
    variants.set(variant, known)
    return known
  }
  return {
    add: (variant: string, step: number, entities: ReadonlyArray<string>) => samplesOf(variant)[step]?.add(entities),
    get: (): ReadonlyArray<Sampled> => {
      const most = Math.max(1, Math.min(mostOfStep, Math.floor(mostOfAll / (variants.size * (steps + 1)))))
      return [...variants].flatMap(([variant, all]) =>
        all.map((sample, step) => ({ variant, step, entities: sample.get().slice(0, most) }))
      )
    }
  }
}

const keyOf = (row: Row, breakdowns: number): string => JSON.stringify(row.slice(0, 1 + breakdowns).map(String))

const newGroup = (row: Row, { breakdowns, steps }: Shape): Group => ({
  variant: String(row[0]),
  breakdown: row.slice(1, 1 + breakdowns).map(String),
  entities: 0,
  reached: Array.from({ length: steps }, () => 0),
  before: 0,
  both: 0
})

const sumsOf = (group: Group, { isAdjusted }: Shape): EntitySums => {
  const { before, both, breakdown, entities, reached, variant } = group
  const done = reached.at(-1) ?? 0
  return {
    variant,
    breakdown,
    entities,
    sums: isAdjusted ? [done, before] : [done],
    products: isAdjusted ? [done, both, before] : [done],
    step_counts: reached
  }
}

/** Takes the rows of `funnelCountsSql`. */
export const makeFunnelSums = (reached: StepsReached, shape: Shape) => {
  const { breakdowns, steps } = shape
  const groups = new Map<string, Group>()
  const samples = makeSamples(steps)
  const groupOf = (row: Row): Group => {
    const key = keyOf(row, breakdowns)
    const known = groups.get(key) ?? newGroup(row, shape)
    groups.set(key, known)
    return known
  }
  return {
    see: (row: Row): void => {
      const [list, wasDone, count, some] = row.slice(1 + breakdowns)
      const entities = Number(count)
      const level = Array.isArray(list) ? reached(list.map(Number)) : 0
      const group = groupOf(row)
      group.entities += entities
      if (Array.isArray(some)) samples.add(group.variant, level, some.map(String))
      for (let step = 0; step < level; step++) group.reached[step] = (group.reached[step] ?? 0) + entities
      if (Number(wasDone) !== 1) return
      group.before += entities
      if (level === steps) group.both += entities
    },
    /** Some entities of each step, where the rows name them. */
    sampled: samples.get,
    sums: (): ReadonlyArray<EntitySums> => [...groups.values()].map((group) => sumsOf(group, shape))
  }
}
