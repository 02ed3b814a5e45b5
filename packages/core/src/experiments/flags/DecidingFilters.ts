import { Struct } from "effect"
import { variantsOf } from "../../evaluation/FlagConditions.ts"
import { isJsonRecord, type JsonRecord, withMember } from "../../shared/JsonRecord.ts"
import { usualVariants, variantsIn } from "../editing/ExperimentParameters.ts"
import type { Holdout } from "../holdouts/Holdout.ts"

/**
 * The part of a flag's filters that leaves people out. SDKs that evaluate flags themselves read `holdout`, the reference
 * service's older clients `holdout_groups`: both are written.
 */
export const holdoutPart = (holdout: Pick<Holdout, "filters" | "id"> | null): JsonRecord =>
  holdout === null
    ? { holdout_groups: null }
    : {
      holdout_groups: holdout.filters,
      holdout: { id: holdout.id, exclusion_percentage: holdout.filters[0]?.["rollout_percentage"] ?? 0 }
    }

/** Some filters with another holdout, or with none. */
export const withHoldout = (filters: JsonRecord, holdout: Holdout | null): JsonRecord => ({
  ...Struct.omit(filters, ["holdout"]),
  ...holdoutPart(holdout)
})

const shareOf = (parameters: JsonRecord | null): number | undefined => {
  const share = parameters?.["rollout_percentage"]
  return typeof share === "number" ? share : undefined
}

/** The filters of a flag that is made for an experiment. */
export const newFilters = (parameters: JsonRecord | null, holdout: Holdout | null): JsonRecord => ({
  groups: [{ properties: [], rollout_percentage: shareOf(parameters) ?? 100 }],
  multivariate: { variants: variantsIn(parameters) ?? usualVariants },
  aggregation_group_type_index: parameters?.["aggregation_group_type_index"] ?? null,
  ...holdoutPart(holdout)
})

const withShare = (filters: JsonRecord, share: number | undefined): JsonRecord => {
  const { groups } = filters
  if (share === undefined || !Array.isArray(groups)) return filters
  const [first, ...rest]: ReadonlyArray<unknown> = groups
  return isJsonRecord(first)
    ? { ...filters, groups: [withMember(first, "rollout_percentage", share), ...rest] }
    : filters
}

const withVariants = (filters: JsonRecord, variants: ReadonlyArray<JsonRecord> | undefined): JsonRecord =>
  variants === undefined
    ? filters
    : {
      ...filters,
      multivariate: { ...(isJsonRecord(filters["multivariate"]) ? filters["multivariate"] : {}), variants }
    }

const groupIndex = "aggregation_group_type_index"

/** A flag's filters after its experiment's parameters were changed: parts that the parameters leave out stay. */
export const followingFilters = (filters: JsonRecord, parameters: JsonRecord | null): JsonRecord => {
  const followed = withVariants(withShare(filters, shareOf(parameters)), variantsIn(parameters))
  return parameters !== null && Object.hasOwn(parameters, groupIndex)
    ? { ...followed, [groupIndex]: parameters[groupIndex] }
    : followed
}

/** The variants of some filters, as they were sent. */
export const sentVariants = (filters: JsonRecord): ReadonlyArray<JsonRecord> => {
  const { multivariate } = filters
  const variants = isJsonRecord(multivariate) ? multivariate["variants"] : undefined
  return Array.isArray(variants) ? variants.filter(isJsonRecord) : []
}

/** The reason for which a flag with these filters cannot serve an experiment. */
export const ineligible = (filters: JsonRecord): string | undefined => {
  const [first, second] = variantsOf(filters)
  if (first === undefined || second === undefined) return "Feature flag is not eligible for experiments."
  return first.key === "control" ? undefined : "Feature flag must have control as the first variant."
}
