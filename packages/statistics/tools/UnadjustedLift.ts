import type { Moments } from "@hedgerow/statistics/comparison/Samples"

/** The lift of the unadjusted means: where engines of the field take the gradient of a mean's relative effect. */
export const unadjustedLift = (control: Moments, treatment: Moments): number =>
  (treatment.mean - control.mean) / control.mean
