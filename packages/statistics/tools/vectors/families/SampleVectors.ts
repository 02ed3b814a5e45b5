/** Exposures, families of tests, launches. */
import { type FingerprintInput, metricFingerprint } from "@hedgerow/statistics/comparison/MetricFingerprint"
import { benjaminiHochberg, holm } from "@hedgerow/statistics/comparison/MultipleTesting"
import { percentChange } from "@hedgerow/statistics/comparison/PercentChange"
import { sampleRatioMismatch, sampleRatioTest } from "@hedgerow/statistics/comparison/SampleRatio"
import { rescaledInterval } from "../../RescaledInterval.ts"
import { row } from "../Rows.ts"

interface Exposed {
  readonly observed: ReadonlyArray<number>
  readonly weights: ReadonlyArray<number>
}

const keyed = (numbers: ReadonlyArray<number>) => Object.fromEntries(numbers.map((number, index) => [index, number]))

const mismatch = ({ observed, weights }: Exposed) => ({
  sample_ratio_mismatch: sampleRatioMismatch(keyed(observed), keyed(weights))
})

interface Family {
  readonly p_values: ReadonlyArray<number>
  readonly alpha?: number
}

const both = ({ alpha = 0.05, p_values: pValues }: Family) => {
  const [byHolm, bh] = [holm(pValues), benjaminiHochberg(pValues)]
  const rejected = (adjusted: ReadonlyArray<number>) => adjusted.filter((p) => p <= alpha).length
  return { holm: byHolm, bh, rejected_holm: rejected(byHolm), rejected_bh: rejected(bh) }
}

/** The chance that at least one of k independent tests of true null hypotheses rejects. */
const familyWiseError = (alpha: number, k: number): number => -Math.expm1(k * Math.log1p(-alpha))

interface Rescaled {
  readonly adjusted_p_value: number
  readonly point_estimate: number
  readonly alpha: number
}

const fingerprint = (inputs: FingerprintInput) => ({
  fingerprint: metricFingerprint(inputs),
  fingerprint_without_exposure_criteria: metricFingerprint({ ...inputs, exposure_criteria: null })
})

interface Launches {
  readonly launched_last_30d: number
  readonly launched_previous_30d: number
}

export const sampleFamilies = {
  srm: [
    row("chi-square", ({ observed, weights }: Exposed) => ({ ...sampleRatioTest(observed, weights) })),
    row("PostHog does not test below", mismatch)
  ],
  "multiple-testing": [
    row("Holm step-down", ({ p_values: pValues }: Family) => ({ adjusted: holm(pValues) })),
    row("Benjamini-Hochberg", ({ p_values: pValues }: Family) => ({ adjusted: benjaminiHochberg(pValues) })),
    row("Benjamini & Hochberg 1995", both),
    row("both", both),
    row("interval rescaled to an adjusted p-value", (inputs: Rescaled) => ({
      confidence_interval: rescaledInterval(inputs.point_estimate, inputs.adjusted_p_value, inputs.alpha)
    })),
    row("family-wise error", ({ alpha, k }: { readonly alpha: number; readonly k: ReadonlyArray<number> }) => ({
      fwer: k.map((tests) => familyWiseError(alpha, tests))
    }))
  ],
  fingerprint: [row("sha256 of canonical JSON", fingerprint)],
  velocity: [
    row("percent_change", (inputs: Launches) => ({
      percent_change: percentChange(inputs.launched_last_30d, inputs.launched_previous_30d)
    }))
  ]
}
