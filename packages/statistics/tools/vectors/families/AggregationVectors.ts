/** Values of entities. */
import { type EntityMath, entityValue, sumsOf, uniqueSessions } from "../../aggregation/EntityValue.ts"
import { isInWindow } from "../../aggregation/RetentionWindow.ts"
import { assignVariants, exposureCounts, type MultipleVariantHandling } from "../../aggregation/VariantAssignment.ts"
import { percentile, percentileByIndex, winsorise, winsorLimits } from "../../Winsorisation.ts"
import { row } from "../Rows.ts"

interface Bounded {
  readonly control_values: ReadonlyArray<number>
  readonly treatment_values: ReadonlyArray<number>
  readonly lower_bound_percentile?: number | null
  readonly upper_bound_percentile?: number | null
  readonly ignore_zeros?: boolean
}

const winsor = (inputs: Bounded) => {
  const { control_values: control, treatment_values: treatment } = inputs
  const settings = {
    lower: inputs.lower_bound_percentile ?? undefined,
    upper: inputs.upper_bound_percentile ?? undefined,
    ignoreZeros: inputs.ignore_zeros
  }
  const limits = winsorLimits([...control, ...treatment], settings, percentile)
  const byIndex = winsorLimits([...control, ...treatment], settings, percentileByIndex)
  const [one, other] = [sumsOf(winsorise(control, limits)), sumsOf(winsorise(treatment, limits))]
  return {
    lower_limit: limits[0],
    upper_limit: limits[1],
    control_sum: one.sum,
    treatment_sum: other.sum,
    control_sum_squares: one.sum_squares,
    treatment_sum_squares: other.sum_squares,
    control_sum_index_rule: sumsOf(winsorise(control, byIndex)).sum,
    treatment_sum_index_rule: sumsOf(winsorise(treatment, byIndex)).sum
  }
}

interface Measured {
  readonly math: EntityMath
  readonly control?: ReadonlyArray<ReadonlyArray<unknown>>
  readonly test?: ReadonlyArray<ReadonlyArray<unknown>>
  readonly users?: ReadonlyArray<{
    readonly variant: string
    readonly metric_events_session_ids: ReadonlyArray<string | null>
  }>
}

const bySessions = (users: NonNullable<Measured["users"]>) => {
  const sums = (variant: string) =>
    sumsOf(
      users.filter((user) => user.variant === variant).map((user) => uniqueSessions(user.metric_events_session_ids))
    )
  return Object.fromEntries(
    [...new Set(users.map(({ variant }) => variant))].map((variant) => [variant, sums(variant)])
  )
}

const meanMetric = ({ control = [], math, test = [], users }: Measured) => {
  if (users !== undefined) return bySessions(users)
  const sums = (arm: ReadonlyArray<ReadonlyArray<unknown>>) => sumsOf(arm.map((values) => entityValue(math, values)))
  return { control: sums(control), test: sums(test) }
}

interface Completions {
  readonly window: readonly [start: number, end: number]
  readonly completion_days: ReadonlyArray<number>
}

const retention = ({ completion_days: days, window: [start, end] }: Completions) => ({
  counts: days.map((day) => isInWindow({ start, end }, day) ? 1 : 0)
})

interface Exposures {
  readonly exposures: ReadonlyArray<{ readonly user: string; readonly variant: string; readonly t: number }>
  readonly variants: ReadonlyArray<string>
}

const severalVariants = ({ exposures, variants }: Exposures) => {
  const seen = exposures.map(({ t, user, variant }) => ({ entity: user, variant, time: t }))
  const counts = (handling: MultipleVariantHandling) => exposureCounts(assignVariants(seen, variants, handling))
  return { exclude: counts("exclude"), first_seen: counts("first_seen") }
}

export const aggregationFamilies = {
  aggregation: [
    row("winsorisation", winsor),
    row("mean metric", meanMetric),
    row("retention window", retention),
    row("handling of entities seen in two variants", severalVariants)
  ]
}
