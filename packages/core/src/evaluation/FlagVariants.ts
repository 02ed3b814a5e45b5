import type { JsonRecord } from "../shared/JsonRecord.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import { variantsOf } from "./FlagConditions.ts"
import { variantAt, variantBounds, variantHash } from "./Hashing.ts"

/** The variants of a flag with the shares they take. */
export interface FlagVariants {
  readonly keys: ReadonlyArray<string>
  readonly bounds: ReadonlyArray<number>
}

/** Reads the variants of some filters. */
export const readVariants = (filters: JsonRecord): FlagVariants => {
  const variants = variantsOf(filters)
  return {
    keys: variants.map((variant) => variant.key),
    bounds: variantBounds(variants.map((variant) => variant.percentage))
  }
}

/** The place of the variant that an identifier gets; -1 for none. */
export const variantFor = ({ bounds }: FlagVariants, flagKey: string, identifier: string): number =>
  bounds.length === 0 ? -1 : variantAt(bounds, variantHash(flagKey, identifier))

/** The payload's JSON text for a variant, or for a flag that is merely on. */
export const payloadOf = (filters: JsonRecord, variant: string | null): string | null => {
  const payloads = recordOrEmpty(filters["payloads"])
  const name = variant ?? "true"
  const payload = Object.hasOwn(payloads, name) ? payloads[name] : undefined
  if (payload === undefined || payload === null) return null
  return typeof payload === "string" ? payload : JSON.stringify(payload)
}
