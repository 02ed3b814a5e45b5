/** Sample sizes for the test of the absolute difference, from measured variances: solved from the power itself. */
import { sequenceCritical } from "../comparison/ConfidenceSequence.ts"
import { normalUpperQuantile } from "../special/Normal.ts"
import { rootBetween } from "../special/Roots.ts"
import { twoSidedPower } from "./Power.ts"

export interface SizePlan {
  /** The variance of one observation in the control, and in the treatment if the effect exists. */
  readonly controlVariance: number
  readonly treatmentVariance: number
  /** The absolute effect to be found. */
  readonly effect: number
  readonly alpha: number
  readonly power: number
  /** The sample size at which the confidence sequence is narrowest; absent for the fixed test. */
  readonly tuning?: number | undefined
  /** The factor of each arm's observations beside equal arms; both 1 if absent. */
  readonly parts?: { readonly control: number; readonly treatment: number }
}

const equalParts = { control: 1, treatment: 1 }

/** The critical value after n observations for each of equal arms. */
const criticalAt = ({ alpha, parts: { control, treatment } = equalParts, tuning }: SizePlan, n: number): number =>
  tuning === undefined ? normalUpperQuantile(alpha / 2) : sequenceCritical((control + treatment) * n, { alpha, tuning })

const most = 1e15

/** Observations of one arm, of uneven ones on average; null where no number of them is enough. */
export const samplesPerVariant = (plan: SizePlan): number | null => {
  const { control, treatment } = plan.parts ?? equalParts
  const deviation = Math.sqrt(plan.controlVariance / control + plan.treatmentVariance / treatment)
  const lacking = (log: number) => {
    const n = Math.exp(log)
    return twoSidedPower(Math.abs(plan.effect), deviation / Math.sqrt(n), criticalAt(plan, n)) - plan.power
  }
  if (!(deviation > 0) || lacking(Math.log(most)) < 0) return null
  return lacking(Math.log(2)) >= 0 ? 2 : Math.ceil(Math.exp(rootBetween(lacking, Math.log(2), Math.log(most))) - 1e-6)
}
