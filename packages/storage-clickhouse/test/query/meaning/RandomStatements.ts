import { Array } from "effect"
import type { Random } from "../differential/Random.ts"
import { type Leaves, randomCondition, randomNumber, randomText } from "./RandomValues.ts"
import { joined, signed, type Written, written } from "./Written.ts"

const both = (text: string): Written => ({ ours: text, native: text })

/** Twelve rows, with numbers and texts that repeat and that are NULL. */
const number = { ours: "number", native: "toInt64(number)" }
const rows =
  written`SELECT ${number} AS n, ${number} % 4 AS k, if(${number} % 5 = 0, NULL, ${number} % 3) AS m, concat('t', toString(number % 4)) AS s, if(number % 3 = 0, NULL, toString(number % 5)) AS u FROM numbers(12)`

const columns: Leaves = {
  numbers: [both("n"), both("k"), both("m")],
  texts: [both("s"), both("u")]
}

const qualified = (leaves: Leaves, alias: string): Leaves => ({
  numbers: Array.map(leaves.numbers, (leaf) => written`${alias}.${leaf}`),
  texts: Array.map(leaves.texts, (leaf) => written`${alias}.${leaf}`)
})

/** Names of CTEs, of sub-queries and of tables in a FROM: those of stored tables, of columns, and each other's. */
const names = ["events", "persons", "sessions", "numbers", "given", "w", "a", "n", "k", "u", "c0"] as const

/** Two different ones. */
const twoNames = (random: Random): readonly [string, string] => {
  const first = random.pick(names)
  return [first, random.pick(names.filter((name) => name !== first))]
}

interface Source {
  readonly from: Written
  readonly leaves: Leaves
}

/** Rows with these columns, from one of the forms of a query. */
const randomRows = (random: Random, depth: number): Written => {
  if (depth <= 0 || random.chance(0.4)) return both("given")
  const inner = () => randomRows(random, depth - 1)
  const where = () => written`WHERE ${randomCondition(random, columns, 2)}`
  const part = (): Written =>
    written`SELECT ${random.pick(["n, k, m, s, u", "*", "* EXCEPT (u), u"])} FROM ${inner()} ${where()}`
  switch (random.int(9)) {
    case 0:
      return written`(${part()} UNION ALL ${part()})`
    case 1:
      return written`(${part()} ${random.pick(["UNION DISTINCT", "INTERSECT DISTINCT", "EXCEPT DISTINCT"])} ${part()})`
    case 2: {
      // Neither alias is written with the other one: ClickHouse refuses some circles, and reads others as it likes.
      const n = randomNumber(random, { ...columns, texts: [both("u")] }, 2)
      const s = randomText(random, { ...columns, numbers: [both("k"), both("m")] }, 2)
      const last = written`ORDER BY n, k, m, s, u LIMIT ${1 + random.int(9)}${random.pick(["", " WITH TIES"])}`
      return written`(SELECT ${n} AS n, k, m, ${s} AS s, u FROM ${inner()} ${last})`
    }
    case 3:
      return written`(SELECT n + 2 AS n, k * 2 AS k, m, s, u FROM ${inner()} ${where()})`
    case 4: {
      const join = random.pick(["LEFT SEMI", "LEFT ANTI", "LEFT ANY"])
      const [a, b] = twoNames(random)
      return written`(SELECT ${a}.* FROM ${inner()} AS ${a} ${join} JOIN ${inner()} AS ${b} ON ${a}.n = ${b}.${
        random.pick(["n", "k", "m"])
      })`
    }
    case 5: {
      const w = random.pick(names)
      const read = () => written`SELECT * FROM ${w}${random.pick(["", ` AS ${random.pick(names)}`])} ${where()}`
      return written`(WITH ${w} AS (${part()}) ${read()} UNION ALL ${read()})`
    }
    case 6: {
      const keys = random.pick(["n, k, u", "1, 2, 5", "ALL"])
      const q = random.pick(names)
      return written`(SELECT ${q}.n AS n, ${q}.k AS k, max(${q}.m) AS m, min(${q}.s) AS s, ${q}.u AS u FROM ${inner()} AS ${q} GROUP BY ${keys})`
    }
    case 7: {
      // Of two CTEs the second sees the first, and the query inside hides one of them for itself alone.
      const [one, other] = twoNames(random)
      const within = written`WITH ${random.pick([one, other])} AS (${part()}) SELECT * FROM ${one}`
      return written`(WITH ${one} AS (${part()}), ${other} AS (SELECT * FROM ${one} ${where()}) SELECT * FROM (${within}) UNION ALL SELECT * FROM ${other})`
    }
    default: {
      const most = written`(SELECT n FROM given ${where()} ORDER BY n LIMIT 1)`
      const [a, b] = twoNames(random)
      return written`(WITH ${most} AS w SELECT ${a}.n AS n, ${b}.k AS k, ${a}.m + coalesce(w, 1) AS m, ${b}.s AS s, ${a}.u AS u FROM ${inner()} AS ${a} INNER JOIN ${inner()} AS ${b} USING (n))`
    }
  }
}

