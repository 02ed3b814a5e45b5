import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { mergedPeople } from "./Histories.ts"
import type { SurveyEvent } from "./SurveyWorld.ts"

/** The events of surveys that count. */
export interface Counted {
  readonly events: ReadonlyArray<SurveyEvent>
  readonly archived: ReadonlyArray<string>
  /** Texts of ISO 8601 in UTC; both are included. */
  readonly from: string
  readonly to: string
}

const surveyOf = ({ properties }: SurveyEvent): string => String(properties["$survey_id"])

const keyOf = ({ properties, uuid }: SurveyEvent): string => {
  const submission = properties["$survey_submission_id"]
  return typeof submission === "string" && submission !== "" ? submission : uuid
}

const personOf = ({ distinct_id: id }: SurveyEvent): string => mergedPeople.find(([from]) => from === id)?.[1] ?? id

/** The time so that texts compare as times do: always with six digits. */
export const timeOf = (text: string): string => {
  const [whole = "", fraction = ""] = text.replace("Z", "").split(".")
  return `${whole}.${fraction.padEnd(6, "0")}`
}

/** By the time, then by the uuid. */
const isLater = (one: SurveyEvent, other: SurveyEvent | undefined): boolean => {
  if (other === undefined) return true
  const [a, b] = [timeOf(one.timestamp), timeOf(other.timestamp)]
  return a > b || a === b && one.uuid > other.uuid
}

const isPartial = ({ event, properties }: SurveyEvent): boolean =>
  event === "survey dismissed" && String(properties["$survey_partially_completed"]) === "true"

/** The responses that are archived, as survey and key: those of events with these uuids, and submissions of this name. */
const archivedKeys = ({ archived, events }: Counted): ReadonlySet<string> => {
  const isMeant = (event: SurveyEvent): boolean =>
    event.event !== "survey abandoned"
    && (archived.includes(event.uuid) || archived.includes(keyOf(event).toLowerCase()))
  return new Set(events.filter(isMeant).map((event) => `${surveyOf(event)} ${keyOf(event)}`))
}

const inTime = ({ events, from, to }: Counted): ReadonlyArray<SurveyEvent> =>
  events.filter(({ timestamp }) => timeOf(timestamp) >= timeOf(from) && timeOf(timestamp) <= timeOf(to))

/** The event that counts of each response, the newest first. */
export const responsesOf = (counted: Counted): ReadonlyArray<SurveyEvent> => {
  const latest = new Map<string, SurveyEvent>()
  for (const event of inTime(counted).filter(({ event }) => event === "survey sent")) {
    const key = `${surveyOf(event)} ${keyOf(event)}`
    if (isLater(event, latest.get(key))) latest.set(key, event)
  }
  const hidden = archivedKeys(counted)
  return [...latest].filter(([key]) => !hidden.has(key)).map(([, event]) => event)
    .toSorted((a, b) => isLater(a, b) ? -1 : 1)
}

const iso = (time: string): string => time.endsWith(".000000") ? `${time.slice(0, -7)}Z` : `${time}Z`

const totalOf = (events: ReadonlyArray<SurveyEvent>) => {
  const times = events.map(({ timestamp }) => timeOf(timestamp)).toSorted()
  const [first, last] = [times[0], times.at(-1)]
  return {
    total_count: events.length,
    persons: new Set(events.map(personOf)),
    first_seen: first === undefined ? null : iso(first),
    last_seen: last === undefined ? null : iso(last)
  }
}

/** The totals by their definition, event by event. */
export const modelTotals = (counted: Counted) => {
  const hidden = archivedKeys(counted)
  const seen = inTime(counted).filter((event) => !isPartial(event) && !hidden.has(`${surveyOf(event)} ${keyOf(event)}`))
  const shown = totalOf(seen.filter(({ event }) => event === "survey shown"))
  const dismissed = totalOf(seen.filter(({ event }) => event === "survey dismissed"))
  const sent = totalOf(responsesOf(counted))
  const dismissers = [...dismissed.persons].filter((person) => !sent.persons.has(person)).length
  const shape = (total: ReturnType<typeof totalOf>, unique: number, onlySeen: readonly [number, number]) => ({
    total_count: total.total_count,
    total_count_only_seen: Math.max(0, onlySeen[0]),
    unique_persons: unique,
    unique_persons_only_seen: Math.max(0, onlySeen[1]),
    first_seen: total.first_seen,
    last_seen: total.last_seen
  })
  return {
    "survey shown": shape(shown, shown.persons.size, [
      shown.total_count - dismissed.total_count - sent.total_count,
      shown.persons.size - dismissers - sent.persons.size
    ]),
    "survey dismissed": shape(dismissed, dismissers, [0, 0]),
    "survey sent": shape(sent, sent.persons.size, [0, 0])
  }
}

