import type { Cell } from "../../Cell.ts"
import type { Call, Expr } from "../../Plan.ts"
import { type Evaluate, isTrue } from "../Evaluate.ts"

const arrayFunctions = ["arrayMap", "arrayFilter"] as const
type ArrayFunction = (typeof arrayFunctions)[number]

export const isArrayFunction = (fn: string): fn is ArrayFunction => arrayFunctions.some((name) => name === fn)

const cellsOf = (cell: Cell): ReadonlyArray<Cell> => Array.isArray(cell) ? cell : []

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
