import { Option } from "effect"
import { RE2JS } from "re2js"
import { type MakeOperator, never, type ValueTest } from "./PropertyOperator.ts"
import { plainText } from "./PropertyText.ts"
import { type BacktrackingPattern, compileBacktracking } from "./regex/Backtracking.ts"
import { textOf } from "./ValueTexts.ts"
import { type Asking, spend } from "./Work.ts"

/** Longer patterns, and those that grow into more instructions, are taken as invalid. */
const maxPatternLength = 10_000
const maxProgramSize = 10_000

/** What a step takes at most, in the units of `Work`. */
const stepWork = 5

/** Matching takes at most a step per instruction and character: beyond this many the text counts as undecided. */
const maxSteps = 2_000_000

/** A pattern, ready to be searched for. */
export interface FlagPattern {
  /** Whether it is found anywhere in the text; undefined when finding out would take too long. */
  readonly search: (text: string, asking: Asking) => boolean | undefined
}

const linear = (regex: RE2JS): FlagPattern => {
  const size = regex.programSize()
  return {
    search: (text, asking) =>
      text.length * size <= maxSteps && spend(asking, text.length * size * stepWork) ? regex.test(text) : undefined
  }
}

const backtracking = (pattern: BacktrackingPattern): FlagPattern => ({
  search: (text, asking) => {
    const { isFound, steps } = pattern.search(text)
    return spend(asking, steps * stepWork) ? isFound : undefined
  }
})

/**
 * A pattern in RE2's syntax or, where it has what that lacks (look-around, back-references, atomic groups), in that of the
 * reference service. None when it is invalid or too large to be quick.
 */
export const compileFlagRegex = (pattern: string): Option.Option<FlagPattern> => {
  if (pattern.length > maxPatternLength) return Option.none()
  const regex = Option.liftThrowable((text: string) => RE2JS.compile(text))(pattern)
  return Option.isSome(regex)
    ? Option.map(Option.filter(regex, (one) => one.programSize() <= maxProgramSize), linear)
    : Option.map(compileBacktracking(pattern), backtracking)
}

const search = (wanted: unknown, isFound: boolean): ValueTest | undefined => {
  const pattern = Option.getOrUndefined(compileFlagRegex(plainText(wanted)))
  return pattern && ((value, asking) => {
    const found = pattern.search(textOf(value, asking), asking)
    if (found === undefined) asking.gaveUp = true
    return found === isFound
  })
}

const regex = (isFound: boolean): MakeOperator => (wanted) => {
  const matches = search(wanted, isFound)
  return matches === undefined ? never : { matches, whenMissing: !isFound }
}

/** A pattern anywhere in the text; one that is invalid holds for nobody, not even when negated. */
export const regexOperators = {
  regex: regex(true),
  not_regex: regex(false)
} satisfies Record<string, MakeOperator>
