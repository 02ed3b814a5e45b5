import { Array } from "effect"
import type { Random } from "../differential/Random.ts"
import { columns, givenRows, randomSource } from "./RandomRows.ts"
import { type Leaves, randomCondition, randomNumber, randomText } from "./RandomValues.ts"
import { both, joined, signed, type Written, written } from "./Written.ts"

/** A number that an aggregate gives. */
const randomAggregate = (random: Random, leaves: Leaves): Written => {
  const number = randomNumber(random, leaves, 1)
  const condition = () => randomCondition(random, leaves, 1)
  switch (random.int(9)) {
    case 0:
      return signed(both("count()"))
    case 1:
      return signed(written`count(${number})`)
    case 2:
      return signed(written`countIf(${condition()})`)
    case 3:
      return signed(written`ifNull(sum(${number}), 0)`)
    case 4:
      return signed(written`ifNull(sumIf(${number}, ${condition()}), 0)`)
    case 5:
      return { ours: `min(${number.ours})`, native: `minOrNull(${number.native})` }
    case 6:
      return { ours: `max(${number.ours})`, native: `maxOrNull(${number.native})` }
    case 7:
      return signed({ ours: `uniq(${number.ours})`, native: `uniqExact(${number.native})` })
    default:
      return signed(written`length(groupArray(${random.pick(leaves.texts)}))`)
  }
}

const randomWindow = (random: Random, leaves: Leaves): Written => {
  const part = random.chance(0.6) ? written`PARTITION BY ${random.pick(leaves.numbers)} ` : both("")
  const order = joined([...leaves.numbers, ...leaves.texts], ", ")
  const frame = random.pick([
    "",
    " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
    " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING"
  ])
  if (random.chance(0.3)) return signed(written`row_number() OVER (${part}ORDER BY ${order})`)
  const window = written`(${random.pick(leaves.numbers)}) OVER (${part}ORDER BY ${order}${frame})`
  return random.chance(0.3) ? signed(written`count${window}`) : written`${random.pick(["sum", "min", "max"])}${window}`
}

const value = (random: Random, leaves: Leaves, depth: number): Written =>
  random.chance(0.7) ? randomNumber(random, leaves, depth) : randomText(random, leaves, depth)

/** The columns of a SELECT, the first of which are its keys, and the clauses that make its groups. */
interface Columns {
  readonly items: ReadonlyArray<Written>
  readonly names: ReadonlyArray<Written>
  readonly groups: Written
}

/** The columns' own names, of which one may be a table's. */
const columnNames = (random: Random, count: number): ReadonlyArray<string> => {
  const own = random.chance(0.2) ? random.int(count) : undefined
  return Array.makeBy(count, (i) => i === own ? random.pick(["groups", "given", "cohort_people"]) : `c${i}`)
}

const plainColumns = (random: Random, leaves: Leaves): Columns => {
  const items = random.list(
    1 + random.int(3),
    () => random.chance(0.2) ? randomWindow(random, leaves) : value(random, leaves, 2)
  )
  const names = columnNames(random, items.length).map(both)
  if (leaves !== columns || random.chance(0.4)) return { items, names, groups: both("") }
  // Its alias hides the column of that name in the whole SELECT, but in itself; ClickHouse reads it in `n.m`, too.
  const [item, name] = [randomNumber(random, leaves, 2), both(random.pick(["n", "k"]))]
  return { items: [...items, item], names: [...names, name], groups: both("") }
}

const groupedColumns = (random: Random, leaves: Leaves): Columns => {
  const keys = random.list(random.int(3), () => value(random, leaves, 1))
  const text = random.pick(leaves.texts)
  const within: Leaves = {
    numbers: [randomAggregate(random, leaves), randomAggregate(random, leaves)],
    texts: [{ ours: `min(${text.ours})`, native: `minOrNull(${text.native})` }]
  }
  const having = random.chance(0.4) ? written` HAVING ${randomCondition(random, within, 2)}` : both("")
  const items = [...keys, ...random.list(1 + random.int(3), () => value(random, within, 2))]
  const names = columnNames(random, items.length).map(both)
  const by = names.slice(0, keys.length)
  return {
    items,
    names,
    groups: keys.length === 0 ? having : written` GROUP BY ${joined(by, ", ")}${having}`
  }
}

/** A statement whose rows are all texts, in an order that leaves none open. */
export const randomStatement = (random: Random): Written => {
  const { from, leaves } = randomSource(random)
  const where = random.chance(0.5) ? written` WHERE ${randomCondition(random, leaves, 2)}` : both("")
  const { groups, items, names } = random.chance(0.5) ? groupedColumns(random, leaves) : plainColumns(random, leaves)
  const named = Array.zipWith(items, names, (item, name) => written`${item} AS ${name}`)
  const distinct = random.chance(0.2) ? "DISTINCT " : ""
  const order = written` ORDER BY ${joined(names, random.pick([", ", " DESC, "]))}`
  const limitBy = random.chance(0.15) ? written` LIMIT 1 BY ${names[0] ?? "1"}` : ""
  const limit = random.chance(0.4) ? ` LIMIT ${1 + random.int(6)} OFFSET ${random.int(3)}` : " LIMIT 5000"
  const selected = written`${distinct}${joined(named, ", ")}`
  const inner = written`SELECT ${selected} FROM ${from}${where}${groups}${order}${limitBy}${limit}`
  const shown = joined(names.map((name) => written`toString(${name})`), ", ")
  return written`WITH given AS (${givenRows}) SELECT ${shown} FROM (${inner}) ORDER BY ${
    joined(names, ", ")
  } LIMIT 50000`
}
