import type { Cell } from "../../Cell.ts"
import { ListSize } from "../CellSize.ts"
import { type Evaluate, type Frame, isTrue } from "../Evaluate.ts"
import type { Meter, Sliced, SlicedEvaluate } from "../Meter.ts"

const arrayFunctions = ["arrayMap", "arrayFilter", "arrayFold"] as const
export type ArrayFunction = (typeof arrayFunctions)[number]

export const isArrayFunction = (fn: string): fn is ArrayFunction => arrayFunctions.some((name) => name === fn)

/** A lambda that can be called: for each place its parameters are the members there. */
export interface Lambda {
  readonly params: ReadonlyArray<{ value: Cell }>
  /** Its value, in slices where it may take long. */
  readonly body:
    | { readonly isSliced: false; readonly evaluate: Evaluate }
    | { readonly isSliced: true; readonly evaluate: SlicedEvaluate }
  /** The nodes of the body. */
  readonly cost: number
}

type Cells = ReadonlyArray<Cell>

const longest = (lists: ReadonlyArray<Cells>): number => lists.reduce((most, { length }) => Math.max(most, length), 0)

/** A call of the lambda for each place, which counts as one node more than its body. */
function* called(
  { body, cost, params }: Lambda,
  frame: Frame,
  meter: Meter,
  length: number,
  begin: (place: number) => void,
  take: (value: Cell, place: number) => void
): Sliced<void> {
  for (let place = 0; place < length; place++) {
    meter.work(cost + params.length)
    if (meter.isDue()) yield false
    begin(place)
    take(body.isSliced ? yield* body.evaluate(frame) : body.evaluate(frame), place)
  }
}

const givenTo = (params: Lambda["params"], lists: ReadonlyArray<Cells>) => (place: number): void => {
  for (let at = 0; at < params.length; at++) {
    const param = params[at]
    if (param !== undefined) param.value = lists[at]?.[place] ?? null
  }
}

type ArrayCall = (lambda: Lambda, arrays: Cells, frame: Frame, meter: Meter) => Sliced<Cell>

const cellsOf = (cell: Cell): Cells => Array.isArray(cell) ? cell : []

function* mapped(lambda: Lambda, arrays: Cells, frame: Frame, meter: Meter): Sliced<Cell> {
  const lists = arrays.map(cellsOf)
  const result: Array<Cell> = []
  const size = new ListSize()
  yield* called(lambda, frame, meter, longest(lists), givenTo(lambda.params, lists), (value) => {
    size.add(value)
    result.push(value)
  })
  return result
}

function* filtered(lambda: Lambda, arrays: Cells, frame: Frame, meter: Meter): Sliced<Cell> {
  const lists = arrays.map(cellsOf)
  const [first = []] = lists
  const result: Array<Cell> = []
  yield* called(lambda, frame, meter, first.length, givenTo(lambda.params, lists), (value, place) => {
    if (isTrue(value)) result.push(first[place] ?? null)
  })
  return result
}

/** The value after the members of every place; the last array is the first value. */
function* folded(lambda: Lambda, arrays: Cells, frame: Frame, meter: Meter): Sliced<Cell> {
  const lists = arrays.slice(0, -1).map(cellsOf)
  const [state, ...members] = lambda.params
  let value = arrays.at(-1) ?? null
  const give = givenTo(members, lists)
  const begin = (place: number): void => {
    if (state !== undefined) state.value = value
    give(place)
  }
  yield* called(lambda, frame, meter, longest(lists), begin, (next) => {
    value = next
  })
  return value
}

/** The functions whose first argument is a lambda. */
export const arrayCalls: Readonly<Record<ArrayFunction, ArrayCall>> = {
  arrayMap: mapped,
  arrayFilter: filtered,
  arrayFold: folded
}
