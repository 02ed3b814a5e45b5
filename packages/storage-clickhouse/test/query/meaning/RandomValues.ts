import type { Random } from "../differential/Random.ts"
import { signed, type Written, written } from "./Written.ts"

/** What expressions are made of. */
export interface Leaves {
  readonly numbers: readonly [Written, ...ReadonlyArray<Written>]
  readonly texts: readonly [Written, ...ReadonlyArray<Written>]
}

/** Comparisons here are never NULL: where one side is, ClickHouse needs to be told what holds. */
const compared = (operator: string, a: Written, b: Written): Written => {
  const { native, ours } = written`(${a} ${operator} ${b})`
  const bothNull = `(isNull(${a.native}) AND isNull(${b.native}))`
  if (operator === "=") return { ours, native: `ifNull(${native}, ${bothNull})` }
  if (operator === "!=") return { ours, native: `ifNull(${native}, NOT ${bothNull})` }
  return { ours, native: `ifNull(${native}, 0)` }
}

const operators = ["=", "!=", "<", "<=", ">", ">="] as const

/** A condition, which is 0 or 1. */
export const randomCondition = (random: Random, leaves: Leaves, depth: number): Written => {
  const number = () => randomNumber(random, leaves, depth - 1)
  const text = () => randomText(random, leaves, depth - 1)
  const condition = () => randomCondition(random, leaves, depth - 1)
  if (depth <= 0) return compared(random.pick(operators), random.pick(leaves.numbers), written`${random.int(6)}`)
  switch (random.int(12)) {
    case 0:
    case 1:
      return compared(random.pick(operators), number(), number())
    case 8:
      return written`(${number()} ${random.pick(["IN", "NOT IN"])} (SELECT ${
        random.pick(["n", "k", "m"])
      } FROM given WHERE n > ${random.int(12)}))`
    case 9:
      return written`${random.pick(["", "NOT "])}EXISTS (SELECT 1 FROM given WHERE n > ${10 + random.int(3)})`
    case 10:
      return written`has([${number()}, 2, ${number()}], ${number()})`
    case 2:
      return compared(random.pick(operators), text(), text())
    case 3:
      return written`(${condition()} AND ${condition()})`
    case 4:
      return written`(${condition()} OR ${condition()})`
    case 5:
      return written`(NOT ${condition()})`
    case 6:
      // Not of constants: ClickHouse folds those before it sees that an aggregate beside them makes one group.
      return written`(${random.pick([...leaves.numbers, ...leaves.texts])} IS ${random.pick(["", "NOT "])}NULL)`
    case 7: {
      const [value, low, high] = [number(), written`${random.int(4)}`, number()]
      const { native: above } = compared(">=", value, low)
      const { native: below } = compared("<=", value, high)
      return { ours: `(${value.ours} BETWEEN ${low.ours} AND ${high.ours})`, native: `(${above} AND ${below})` }
    }
    default: {
      const [value, list] = [number(), random.pick(["(1, 2, 5)", "(0)", "(3, NULL)"])]
      const { native, ours } = written`(${value} ${random.pick(["IN", "NOT IN"])} ${list})`
      return { ours, native }
    }
  }
}

/** A whole number, or NULL. */
export const randomNumber = (random: Random, leaves: Leaves, depth: number): Written => {
  const number = () => randomNumber(random, leaves, depth - 1)
  const condition = () => randomCondition(random, leaves, depth - 1)
  if (depth <= 0) {
    return random.chance(0.7) ? random.pick(leaves.numbers) : written`${random.pick(["0", "1", "2", "7", "-3"])}`
  }
  switch (random.int(16)) {
    case 0:
    case 1:
      return written`(${number()} ${random.pick(["+", "-", "*"])} ${number()})`
    case 11:
      return written`(SELECT ${random.pick(["n", "k", "m"])} FROM given WHERE n >= ${
        random.int(14)
      } ORDER BY n LIMIT 1)`
    case 12:
      return signed(written`length(arrayFilter(x -> x > ${random.int(4)}, [${number()}, ${number()}, 2]))`)
    case 13:
      return written`[${number()}, 5, ${number()}][${1 + random.int(3)}]`
    case 14:
      return written`arrayMap(x -> x + ${number()}, [${number()}])[1]`
    case 2:
      return written`(${number()} % ${random.pick(["2", "3", "-5"])})`
    case 3:
      return written`intDiv(${number()}, ${random.pick(["2", "-3", "7"])})`
    case 4:
      return written`if(${condition()}, ${number()}, ${number()})`
    case 5:
      return written`multiIf(${condition()}, ${number()}, ${condition()}, ${number()}, ${number()})`
    case 6:
      return written`coalesce(${number()}, ${number()})`
    case 7:
      return written`nullIf(${number()}, ${random.int(4)})`
    case 8:
      return signed(written`abs(${number()})`)
    case 9:
      return signed(written`length(${randomText(random, leaves, depth - 1)})`)
    case 10: {
      const absent = { ours: "NULL", native: "CAST(NULL AS Nullable(Int64))" }
      return written`CASE WHEN ${condition()} THEN ${number()} WHEN ${condition()} THEN ${absent} ELSE ${number()} END`
    }
    default:
      return written`ifNull(${number()}, ${random.int(3)})`
  }
}

/** A text, or NULL. */
export const randomText = (random: Random, leaves: Leaves, depth: number): Written => {
  const text = () => randomText(random, leaves, depth - 1)
  const number = () => randomNumber(random, leaves, depth - 1)
  if (depth <= 0) return random.chance(0.7) ? random.pick(leaves.texts) : written`${random.pick(["''", "'t1'", "'2'"])}`
  switch (random.int(7)) {
    case 0: {
      const [a, b] = [text(), text()]
      return {
        ours: `concat(${a.ours}, ${b.ours})`,
        native: `concat(ifNull(${a.native}, ''), ifNull(${b.native}, ''))`
      }
    }
    case 1:
      return written`upper(${text()})`
    case 2:
      return written`substring(${text()}, 1, ${1 + random.int(2)})`
    case 3:
      return written`toString(${number()})`
    case 4:
      return written`if(${randomCondition(random, leaves, depth - 1)}, ${text()}, ${text()})`
    case 5:
      return written`coalesce(${text()}, ${text()})`
    default:
      return written`replaceAll(${text()}, 't', 'x')`
  }
}
