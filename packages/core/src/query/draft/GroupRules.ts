import { type DraftInterval, type Fact, intervals } from "./Draft.ts"
import { countOf } from "./NumberWords.ts"
import { fact, type Mention, type Prompt, type Rule } from "./PromptReader.ts"
import { propertySql } from "./Vocabulary.ts"
import { phrases } from "./Words.ts"

const adverbs: Readonly<Record<string, DraftInterval>> = {
  hourly: "hour",
  daily: "day",
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year"
}

const before = phrases(
  "per|by|each|every|for each|for every|grouped by|group by|broken down by|split by|in each|by each|by the"
)

/** `per day`, `weekly`; `over time` is by day unless another length is named. */
const readInterval: Rule = (prompt, at) => {
  const word = prompt.words[at]?.lower ?? ""
  if (Object.hasOwn(adverbs, word)) {
    const interval = adverbs[word]
    return interval && fact(1, { _tag: "Interval", interval, isVague: false })
  }
  const vague = prompt.match(
    at,
    phrases("over time|trend of|trends of|trend|trends|timeline of|timeline|time series of|time series")
  )
  if (vague > 0) return fact(vague, { _tag: "Interval", interval: "day", isVague: true })
  const skipped = prompt.match(at, before)
  const interval = skipped > 0 ? intervals.find((unit) => prompt.match(at + skipped, [[unit]]) > 0) : undefined
  return interval && fact(skipped + 1, { _tag: "Interval", interval, isVague: false })
}

const grouping = phrases(
  "per|by|and by|and per|for each|for every|grouped by|group by|broken down by|break down by|breakdown by|split by|across|across all|by each"
)
const joints = phrases(", and|and by|and per|, by|and|,")

/** A property, or the events themselves, to group results by. */
const groupAt = (prompt: Prompt, at: number): Mention<string> | undefined => {
  const name = prompt.match(at, phrases("event name|event type|event names|event types|event|events"))
  if (name > 0) return { length: name, meant: "event" }
  const property = prompt.property(at)
  return property === undefined ? undefined : { length: property.length, meant: propertySql(property.meant) }
}

/** As `groupAt`, and lengths of time. */
const partAt = (prompt: Prompt, at: number): Mention<Fact> | undefined => {
  const interval = intervals.find((unit) => prompt.match(at, [[unit]]) > 0)
  if (interval !== undefined) return { length: 1, meant: { _tag: "Interval", interval, isVague: false } }
  const group = groupAt(prompt, at)
  return group && { length: group.length, meant: { _tag: "Group", sql: group.meant } }
}

/** `by browser and country`. */
const readGroups: Rule = (prompt, at) => {
  let length = prompt.match(at, grouping)
  const first = length > 0 ? partAt(prompt, at + length) : undefined
  if (first === undefined) return undefined
  const parts = [first.meant]
  length += first.length
  for (let joint = prompt.match(at + length, joints); joint > 0; joint = prompt.match(at + length, joints)) {
    const next = partAt(prompt, at + length + joint)
    if (next === undefined || isFiltered(prompt, at + length + joint + next.length)) break
    parts.push(next.meant)
    length += joint + next.length
  }
  return fact(length, ...parts)
}

/** Whether what stands before `at` begins a filter: `by browser and plan is pro`. */
const isFiltered = (prompt: Prompt, at: number): boolean => prompt.match(at, phrases("is|=|==|>|<|contains|equals")) > 0

/** `browser breakdown`. */
const readBreakdown: Rule = (prompt, at) => {
  if (!prompt.words.some(({ lower }) => lower === "breakdown" || lower === "distribution")) return undefined
  const property = prompt.property(at)
  const after = property === undefined ? 0 : prompt.match(at + property.length, phrases("breakdown|distribution"))
  return property === undefined || after === 0
    ? undefined
    : fact(property.length + after, { _tag: "Group", sql: propertySql(property.meant) })
}

const most = phrases("top|most common|most popular|most frequent|most used")
const least = phrases("bottom|least common|least popular|least frequent|least used|rarest")

/** Rows that a `top` without a number has. */
const topRows = 10

/** `top 5 browsers`, `10 most common events`, and `top 5` of what is grouped elsewhere. */
const readTop: Rule = (prompt, at) => {
  const article = prompt.articles(at)
  const start = at + article
  const early = countOf(prompt.words[start])
  const from = early === undefined ? start : start + 1
  const words = prompt.match(from, most) || prompt.match(from, least)
  if (words === 0) return undefined
  const late = early === undefined ? countOf(prompt.words[from + words]) : undefined
  const counted = from + words + (late === undefined ? 0 : 1) - at
  const limit = { rows: early ?? late ?? topRows, isDescending: prompt.match(from, most) > 0 }
  const group = groupAt(prompt, at + counted)
  if (group !== undefined) {
    const subject = group.meant === "event" ? [{ _tag: "AllEvents" } as const] : []
    return fact(
      counted + group.length,
      { _tag: "Limit", limit, of: group.meant },
      { _tag: "Group", sql: group.meant },
      ...subject
    )
  }
  return late === undefined ? undefined : fact(counted, { _tag: "Limit", limit, of: undefined })
}

/** `limit 20`, `first 20`. */
const readLimit: Rule = (prompt, at) => {
  const length = prompt.match(at, phrases("limit to|limited to|limit|first"))
  const rows = length > 0 ? countOf(prompt.words[at + length]) : undefined
  if (rows === undefined) return undefined
  const rest = prompt.match(at + length + 1, phrases("rows|results|row|result"))
  return fact(length + 1 + rest, { _tag: "Limit", limit: { rows, isDescending: true }, of: undefined })
}

/** Rules for groups and limits of results. */
export const groupRules: ReadonlyArray<Rule> = [readInterval, readGroups, readBreakdown, readTop, readLimit]
