import { Option } from "effect"
import { RE2JS } from "re2js"
import type { MakeOperator } from "./PropertyOperator.ts"
import { plainText } from "./PropertyText.ts"
import { type BacktrackingPattern, compileBacktracking } from "./regex/Backtracking.ts"
import { excessOf, sizeOfPattern } from "./regex/PatternSize.ts"
import { textOf } from "./ValueTexts.ts"
import { type Asking, spend } from "./Work.ts"

/** Patterns that grow into more instructions are taken as invalid. */
const maxProgramSize = 10_000

/** The most work of a step, in the units of `Work`. */
const stepWork = 5

/** The most work to parse each character of a pattern, its expanded size, and its Unicode properties. */
const readingWork = { character: 50, size: 200, property: 50_000 }

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
      text.length * size <= maxSteps && spend(asking, (text.length + 1) * size * stepWork)
        ? regex.test(text)
        : undefined
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
  if (excessOf(pattern) !== undefined) return Option.none()
  const regex = Option.liftThrowable((text: string) => RE2JS.compile(text))(pattern)
  return Option.isSome(regex)
    ? Option.map(Option.filter(regex, (one) => one.programSize() <= maxProgramSize), linear)
    : Option.map(compileBacktracking(pattern), backtracking)
}

/** The work of reading a pattern; one that is too large is not read. */
export const workOfReading = (pattern: string): number => {
  if (excessOf(pattern) !== undefined) return 0
  const { properties, size } = sizeOfPattern(pattern)
  return pattern.length * readingWork.character + size * readingWork.size + properties * readingWork.property
}

/** Reads a pattern when it is first asked for, once, at the expense of the flag at hand. */
const makeReader = (pattern: string) => {
  let read: FlagPattern | "invalid" | undefined
  return (asking: Asking): FlagPattern | undefined => {
    if (read === undefined && !spend(asking, workOfReading(pattern))) return undefined
    read ??= Option.getOrElse(compileFlagRegex(pattern), () => "invalid" as const)
    return read === "invalid" ? undefined : read
  }
}

const regex = (isFound: boolean): MakeOperator => (wanted) => {
  const read = makeReader(plainText(wanted))
  return {
    prepare: (asking) => read(asking) !== undefined,
    matches: (value, asking) => {
      const pattern = read(asking)
      if (pattern === undefined) return false
      const found = pattern.search(textOf(value, asking), asking)
      if (found === undefined) asking.gaveUp = true
      return found === isFound
    },
    whenMissing: !isFound
  }
}

/** A pattern anywhere in the text; one that is invalid never holds, not even when negated. */
export const regexOperators = {
  regex: regex(true),
  not_regex: regex(false)
} satisfies Record<string, MakeOperator>
