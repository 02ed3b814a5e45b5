import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"

/** A variant's lift up to the end of each day; null for days without one. */
export interface LiftSeries {
  readonly variant: string
  readonly lifts: ReadonlyArray<number | null>
  readonly intervals: ReadonlyArray<readonly [number, number] | null>
}

const numberOf = (value: unknown): number | null => typeof value === "number" && Number.isFinite(value) ? value : null

const intervalOf = (value: unknown): readonly [number, number] | null => {
  const [low, high] = Array.isArray(value) ? value.map(numberOf) : []
  return typeof low === "number" && typeof high === "number" ? [low, high] : null
}

const variantsOf = (result: JsonRecord | null): ReadonlyArray<JsonRecord> => {
  const { variant_results: variants } = recordOrEmpty(result)
  return Array.isArray(variants) ? variants.filter(isJsonRecord) : []
}

/** The lifts of each variant, of the daily results as they are kept; a day has the results of its own time. */
export const liftSeries = (days: Readonly<Record<string, JsonRecord | null>>): ReadonlyArray<LiftSeries> => {
  const results = Object.values(days).map(variantsOf)
  const keys = new Set(results.flatMap((variants) => variants.map(({ key }) => String(key))))
  return [...keys].map((variant) => {
    const own = results.map((variants) => variants.find(({ key }) => key === variant) ?? {})
    return {
      variant,
      lifts: own.map(({ lift }) => numberOf(lift)),
      intervals: own.map(({ lift_interval: interval }) => intervalOf(interval))
    }
  })
}
