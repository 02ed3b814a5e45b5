import { Cron, Schema } from "effect"
import { defineJob } from "../../jobs/JobKind.ts"
import { ExperimentId } from "../Experiment.ts"
import { RecalculationId } from "./Recalculation.ts"

/** Computes all results of a metric, one day after the other. */
export const recalculating = defineJob({
  name: "experiments.recalculate",
  payload: Schema.Struct({ recalculation: RecalculationId }),
  concurrency: 1
})

/** Computes the results of the days of an experiment that are over and have none. */
export const following = defineJob({
  name: "experiments.follow",
  payload: Schema.Struct({ experiment: ExperimentId }),
  concurrency: 1
})

/** Asks for `following` of every experiment that runs, every night. */
export const sweeping = defineJob({
  name: "experiments.sweep",
  payload: Schema.Struct({}),
  schedule: Cron.parseUnsafe("0 2 * * *", "UTC"),
  concurrency: 1
})
