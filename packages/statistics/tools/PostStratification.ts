/**
 * Post-stratified means: each stratum's difference, weighted by the stratum's share of both arms.
 *
 * Source: Miratrix, Sekhon, Yu 2013; the shares are multinomial, which adds the second part of the covariance.
 */
import type { Comparison } from "@hedgerow/statistics/comparison/Comparison"
import type { Moments } from "@hedgerow/statistics/comparison/Samples"

export interface Stratum {
  readonly control: Moments
  readonly treatment: Moments
}

const sumOver = (strata: ReadonlyArray<Stratum>, value: (stratum: Stratum) => number): number =>
  strata.reduce((sum, stratum) => sum + value(stratum), 0)

/** Compares the weighted means of two arms. */
export const compareStrata = (strata: ReadonlyArray<Stratum>): Comparison => {
  const samples = sumOver(strata, ({ control, treatment }) => control.n + treatment.n)
  const weight = ({ control, treatment }: Stratum) => (control.n + treatment.n) / samples
  const mean = (arm: keyof Stratum) => sumOver(strata, (stratum) => weight(stratum) * stratum[arm].mean)
  const within = (arm: keyof Stratum) =>
    sumOver(strata, (stratum) => weight(stratum) ** 2 * stratum[arm].variance / stratum[arm].n)
  const between = (one: keyof Stratum, other: keyof Stratum) =>
    (sumOver(strata, (stratum) => weight(stratum) * stratum[one].mean * stratum[other].mean) -
      mean(one) * mean(other)) /
    samples
  const controlVariance = within("control") + between("control", "control")
  const treatmentVariance = within("treatment") + between("treatment", "treatment")
  const shared = between("control", "treatment")
  return {
    difference: mean("treatment") - mean("control"),
    variance: controlVariance + treatmentVariance - 2 * shared,
    baseline: mean("control"),
    baselineVariance: controlVariance,
    covariance: shared - controlVariance,
    degreesOfFreedom: samples - 2 * strata.length,
    samples
  }
}
