import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"

const isActive = ({ feature_flag: flag }: JsonRecord): boolean => isJsonRecord(flag) && flag["active"] === true

/** The steps of experiments, and which experiments take them. */
const takes: Readonly<Record<string, (experiment: JsonRecord) => boolean>> = {
  archive: ({ archived, status }) => status === "complete" && archived === false,
  createExposureCohort: ({ exposure_cohort, start_date }) => start_date !== null && exposure_cohort === null,
  end: ({ status }) => status === "running",
  launch: ({ status }) => status === "draft",
  pause: (experiment) => experiment["status"] === "running" && isActive(experiment),
  reset: ({ status }) => status !== "draft",
  resume: (experiment) => experiment["status"] === "running" && !isActive(experiment),
  shipVariant: ({ status }) => status !== "draft",
  unarchive: ({ archived }) => archived === true
}

const poolOf = (step: string): string => `experiments to ${step}`

/** The experiments that each operation on one is for. */
export const experimentPools: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(takes).map((step) => [`experimentActions.${step}`, poolOf(step)])
)

/** The pools of experiments, and whether this one belongs there. */
export const poolsOfExperiment = (experiment: JsonRecord): ReadonlyArray<readonly [pool: string, belongs: boolean]> =>
  Object.entries(takes).map(([step, takesIt]) => [poolOf(step), experiment["deleted"] !== true && takesIt(experiment)])

/** A metric of an experiment whose days have results. */
export interface MeasuredMetric {
  readonly experiment: number
  readonly metric: JsonRecord
}

/** The first metric of an experiment that has begun. */
export const measuredMetric = ({ deleted, id, metrics, start_date: start }: JsonRecord): MeasuredMetric | undefined => {
  const metric: unknown = Array.isArray(metrics) ? metrics[0] : undefined
  return deleted !== true && typeof start === "string" && typeof id === "number" && isJsonRecord(metric)
    ? { experiment: id, metric }
    : undefined
}
