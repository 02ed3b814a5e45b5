import { type Cell, int64Max, int64Min, integerCell } from "../../types/Cell.ts"
import { defaultCell } from "../../types/DefaultCell.ts"
import { isInteger } from "../../types/SqlType.ts"
import { type Compare, compareCells, costOfComparing, isEqual, nullsLast } from "../CellOrder.ts"
import { allowMembers } from "../CellSize.ts"
import { sorted } from "../SlicedSort.ts"
import { atOnce, compiled, type Implementation, type SlicedFunction } from "./Implementation.ts"

const cellsOf = (cell: Cell): ReadonlyArray<Cell> => Array.isArray(cell) ? cell : []

const all: Implementation = (_, args) => (frame) => args.map((arg) => arg(frame))

const pairs: Implementation = (_, args) => (frame) => {
  const cells = args.map((arg) => arg(frame))
  return cells.flatMap((key, i) => i % 2 === 0 ? [[key, cells[i + 1] ?? null]] : [])
}

/** Members and keys are found like any value, NULL too; NaN is none. */
const isMember = (a: Cell, b: Cell): boolean => a === null || b === null ? a === b : isEqual(a, b)

const arrayElement: Implementation = (call, args) => {
  const [list, place] = [compiled(call, args, 0), compiled(call, args, 1)]
  const otherwise = defaultCell(call.type)
  return (frame) => {
    const cells = cellsOf(list(frame))
    const at = Number(place(frame) ?? 0)
    const found = at > 0 ? cells[at - 1] : at < 0 ? cells[cells.length + at] : undefined
    return found === undefined ? otherwise : found
  }
}

const tupleElement: Implementation = (call, args) => {
  const [tuple, place] = [compiled(call, args, 0), compiled(call, args, 1)]
  return (frame) => cellsOf(tuple(frame))[Number(place(frame)) - 1] ?? null
}

const mapElement: Implementation = (call, args) => {
  const [map, key] = [compiled(call, args, 0), compiled(call, args, 1)]
  const otherwise = defaultCell(call.type)
  return (frame) => {
    const wanted = key(frame)
    const found = cellsOf(map(frame)).find((pair) => isMember(cellsOf(pair)[0] ?? null, wanted))
    return found === undefined ? otherwise : cellsOf(found)[1] ?? null
  }
}

const ofPairs = (place: 0 | 1): Implementation => (call, args) => {
  const map = compiled(call, args, 0)
  return (frame) => cellsOf(map(frame)).map((pair) => cellsOf(pair)[place] ?? null)
}

const has: Implementation = (call, args) => {
  const [list, value] = [compiled(call, args, 0), compiled(call, args, 1)]
  return (frame) => {
    const wanted = value(frame)
    return wanted === wanted && cellsOf(list(frame)).some((cell) => isMember(cell, wanted)) ? 1 : 0
  }
}

const arrayLength: Implementation = (call, args) => {
  const list = compiled(call, args, 0)
  return (frame) => cellsOf(list(frame)).length
}

const orEmpty: Implementation = (call, args) => {
  const list = compiled(call, args, 0)
  const empty = defaultCell(call.type)
  return (frame) => list(frame) ?? empty
}

const ascending = nullsLast(compareCells)

/** NULL and NaN stay only for want of others. */
const extreme = (sign: 1 | -1): Implementation => (_, args) => (frame) => {
  let best: Cell = null
  for (const arg of args) {
    const cell = arg(frame)
    if (cell === null) continue
    const isNaNCell = cell !== cell
    const isBetter = best === null || best !== best || (!isNaNCell && sign * ascending(cell, best) > 0)
    if (isBetter) best = cell
  }
  return best
}

/** Beyond Int64 there is no total. */
const wholeOrNull = (total: bigint): Cell => total < int64Min || total > int64Max ? null : integerCell(total)

const sumOf: Implementation = (call, args) => {
  const isWhole = isInteger(call.type)
  return (frame) => {
    let [whole, total] = [0n, 0]
    for (const [i, arg] of args.entries()) {
      const cell = arg(frame)
      if (cell === null) return null
      if (isWhole) whole += BigInt(cell as number | bigint)
      else total = i === 0 ? Number(cell) : total + Number(cell)
    }
    return isWhole ? wholeOrNull(whole) : total
  }
}

const concatenated: Implementation = (_, args) => (frame) => {
  const lists = args.map((arg) => cellsOf(arg(frame)))
  allowMembers(lists.reduce((count, { length }) => count + length, 0))
  return ([] as ReadonlyArray<Cell>).concat(...lists)
}

/** By the keys; of equal keys in the order they have. */
const sortedBy = (order: Compare): SlicedFunction =>
  function*(meter, list: Cell, keys: Cell) {
    const by = cellsOf(keys)
    const cells = cellsOf(list)
    const places = cells.map((_, place) => place)
    const compare = (a: number, b: number): number => order(by[a] ?? null, by[b] ?? null)
    const ordered = yield* sorted(places, compare, meter, (place) => costOfComparing(by[place] ?? null))
    return ordered.map((place) => cells[place] ?? null)
  }

/** The orders of arrays, which may take long. */
export const slicedArrays = {
  arraySort: sortedBy(ascending),
  arrayReverseSort: sortedBy(nullsLast((a, b) => compareCells(b, a)))
} satisfies Readonly<Record<string, SlicedFunction>>

const arraySum: Implementation = (call, args) => {
  const list = compiled(call, args, 0)
  const isWhole = isInteger(call.type)
  return (frame) => {
    const members = cellsOf(list(frame)).filter((cell) => cell !== null)
    return isWhole
      ? wholeOrNull(members.reduce<bigint>((total, cell) => total + BigInt(cell as number | bigint), 0n))
      : members.reduce<number>((total, cell) => total + Number(cell), 0)
  }
}

const mapFromArrays: Implementation = (call, args) => {
  const [keys, values] = [compiled(call, args, 0), compiled(call, args, 1)]
  return (frame) => {
    const others = cellsOf(values(frame))
    return cellsOf(keys(frame)).slice(0, others.length).map((key, i) => [key, others[i] ?? null])
  }
}

/** Arrays, tuples, maps, and functions of any number of values. */
export const arrays = {
  array: all,
  tuple: all,
  map: pairs,
  arrayElement,
  tupleElement,
  mapElement,
  arrayLength,
  has,
  mapKeys: ofPairs(0),
  mapValues: ofPairs(1),
  arrayConcat: concatenated,
  arraySort: atOnce(slicedArrays.arraySort),
  arrayReverseSort: atOnce(slicedArrays.arrayReverseSort),
  arraySum,
  mapFromArrays,
  orEmpty,
  greatest: extreme(1),
  least: extreme(-1),
  sumOf
}
