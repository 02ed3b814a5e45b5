import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Struct } from "effect"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { variantsIn, withWebVariants } from "../editing/ExperimentParameters.ts"
import { Experiment } from "../Experiment.ts"
import { sentVariants } from "./DecidingFilters.ts"

type DecidingFlag = Pick<FeatureFlag, "ensure_experience_continuity" | "filters">

const groupIndex = "aggregation_group_type_index"

const isSame = (left: unknown, right: unknown): boolean => canonicalJson(left) === canonicalJson(right)

const shareOf = ({ groups }: JsonRecord): unknown => {
  const first: unknown = Array.isArray(groups) ? groups[0] : undefined
  return isJsonRecord(first) ? first["rollout_percentage"] : undefined
}

/** The parts of a flag that the parameters of its experiments name. */
const partsOf = ({ ensure_experience_continuity, filters }: DecidingFlag): JsonRecord => ({
  feature_flag_variants: sentVariants(filters),
  [groupIndex]: filters[groupIndex] ?? null,
  rollout_percentage: shareOf(filters) ?? null,
  ensure_experience_continuity
})

/** The parts that a change of a flag changed. */
const changedParts = (before: DecidingFlag, after: DecidingFlag): JsonRecord => {
  const [was, is] = [partsOf(before), partsOf(after)]
  return Object.fromEntries(Object.entries(is).filter(([name, value]) => !isSame(value, was[name])))
}

/** Whether a change of a flag changes anything that its experiments name. */
export const reachesExperiments = (before: DecidingFlag, after: DecidingFlag): boolean =>
  Object.keys(changedParts(before, after)).length > 0

/** The members of a variant that belong to the flag. */
const flagMembers = ["name", "rollout_percentage"]

/** The variants of a flag, with what clients keep about each in the parameters. */
const withKept = (parameters: JsonRecord | null, variants: ReadonlyArray<JsonRecord>): ReadonlyArray<JsonRecord> => {
  const kept = new Map((variantsIn(parameters) ?? []).map((variant) => [
    variant["key"],
    Struct.omit(variant, flagMembers)
  ]))
  return variants.map((variant) => ({ ...kept.get(variant["key"]), ...variant }))
}

/** Some parameters with the variants and the group type of a flag. */
export const withSplitOf = (
  parameters: JsonRecord | null,
  { filters }: Pick<FeatureFlag, "filters">
): JsonRecord | null => {
  const variants = sentVariants(filters)
  if (variants.length === 0) return parameters
  const group = filters[groupIndex] ?? null
  const names = group !== null || Object.hasOwn(parameters ?? {}, groupIndex)
  return {
    ...parameters,
    feature_flag_variants: withKept(parameters, variants),
    ...(names ? { [groupIndex]: group } : undefined)
  }
}

/** An experiment after a change of its flag: what the change says of variants and group type stands in the parameters. */
export const followedExperiment = (experiment: Experiment, before: DecidingFlag, after: DecidingFlag): Experiment => {
  const { parameters } = experiment
  const changed = changedParts(before, after)
  const variants = sentVariants(after.filters)
  const isNamed = (name: string) => parameters !== null && Object.hasOwn(parameters, name)
  const followed = {
    ...parameters,
    ...("feature_flag_variants" in changed && variants.length > 0
      ? { feature_flag_variants: withKept(parameters, variants) }
      : undefined),
    ...(groupIndex in changed ? { [groupIndex]: changed[groupIndex] } : undefined),
    ...Object.fromEntries(
      ["rollout_percentage", "ensure_experience_continuity"]
        .filter((name) => isNamed(name) && name in changed)
        .map((name) => [name, changed[name]])
    )
  }
  const next = experiment.type === "web" ? withWebVariants(followed, variants) : followed
  return isSame(next, parameters ?? {}) ? experiment : new Experiment({ ...experiment, parameters: next })
}
