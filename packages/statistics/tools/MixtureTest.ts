/**
 * The mixture sequential probability ratio test of a normal mean.
 *
 * Sources: Johari, Pekelis, Walsh, "Always valid inference", arXiv 1512.04922 (fixed τ); the public documentation of
 * Statsig (τ that moves with the sample: safe in simulation, without the martingale's proof).
 */
import { type Interval, intervalAround } from "@hedgerow/statistics/comparison/Effect"
import { normalUpperQuantile } from "@hedgerow/statistics/special/Normal"

/** The likelihood ratio and the always-valid p-value after one look; over many looks the smallest p-value counts. */
export const mixtureTest = (estimate: number, variance: number, tau: number) => {
  const total = variance + tau
  const log = Math.log(variance / total) / 2 + tau * estimate * estimate / (2 * variance * total)
  return { lambda: Math.exp(log), pValue: Math.min(1, Math.exp(-log)) }
}

interface ObservedArm {
  readonly n: number
  readonly variance: number
}

/** The interval with τ = z² (v_t + v_c) / (n_t + n_c). */
export const movingMixtureInterval = (
  estimate: number,
  control: ObservedArm,
  treatment: ObservedArm,
  alpha: number
): { readonly variance: number; readonly tau: number; readonly critical: number; readonly interval: Interval } => {
  const variance = treatment.variance / treatment.n + control.variance / control.n
  const tau = normalUpperQuantile(alpha / 2) ** 2 * (treatment.variance + control.variance) / (treatment.n + control.n)
  const total = variance + tau
  const critical = Math.sqrt(total / tau * (-2 * Math.log(alpha / 2) - Math.log(variance / total)))
  return {
    variance,
    tau,
    critical,
    interval: intervalAround({ estimate, standardError: Math.sqrt(variance) }, critical)
  }
}
