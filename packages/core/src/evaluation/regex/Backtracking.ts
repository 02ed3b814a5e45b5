import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp"
import { Option } from "effect"
import { isInside } from "./CodePoints.ts"
import { toEcmaScript } from "./Dialect.ts"
import type { Program } from "./Instruction.ts"
import { compileProgram } from "./Program.ts"
import { Run } from "./Run.ts"

/** The most steps of a search. */
export const maxBacktrackingSteps = 250_000

/** The result of a search: undefined when it took too many steps to know. */
export interface Search {
  readonly isFound: boolean | undefined
  readonly steps: number
}

/** A pattern with what only backtracking can decide: look-around, back-references, atomic groups. */
export interface BacktrackingPattern {
  readonly search: (text: string) => Search
}

const search = (program: Program, text: string): Search => {
  if (text.length > maxBacktrackingSteps) return { isFound: undefined, steps: 1 }
  const run = new Run(program, text, maxBacktrackingSteps)
  for (let at = 0; at <= text.length; at++) {
    if (isInside(text, at)) continue
    if (run.isMatch(at)) return { isFound: true, steps: run.steps }
    if (run.isExhausted) return { isFound: undefined, steps: run.steps }
  }
  return { isFound: false, steps: run.steps }
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

const compile = (pattern: string): Program | undefined => {
  const source = toEcmaScript(pattern)
  if (source === undefined) return undefined
  const parsed: AST.Pattern = parser.parsePattern(source, 0, source.length, { unicode: true })
  const groups: Array<AST.CapturingGroup> = []
  visitRegExpAST(parsed, { onCapturingGroupEnter: (group) => groups.push(group) })
  return compileProgram(parsed, groups)
}

/** A pattern as the reference service reads it, ready to be searched for; none when it is invalid or too large. */
export const compileBacktracking = (pattern: string): Option.Option<BacktrackingPattern> =>
  Option.map(
    Option.flatMap(Option.liftThrowable(compile)(pattern), Option.fromUndefinedOr),
    (program): BacktrackingPattern => ({ search: (text) => search(program, text) })
  )
