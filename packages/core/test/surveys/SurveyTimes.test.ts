import { assert, describe, it } from "@effect/vitest"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { internalFilters, surveyMark } from "@hedgerow/core/surveys/audience/TargetingFlags"
import { blankSurvey, changedSurvey, withConsequences } from "@hedgerow/core/surveys/editing/SurveyChanging"
import { currentSurvey } from "@hedgerow/core/surveys/schedule/CurrentSurvey"
import {
  areIterationsOver,
  iterationAt,
  iterationState,
  nextIterationAt
} from "@hedgerow/core/surveys/schedule/Iterations"
import {
  dailyLimits,
  nextSamplingDay,
  nextSamplingStart,
  samplingRollout
} from "@hedgerow/core/surveys/schedule/Sampling"
import { isDue, nextLook, surveyStatus } from "@hedgerow/core/surveys/schedule/SurveyState"
import { Survey, SurveyId } from "@hedgerow/core/surveys/Survey"
import { DateTime } from "effect"

const at = (iso: string) => DateTime.makeUnsafe(iso)
const day = (of: number, hours = 0) => DateTime.add(at("2026-01-01T00:00:00Z"), { days: of, hours })
const iso = (time: DateTime.Utc | null | undefined) =>
  time === null || time === undefined ? time : DateTime.formatIso(time)

const blank = blankSurvey({
  project_id: ProjectId.make(1),
  id: SurveyId.make("0190a5d0-0000-7000-8000-000000000000"),
  name: "Timed",
  type: "popover",
  created_by: null,
  created_at: day(0)
})

const survey = (fields: Partial<Survey>, current = 1) => withConsequences(new Survey({ ...blank, ...fields }), current)

const recurring = { start_date: day(0), iteration_count: 3, iteration_frequency_days: 10 }

const sampled = {
  start_date: day(0),
  response_sampling_start_date: day(0),
  response_sampling_interval_type: "day",
  response_sampling_interval: 3,
  response_sampling_limit: 7
} as const

const noResponses = { total: 0, sampled: 0 }

describe("iterations", () => {
  it("belong to their beginning and not to their end", () => {
    const times = [day(0), day(9, 23), day(10), day(20), day(29, 23), day(30)]
    assert.deepStrictEqual(times.map((time) => iterationAt(survey(recurring), time)), [1, 1, 2, 3, 3, 4])
    assert.deepStrictEqual(times.map((time) => areIterationsOver(survey(recurring), time)), [
      false,
      false,
      false,
      false,
      false,
      true
    ])
  })

  it("have the beginnings that follow from the first, and none where nothing is asked again", () => {
    assert.deepStrictEqual(iterationState(survey(recurring), 9), {
      iteration_start_dates: [0, 10, 20].map((of) => isoText(day(of))),
      current_iteration: 3,
      current_iteration_start_date: day(20)
    })
    const none = { iteration_start_dates: [], current_iteration: null, current_iteration_start_date: null }
    for (const fields of [{ iteration_count: 0 }, { iteration_count: null }, { iteration_frequency_days: null }]) {
      assert.deepStrictEqual(iterationState(survey({ ...recurring, ...fields }), 1), none)
      assert.isUndefined(iterationAt(survey({ ...recurring, ...fields }), day(1)))
    }
    assert.isNull(iterationState(survey({ ...recurring, start_date: null }), 1).iteration_start_dates)
  })

  it("are looked at when the next one begins, and when the last one ends", () => {
    assert.deepStrictEqual([0, 9, 10, 25, 30].map((of) => iso(nextIterationAt(survey(recurring), day(of)))), [
      iso(day(10)),
      iso(day(10)),
      iso(day(20)),
      iso(day(30)),
      undefined
    ])
    const later = survey({ ...recurring, start_date: day(5) })
    assert.deepStrictEqual(iso(nextIterationAt(later, day(0))), iso(day(5)))
  })

  it("roll over without losing anything, and end the survey", () => {
    const waiting = survey({ ...recurring, conditions: { seenSurveyWaitPeriodInDays: 7 } })
    const second = currentSurvey(waiting, day(10), undefined).survey
    assert.strictEqual(surveyMark(second), `${second.id}/2`)
    assert.strictEqual((internalFilters(second)["groups"] as ReadonlyArray<unknown>).length, 2)
    assert.isFalse(isDue(second, day(10)))
    assert.deepStrictEqual(iso(nextLook(second, day(10))), iso(day(20)))
    const over = currentSurvey(second, day(31), undefined).survey
    assert.deepStrictEqual([over.current_iteration, iso(over.end_date)], [3, iso(day(31))])
    assert.isUndefined(nextLook(over, day(31)))
    assert.strictEqual(currentSurvey(over, day(40), noResponses).survey, over, "what is stopped stays as it is")
  })
})

