import type { Cell } from "../../Cell.ts"
import type { Call, Expr } from "../../Plan.ts"
import { type Evaluate, isTrue } from "../Evaluate.ts"

const arrayFunctions = ["arrayMap", "arrayFilter", "arrayFold"] as const
type ArrayFunction = (typeof arrayFunctions)[number]

export const isArrayFunction = (fn: string): fn is ArrayFunction => arrayFunctions.some((name) => name === fn)

const cellsOf = (cell: Cell): ReadonlyArray<Cell> => Array.isArray(cell) ? cell : []

/** The value after the members of every place; the last source is the first value. */
const folding = (
  sources: ReadonlyArray<Evaluate>,
  body: Evaluate,
  [value, ...members]: ReadonlyArray<{ value: Cell }>
): Evaluate =>
(frame) => {
  const lists = sources.slice(0, -1).map((source) => cellsOf(source(frame)))
  let folded = sources.at(-1)?.(frame) ?? null
  const length = Math.max(0, ...lists.map((list) => list.length))
  for (let i = 0; i < length; i++) {
    if (value !== undefined) value.value = folded
    members.forEach((member, at) => {
      member.value = lists[at]?.[i] ?? null
    })
    folded = body(frame)
  }
  return folded
}

/** A function whose first argument is a lambda: for each place its parameters are the members there. */
export const compileArrayFunction = (
  call: Call,
  compile: (expr: Expr) => Evaluate,
  variable: (name: string) => { value: Cell }
): Evaluate => {
  const [lambda, ...arrays] = call.args
  if (lambda?._tag !== "Lambda") throw new Error(`The plan calls ${call.fn} without a lambda`)
  const params = lambda.params.map(({ name }) => variable(name))
  const sources = arrays.map(compile)
  const body = compile(lambda.body)
  if (call.fn === "arrayFold") return folding(sources, body, params)
  const isFilter = call.fn === "arrayFilter"
  return (frame) => {
    const lists = sources.map((source) => cellsOf(source(frame)))
    const [first = []] = lists
    const length = isFilter ? first.length : Math.max(0, ...lists.map((list) => list.length))
    const result: Array<Cell> = []
    for (let i = 0; i < length; i++) {
      params.forEach((param, at) => {
        param.value = lists[at]?.[i] ?? null
      })
      const value = body(frame)
      if (!isFilter) result.push(value)
      else if (isTrue(value)) result.push(first[i] ?? null)
    }
    return result
  }
}
