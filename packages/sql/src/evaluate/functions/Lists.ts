import { type Cell, int64Max, int64Min, integerCell } from "../../types/Cell.ts"
import { isInteger, type SqlType } from "../../types/SqlType.ts"
import { compareCells, nullsLast } from "../CellOrder.ts"
import { allowMembers } from "../CellSize.ts"
import { compiled, type Implementation } from "./Implementation.ts"

const cellsOf = (cell: Cell): ReadonlyArray<Cell> => Array.isArray(cell) ? cell : []

/** The depth of nested arrays: tuples are arrays of cells too, but not members. */
const depthOf = (type: SqlType): number => type.kind === "Array" ? 1 + depthOf(type.element) : 0

const joined = (lists: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<Cell> => {
  allowMembers(lists.reduce((count, { length }) => count + length, 0))
  return lists.flat()
}

const flatten = (cells: ReadonlyArray<Cell>, depth: number): ReadonlyArray<Cell> =>
  depth <= 1 ? cells : flatten(joined(cells.map(cellsOf)), depth - 1)

const arrayFlatten: Implementation = (call, args) => {
  const list = compiled(call, args, 0)
  const depth = call.args[0] === undefined ? 1 : depthOf(call.args[0].type)
  return (frame) => flatten(cellsOf(list(frame)), depth)
}

type Amount = number | bigint

const largest = (sign: 1 | -1) => (values: ReadonlyArray<Amount>): Cell =>
  values.reduce((best, value) => sign * compareCells(value, best) > 0 ? value : best)

/** Beyond Int64 there is no sum. */
const wholeOrNull = (total: bigint): Cell => total < int64Min || total > int64Max ? null : integerCell(total)

const wholeSum = (values: ReadonlyArray<Amount>): Cell =>
  wholeOrNull(values.reduce<bigint>((sum, value) => sum + BigInt(value), 0n))

const floatSum = (values: ReadonlyArray<Amount>): Cell => values.reduce<number>((sum, value) => sum + Number(value), 0)

const ascending = nullsLast(compareCells)

type Mode = "sum" | "min" | "max"

const reduction = (mode: Mode, type: SqlType): (values: ReadonlyArray<Amount>) => Cell => {
  if (mode !== "sum") return largest(mode === "max" ? 1 : -1)
  return type.kind === "Map" && isInteger(type.value) ? wholeSum : floatSum
}

const byKey = (mode: Mode): Implementation => (call, args) => {
  const list = compiled(call, args, 0)
  const reduce = reduction(mode, call.type)
  return (frame) => {
    const values = new Map<Cell, Array<Amount>>()
    for (const pair of cellsOf(list(frame))) {
      const [key = null, value = null] = cellsOf(pair)
      if (key === null || value === null || (mode !== "sum" && value !== value)) continue
      const known = values.get(key)
      if (known === undefined) values.set(key, [value as Amount])
      else known.push(value as Amount)
    }
    return Array.from(values).toSorted(([a], [b]) => ascending(a, b)).map(([key, found]) => [key, reduce(found)])
  }
}

const runningSums: Implementation = (call, args) => {
  const list = compiled(call, args, 0)
  const isWhole = call.type.kind === "Array" && isInteger(call.type.element)
  return (frame) => {
    let [whole, total, isKnown] = [0n, 0, true]
    return cellsOf(list(frame)).map((cell) => {
      isKnown &&= cell !== null
      if (!isKnown) return null
      if (!isWhole) return (total += Number(cell))
      whole += BigInt(cell as Amount)
      return wholeOrNull(whole)
    })
  }
}

/** Functions over all members of arrays at once. */
export const lists = {
  arrayFlatten,
  runningSums,
  sumByKey: byKey("sum"),
  minByKey: byKey("min"),
  maxByKey: byKey("max")
}