describe("a change", () => {
  it("keeps the fields that it leaves out", () => {
    const begun = survey(recurring, 2)
    const more = changedSurvey(begun, { iteration_count: 5 }, day(15))
    assert.deepStrictEqual([more.iteration_frequency_days, more.current_iteration], [10, 2])
    assert.strictEqual(more.iteration_start_dates?.length, 5)
  })

  it("of the beginning begins with the first iteration", () => {
    assert.strictEqual(changedSurvey(survey(recurring, 2), { start_date: day(3) }, day(15)).current_iteration, 1)
  })

  it("that resumes a survey after its last iteration begins it anew, and one before that goes on", () => {
    const stopped = survey({ ...recurring, end_date: day(12) }, 2)
    const goesOn = changedSurvey(stopped, { end_date: null }, day(15))
    assert.deepStrictEqual([iso(goesOn.start_date), goesOn.current_iteration], [iso(day(0)), 2])
    const anew = changedSurvey(stopped, { end_date: null }, day(90))
    assert.deepStrictEqual([iso(anew.start_date), anew.current_iteration], [iso(day(90)), 1])
  })

  it("decides the state: any end stops, and the archive comes first", () => {
    const states = [
      {},
      { start_date: day(0) },
      { start_date: day(0), end_date: day(99) },
      { end_date: day(0) },
      { start_date: day(0), archived: true }
    ].map((fields) => surveyStatus(survey(fields)))
    assert.deepStrictEqual(states, ["draft", "running", "stopped", "draft", "archived"])
  })
})

describe("sampling", () => {
  it("spreads its responses and its people over its days", () => {
    assert.deepStrictEqual(
      dailyLimits(survey(sampled))?.map(({ daily_response_limit, rollout_percentage }) => [
        daily_response_limit,
        rollout_percentage
      ]),
      [[3, 33.33], [5, 66.67], [7, 100]]
    )
    const week = dailyLimits(survey({ ...sampled, response_sampling_interval_type: "week" }))
    assert.strictEqual(week?.length, 21)
    assert.deepInclude(week?.at(-1), { daily_response_limit: 7, rollout_percentage: 100 })
    const lacking = [
      { response_sampling_limit: 0 },
      { response_sampling_limit: null },
      { response_sampling_interval_type: null },
      { response_sampling_start_date: null }
    ]
    for (const fields of lacking) assert.isNull(dailyLimits(survey({ ...sampled, ...fields })))
  })

  it("asks nobody before it begins and once the day has its responses", () => {
    const rollout = (of: number, responses: number) => samplingRollout(survey(sampled), responses, day(of))
    assert.deepStrictEqual([rollout(-1, 0), rollout(0, 2), rollout(0, 3)], [0, 33.33, 0])
    assert.deepStrictEqual([rollout(1, 4), rollout(1, 5), rollout(2, 6), rollout(2, 7)], [66.67, 0, 100, 0])
    assert.isUndefined(samplingRollout(survey({}), 0, day(0)))
  })

  it("begins anew after its last day, however long nobody looked", () => {
    assert.isUndefined(nextSamplingStart(survey(sampled), day(2, 23)))
    assert.deepStrictEqual([3, 5, 10].map((of) => iso(nextSamplingStart(survey(sampled), day(of)))), [
      iso(day(3)),
      iso(day(3)),
      iso(day(9))
    ])
    const { rollout, survey: anew } = currentSurvey(survey(sampled), day(10), { total: 50, sampled: 50 })
    assert.deepStrictEqual([iso(anew.response_sampling_start_date), rollout], [iso(day(9)), 66.67])
    assert.deepStrictEqual(iso(nextSamplingDay(anew, day(10))), iso(day(11)))
    assert.deepStrictEqual(iso(nextSamplingDay(survey(sampled), day(-5))), iso(day(0)))
  })
})

describe("a limit", () => {
  it("stops a survey that has its responses, and is kept", () => {
    const limited = survey({ start_date: day(0), responses_limit: 5 })
    assert.isNull(currentSurvey(limited, day(1), { total: 4, sampled: 0 }).survey.end_date)
    const full = currentSurvey(limited, day(1), { total: 5, sampled: 0 }).survey
    assert.deepStrictEqual([iso(full.end_date), full.responses_limit], [iso(day(1)), 5])
    assert.isNull(currentSurvey(limited, day(1), undefined).survey.end_date, "what was not counted stops nothing")
  })
})
