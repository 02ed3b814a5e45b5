import { numberOf } from "./NumberWords.ts"
import { fact, type Mention, type Prompt, type Read, type Rule, Unclear } from "./PromptReader.ts"
import { type KnownProperty, numberSql, propertySql, textSql } from "./Vocabulary.ts"
import { phrases, type Word } from "./Words.ts"

const introductions = phrases(
  "where the|where|whose|when the|when|with a|with the|with an|with|having|for which|if|only for|only where|only with|only if|" +
    "only when|for|in|on|from|using|of|and|but"
)

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

/** Words that end a value, or are none. */
const noValues: ReadonlySet<string> = new Set(
  ("a all an and any are as at but by contains each equals every for from greater grouped has have having how if in is less " +
    "more most not of on only or over per since than that the then this to top until was were what when where which who " +
    "whose with within without broken compared count counts daily day days during events grouped hourly hours last month " +
    "monthly months past people previous split today total trend unique users visitors week weekly weeks year yearly years " +
    "yesterday").split(" ")
)

const isSign = (word: Word): boolean => !/[\p{L}\p{N}]/u.test(word.text)

const canBeValue = (word: Word | undefined): word is Word =>
  word !== undefined && (word.isQuoted || !(isSign(word) || noValues.has(word.lower)))

const isCapital = (word: Word | undefined): boolean => word?.isQuoted === false && /^\p{Lu}/u.test(word.text)

/** One value: what is quoted, one word, or several with capitals as in names. */
const valueAt = (prompt: Prompt, at: number): Mention<string> | undefined => {
  const first = prompt.words[at]
  if (!canBeValue(first)) return undefined
  if (!isCapital(first)) return { length: 1, meant: first.text }
  let length = 1
  while (isCapital(prompt.words[at + length])) length++
  return { length, meant: prompt.words.slice(at, at + length).map(({ text }) => text).join(" ") }
}

const valuesAt = (prompt: Prompt, at: number): Mention<ReadonlyArray<string>> | undefined => {
  const first = valueAt(prompt, at)
  if (first === undefined) return undefined
  const meant = [first.meant]
  let length = first.length
  for (;;) {
    const joint = prompt.match(at + length, phrases(", or|or|,"))
    const next = joint > 0 ? valueAt(prompt, at + length + joint) : undefined
    if (next === undefined) return { length, meant }
    meant.push(next.meant)
    length += joint + next.length
  }
}

/** The property as it is compared with texts: lists, flags and numbers by what they are written as. */
const asText = (property: KnownProperty): string =>
  property.type === null || property.type === "String" ? propertySql(property) : `toString(${propertySql(property)})`

const numeric = (property: KnownProperty, text: string): string => {
  const number = numberOf({ text, lower: text, isQuoted: false })
  if (property.type === "Numeric" && number !== undefined) return number
  throw new Unclear(`The property "${property.name}" cannot be compared with "${text}" as a number.`)
}

const booleans: ReadonlyMap<string, string> = new Map([["true", "true"], ["yes", "true"], ["false", "false"], [
  "no",
  "false"
]])

const flag = (property: KnownProperty, text: string): string => {
  const value = booleans.get(text.toLowerCase())
  if (value !== undefined) return textSql(value)
  throw new Unclear(`The property "${property.name}" is true or false, not "${text}".`)
}

/** A value as the property is compared with it. */
const valueSql = (property: KnownProperty, text: string): string => {
  if (property.type === "Numeric") return numeric(property, text)
  return property.type === "Boolean" ? flag(property, text) : textSql(text)
}

const equality = (property: KnownProperty, values: ReadonlyArray<string>, negated: boolean): string => {
  const value = property.type === "Numeric" ? numberSql(property) : asText(property)
  const list = values.map((text) => valueSql(property, text))
  if (list.length > 1) return `${value} ${negated ? "NOT IN" : "IN"} (${list.join(", ")})`
  return `${value} ${negated ? "!=" : "="} ${list.join()}`
}

const escaped = (value: string): string => value.replace(/[\\%_]/g, "\\$&")

/** A condition on the property that stands before `at`. */
const conditionAt = (prompt: Prompt, at: number, property: KnownProperty): Mention<string> | undefined => {
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

/** `where plan is pro and amount is at least 10`, `with plan pro`. */
const readFilter: Rule = (prompt, at) => {
  const start = prompt.match(at, introductions)
  const isBare = start === 0
  if (isBare && prompt.match(at - 1, phrases("which|what|what's")) > 0) return undefined
  const property = prompt.property(at + start)
  if (property === undefined) return undefined
  const length = start + property.length
  if (isBare && prompt.match(at + length, operators) === 0) return undefined
  const condition = conditionAt(prompt, at + length, property.meant)
  if (condition === undefined) return undefined
  return fact(length + condition.length, { _tag: "Filter", condition: condition.meant }) satisfies Read
}

/** What follows a property that a filter is about, when no word introduces it. */
const operators = [...isNot, ...is, ...isSet, ...isMissing, ...patterns.flatMap(([words]) => words)]
  .concat(comparisons.flatMap(([words]) => words))
  .sort((left, right) => right.length - left.length)

/** Which events count. */
export const filterRules: ReadonlyArray<Rule> = [readFilter]
