import type { Call } from "../../plan/Plan.ts"
import type { Cell } from "../../types/Cell.ts"
import { isComposite, type SqlType } from "../../types/SqlType.ts"
import { costOfComparing } from "../CellOrder.ts"
import { allowSize, sizeOfCell } from "../CellSize.ts"
import type { Evaluate, Frame } from "../Evaluate.ts"
import type { Meter } from "../Meter.ts"
import { costOfPattern } from "./families/Patterns.ts"
import { functionTable } from "./FunctionTable.ts"
import { isArrayFunction } from "./HigherOrder.ts"

/** The meter of the query that a row is evaluated for. */
export type MeterOf = (frame: Frame) => Meter

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "))

/** The functions that hand on one of their arguments, or a member of one, as it is. */
const handsOn = names(
  "if multiIf coalesce nullIf orEmpty greatest least arrayElement tupleElement mapElement substring left right "
    + "trimLeft trimRight trimBoth trimStart trimEnd"
)

/** The functions that look at a long argument for no longer than at a short one. */
const glances = names(
  "if multiIf coalesce nullIf orEmpty isNull isNotNull array tuple map arrayElement tupleElement arrayLength equals "
    + "startsWith"
)

/** The functions that compare their arguments: beside a constant for no longer than that is. */
const comparisons = names("equals notEquals less lessOrEquals greater greaterOrEquals isDistinct isNotDistinct")

const isLarge = ({ kind }: SqlType): boolean => kind === "String" || kind === "JSON"

const isSized = (type: SqlType): boolean => isLarge(type) || isComposite(type)

/** Characters that are read or written in about the time of one node. */
const charactersOfNode = 4

/** Cells of no more characters or members cost nothing beside their nodes. */
const smallCell = 256

/** The cost of reading or writing a long cell, in nodes. */
export const costOfCell = (cell: Cell): number => {
  if (typeof cell === "string") return cell.length > smallCell ? Math.floor(cell.length / charactersOfNode) : 0
  return Array.isArray(cell) && cell.length > smallCell ? cell.length : 0
}

/** The same expression, with what it costs to read its cell counted. */
const counted = (evaluate: Evaluate, meterOf: MeterOf, costOf: (cell: Cell) => number): Evaluate => (frame) => {
  const cell = evaluate(frame)
  const cost = costOf(cell)
  if (cost > 0) meterOf(frame).work(cost)
  return cell
}

/** The same expression, with what it costs to make its cell counted, and its size within the limit. */
const bounded = (evaluate: Evaluate, meterOf: MeterOf): Evaluate => (frame) => {
  const cell = evaluate(frame)
  if (typeof cell === "string") {
    if (cell.length > smallCell) {
      allowSize(cell.length)
      meterOf(frame).work(Math.floor(cell.length / charactersOfNode))
    }
  } else if (Array.isArray(cell)) meterOf(frame).work(sizeOfCell(cell) >> 3)
  return cell
}

/** The functions that search their first argument once for the pattern that the second is. */
const searches = names("matches regexpPart")

/** The same arguments, with what the search costs counted before it begins. */
const searched = (fn: string, args: ReadonlyArray<Evaluate>, meterOf: MeterOf): ReadonlyArray<Evaluate> => {
  const [text, pattern, ...others] = args
  if (text === undefined || pattern === undefined) return args
  const read: Evaluate = (frame) => {
    const [cell, source] = [text(frame), pattern(frame)]
    meterOf(frame).work(Math.floor(costOfPattern(fn, cell, source)))
    return cell
  }
  return [read, pattern, ...others]
}

/** A call that counts the long cells which it reads and makes, and fails with one that is too large. */
export const meteredCall = (
  call: Call,
  args: ReadonlyArray<Evaluate>,
  meterOf: MeterOf
): Evaluate => {
  const { fn } = call
  if (isArrayFunction(fn)) throw new Error(`The plan has ${fn} where a value is computed at once`)
  const cost = comparisons.has(fn) ? costOfComparing : costOfCell
  const isGlance = glances.has(fn) || comparisons.has(fn) && call.args.some(({ _tag }) => _tag === "Literal")
  const read = isGlance
    ? args
    : args.map((arg, at) => {
      const planned = call.args[at]
      return planned !== undefined && planned._tag !== "Literal" && isSized(planned.type)
        ? counted(arg, meterOf, cost)
        : arg
    })
  const evaluate = functionTable[fn](call, searches.has(fn) ? searched(fn, read, meterOf) : read)
  return isSized(call.type) && !handsOn.has(fn) ? bounded(evaluate, meterOf) : evaluate
}
