import { DateTime, Effect } from "effect"
import { handle } from "../../jobs/JobKind.ts"
import type { Survey, SurveyId } from "../Survey.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import { Surveys } from "../Surveys.ts"
import { makeArming, settling, sweeping } from "./SurveyJobs.ts"

/** At most this many surveys are read at once when looks are asked for. */
const pageSize = 1_000

/** Does `settling`. */
export const handler = handle(
  settling,
  Effect.fnUntraced(function*({ survey }, { project_id }) {
    if (project_id !== null) yield* (yield* Surveys).settle(project_id, survey)
  })
)

/** Does `sweeping`. */
export const sweepHandler = handle(
  sweeping,
  Effect.fnUntraced(function*() {
    const repository = yield* SurveyRepository
    const { lookAt } = yield* makeArming
    const now = yield* DateTime.now
    let after: SurveyId | undefined = undefined
    let isLast = false
    while (!isLast) {
      const page: ReadonlyArray<Survey> = yield* repository.timed(after, pageSize)
      yield* Effect.forEach(page, (survey) => lookAt(survey, now), { discard: true })
      isLast = page.length < pageSize
      after = page.at(-1)?.id
    }
  })
)
