/** The reasons for which a funnel is refused, in the words and the order of the reference. */
import type { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { FunnelsFilter } from "./FunnelsFilter.ts"
import { type Exclusion, isOptional } from "./FunnelStep.ts"

/** The event or action of a step or an exclusion. */
interface Entity {
  readonly event?: string | null
  readonly id?: unknown
  readonly properties?: PropertyFilters | null
  readonly optionalInFunnel?: unknown
}

interface Problem {
  readonly path: ReadonlyArray<string | number>
  readonly text: string
}

/** More steps than these do not fit the bits of a number, beside what is excluded before each. */
export const maxSteps = 25

const propertiesOf = ({ properties }: Entity): ReadonlyArray<string> => {
  if (properties === undefined || properties === null) return []
  return (Array.isArray(properties) ? properties : [properties]).filter((one) => Object.keys(one).length > 0).map(
    (one) => JSON.stringify(one)
  )
}

/** Every event that is the one is the other too, as far as their fields show. */
const isPartOf = (one: Entity, other: Entity): boolean =>
  (one.event ?? null) === (other.event ?? null) && (one.id ?? null) === (other.id ?? null) &&
  propertiesOf(other).every((property) => propertiesOf(one).includes(property))

const isSame = (one: Entity, other: Entity): boolean => isPartOf(one, other) && isPartOf(other, one)

const rangeProblem = (
  { funnelFromStep: from, funnelToStep: to }: FunnelsFilter,
  steps: number
): Problem | undefined => {
  const at = (field: string, text: string): Problem => ({ path: ["funnelsFilter", field], text })
  if (typeof from === "number" && (from < 0 || from > steps - 2)) {
    return at("funnelFromStep", `funnelFromStep is out of bounds. It must be between 0 and ${steps - 2}.`)
  }
  if (typeof to === "number" && (to < 1 || to > steps - 1)) {
    return at("funnelToStep", `funnelToStep is out of bounds. It must be between 1 and ${steps - 1}.`)
  }
  if (typeof from === "number" && typeof to === "number" && from >= to) {
    return at(
      "funnelToStep",
      "Funnel step range is invalid. funnelToStep should be greater than funnelFromStep."
    )
  }
  return undefined
}

const exclusionProblem = (
  exclusion: Exclusion,
  series: ReadonlyArray<Entity>,
  isUnordered: boolean
): string | undefined => {
  const { funnelFromStep: from, funnelToStep: to } = exclusion
  const range = "Exclusion event range is invalid."
  if (from >= to) return `${range} End of range should be greater than start.`
  if (from < 0 || from >= series.length - 1) return `${range} Start of range is greater than number of steps.`
  if (to > series.length - 1) return `${range} End of range is greater than number of steps.`
  if (isUnordered && (from !== 0 || to !== series.length - 1)) {
    return "Partial Exclusions not allowed in unordered funnels"
  }
  return series.slice(from, to + 1).some((step) => isPartOf(exclusion, step))
    ? "Exclusion steps cannot contain an event that's part of funnel steps."
    : undefined
}

const optionalProblem = (filter: FunnelsFilter, series: ReadonlyArray<Entity>): Problem | undefined => {
  const first = series.findIndex(isOptional)
  if (first < 0) return undefined
  const path = ["series", first, "optionalInFunnel"]
  if (filter.funnelOrderType === "unordered" || (filter.funnelVizType ?? "steps") !== "steps") {
    const text =
      "Optional funnel steps are only supported in funnels with step order Sequential or Strict and the graph "
      + "type \"Conversion Steps\"."
    return { path, text }
  }
  if (first === 0) return { path, text: "The first step of a funnel cannot be optional." }
  const repeated = series.findIndex((step, index) => {
    const next = isOptional(step) ? series.slice(index + 1).find((other) => !isOptional(other)) : undefined
    return next !== undefined && isSame(step, next)
  })
  return repeated < 0 ? undefined : {
    path: ["series", repeated, "optionalInFunnel"],
    text: "An optional step cannot be the same as the following required step."
  }
}

const attributionProblem = (filter: FunnelsFilter, steps: number): Problem | undefined => {
  const { breakdownAttributionType: type, breakdownAttributionValue: value } = filter
  if (type !== "step") return undefined
  return typeof value === "number" && value >= 0 && value < steps
    ? undefined
    : {
      path: ["funnelsFilter", "breakdownAttributionValue"],
      text: `The number of a step is needed, from 0 to ${steps - 1}.`
    }
}

const problemOf = (filter: FunnelsFilter, series: ReadonlyArray<Entity>): Problem | undefined => {
  if (series.length < 2) return { path: ["series"], text: "Funnels require at least two steps." }
  const range = rangeProblem(filter, series.length)
  if (range !== undefined) return range
  for (const [index, exclusion] of (filter.exclusions ?? []).entries()) {
    const text = exclusionProblem(exclusion, series, filter.funnelOrderType === "unordered")
    if (text !== undefined) return { path: ["funnelsFilter", "exclusions", index], text }
  }
  return optionalProblem(filter, series) ?? attributionProblem(filter, series.length)
}

/** The reason for which the funnel is refused; `path` is the place of its node. */
export const funnelRefusal = (
  filter: FunnelsFilter,
  series: ReadonlyArray<Entity>,
  path: ReadonlyArray<string>
): InvalidInput | undefined => {
  const problem = problemOf(filter, series)
  return problem === undefined ? undefined : InvalidInput.at([...path, ...problem.path], "invalid_input", problem.text)
}
