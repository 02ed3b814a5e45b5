import { duplicationFields } from "@hedgerow/core/experiments/editing/DuplicateExperiments"
import { endingFields, shippingFields } from "@hedgerow/core/experiments/lifecycle/ExperimentLifecycle"
import { Schema } from "effect"
import { CohortRecord } from "../cohorts/CohortSchema.ts"
import { FeatureFlagRecord } from "../flags/FeatureFlagSchema.ts"
import { createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

/** The names of a copy and of its flag. */
export const ExperimentDuplication = createBody(duplicationFields, {
  identifier: "ExperimentDuplication",
  description: "The name of the copy and the key of its flag. Nothing has to be sent."
})

/** The end of an experiment. */
export const ExperimentEnding = createBody(endingFields, {
  identifier: "ExperimentEnding",
  description: "The decision about the experiment. Nothing has to be sent."
})

/** The variant that everybody is to get. */
export const VariantShipping = createBody(shippingFields, {
  identifier: "VariantShipping",
  description: "The variant that everybody is to get, and the decision about the experiment."
})

/** A cohort that was made. */
export const ExposureCohort = Schema.Struct({
  cohort: described(CohortRecord, "The cohort of the people exposed to the experiment.")
}).annotate({ identifier: "ExposureCohort" })

/** Flags that an experiment can decide by. */
export const EligibleFlags = Schema.Struct({
  results: described(Schema.Array(FeatureFlagRecord), "The flags of this page."),
  count: described(Schema.Int, "The number of flags on all pages.")
}).annotate({ identifier: "EligibleFlags" })

/** Whether code must add variants to events. */
export const FlagImplementation = Schema.Struct({
  result: described(Schema.Boolean, "Whether none of the sampled events has a variant.")
}).annotate({ identifier: "FlagImplementation" })

/** The number of experiments launched in periods of time. */
export const ExperimentVelocity = Schema.Struct({
  launched_last_30d: described(Schema.Int, "Experiments that began in the last 30 days."),
  launched_previous_30d: described(Schema.Int, "Experiments that began in the 30 days before those."),
  percent_change: described(Schema.Finite, "The change from these to those in per cent, with one decimal."),
  active_experiments: described(Schema.Int, "Experiments that run."),
  completed_last_30d: described(Schema.Int, "Experiments that ended in the last 30 days.")
}).annotate({ identifier: "ExperimentVelocity" })
