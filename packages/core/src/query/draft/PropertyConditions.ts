import { asText, equality, numeric } from "./ComparedValues.ts"
import type { Mention, Prompt } from "./PromptReader.ts"
import { valueAt, valuesAt } from "./PromptValues.ts"
import { type KnownProperty, numberSql, propertySql, textSql } from "./Vocabulary.ts"
import { phrases } from "./Words.ts"

const isNot = phrases(
  "is not|isn't|are not|was not|wasn't|not equal to|is not equal to|does not equal|doesn't equal|!=|<>"
)
const is = phrases("is equal to|equal to|equals|is exactly|is|are|was|were|=|==")
const isSet = phrases("is set|is known|exists|is present|is not null|is not empty|is given")
const isMissing = phrases(
  "is not set|isn't set|is unknown|does not exist|doesn't exist|is missing|is null|is not known|is not present"
)
const oneOf = phrases("is one of|is any of|one of|any of|is in|in")

const patterns: ReadonlyArray<
  readonly [words: ReturnType<typeof phrases>, negated: boolean, like: (value: string) => string]
> = [
  [phrases("does not contain|doesn't contain|not containing|not contain|without"), true, (value) => `%${value}%`],
  [
    phrases("contains|containing|contain|includes|including|which contains|that contains"),
    false,
    (value) => `%${value}%`
  ],
  [
    phrases("starts with|start with|starting with|begins with|beginning with|begin with"),
    false,
    (value) => `${value}%`
  ],
  [phrases("ends with|end with|ending with|ending in"), false, (value) => `%${value}`]
]

const comparisons: ReadonlyArray<readonly [words: ReturnType<typeof phrases>, operator: string]> = [
  [phrases("is at least|at least|is greater than or equal to|greater than or equal to|>="), ">="],
  [phrases("is at most|at most|is less than or equal to|less than or equal to|<="), "<="],
  [
    phrases(
      "is greater than|is more than|is larger than|is bigger than|is higher than|is above|is over|greater than|more than|" +
        "larger than|bigger than|higher than|above|over|exceeds|exceeding|is >|>"
    ),
    ">"
  ],
  [
    phrases(
      "is less than|is fewer than|is smaller than|is lower than|is below|is under|less than|fewer than|smaller than|" +
        "lower than|below|under|is <|<"
    ),
    "<"
  ]
]

/** Operators that may follow a property directly, without a word that introduces a filter. */
export const operators = [...isNot, ...is, ...isSet, ...isMissing, ...patterns.flatMap(([words]) => words)]
  .concat(comparisons.flatMap(([words]) => words))
  .sort((left, right) => right.length - left.length)

const escaped = (value: string): string => value.replace(/[\\%_]/g, "\\$&")

/** A condition on the property that stands before `at`. */
export const conditionAt = (prompt: Prompt, at: number, property: KnownProperty): Mention<string> | undefined => {
  const missing = prompt.match(at, isMissing)
  if (missing > 0) return { length: missing, meant: `isNull(${propertySql(property)})` }
  const set = prompt.match(at, isSet)
  if (set > 0) return { length: set, meant: `isNotNull(${propertySql(property)})` }
  return compared(prompt, at, property) ?? likened(prompt, at, property) ?? equated(prompt, at, property)
}

const compared = (prompt: Prompt, at: number, property: KnownProperty): Mention<string> | undefined => {
  const range = prompt.match(at, phrases("is between|between"))
  const [low, high] = [prompt.words[at + range]?.text ?? "", prompt.words[at + range + 2]?.text ?? ""]
  if (range > 0 && prompt.match(at + range + 1, phrases("and")) > 0) {
    const bounds = [numeric(property, low), numeric(property, high)].join(" AND ")
    return { length: range + 3, meant: `${numberSql(property)} BETWEEN ${bounds}` }
  }
  const found = comparisons.find(([words]) => prompt.match(at, words) > 0)
  if (found === undefined) return undefined
  const length = prompt.match(at, found[0])
  const value = prompt.words[at + length]?.text ?? ""
  return { length: length + 1, meant: `${numberSql(property)} ${found[1]} ${numeric(property, value)}` }
}

const likened = (prompt: Prompt, at: number, property: KnownProperty): Mention<string> | undefined => {
  const found = patterns.find(([words]) => prompt.match(at, words) > 0)
  if (found === undefined) return undefined
  const [words, negated, like] = found
  const length = prompt.match(at, words)
  const value = valueAt(prompt, at + length)
  return value && {
    length: length + value.length,
    meant: `${asText(property)} ${negated ? "NOT ILIKE" : "ILIKE"} ${textSql(like(escaped(value.meant)))}`
  }
}

const equated = (prompt: Prompt, at: number, property: KnownProperty): Mention<string> | undefined => {
  const not = prompt.match(at, isNot)
  const length = not || prompt.match(at, oneOf) || prompt.match(at, is)
  const values = valuesAt(prompt, at + length)
  if (values === undefined) return undefined
  return { length: length + values.length, meant: equality(property, values.meant, not > 0) }
}
