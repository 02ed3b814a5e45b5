/** The sums of a funnel, from the events of one entity after another. */
import type { Cell, Row } from "../../query/sql/Cell.ts"
import type { EntitySums } from "./EntitySums.ts"
import type { FunnelEntity, makeFunnelPass } from "./FunnelPass.ts"

interface Shape {
  readonly steps: number
  readonly breakdowns: number
  readonly isAdjusted: boolean
}

interface Group {
  readonly variant: string
  readonly breakdown: ReadonlyArray<string>
  readonly reached: Array<number>
  before: number
  both: number
}

const keyOf = (row: Row, breakdowns: number): string => JSON.stringify(row.slice(0, 1 + breakdowns).map(String))

const newGroup = (row: Row, { breakdowns, steps }: Shape): Group => ({
  variant: String(row[0]),
  breakdown: row.slice(1, 1 + breakdowns).map(String),
  reached: Array.from({ length: steps }, () => 0),
  before: 0,
  both: 0
})

const countIn = (group: Group, { before, reached }: FunnelEntity, steps: number): void => {
  for (let step = 0; step < reached; step++) group.reached[step] = (group.reached[step] ?? 0) + 1
  if (before) group.before++
  if (before && reached === steps) group.both++
}

const sumsOf = (group: Group, entities: number, { isAdjusted }: Shape): EntitySums => {
  const { before, both, breakdown, reached, variant } = group
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

/** Takes the rows of `funnelEventsSql`; `end` takes how many were exposed, by variant and values to cut by. */
export const makeFunnelSums = (begin: ReturnType<typeof makeFunnelPass>, shape: Shape) => {
  const groups = new Map<string, Group>()
  const place = 1 + shape.breakdowns
  const groupOf = (row: Row): Group => {
    const key = keyOf(row, shape.breakdowns)
    const known = groups.get(key) ?? newGroup(row, shape)
    groups.set(key, known)
    return known
  }
  let entity: Cell | undefined
  let current: { readonly pass: ReturnType<typeof begin>; readonly group: Group } | undefined
  const close = () => {
    if (current !== undefined) countIn(current.group, current.pass.end(), shape.steps)
  }
  return {
    see: (row: Row): void => {
      if (current === undefined || row[place] !== entity) {
        close()
        entity = row[place]
        current = { pass: begin(), group: groupOf(row) }
      }
      current.pass.see(Number(row[place + 1]), Number(row[place + 2]) === 1)
    },
    end: (exposed: ReadonlyArray<Row>): ReadonlyArray<EntitySums> => {
      close()
      return exposed.map((row) => sumsOf(groupOf(row), Number(row[place]), shape))
    }
  }
}
