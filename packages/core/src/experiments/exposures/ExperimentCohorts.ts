import { positiveInt4 } from "../../shared/Int4.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"

/** The parts of an experiment or a saved metric that can have conditions on properties. */
export interface Measured {
  readonly metrics?: ReadonlyArray<JsonRecord> | null
  readonly metrics_secondary?: ReadonlyArray<JsonRecord> | null
  readonly exposure_criteria?: JsonRecord | null
}

const idsOf = (value: unknown): ReadonlyArray<number> =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => positiveInt4(one) ?? [])

/** Conditions stand no deeper than this in what the field tables let through. */
const maxDepth = 24

const cohortsIn = (value: unknown, depth = maxDepth): ReadonlyArray<number> => {
  if (depth === 0) return []
  if (Array.isArray(value)) return value.flatMap((one) => cohortsIn(one, depth - 1))
  if (!isJsonRecord(value)) return []
  return value["type"] === "cohort"
    ? idsOf(value["value"])
    : Object.values(value).flatMap((one) => cohortsIn(one, depth - 1))
}

/** The cohorts that the metrics and the exposure go by, each once. */
export const namedCohorts = ({ exposure_criteria, metrics, metrics_secondary }: Measured): ReadonlyArray<number> => [
  ...new Set(cohortsIn([metrics, metrics_secondary, exposure_criteria]))
]
