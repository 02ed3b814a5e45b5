import type { Evaluate } from "../Evaluate.ts"
import { isTrue } from "../Evaluate.ts"
import { type Implementation, type Implementations, unary } from "./Implementation.ts"

/** Three-valued: `decisive` operands decide at once, a NULL is remembered. */
const connective = (decisive: boolean): Implementation => (_, args) => {
  const [found, none] = decisive ? [1, 0] : [0, 1]
  return (frame) => {
    let isUnknown = false
    for (const arg of args) {
      const cell = arg(frame)
      if (cell === null) isUnknown = true
      else if (isTrue(cell) === decisive) return found
    }
    return isUnknown ? null : none
  }
}

const nothing: Evaluate = () => null

/** `c1, v1, c2, v2, …, else`; only the taken branch is evaluated. */
const branches: Implementation = (_, args) => {
  const otherwise = args.at(-1) ?? nothing
  const pairs = args.slice(0, -1).flatMap((condition, i) =>
    i % 2 === 0 ? [{ condition, value: args[i + 1] ?? nothing }] : []
  )
  return (frame) => {
    for (const { condition, value } of pairs) if (isTrue(condition(frame))) return value(frame)
    return otherwise(frame)
  }
}

const coalesce: Implementation = (_, args) => (frame) => {
  for (const arg of args) {
    const cell = arg(frame)
    if (cell !== null) return cell
  }
  return null
}

/** Three-valued logic and conditionals. */
export const logic = {
  and: connective(false),
  or: connective(true),
  not: unary((a) => isTrue(a) ? 0 : 1),
  if: branches,
  multiIf: branches,
  coalesce
} satisfies Implementations
