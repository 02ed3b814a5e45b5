import { Struct } from "effect"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { Experiment, stateOf } from "../Experiment.ts"

/** The member of the parameters that has the variants of an ended experiment, where its flag has others since. */
const name = "split_at_end"

/** The variants with which an ended experiment ran; undefined where its flag still has them. */
export const splitAtEnd = (experiment: Experiment): ReadonlyArray<JsonRecord> | undefined => {
  const kept = stateOf(experiment) === "complete" ? experiment.parameters?.[name] : undefined
  return Array.isArray(kept) && kept.every(isJsonRecord) && kept.length > 0 ? kept : undefined
}

/** Some parameters of an experiment that has not ended. */
export const withoutSplitAtEnd = (parameters: JsonRecord | null): JsonRecord | null =>
  parameters === null || !Object.hasOwn(parameters, name) ? parameters : Struct.omit(parameters, [name])

/** The parameters of an ended experiment whose flag gets other variants; the first that are kept stay. */
export const keepingSplit = (experiment: Experiment, variants: ReadonlyArray<JsonRecord>): JsonRecord =>
  stateOf(experiment) !== "complete" || splitAtEnd(experiment) !== undefined || variants.length === 0 ? {} : {
    [name]: variants.map(({ key, rollout_percentage }) => ({ key, rollout_percentage }))
  }

/** A change of parameters as a whole leaves the split of an ended experiment; one that runs again has none. */
export const withSplitOfEnd = (before: Experiment, after: Experiment): Experiment => {
  const kept = stateOf(after) === "complete" ? splitAtEnd(before) : undefined
  const parameters = kept === undefined
    ? withoutSplitAtEnd(after.parameters)
    : { ...after.parameters, [name]: kept }
  return parameters === after.parameters ? after : new Experiment({ ...after, parameters })
}
