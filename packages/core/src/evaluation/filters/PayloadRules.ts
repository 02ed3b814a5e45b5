import { Result } from "effect"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { Variant } from "../FlagConditions.ts"
import { fault, faultsOfEach, type FilterFault } from "./FilterFault.ts"
import { isRedacted } from "./HiddenPayloads.ts"

const isJsonText = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

const valueFaults = (key: string, value: unknown): ReadonlyArray<FilterFault> =>
  typeof value !== "string" || isRedacted(value) || isJsonText(value)
    ? []
    : [fault(["payloads", key], "payload.json", "Payload value is not valid JSON")]

const keyFaults = (key: string, variants: ReadonlyArray<Variant>): ReadonlyArray<FilterFault> => {
  if (variants.length === 0) {
    return key === "true"
      ? []
      : [fault(["payloads", key], "cross_field.payload_key", "Payload keys must be 'true' for boolean flags")]
  }
  return variants.some((variant) => variant.key === key)
    ? []
    : [
      fault(
        ["payloads", key],
        "cross_field.payload_key",
        "Payload keys must match a variant key for multivariate flags"
      )
    ]
}

/** Everything wrong with the payloads: the values first. */
export const payloadFaults = (
  { payloads }: JsonRecord,
  variants: ReadonlyArray<Variant>
): ReadonlyArray<FilterFault> => {
  if (payloads === undefined || payloads === null) return []
  if (!isJsonRecord(payloads)) return [fault(["payloads"], "shape.payloads", "Payloads must be passed as a dictionary")]
  return [
    ...faultsOfEach(Object.entries(payloads), ([key, value]) => valueFaults(key, value)),
    ...faultsOfEach(Object.keys(payloads), (key) => keyFaults(key, variants))
  ]
}

/** The filters with each payload as JSON text: other values are written as JSON. */
export const withTextPayloads = (filters: JsonRecord): JsonRecord => {
  const { payloads } = filters
  if (!isJsonRecord(payloads) || Object.values(payloads).every((value) => typeof value === "string")) return filters
  const texts = Object.entries(payloads).map(([key, value]) => [
    key,
    typeof value === "string" || value === null ? value : JSON.stringify(value)
  ])
  return { ...filters, payloads: Object.fromEntries(texts) }
}
