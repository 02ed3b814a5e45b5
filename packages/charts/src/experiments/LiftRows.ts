import type { Verdict } from "@hedgerow/core/experiments/results/Interpretation"
import type { NamedResult } from "@hedgerow/core/experiments/results/NamedResults"

/** The lift of one variant over the baseline, by one metric. */
export interface LiftRow {
  readonly metric: string
  readonly variant: string
  /** The relative effect; null where there is none. */
  readonly lift: number | null
  /** Null where it has no bounds. */
  readonly interval: readonly [number, number] | null
  readonly verdict: Verdict
  /** The lift at which a guardrail is breached; absent for other metrics. */
  readonly margin?: number
}

/** The name of a metric as it is shown. */
export const metricName = ({ kind, name }: Pick<NamedResult, "kind" | "name">): string =>
  name === null || name === "" ? `A metric (${kind})` : name

type Variant = NonNullable<NamedResult["result"]>["variant_results"][number]

/** The lift at a guardrail's margin. An absolute margin is a lift by the mean that the effects tell of. */
const marginOf = ({ guardrail }: NamedResult, { difference, lift }: Variant): number | undefined => {
  if (guardrail === null) return undefined
  const mean = guardrail.difference_type === "relative" ? 1 : (difference ?? 0) / (lift ?? 0)
  const margin = guardrail.margin / Math.abs(mean) * (guardrail.goal === "increase" ? -1 : 1)
  return Number.isFinite(margin) ? margin : undefined
}

/** The lifts of some metrics, in the order of the metrics and their variants. */
export const liftRows = (metrics: ReadonlyArray<NamedResult>): ReadonlyArray<LiftRow> =>
  metrics.flatMap((metric) =>
    (metric.result?.variant_results ?? []).map((variant, index): LiftRow => {
      const margin = marginOf(metric, variant)
      return Object.assign({
        metric: metricName(metric),
        variant: variant.key,
        lift: variant.lift,
        interval: variant.lift_interval,
        verdict: metric.interpretation?.variants[index]?.verdict ?? "not_enough_data"
      }, margin === undefined ? {} : { margin })
    })
  )
