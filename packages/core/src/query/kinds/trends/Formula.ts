/** Arithmetic over series: `A + 2 * B`. */
import { Result } from "effect"

/** A formula that was read: its value, given those of the series. */
export type Formula = (valueOf: (series: number) => number) => number

/** Deeper ones are refused: each level is a call. */
const maxDepth = 100

const tokens = /\s*(?:(\d+\.?\d*|\.\d+)|([A-Za-z])(?![A-Za-z0-9_])|([-+*/()]))/y

const tokensOf = (text: string): ReadonlyArray<string> | undefined => {
  const found: Array<string> = []
  tokens.lastIndex = 0
  const end = text.trimEnd().length
  while (tokens.lastIndex < end) {
    const token = tokens.exec(text)
    if (token === null) return undefined
    found.push(token[0].trim())
  }
  return found
}

/** A result that is not finite is 0, like that of no events. */
const finite = (value: number): number => Number.isFinite(value) ? value : 0

const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => finite(a / b)
}

/** Reads a formula over a number of series; the failure is what is wrong with it. */
export const parseFormula = (text: string, series: number): Result.Result<Formula, string> => {
  const all = tokensOf(text)
  if (all === undefined || all.length === 0) {
    return Result.fail("A formula has the letters of series, numbers, + - * / and parentheses.")
  }
  let place = 0
  let problem: string | undefined
  const failed = (text: string): Formula => {
    problem ??= text
    return () => 0
  }
  const atom = (depth: number): Formula => {
    const token = all[place++]
    if (depth > maxDepth) return failed("The formula is too deep.")
    if (token === undefined) return failed("The formula ends too early.")
    if (token === "-") {
      const negated = atom(depth + 1)
      return (values) => 0 - negated(values)
    }
    if (token === "+") return atom(depth + 1)
    if (token === "(") {
      const inner = chain(["+", "-"], depth + 1)
      return all[place++] === ")" ? inner : failed("A parenthesis is not closed.")
    }
    if (/^[A-Za-z]$/.test(token)) {
      const index = token.toUpperCase().charCodeAt(0) - 65
      return index < series ? (values) => values(index) : failed(`There is no series ${token.toUpperCase()}.`)
    }
    const number = Number(token)
    return Number.isNaN(number) ? failed(`A series or a number is needed in the place of '${token}'.`) : () => number
  }
  const chain = (operators: ReadonlyArray<string>, depth: number): Formula => {
    const operand = () => operators.includes("+") ? chain(["*", "/"], depth) : atom(depth)
    let left = operand()
    for (let token = all[place]; token !== undefined && operators.includes(token); token = all[place]) {
      place++
      const [one, right, apply] = [left, operand(), operations[token]]
      left = (values) => apply?.(one(values), right(values)) ?? 0
    }
    return left
  }
  const formula = chain(["+", "-"], 0)
  if (problem === undefined && place < all.length) problem = `Nothing may stand before '${all[place] ?? ""}'.`
  return problem === undefined ? Result.succeed((values) => finite(formula(values))) : Result.fail(problem)
}
