/** The sums of a funnel, from the steps of entities. */
import type { Row } from "../../query/sql/Cell.ts"
import type { EntitySums } from "./EntitySums.ts"
import type { makeFunnelPass } from "./FunnelPass.ts"

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
export const makeFunnelSums = (reached: ReturnType<typeof makeFunnelPass>, shape: Shape) => {
  const { breakdowns, steps } = shape
  const groups = new Map<string, Group>()
  const groupOf = (row: Row): Group => {
    const key = keyOf(row, breakdowns)
    const known = groups.get(key) ?? newGroup(row, shape)
    groups.set(key, known)
    return known
  }
  return {
    see: (row: Row): void => {
      const [list, wasDone, count] = row.slice(1 + breakdowns)
      const entities = Number(count)
      const level = Array.isArray(list) ? reached(list.map(Number)) : 0
      const group = groupOf(row)
      group.entities += entities
      for (let step = 0; step < level; step++) group.reached[step] = (group.reached[step] ?? 0) + entities
      if (Number(wasDone) !== 1) return
      group.before += entities
      if (level === steps) group.both += entities
    },
    sums: (): ReadonlyArray<EntitySums> => [...groups.values()].map((group) => sumsOf(group, shape))
  }
}
