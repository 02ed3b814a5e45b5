import type { Cell } from "../../types/Cell.ts"
import { ListSize } from "../CellSize.ts"
import { type Evaluate, type Frame, isTrue } from "../Evaluate.ts"
import type { Meter, Sliced, SlicedEvaluate } from "../Meter.ts"

const arrayFunctions = ["arrayMap", "arrayFilter", "arrayFold"] as const
export type ArrayFunction = (typeof arrayFunctions)[number]

export const isArrayFunction = (fn: string): fn is ArrayFunction => arrayFunctions.some((name) => name === fn)

type Cells = ReadonlyArray<Cell>
type Params = ReadonlyArray<{ value: Cell }>

/** One call of a function over arrays: its lambda is called for each place, for which the parameters are the members there. */
interface Walk {
  readonly length: number
  readonly begin: (place: number) => void
  readonly take: (value: Cell, place: number) => void
  readonly result: () => Cell
}

const cellsOf = (cell: Cell): Cells => Array.isArray(cell) ? cell : []

const longest = (lists: ReadonlyArray<Cells>): number => lists.reduce((most, { length }) => Math.max(most, length), 0)

const givenTo = (params: Params, lists: ReadonlyArray<Cells>) => (place: number): void => {
  for (let at = 0; at < params.length; at++) {
    const param = params[at]
    if (param !== undefined) param.value = lists[at]?.[place] ?? null
  }
}

const map = (params: Params, arrays: Cells): Walk => {
  const lists = arrays.map(cellsOf)
  const result: Array<Cell> = []
  const size = new ListSize()
  return {
    length: longest(lists),
    begin: givenTo(params, lists),
    take: (value) => {
      size.add(value)
      result.push(value)
    },
    result: () => result
  }
}

const filter = (params: Params, arrays: Cells): Walk => {
  const lists = arrays.map(cellsOf)
  const [first = []] = lists
  const result: Array<Cell> = []
  return {
    length: first.length,
    begin: givenTo(params, lists),
    take: (value, place) => {
      if (isTrue(value)) result.push(first[place] ?? null)
    },
    result: () => result
  }
}

/** The value after the members of every place; the last array is the first value. */
const fold = ([state, ...members]: Params, arrays: Cells): Walk => {
  const lists = arrays.slice(0, -1).map(cellsOf)
  let value = arrays.at(-1) ?? null
  const give = givenTo(members, lists)
  return {
    length: longest(lists),
    begin: (place) => {
      if (state !== undefined) state.value = value
      give(place)
    },
    take: (next) => {
      value = next
    },
    result: () => value
  }
}

const walks: Readonly<Record<ArrayFunction, (params: Params, arrays: Cells) => Walk>> = {
  arrayMap: map,
  arrayFilter: filter,
  arrayFold: fold
}

/** A function over arrays with its lambda. */
export interface ArrayCall {
  readonly fn: ArrayFunction
  readonly params: Params
  /** The nodes of the lambda. */
  readonly cost: number
}

/** The call without a pause, for few places only: `allow` may refuse the nodes that are to be evaluated. */
export const callAtOnce =
  ({ cost, fn, params }: ArrayCall, body: Evaluate, allow: (nodes: number) => void) =>
  (frame: Frame, arrays: Cells): Cell => {
    const { begin, length, result, take } = walks[fn](params, arrays)
    allow(length * cost)
    for (let place = 0; place < length; place++) {
      begin(place)
      take(body(frame), place)
    }
    return result()
  }

/** The same call in slices. */
export function* callInSlices(
  { cost, fn, params }: ArrayCall,
  body: Evaluate | SlicedBody,
  meter: Meter,
  frame: Frame,
  arrays: Cells
): Sliced<Cell> {
  const { begin, length, result, take } = walks[fn](params, arrays)
  for (let place = 0; place < length; place++) {
    meter.work(cost)
    if (meter.isDue()) yield false
    begin(place)
    take(typeof body === "function" ? body(frame) : yield* body.sliced(frame), place)
  }
  return result()
}

/** The body of a lambda that may take long itself. */
export interface SlicedBody {
  readonly sliced: SlicedEvaluate
}
