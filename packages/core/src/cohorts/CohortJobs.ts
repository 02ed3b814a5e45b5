import { Duration, Schema } from "effect"
import { defineJob } from "../jobs/JobKind.ts"
import { CohortId } from "./Cohort.ts"

/** Members found longer ago than this are found anew when that is next asked for. */
export const maxAge = Duration.hours(12)

/** Finds the members of one cohort. */
export const calculation = defineJob({
  name: "cohorts.calculate",
  payload: Schema.Struct({ cohort: CohortId }),
  maxAttempts: 5,
  concurrency: 1
})

/** Asks for the calculation of every cohort that is due, every day. */
export const refreshing = defineJob({
  name: "cohorts.refresh",
  payload: Schema.Struct({}),
  schedule: Duration.days(1),
  concurrency: 1
})
