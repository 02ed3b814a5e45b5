import { DateTime, Effect, Option, Schema, Stream } from "effect"
import { type Cohort, CohortId } from "../../cohorts/Cohort.ts"
import { Cohorts } from "../../cohorts/Cohorts.ts"
import type { Editing } from "../../entities/Changes.ts"
import { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { defineJob, handle } from "../../jobs/JobKind.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { FeatureFlagNotFound } from "../model/FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { FlagEvaluations } from "../serving/FlagEvaluations.ts"

/** Finds the persons for whom a flag is on, for a cohort of them. */
export const filling = defineJob({
  name: "flags.fill_cohort",
  payload: Schema.Struct({ cohort: CohortId, flag: FeatureFlagId }),
  maxAttempts: 5,
  concurrency: 1
})

const nameOf = (key: string, now: DateTime.Utc): string =>
  `Users with feature flag ${key} enabled at ${DateTime.formatIso(now).slice(0, 19).replace("T", " ")}`

/** Makes a static cohort of the persons for whom a flag is on: empty at first, filled in the background. */
export const makeFlagCohortCreation = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const cohorts = yield* Cohorts
  const jobs = yield* Jobs
  const transaction = yield* Transaction

  return Effect.fnUntraced(function*(editing: Editing, id: FeatureFlagId) {
    const flag = Option.getOrUndefined(yield* repository.find(editing.project.id, id))
    if (flag === undefined || flag.deleted) return yield* new FeatureFlagNotFound()
    const cohort: Cohort = yield* cohorts.createStatic(editing, nameOf(flag.key, yield* DateTime.now))
    const payload = { cohort: cohort.id, flag: flag.id }
    yield* jobs.enqueue(filling, { project: editing.project.id, payload, uniqueKey: String(cohort.id) })
    return cohort
  }, transaction.run)
})

/** Does `filling`: by the flag as it is then. One that has been deleted matches no one. */
export const handler = handle(
  filling,
  Effect.fnUntraced(function*({ cohort, flag: id }, { project_id: project }) {
    if (project === null) return
    const repository = yield* FeatureFlagRepository
    const cohorts = yield* Cohorts
    const evaluations = yield* FlagEvaluations
    const flag = Option.getOrUndefined(yield* repository.find(project, id))
    const members = flag === undefined || flag.deleted ? Stream.empty : evaluations.membersOf(project, flag.key)
    yield* cohorts.fill(project, cohort, members)
  })
)
