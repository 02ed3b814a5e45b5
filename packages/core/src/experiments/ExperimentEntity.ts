import type { EntityActivity } from "../entities/Entity.ts"
import { entity } from "../entities/Entity.ts"
import { Experiment, experimentStates, stateOf } from "./Experiment.ts"
import { namedCohorts } from "./exposures/ExperimentCohorts.ts"

/** The facts that storages find experiments by; they follow from the other fields. */
export interface ExperimentFacts {
  /** 0 for a draft, 1 while it runs, 2 once it is complete. */
  readonly state: number
  readonly saved_metric_ids: ReadonlyArray<number>
  readonly cohort_ids: ReadonlyArray<number>
}

const activity: EntityActivity<Experiment> = { scope: "Experiment", name: ({ name }) => name }

/** The entity of experiments. */
export const experimentEntity = entity<Experiment, ExperimentFacts>({
  name: "Experiment",
  table: "experiments",
  model: Experiment,
  ids: { sequence: "experiments_id_seq" },
  derive: {
    columns: ["state", "saved_metric_ids", "cohort_ids"],
    from: (experiment) => ({
      state: experimentStates.indexOf(stateOf(experiment)),
      saved_metric_ids: experiment.saved_metrics.map(({ saved_metric }) => saved_metric),
      cohort_ids: namedCohorts(experiment)
    })
  },
  activity,
  bumps: "project"
})

/** The same, for entries about the saved metrics of an experiment. */
export const savedMetricLinkEntity: typeof experimentEntity = {
  ...experimentEntity,
  activity: { ...activity, detail: () => ({ type: "saved_metric_config" }) },
  bumps: undefined
}
