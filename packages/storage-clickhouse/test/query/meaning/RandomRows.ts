import { Array } from "effect"
import type { Random } from "../differential/Random.ts"
import { type Leaves, randomCondition, randomNumber, randomText } from "./RandomValues.ts"
import { both, type Written, written } from "./Written.ts"

/** Twelve rows, with numbers and texts that repeat and that are NULL. */
const number = { ours: "number", native: "toInt64(number)" }
export const givenRows =
  written`SELECT ${number} AS n, ${number} % 4 AS k, if(${number} % 5 = 0, NULL, ${number} % 3) AS m, concat('t', toString(number % 4)) AS s, if(number % 3 = 0, NULL, toString(number % 5)) AS u FROM numbers(12)`

/** The columns of all rows. */
export const columns: Leaves = {
  numbers: [both("n"), both("k"), both("m")],
  texts: [both("s"), both("u")]
}

const qualified = (leaves: Leaves, alias: string): Leaves => ({
  numbers: Array.map(leaves.numbers, (leaf) => written`${alias}.${leaf}`),
  texts: Array.map(leaves.texts, (leaf) => written`${alias}.${leaf}`)
})

/** Names of CTEs, of sub-queries and of tables in a FROM: those of stored tables, of columns, and each other's. */
const others = ["events", "persons", "sessions", "numbers", "w", "a", "n", "k", "u"] as const
const names = ["given", ...others] as const

/** Two different ones. Beside a source called `given` ClickHouse reads that one instead of the CTE. */
const twoNames = (random: Random): readonly [string, string] => {
  const first = random.int(others.length)
  const second = (first + 1 + random.int(others.length - 1)) % others.length
  return [others[first] ?? "w", others[second] ?? "w"]
}

/** What a SELECT reads, and the columns that it has there. */
export interface Source {
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
      // ClickHouse does not find a CTE by way of two others of one name, as `given` would be.
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

/** One or two sources, each under a name that something else may have, too. */
export const randomSource = (random: Random): Source => {
  const [a, b] = twoNames(random)
  const read = randomRows(random, 2)
  if (random.chance(0.5)) return { from: written`${read} AS ${random.pick(names)}`, leaves: columns }
  const from = written`${read} AS ${a}`
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