/** The text of a property as queries read it. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value)

const isList = (text: string): boolean => {
  if (!text.startsWith("[") || !text.endsWith("]")) return false
  const members: unknown = JSON.parse(text)
  return Array.isArray(members) && members.every((member) => typeof member === "string")
}

/** The answers of an event to a question: none, one, or several where several can be chosen. */
export const modelAnswers = (
  { properties }: SurveyEvent,
  questions: ReadonlyArray<JsonRecord>,
  index: number
): ReadonlyArray<string> => {
  const { id, type } = questions[index] ?? {}
  const isMultiple = type === "multiple_choice"
  const place = index === 0 ? "" : `_${index}`
  const isTaken = questions.some((other) => other["id"] === String(index))
  const found = [`$survey_response_${String(id)}`, ...(isTaken ? [] : [`$survey_response${place}`])]
    .map((name) => textOf(properties[name]))
    .find((text) => text !== "" && !(isMultiple && text === "[]"))
  if (found === undefined) return []
  return isMultiple && isList(found) ? JSON.parse(found) as ReadonlyArray<string> : [found]
}

const namesOf = ({ choices, translations }: JsonRecord): ReadonlyArray<ReadonlyArray<string>> => {
  const german = isJsonRecord(translations) && isJsonRecord(translations["de"]) ? translations["de"]["choices"] : []
  return (choices as ReadonlyArray<string>).map((choice, i) => [choice, String((german as ReadonlyArray<string>)[i])])
}

const choicesOf = (question: JsonRecord, given: ReadonlyArray<ReadonlyArray<string>>) => {
  const names = namesOf(question)
  const count = (isMeant: (text: string) => boolean) => given.filter((texts) => texts.some(isMeant)).length
  return {
    choices: Object.fromEntries(names.map((own) => [own[0], count((text) => own.includes(text))])),
    open_choices: count((text) => !names.flat().includes(text))
  }
}

const ratingOf = ({ scale }: JsonRecord, given: ReadonlyArray<ReadonlyArray<string>>) => {
  const values = scale === 10
    ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    : Array.from({ length: Number(scale) }, (_, i) => i + 1)
  const rated = given.flat().filter((text) => values.some((value) => text === String(value))).map(Number)
  const [promoters, detractors] = [rated.filter((value) => value > 8).length, rated.filter((value) => value < 7).length]
  const score = Math.round((promoters - detractors) / rated.length * 10_000) / 100
  return {
    mean: rated.length === 0 ? null : rated.reduce((sum, value) => sum + value, 0) / rated.length,
    distribution: Object.fromEntries(values.map((value) => [value, rated.filter((one) => one === value).length])),
    ...(scale === 10
      ? {
        nps: {
          score: rated.length === 0 ? null : score,
          promoters,
          passives: rated.length - promoters - detractors,
          detractors
        }
      }
      : undefined)
  }
}

/** The statistics of each question by their definition. */
export const modelQuestions = (counted: Counted, questions: ReadonlyArray<JsonRecord>) => {
  const responses = responsesOf(counted)
  return Object.fromEntries(questions.map((question, index) => {
    const { id, type } = question
    const given = responses.map((event) => modelAnswers(event, questions, index)).filter(({ length }) => length > 0)
    return [String(id), {
      type,
      responses: given.length,
      skipped: responses.length - given.length,
      ...(type === "rating" ? ratingOf(question, given) : undefined),
      ...(String(type).endsWith("choice") ? choicesOf(question, given) : undefined)
    }]
  }))
}
