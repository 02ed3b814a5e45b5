import { dateRules } from "./DateRules.ts"
import type { Fact } from "./Draft.ts"
import { filterRules } from "./FilterRules.ts"
import { groupRules } from "./GroupRules.ts"
import { measureRules } from "./MeasureRules.ts"
import { fact, type Prompt, type Read, type Rule, Unclear } from "./PromptReader.ts"
import { phrases } from "./Words.ts"

/** Words that change nothing in what is asked for. */
const noise: ReadonlySet<string> = new Set(
  ("a all an and are as at be been calculate can chart compute could did display do does draw find for from generate get " +
    "give graph had has have her his i i'd i'm in is let like list me my number numbers of on our over overall overview " +
    "happened occurred performed please plot query report see show shown sql that the their them there these this those to triggered " +
    "us want was we were what what's which who will with would you your , me").split(" ")
)

const changing = phrases(
  "only|just|but only|instead|now|change|change it|change that|make it|make that|same but|same"
)
const adding = phrases("also|add|and also|in addition")

const readChanging: Rule = (prompt, at) => {
  const length = prompt.match(at, changing)
  if (length > 0) return fact(length, { _tag: "Changing", isAdding: false })
  const added = prompt.match(at, adding)
  return added > 0 ? fact(added, { _tag: "Changing", isAdding: true }) : undefined
}

/** `events` in general. */
const readAllEvents: Rule = (prompt, at) => {
  const length = prompt.match(at, phrases("all events|all the events|any event|every event|events"))
  return length > 0 ? fact(length, { _tag: "AllEvents" }) : undefined
}

/** `sign up`, `the event sign up`, `sign ups or purchases`. */
const readEvents: Rule = (prompt, at) => {
  const before = prompt.match(at, phrases("the event|event|the events|events"))
  const first = prompt.event(at + before)
  if (first === undefined) return undefined
  const names = [first.meant]
  let length = before + first.length
  let joined: string | undefined
  for (;;) {
    const joint = prompt.match(at + length, phrases("or|and|, and|, or|,"))
    const articles = joint > 0 ? prompt.articles(at + length + joint) : 0
    const next = joint > 0 ? prompt.event(at + length + joint + articles) : undefined
    if (next === undefined) break
    const word = prompt.words[at + length + joint - 1]?.lower ?? ","
    if (word !== "," && joined !== undefined && joined !== word) throw new Unclear("\"and\" and \"or\" are mixed.")
    joined = word === "," ? joined : word
    names.push(next.meant)
    length += joint + articles + next.length
  }
  const after = prompt.match(at + length, phrases("events|event"))
  return fact(length + after, {
    _tag: "Events",
    names: [...new Set(names)],
    isApart: names.length > 1 && joined !== "or"
  })
}

/** The reading at `at` by the rule that understands most words. */
const longest = (rules: ReadonlyArray<Rule>, prompt: Prompt, at: number): Read | undefined => {
  let best: Read | undefined
  for (const rule of rules) {
    const read = rule(prompt, at)
    if (read !== undefined && read.length > (best?.length ?? 0)) best = read
  }
  return best
}

const subjects = [...measureRules, readAllEvents, readEvents]
const ranking: ReadonlySet<string> = new Set(["top", "bottom", "most", "least", "rarest"])

/** `by unique users`, `by purchases`: by what the first rows are chosen. */
const readRanking: Rule = (prompt, at) => {
  const by = prompt.match(at, phrases("ranked by|by the|by"))
  const isRanked = prompt.words.slice(0, at).some(({ isQuoted, lower }) => !isQuoted && ranking.has(lower))
  const read = by > 0 && isRanked ? longest(subjects, prompt, at + by) : undefined
  return read && { ...read, length: by + read.length }
}

const rules = [
  ...dateRules,
  ...measureRules,
  ...groupRules,
  ...filterRules,
  readRanking,
  readAllEvents,
  readChanging,
  readEvents
]

const near = (prompt: Prompt, at: number): Read | undefined => {
  const found = prompt.nearEvent(at)
  return found && fact(found.length, { _tag: "Events", names: [found.meant], isApart: false })
}

/** Words that only lead to what was not understood. */
const connectives: ReadonlySet<string> = new Set(["\"by\"", "\"per\"", "\"where\""])

/** All facts of the prompt; an unknown word makes it unclear. */
export const readPrompt = (prompt: Prompt): ReadonlyArray<Fact> => {
  const facts: Array<Fact> = []
  const unknown: Array<string> = []
  for (let at = 0; at < prompt.words.length;) {
    const word = prompt.words[at]
    const isNoise = word?.isQuoted === false && noise.has(word.lower)
    const read = longest(rules, prompt, at) ?? (isNoise ? fact(1) : near(prompt, at))
    if (read === undefined) unknown.push(`"${word?.text ?? ""}"`)
    facts.push(...read?.facts ?? [])
    at += read?.length ?? 1
  }
  const shown = unknown.filter((word) => !connectives.has(word))
  if (unknown.length > 0) {
    throw new Unclear(`Not understood: ${[...new Set(shown.length > 0 ? shown : unknown)].join(", ")}.`)
  }
  return facts
}
