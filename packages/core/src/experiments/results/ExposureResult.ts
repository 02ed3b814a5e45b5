/** The answer to how many were exposed to each variant, and whether in the shares they were given. */
import { toIso } from "@hedgerow/sql/types/Instants"
import { mismatchBySource, sampleRatioMismatch, type SourceTest } from "@hedgerow/statistics/comparison/SampleRatio"
import { type DailyMismatch, mismatchOverTime } from "@hedgerow/statistics/comparison/SequentialSampleRatio"
import { multipleVariants } from "../metrics/MultipleVariants.ts"
import { type AnalysedExperiment, type AnalysisWindow, exposedVariants } from "./AnalysedExperiment.ts"
import { type DayOfExposures, daysBetween } from "./MeasureExposures.ts"

type Counts = Readonly<Record<string, number>>

/** Exposures of one variant; counts are of all days so far. */
export interface ExposureSeries {
  readonly variant: string
  readonly days: ReadonlyArray<string>
  readonly exposure_counts: ReadonlyArray<number>
}

/** The answer, with the field names of the wire. */
export interface ExposureResult {
  readonly timeseries: ReadonlyArray<ExposureSeries>
  readonly total_exposures: Counts
  readonly date_range: { readonly date_from: string | null; readonly date_to: string | null }
  /** Null while there are too few exposures. */
  readonly sample_ratio_mismatch: { readonly expected: Counts; readonly p_value: number } | null
  /** The same day by day, with a p-value that may be read every day. */
  readonly sample_ratio_over_time: ReadonlyArray<DailyMismatch>
  /** The same for each library that sent exposures. */
  readonly sample_ratio_by_source: ReadonlyArray<SourceTest>
  /** Whether leaving out those with several variants can bias an uneven split; null where it cannot. */
  readonly bias_risk: { readonly multiple_variant_percentage: number } | null
}

/** From this share on, in per cent, those with several variants are reported. */
const notablePercentage = 0.1

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

const countBy = (days: ReadonlyArray<DayOfExposures>, variants: ReadonlyArray<string>): Counts =>
  Object.fromEntries(
    variants.map((variant) => [
      variant,
      sum(days.filter((one) => one.variant === variant).map(({ entities }) => entities))
    ])
  )

/** The shares that variants were given. */
const weightsOf = ({ variants }: AnalysedExperiment): Counts =>
  Object.fromEntries(variants.map(({ key, rollout_percentage }) => [key, rollout_percentage]))

const only = (counts: Counts, keys: ReadonlyArray<string>): Counts =>
  Object.fromEntries(keys.map((key) => [key, counts[key] ?? 0]))

const biasRisk = (experiment: AnalysedExperiment, totals: Counts, now: number): ExposureResult["bias_risk"] => {
  const shares = new Set(Object.values(weightsOf(experiment)).filter((share) => share > 0))
  const isExcluded = experiment.exposure_criteria.multiple_variant_handling !== "first_seen"
  const isOver = experiment.end !== undefined && experiment.end <= now
  if (!isExcluded || isOver || shares.size < 2) return null
  const all = sum(Object.values(totals))
  const percentage = all === 0 ? 0 : (totals[multipleVariants] ?? 0) / all * 100
  return percentage > notablePercentage ? { multiple_variant_percentage: percentage } : null
}

const dateRange = ({ end, start }: AnalysedExperiment): ExposureResult["date_range"] => ({
  date_from: start === undefined ? null : toIso(start),
  date_to: end === undefined ? null : toIso(end)
})

/** The answer for an experiment that has not begun. */
export const noExposures = (experiment: AnalysedExperiment): ExposureResult => ({
  timeseries: [],
  total_exposures: {},
  date_range: dateRange(experiment),
  sample_ratio_mismatch: null,
  sample_ratio_over_time: [],
  sample_ratio_by_source: [],
  bias_risk: null
})

const cumulative = (days: ReadonlyArray<string>, found: ReadonlyMap<string, number>): ReadonlyArray<number> => {
  let total = 0
  return days.map((day) => (total += found.get(day) ?? 0))
}

/** The answer, from the exposures of each day. */
export const exposureResult = (
  experiment: AnalysedExperiment,
  found: ReadonlyArray<DayOfExposures>,
  { asOf, from, to }: AnalysisWindow,
  timezone: string
): ExposureResult => {
  const days = daysBetween(from, to, timezone)
  const hasMultiple = found.some(({ variant }) => variant === multipleVariants)
  const shown = [...exposedVariants(experiment), ...(hasMultiple ? [multipleVariants] : [])]
  const totals = countBy(found, shown)
  const [tested, weights] = [experiment.variants.map(({ key }) => key), weightsOf(experiment)]
  const timeseries = shown.map((variant): ExposureSeries => {
    const own = Map.groupBy(found.filter((one) => one.variant === variant), ({ day }) => day)
    const counts = new Map([...own].map(([day, all]) => [day, sum(all.map(({ entities }) => entities))]))
    return { variant, days, exposure_counts: cumulative(days, counts) }
  })
  const overTime = days.map((day, index) => ({
    day,
    exposures: Object.fromEntries(
      timeseries.filter(({ variant }) => tested.includes(variant))
        .map(({ exposure_counts, variant }) => [variant, exposure_counts[index] ?? 0])
    )
  }))
  const bySource = [...Map.groupBy(found, ({ source }) => source)].map((
    [source, all]
  ) => [source, countBy(all, tested)])
  return {
    timeseries,
    total_exposures: totals,
    date_range: dateRange(experiment),
    sample_ratio_mismatch: sampleRatioMismatch(only(totals, tested), weights),
    sample_ratio_over_time: mismatchOverTime(overTime, weights),
    sample_ratio_by_source: mismatchBySource(Object.fromEntries(bySource), weights),
    bias_risk: biasRisk(experiment, totals, asOf)
  }
}
