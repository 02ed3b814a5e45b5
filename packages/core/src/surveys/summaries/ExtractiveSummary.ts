import { Effect } from "effect"
import type { TextAnswer } from "../responses/ResponseTexts.ts"
import { tellingAnswers } from "./AnswerNoise.ts"
import { scoreOf } from "./Figures.ts"
import type { QuestionDigest } from "./QuestionDigest.ts"
import type { SampledSurvey, WrittenAnswers } from "./Summarizing.ts"
import { counted, escapeMarkdown, frequencyOf, percent, plainLine, quote, speakerOf, wordingOf } from "./SummaryText.ts"
import { type Theme, themesOf } from "./Themes.ts"

const provenance = "_Terms were counted and answers are quoted as they were written; no language model was asked._"

/** At most this many answers are quoted where nothing is shared. */
const maxNewest = 3

const nameOf = ({ name }: Theme): string => escapeMarkdown(plainLine(name))

const listed = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** A theme with one answer that names it, and with two where it is common. */
const themeLine = (theme: Theme, of: number, taken: Set<string>): string => {
  const { length: count } = theme.answers
  const frequency = frequencyOf(count, of)
  const quotes: Array<string> = []
  const said = new Set<string>()
  while (quotes.length < (frequency === "common" ? 2 : 1)) {
    const speaker = speakerOf(theme, taken, said)
    if (speaker === undefined) break
    taken.add(speaker.response_uuid)
    said.add(wordingOf(speaker))
    quotes.push(`\n  > ${quote(speaker, theme.name)}`)
  }
  const words = theme.related.map((word) => escapeMarkdown(plainLine(word)))
  const related = words.length === 0 ? "" : `, with ${listed(words)}`
  return `- **${nameOf(theme)}**: ${count} of ${of} (${percent(count, of)}, ${frequency})${related}${
    quotes.join("\n  >")
  }`
}

/** Answers that share no term: those that several people gave in the same words, else the newest ones. */
const withoutThemes = (answers: ReadonlyArray<TextAnswer>) => {
  const wordings = new Map<string, ReadonlyArray<TextAnswer>>()
  for (const one of answers) wordings.set(wordingOf(one), [...wordings.get(wordingOf(one)) ?? [], one])
  const shown = [...wordings.values()].toSorted((left, right) => right.length - left.length).slice(0, maxNewest)
  const quotes = shown.flatMap(([first, ...same]) =>
    first === undefined ? [] : [`> ${quote(first)}${same.length === 0 ? "" : ` (${same.length + 1})`}\n`]
  )
  const count = counted(answers.length, "answer")
  const isSame = wordings.size < answers.length
  const kind = isSame
    ? `${count}; in the same words most often:`
    : `${count}, of which no two name the same. The newest:`
  return {
    text: [answers.length === 1 ? `${count}:` : kind, "", ...quotes, provenance].join("\n"),
    sources: shown.flatMap(([first]) => first?.response_uuid ?? [])
  }
}

/** Summarises the answers to a question by the terms they name most, with an answer quoted for each. */
export const extractiveSummary = Effect.fnUntraced(function*({ answers, question }: WrittenAnswers) {
  const themes = yield* themesOf(question, answers)
  const count = counted(answers.length, "answer")
  if (themes.length === 0) return withoutThemes(answers)
  const taken = new Set<string>()
  const named = themes.map((theme) => `**${nameOf(theme)}** (${theme.answers.length})`)
  const lines = themes.map((theme) => themeLine(theme, answers.length, taken))
  return {
    text: [`${count}; most frequent terms: ${listed(named)}.`, "", ...lines, "", provenance].join("\n"),
    sources: [...taken]
  }
})

const ratingPart = (digest: Extract<QuestionDigest, { readonly _tag: "Rating" }>): ReadonlyArray<string> => {
  if (digest.count === 0) return []
  const nps = scoreOf(digest)
  return [`rated ${digest.mean.toFixed(1)} of ${digest.scale}${nps === undefined ? "" : ` (NPS ${nps.score})`}`]
}

const choicePart = (digest: Extract<QuestionDigest, { readonly _tag: "Choice" }>): ReadonlyArray<string> => {
  const [[choice, of] = []] = digest.shares
  return choice === undefined || of === undefined
    ? []
    : [`“${plainLine(choice)}” chosen most (${percent(of, digest.count)})`]
}

const partOf = Effect.fnUntraced(function*(digest: QuestionDigest) {
  if (digest._tag === "Rating") return { parts: ratingPart(digest), sources: [] }
  if (digest._tag === "Choice") return { parts: choicePart(digest), sources: [] }
  const answers = tellingAnswers(digest.answers)
  const [theme] = yield* themesOf(digest.question, answers)
  return theme === undefined
    ? { parts: [], sources: [] }
    : {
      parts: [`“${plainLine(theme.name)}” named most (${theme.answers.length} of ${answers.length})`],
      sources: theme.answers.map(({ response_uuid }) => response_uuid)
    }
})

/** The most questions in a summary. */
const maxParts = 3

/** Summarises the numbers of a survey in one line of plain text. */
export const extractiveHeadline = Effect.fnUntraced(function*({ questions, responses }: SampledSurvey) {
  const found: Array<string> = []
  const sources: Array<string> = []
  for (const digest of questions) {
    const part = yield* partOf(digest)
    found.push(...part.parts)
    sources.push(...part.sources)
    if (found.length >= maxParts) break
  }
  const text = counted(responses, "response")
  return { text: found.length === 0 ? `${text}.` : `${text}: ${found.join("; ")}.`, sources: [...new Set(sources)] }
})
