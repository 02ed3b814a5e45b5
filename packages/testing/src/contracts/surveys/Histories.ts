import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Random } from "../Random.ts"
import type { SurveyEvent } from "./SurveyWorld.ts"

/** The events of one survey, and a request for its statistics. */
export interface History {
  readonly fields: JsonRecord
  readonly events: (survey: string) => ReadonlyArray<SurveyEvent>
  /** The archived responses, by the uuid of an event or the submission. */
  readonly archived: ReadonlyArray<string>
  readonly asked: { readonly date_from?: string; readonly date_to?: string; readonly excludeArchived: boolean }
}

/** The people who merge: the first of each pair becomes the second. */
export const mergedPeople = [["p1", "p0"], ["p3", "p2"]] as const

const people = ["p0", "p1", "p2", "p3", "p4", "p5"] as const

const hex = (random: Random, length: number): string => random.list(length, () => random.int(16).toString(16)).join("")

/** A uuid of version 4. */
const uuid = (random: Random): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`

const questions: ReadonlyArray<JsonRecord> = [
  { id: "nps", type: "rating", question: "Recommend?", display: "number", scale: 10, isNpsQuestion: true },
  { id: "3", type: "rating", question: "Mood?", display: "emoji", scale: 3 },
  { id: "why", type: "open", question: "Why?" },
  { id: "one", type: "single_choice", question: "Which?", choices: ["A", "B", "it's \"C\""], hasOpenChoice: true },
  {
    id: "many",
    type: "multiple_choice",
    question: "Which ones?",
    choices: ["A", "B", "C"],
    translations: { de: { choices: ["A", "Be", "Ce"] } }
  },
  { id: "link", type: "link", question: "Look", link: "https://example.com" },
  { id: "2", type: "rating", question: "Stars?", display: "number", scale: 5 }
]

const answers = [
  null,
  "",
  0,
  1,
  3,
  7,
  9,
  10,
  "10",
  "A",
  "B",
  "Be",
  "none of them",
  "it's \"C\"",
  ["A"],
  ["A", "B"],
  ["Ce", "C"],
  ["A", "mine, \"too\""],
  [],
  [1, 2],
  true,
  "[]",
  "[\"A\"]",
  "[\"A\"",
  { a: 1 },
  "link clicked"
] as const

const days = ["08", "09", "10", "11", "12"] as const
const clocks = ["00:00:00Z", "09:00:00.000001Z", "09:00:00.000002Z", "23:59:59.999999Z"] as const

const time = (random: Random): string => `2024-06-${random.pick(days)}T${random.pick(clocks)}`

const answersOf = (random: Random, asked: ReadonlyArray<JsonRecord>): JsonRecord =>
  Object.fromEntries(asked.flatMap(({ id }, index) => {
    const place = index === 0 ? "$survey_response" : `$survey_response_${index}`
    const byId = random.chance(0.6) ? [[`$survey_response_${String(id)}`, random.pick(answers)]] : []
    return [...(random.chance(0.4) ? [[place, random.pick(answers)]] : []), ...byId]
  }))

const names = [
  "survey shown",
  "survey shown",
  "survey dismissed",
  "survey sent",
  "survey sent",
  "survey abandoned"
] as const

const eventOf = (random: Random, asked: ReadonlyArray<JsonRecord>, submissions: ReadonlyArray<string>) => {
  const submission = random.pick(["none", "none", ...submissions])
  const known: SurveyEvent = {
    event: random.pick(names),
    distinct_id: random.pick(people),
    uuid: uuid(random),
    timestamp: time(random),
    properties: {
      ...(submission === "none" ? undefined : { $survey_submission_id: submission }),
      ...(random.chance(0.5)
        ? { $survey_partially_completed: random.pick<unknown>([true, false, "true", null]) }
        : undefined),
      ...(random.chance(0.5) ? { $survey_completed: random.pick<unknown>([true, false, "false", null]) } : undefined),
      ...answersOf(random, asked)
    }
  }
  return (survey: string): SurveyEvent => ({ ...known, properties: { $survey_id: survey, ...known.properties } })
}

const maybe = <A>(random: Random, probability: number, value: A): A | undefined =>
  random.chance(probability) ? value : undefined

const given = (record: Readonly<Record<string, unknown>>): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

/** A history that is the same for the same choices. */
export const historyOf = (random: Random): History => {
  const asked = questions.filter(() => random.chance(0.6))
  const submissions = [uuid(random), uuid(random).toUpperCase(), "a 'submission'", ""]
  const made = random.list(random.int(24), () => eventOf(random, asked, submissions))
  const uuids = made.map((event) => event("").uuid)
  const [from, to] = [time(random), time(random)].toSorted()
  return {
    fields: given({
      questions: maybe(random, 0.9, asked),
      start_date: random.pick(["2024-01-01T00:00:00Z", "2024-06-09T00:00:00Z", "2024-06-10T09:00:00Z"]),
      end_date: maybe(random, 0.3, "2024-06-11T09:00:00Z"),
      enable_partial_responses: random.chance(0.5)
    }),
    events: (survey) => made.map((event) => event(survey)),
    archived: [...uuids, ...submissions.slice(0, 2), uuid(random)].filter(() => random.chance(0.12)),
    asked: {
      ...given({ date_from: maybe(random, 0.3, from), date_to: maybe(random, 0.3, to) }),
      excludeArchived: random.chance(0.6)
    }
  }
}
