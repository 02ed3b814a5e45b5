/**
 * Sample ratio mismatch: whether variants were exposed in the shares they were given.
 *
 * Source: Pearson's chi-square test of fit; Fabijan et al. 2019 on what it finds.
 */
import { chiSquareUpperTail } from "../special/ChiSquare.ts"
import { type AdjustedPValue, adjustFamily } from "./MultipleTesting.ts"

export interface SampleRatioTest {
  readonly chi2: number
  readonly degrees_of_freedom: number
  readonly p_value: number
  /** The expected count of each variant; 0 where its weight is 0. */
  readonly expected_counts: ReadonlyArray<number>
}

const total = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, number) => sum + number, 0)

/** The variants that take part: those with a positive weight and a count. */
export const takingPart = (observed: ReadonlyArray<number>, weights: ReadonlyArray<number>) =>
  observed.flatMap((count, index) => {
    const weight = weights[index] ?? 0
    return weight > 0 ? [{ count, weight }] : []
  })

/** Tests the counts against the weights. Fewer than two variants, or no exposure at all, is no mismatch: p is 1. */
export const sampleRatioTest = (
  observed: ReadonlyArray<number>,
  weights: ReadonlyArray<number>
): SampleRatioTest => {
  const arms = takingPart(observed, weights)
  const scale = total(arms.map(({ count }) => count)) / total(arms.map(({ weight }) => weight))
  const chi2 = scale > 0 ? total(arms.map(({ count, weight }) => (count - weight * scale) ** 2 / (weight * scale))) : 0
  return {
    chi2,
    degrees_of_freedom: Math.max(arms.length - 1, 0),
    p_value: chiSquareUpperTail(chi2, arms.length - 1),
    expected_counts: observed.map((_, index) => (weights[index] ?? 0) * (scale > 0 ? scale : 0))
  }
}

/** Below this many exposures in all nothing is tested. */
export const leastExposures = 100

/** The p-value below which a mismatch is reported. */
export const mismatchLevel = 0.001

/** The exposure query's answer: null while there are too few exposures. */
export const sampleRatioMismatch = (
  observed: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>
) => {
  const keys = Object.keys(observed).filter((key) => (weights[key] ?? 0) > 0)
  const counts = keys.map((key) => observed[key] ?? 0)
  if (total(counts) < leastExposures) return null
  const test = sampleRatioTest(counts, keys.map((key) => weights[key] ?? 0))
  const expected = Object.fromEntries(keys.map((key, index) => [key, test.expected_counts[index] ?? 0]))
  return { expected, p_value: test.p_value }
}

/** The test of one source's exposures. */
export interface SourceTest extends Partial<AdjustedPValue> {
  readonly source: string
  /** Null while the source has too few exposures. */
  readonly p_value: number | null
  readonly mismatch: boolean
}

/** Tests the exposures of each source by itself; a mismatch is one that stays when all sources are adjusted together. */
export const mismatchBySource = (
  sources: Readonly<Record<string, Readonly<Record<string, number>>>>,
  weights: Readonly<Record<string, number>>
): ReadonlyArray<SourceTest> => {
  const tested = Object.entries(sources).map(([source, observed]) => ({
    source,
    p_value: sampleRatioMismatch(observed, weights)?.p_value ?? null
  }))
  const adjusted = adjustFamily("sources", "holm", tested.map(({ p_value }) => p_value))
  const result = (test: (typeof tested)[number], adjustment: AdjustedPValue | null | undefined): SourceTest => ({
    ...test,
    ...adjustment,
    mismatch: (adjustment?.adjusted_p_value ?? 1) < mismatchLevel
  })
  return tested.map((test, index) => result(test, adjusted[index]))
}