const randomSource = (random: Random): Source => {
  const [a, b] = twoNames(random)
  const from = written`${randomRows(random, 2)} AS ${a}`
  if (random.chance(0.5)) return { from, leaves: columns }
  if (random.chance(0.2)) {
    const array = written`[${randomNumber(random, columns, 1)}, ${randomNumber(random, columns, 1)}, 3]`
    return {
      from: written`${from} ${random.pick(["", "LEFT "])}ARRAY JOIN arrayFilter(x -> ifNull(x, 0) > 1, ${array}) AS j`,
      leaves: { ...columns, numbers: [...columns.numbers, both("j")] }
    }
  }
  const [left, right] = [qualified(columns, a), qualified(columns, b)]
  const kind = random.pick(["INNER", "LEFT", "RIGHT", "FULL"])
  const on = written`${a}.${random.pick(["k", "m", "n"])} = ${b}.${random.pick(["k", "m", "n"])}`
  return {
    from: written`${from} ${kind} JOIN ${randomRows(random, 1)} AS ${b} ON ${on}`,
    leaves: { numbers: [...left.numbers, ...right.numbers], texts: [...left.texts, ...right.texts] }
  }
}

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
  readonly groups: Written
}

const plainColumns = (random: Random, leaves: Leaves): Columns => ({
  items: random.list(
    1 + random.int(3),
    () => random.chance(0.2) ? randomWindow(random, leaves) : value(random, leaves, 2)
  ),
  groups: both("")
})

const groupedColumns = (random: Random, leaves: Leaves): Columns => {
  const keys = random.list(random.int(3), () => value(random, leaves, 1))
  const text = random.pick(leaves.texts)
  const within: Leaves = {
    numbers: [randomAggregate(random, leaves), randomAggregate(random, leaves)],
    texts: [{ ours: `min(${text.ours})`, native: `minOrNull(${text.native})` }]
  }
  const having = random.chance(0.4) ? written` HAVING ${randomCondition(random, within, 2)}` : both("")
  const by = keys.map((_, i) => both(`c${i}`))
  return {
    items: [...keys, ...random.list(1 + random.int(3), () => value(random, within, 2))],
    groups: keys.length === 0 ? having : written` GROUP BY ${joined(by, ", ")}${having}`
  }
}

/** A statement whose rows are all texts, in an order that leaves none open. */
export const randomStatement = (random: Random): Written => {
  const { from, leaves } = randomSource(random)
  const where = random.chance(0.5) ? written` WHERE ${randomCondition(random, leaves, 2)}` : both("")
  const { groups, items } = random.chance(0.5) ? groupedColumns(random, leaves) : plainColumns(random, leaves)
  const named = items.map((item, i) => written`${item} AS c${i}`)
  const names = items.map((_, i) => both(`c${i}`))
  const distinct = random.chance(0.2) ? "DISTINCT " : ""
  const order = written` ORDER BY ${joined(names, random.pick([", ", " DESC, "]))}`
  const limitBy = random.chance(0.15) ? " LIMIT 1 BY c0" : ""
  const limit = random.chance(0.4) ? ` LIMIT ${1 + random.int(6)} OFFSET ${random.int(3)}` : " LIMIT 5000"
  const columns = written`${distinct}${joined(named, ", ")}`
  const inner = written`SELECT ${columns} FROM ${from}${where}${groups}${order}${limitBy}${limit}`
  const shown = joined(names.map((name) => written`toString(${name})`), ", ")
  return written`WITH given AS (${rows}) SELECT ${shown} FROM (${inner}) ORDER BY ${joined(names, ", ")} LIMIT 50000`
}
