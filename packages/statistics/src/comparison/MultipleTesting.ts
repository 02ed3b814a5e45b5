/**
 * Several tests at once.
 *
 * Sources: Holm 1979 (family-wise error); Benjamini & Hochberg 1995 (false discovery rate).
 */

export type AdjustmentMethod = "holm" | "benjamini-hochberg"

const ascending = (pValues: ReadonlyArray<number>) =>
  pValues.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p)

const inInputOrder = (ranked: ReadonlyArray<{ readonly index: number; readonly p: number }>): ReadonlyArray<number> => {
  const adjusted = Array.from<number>({ length: ranked.length })
  for (const { index, p } of ranked) adjusted[index] = p
  return adjusted
}

/** Holm's step-down p-values, in the order of the input. */
export const holm = (pValues: ReadonlyArray<number>): ReadonlyArray<number> => {
  let largest = 0
  return inInputOrder(
    ascending(pValues).map(({ index, p }, rank) => {
      largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)))
      return { index, p: largest }
    })
  )
}

/** Benjamini and Hochberg's step-up p-values, in the order of the input. */
export const benjaminiHochberg = (pValues: ReadonlyArray<number>): ReadonlyArray<number> => {
  let smallest = 1
  return inInputOrder(
    ascending(pValues).toReversed().map(({ index, p }, place) => {
      smallest = Math.min(smallest, p * pValues.length / (pValues.length - place))
      return { index, p: smallest }
    })
  )
}

const methods = { "holm": holm, "benjamini-hochberg": benjaminiHochberg }

/** The adjustment of a p-value, and the number of tests adjusted together. */
export interface Adjustment {
  readonly method: AdjustmentMethod
  /** The tests that were adjusted together, in words. */
  readonly family: string
  readonly size: number
}

export interface AdjustedPValue {
  readonly adjusted_p_value: number
  readonly adjustment: Adjustment
}

/** Adjusts a family of tests; a test without a p-value stays without and does not count. */
export const adjustFamily = (
  family: string,
  method: AdjustmentMethod,
  pValues: ReadonlyArray<number | null>
): ReadonlyArray<AdjustedPValue | null> => {
  const tested = pValues.filter((p) => p !== null)
  const adjusted = methods[method](tested)[Symbol.iterator]()
  const adjustment = { method, family, size: tested.length }
  return pValues.map((p) => p === null ? null : { adjusted_p_value: adjusted.next().value ?? 1, adjustment })
}
