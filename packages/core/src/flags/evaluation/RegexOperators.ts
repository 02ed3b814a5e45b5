import { Option } from "effect"
import { RE2JS } from "re2js"
import { type MakeOperator, never, type ValueTest } from "./PropertyOperator.ts"
import { plainText } from "./PropertyText.ts"
import { textOf } from "./ValueTexts.ts"
import { spend } from "./Work.ts"

/** Longer patterns, and those that grow into more instructions, are taken as invalid. */
const maxPatternLength = 10_000
const maxProgramSize = 10_000

/** What a step takes at most, in the units of `Work`. */
const stepWork = 5

/** Matching takes at most a step per instruction and character: beyond this many the text counts as undecided. */
const maxSteps = 2_000_000

/** A pattern in RE2's syntax, ready to be searched for; none when it is invalid or too large to be quick. */
export const compileFlagRegex = (pattern: string): Option.Option<RE2JS> =>
  pattern.length > maxPatternLength
    ? Option.none()
    : Option.filter(
      Option.liftThrowable((text: string) => RE2JS.compile(text))(pattern),
      (regex) => regex.programSize() <= maxProgramSize
    )

const search = (wanted: unknown, isFound: boolean): ValueTest | undefined => {
  const regex = Option.getOrUndefined(compileFlagRegex(plainText(wanted)))
  if (regex === undefined) return undefined
  const maxLength = maxSteps / regex.programSize()
  return (value, asking) => {
    const text = textOf(value, asking)
    return text.length <= maxLength && spend(asking, text.length * regex.programSize() * stepWork)
      && regex.test(text) === isFound
  }
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
