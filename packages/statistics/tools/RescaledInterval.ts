/** The interval that is stretched to an adjusted p-value: what vectors have. It does not cover at its level. */
import type { Interval } from "@hedgerow/statistics/comparison/Effect"
import { normalUpperQuantile } from "@hedgerow/statistics/special/Normal"

/** The normal interval that excludes 0 exactly when the adjusted p-value is below alpha. */
export const rescaledInterval = (estimate: number, adjustedPValue: number, alpha: number): Interval => {
  const z = normalUpperQuantile(adjustedPValue / 2)
  const width = z > 0 ? normalUpperQuantile(alpha / 2) * Math.abs(estimate) / z : Infinity
  return [estimate - width, estimate + width]
}
