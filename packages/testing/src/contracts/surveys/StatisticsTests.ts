import { assert, type Vitest } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { readTimes } from "@hedgerow/core/surveys/responses/AskedTimes"
import type { EventTotals, SurveyRates } from "@hedgerow/core/surveys/responses/EventTotals"
import type { Answer } from "@hedgerow/core/surveys/responses/ResponseList"
import { SurveyResponses } from "@hedgerow/core/surveys/responses/SurveyResponses"
import { SurveyStatistics } from "@hedgerow/core/surveys/responses/SurveyStatistics"
import type { Survey } from "@hedgerow/core/surveys/Survey"
import { DateTime, Effect } from "effect"
import { Random } from "../Random.ts"
import { type History, historyOf, mergedPeople } from "./Histories.ts"
import { type Counted, modelAnswers, modelQuestions, modelTotals, responsesOf, timeOf } from "./SurveyModel.ts"
import { capture, editing, makeSurvey, makeSurveyProjects, type SurveyEvent, uuidOf } from "./SurveyWorld.ts"

interface Lived extends History {
  readonly survey: Survey
  readonly stored: ReadonlyArray<SurveyEvent>
}

/** At most this many events are captured at once. */
const batchSize = 400

/** The histories happen, and then people merge. */
const live = Effect.fnUntraced(function*(project: Project, histories: ReadonlyArray<History>) {
  const lived = yield* Effect.forEach(
    histories,
    (history, n) =>
      Effect.map(makeSurvey(project, `History ${n}`, history.fields), (survey): Lived => ({
        ...history,
        survey,
        stored: history.events(survey.id)
      }))
  )
  const all = lived.flatMap(({ stored }) => stored)
  for (let at = 0; at < all.length; at += batchSize) yield* capture(project, all.slice(at, at + batchSize))
  yield* capture(
    project,
    mergedPeople.map(([from, into], n): SurveyEvent => ({
      event: "$identify",
      distinct_id: into,
      uuid: uuidOf(n),
      timestamp: "2024-06-20T00:00:00Z",
      properties: { $anon_distinct_id: from }
    }))
  )
  const { archive } = yield* SurveyResponses
  for (const { archived, survey } of lived) {
    yield* Effect.forEach(archived, (uuid) => archive(editing(project), survey.id, uuid.toLowerCase()))
  }
  return lived
})

const ordered = (one: string, other = one): ReadonlyArray<string> =>
  [one, other].toSorted((a, b) => timeOf(a) < timeOf(b) ? -1 : 1)

const countedOf = ({ archived, asked, stored, survey }: Lived): Counted => {
  const start = DateTime.formatIso(survey.start_date ?? survey.created_at)
  const end = survey.end_date === null ? "2199" : DateTime.formatIso(survey.end_date)
  return {
    events: stored,
    archived: asked.excludeArchived ? archived.map((uuid) => uuid.toLowerCase()) : [],
    from: ordered(start, asked.date_from)[1] ?? start,
    to: ordered(end, asked.date_to)[0] ?? end
  }
}

const near = (actual: number, expected: number): boolean => Math.abs(actual - expected) < 0.010_01

const checkRates = (rates: SurveyRates, totals: EventTotals): void => {
  const { "survey dismissed": dismissed, "survey sent": sent, "survey shown": shown } = totals
  const percent = (part: number, whole: number): number => shown.total_count === 0 ? 0 : part / whole * 100
  assert.isTrue(near(rates.response_rate, percent(sent.total_count, shown.total_count)))
  assert.isTrue(near(rates.dismissal_rate, percent(dismissed.total_count, shown.total_count)))
  assert.isTrue(near(rates.unique_users_response_rate, percent(sent.unique_persons, shown.unique_persons)))
  assert.isTrue(near(rates.unique_users_dismissal_rate, percent(dismissed.unique_persons, shown.unique_persons)))
}

const answerOf = (event: SurveyEvent, asked: ReadonlyArray<JsonRecord>, index: number): Answer => {
  const [first, ...others] = modelAnswers(event, asked, index)
  const { type } = asked[index] ?? {}
  if (first === undefined) return null
  if (type === "multiple_choice") return [first, ...others]
  return type === "rating" && /^\d+$/.test(first) ? Number(first) : first
}

const pageSize = 5

