import { canonicalJson } from "../../types/CanonicalJson.ts"

/** A float as text: the shortest digits that mean it, without an exponent. */
export const floatText = (value: number): string => {
  if (Object.is(value, -0)) return "-0"
  if (Number.isFinite(value)) return canonicalJson(value)
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf"
}
