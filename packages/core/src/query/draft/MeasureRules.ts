import type { Measure } from "./Draft.ts"
import { fact, type Mention, type Prompt, type Rule, Unclear } from "./PromptReader.ts"
import { type KnownProperty, numberSql, propertySql } from "./Vocabulary.ts"
import { phrases } from "./Words.ts"

export const countOfEvents: Measure = { sql: "count()", name: "count" }
const users: Measure = { sql: "count(DISTINCT person_id)", name: "users" }
const sessions: Measure = { sql: "count(DISTINCT nullIf($session_id, ''))", name: "sessions" }

const measured = (length: number, measure: Measure) => fact(length, { _tag: "Measure", measure })

const counting = phrases(
  "how many|how often|total number of|the number of|number of|total count of|count of|counts of|count|counts|volume of|total"
)
const people = phrases("users|user|people|persons|visitors")
const distinct = phrases("unique|distinct|different|active")

const skipCounting = (prompt: Prompt, at: number): number => prompt.match(at, counting)

/** `users`, `unique visitors`, `how many sessions`. */
const readUnique: Rule = (prompt, at) => {
  const before = skipCounting(prompt, at)
  const unique = prompt.match(at + before, distinct)
  const start = at + before + unique
  if (prompt.match(start, people) > 0) return measured(before + unique + 1, users)
  if (prompt.match(start, phrases("sessions|session")) > 0) return measured(before + unique + 1, sessions)
  if (unique === 0 || prompt.match(at + before, phrases("active")) > 0) return undefined
  const skipped = prompt.match(start, phrases("values of"))
  const property = prompt.property(start + skipped)
  return property === undefined ? undefined : measured(before + unique + skipped + property.length, {
    sql: `count(DISTINCT ${propertySql(property.meant)})`,
    name: "distinct_values"
  })
}

/** `how many`: other words name the subject. `how many times` counts events. */
const readCounting: Rule = (prompt, at) => {
  const times = prompt.match(
    at,
    phrases("how many times|number of times|how many events|number of events|count of events")
  )
  if (times > 0) return fact(times, { _tag: "Measure", measure: countOfEvents }, { _tag: "AllEvents" })
  const length = skipCounting(prompt, at)
  return length > 0 ? fact(length, { _tag: "Counting" }) : undefined
}

/** The functions of numbers by their words. */
const aggregates: ReadonlyArray<
  readonly [words: ReturnType<typeof phrases>, name: string, sql: (value: string) => string]
> = [
  [phrases("average|avg|mean"), "average", (value) => `avg(${value})`],
  [phrases("sum|total"), "total", (value) => `sum(${value})`],
  [phrases("minimum|min|smallest|lowest"), "minimum", (value) => `min(${value})`],
  [phrases("maximum|max|largest|highest|biggest"), "maximum", (value) => `max(${value})`],
  [phrases("median"), "median", (value) => `median(${value})`]
]

const percentile = (text: string): number | undefined => {
  const [, rank] = /^p(\d{2})$/.exec(text) ?? /^(\d{2})th$/.exec(text) ?? []
  return rank === undefined ? undefined : Number(rank)
}

const numeric = ({ meant }: Mention<KnownProperty>): string => {
  if (meant.type === "Numeric") return numberSql(meant)
  throw new Unclear(`The property "${meant.name}" is not numeric.`)
}

/** `average price`, `sum of amount`. */
const readAggregate: Rule = (prompt, at) => {
  const found = aggregates.find(([words]) => prompt.match(at, words) > 0)
  if (found === undefined) return undefined
  const [, name, sql] = found
  const of = 1 + prompt.match(at + 1, phrases("value of|of"))
  const property = prompt.property(at + of)
  return property === undefined
    ? undefined
    : measured(of + property.length, { name, sql: sql(numeric(property)) })
}

/** `p90 of duration`, `95th percentile of duration`. */
const readPercentile: Rule = (prompt, at) => {
  const rank = percentile(prompt.words[at]?.lower ?? "")
  if (rank === undefined) return undefined
  const of = 1 + prompt.match(at + 1, phrases("percentile of|percentile|of"))
  const property = prompt.property(at + of)
  return property === undefined
    ? undefined
    : measured(of + property.length, { name: `p${rank}`, sql: `quantile(${rank / 100})(${numeric(property)})` })
}

/** Rules for measures. */
export const measureRules: ReadonlyArray<Rule> = [readUnique, readCounting, readAggregate, readPercentile]
