import type { Row } from "@hedgerow/sql/types/Cell"
import { type AskedQuestion, placeToRead } from "./AskedQuestion.ts"
import { npsOf, type NpsStatistics } from "./Nps.ts"
import { latestEvents } from "./ResponseSql.ts"

/** The answers to one question, with what fits its type. */
export interface QuestionStatistics {
  readonly type: string
  /** The number of responses that have an answer to it, and of those that have none. */
  readonly responses: number
  readonly skipped: number
  /** The number of people who chose each choice. */
  readonly choices?: Readonly<Record<string, number>>
  /** The number of people who answered with a text that is no choice. */
  readonly open_choices?: number
  /** Of the answers on the scale; null without any. */
  readonly mean?: number | null
  /** The number of people who gave each value of the scale. */
  readonly distribution?: Readonly<Record<string, number>>
  readonly nps?: NpsStatistics
}

type Values = Readonly<Record<string, string | number>>
type Lists = Readonly<Record<string, ReadonlyArray<string>>>

/** One question's part of a statement: its answer, its numbers, and the values and lists of both. */
interface QuestionPart {
  readonly question: AskedQuestion
  readonly answer: string
  readonly numbers: ReadonlyArray<string>
  readonly values: Values
  readonly lists: Lists
}

const isMultiple = ({ type }: AskedQuestion): boolean => type === "multiple_choice"

const partOf = (questions: ReadonlyArray<AskedQuestion>) => (question: AskedQuestion): QuestionPart => {
  const { choiceTexts, id, index, scale } = question
  const [answer, several] = [`answer_${index}`, isMultiple(question)]
  const isGiven = several ? `notEmpty(${answer})` : `isNotNull(${answer})`
  const isOneOf = (texts: string): string =>
    several ? `notEmpty(arrayFilter(one -> one IN ({${texts}}), ${answer}))` : `${answer} IN ({${texts}})`
  const isAnother = several
    ? `notEmpty(arrayFilter(one -> one NOT IN ({any_${index}}), ${answer}))`
    : `${isGiven} AND ${answer} NOT IN ({any_${index}})`
  const chosen = choiceTexts.map((_, i) => isOneOf(`choice_${index}_${i}`))
  const rated = scale.map((value) => `${answer} = '${value}'`)
  return {
    question,
    answer: `getSurveyResponse({place_${index}}, {id_${index}}${several ? ", true" : ""}) AS ${answer}`,
    numbers: [isGiven, ...rated, ...(chosen.length === 0 ? [] : [isAnother, ...chosen])].map((one) =>
      `countIf(${one})`
    ),
    values: { [`place_${index}`]: placeToRead(question, questions), [`id_${index}`]: id },
    lists: {
      [`any_${index}`]: choiceTexts.flat(),
      ...Object.fromEntries(choiceTexts.map((texts, i) => [`choice_${index}_${i}`, texts]))
    }
  }
}

/** So many numbers are asked for at once, and always those of a whole question. */
const maxNumbers = 100

const sizeOf = (parts: ReadonlyArray<QuestionPart>): number =>
  parts.reduce((size, { numbers }) => size + numbers.length, 0)

/** The questions in groups of which each is asked by one statement. */
const groupsOf = (parts: ReadonlyArray<QuestionPart>): ReadonlyArray<ReadonlyArray<QuestionPart>> => {
  const groups: Array<Array<QuestionPart>> = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last !== undefined && sizeOf(last) + part.numbers.length <= maxNumbers) last.push(part)
    else groups.push([part])
  }
  return groups
}

const ratingOf = ({ scale }: AskedQuestion, counts: ReadonlyArray<number>) => {
  const all = counts.reduce((sum, one) => sum + one, 0)
  const total = counts.reduce((sum, one, i) => sum + one * (scale[i] ?? 0), 0)
  return {
    mean: all === 0 ? null : total / all,
    distribution: Object.fromEntries(counts.map((count, i) => [String(scale[i]), count])),
    ...(scale.length === 11 ? { nps: npsOf(counts.map((count, i) => [scale[i] ?? 0, count])) } : undefined)
  }
}

const statisticsOf = (
  { question }: QuestionPart,
  all: number,
  [responses = 0, ...numbers]: ReadonlyArray<number>
): QuestionStatistics => {
  const { choices, scale, type } = question
  const [others = 0, ...chosen] = numbers
  return {
    type,
    responses,
    skipped: all - responses,
    ...(scale.length > 0 ? ratingOf(question, numbers) : undefined),
    ...(choices.length > 0
      ? { choices: Object.fromEntries(choices.map((choice, i) => [choice, chosen[i] ?? 0])), open_choices: others }
      : undefined)
  }
}

/** A statement about some questions, and how its one row is read. */
export interface QuestionsQuery {
  readonly sql: string
  readonly values: Values
  readonly lists: Lists
  readonly read: (row: Row) => ReadonlyArray<readonly [id: string, statistics: QuestionStatistics]>
}

/** The statements about the answers to these questions. */
export const questionQueries = (questions: ReadonlyArray<AskedQuestion>): ReadonlyArray<QuestionsQuery> =>
  groupsOf(questions.map(partOf(questions))).map((parts) => ({
    sql: `SELECT count(), ${parts.flatMap(({ numbers }) => numbers).join(", ")}
FROM (${latestEvents(parts.map(({ answer }) => answer).join(", "))})
WHERE response NOT IN ({archived})`,
    values: Object.assign({}, ...parts.map(({ values }) => values)) as Values,
    lists: Object.assign({}, ...parts.map(({ lists }) => lists)) as Lists,
    read: (row) => {
      const [all = 0, ...numbers] = row.map(Number)
      let at = 0
      return parts.map((part) => {
        const own = numbers.slice(at, at += part.numbers.length)
        return [part.question.id, statisticsOf(part, all, own)] as const
      })
    }
  }))