/** The responses, page by page until one is not full, are those that were counted. */
const checkList = Effect.fnUntraced(function*(project: Project, lived: Lived, label: string) {
  const { archived, asked: { excludeArchived }, fields, survey } = lived
  const asked = (fields["questions"] ?? []) as ReadonlyArray<JsonRecord>
  const { list } = yield* SurveyResponses
  const times = yield* readTimes(lived.asked)
  const filter = { ...times, ...(excludeArchived ? { archived: false } : undefined) }
  const expected = responsesOf(countedOf(lived))
  const page = (offset: number) => list(project, survey.id, { ...filter, limit: pageSize, offset })
  const pages = Array.from({ length: Math.floor(expected.length / pageSize) + 1 }, (_, index) => pageSize * index)
  const found = (yield* Effect.forEach(pages, page)).flat()
  const put = new Set(expected.map(({ uuid }) => uuid))
  responsesOf({ ...countedOf(lived), archived: archived.map((uuid) => uuid.toLowerCase()) })
    .forEach(({ uuid }) => put.delete(uuid))
  const shape = expected.map((event) => ({
    uuid: event.uuid,
    distinct_id: event.distinct_id,
    completed: String(event.properties["$survey_completed"]) !== "false",
    archived: put.has(event.uuid),
    answers: asked.map((_, index) => answerOf(event, asked, index))
  }))
  const shown = found.map(({ answers, archived, completed, distinct_id, uuid }) => ({
    uuid,
    distinct_id,
    completed,
    archived,
    answers: answers.map(({ answer }) => answer)
  }))
  assert.deepStrictEqual(shown, shape, label)
})

const checkOne = Effect.fnUntraced(function*(project: Project, lived: Lived, label: string) {
  const statistics = yield* SurveyStatistics
  const counted = countedOf(lived)
  const { questions, rates, totals } = yield* statistics.ofSurvey(project, lived.survey.id, lived.asked)
  const asked = (lived.fields["questions"] ?? []) as ReadonlyArray<JsonRecord>
  assert.deepStrictEqual(totals, modelTotals(counted), label)
  assert.deepStrictEqual<unknown>(questions, modelQuestions(counted, asked), label)
  checkRates(rates, totals)
  yield* checkList(project, lived, label)
})

const checkAll = Effect.fnUntraced(function*(project: Project, lives: ReadonlyArray<Lived>) {
  const statistics = yield* SurveyStatistics
  const events = lives.flatMap(({ stored }) => stored)
  const whole: Counted = { events, archived: [], from: "1900", to: "2199" }
  const { rates, totals } = yield* statistics.ofProject(project, {})
  assert.deepStrictEqual(totals, modelTotals(whole))
  if (totals !== undefined) checkRates(rates, totals)
  const days = { date_from: "2024-06-09T00:00:00Z", date_to: "2024-06-11T09:00:00.000001Z" }
  const some = yield* statistics.ofProject(project, days)
  assert.deepStrictEqual(some.totals, modelTotals({ ...whole, from: days.date_from, to: days.date_to }))
  for (const excludeArchived of [false, true]) {
    const expected = lives.flatMap(({ archived, stored, survey }) => {
      const hidden = excludeArchived ? archived.map((uuid) => uuid.toLowerCase()) : []
      const count = responsesOf({ ...whole, from: "2024-01-01", events: stored, archived: hidden }).length
      return count === 0 ? [] : [[survey.id, count] as const]
    })
    const counts = yield* statistics.counts(project, { excludeArchived, surveys: undefined })
    assert.deepStrictEqual(counts, Object.fromEntries(expected))
    const [first] = expected
    const named = yield* statistics.counts(project, { excludeArchived, surveys: [String(first?.[0]), "unknown"] })
    assert.deepStrictEqual(named, Object.fromEntries(first === undefined ? [] : [first]))
  }
})

/** Statistics of random histories are those of a naive model. */
export const historyTests = (
  it: Vitest.MethodsNonLive<DomainServices | StoragePorts>,
  { count, seed }: { readonly count: number; readonly seed: number }
): void => {
  it.effect(`statistics of ${count} random histories are those of the model`, () =>
    Effect.gen(function*() {
      const { other, project } = yield* makeSurveyProjects
      const random = new Random(seed)
      const lives = yield* live(project, random.list(count, () => historyOf(random)))
      const foreign = lives[0]
      if (foreign !== undefined) yield* capture(other, foreign.stored)
      for (const [n, lived] of lives.entries()) yield* checkOne(project, lived, `history ${n} of seed ${seed}`)
      yield* checkAll(project, lives)
      const statistics = yield* SurveyStatistics
      assert.deepStrictEqual(yield* statistics.counts(other, { excludeArchived: false, surveys: undefined }), {})
      assert.isUndefined((yield* statistics.ofProject(other, {})).totals)
    }))
}
