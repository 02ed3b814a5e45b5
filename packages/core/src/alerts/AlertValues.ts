import { cutText } from "../shared/CapturedText.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import type { AlertConfig, Condition, Threshold } from "./Alert.ts"

/** The numbers of one curve of an answer: one for each interval, or one for all of them. */
export interface AlertCurve {
  readonly label: string
  readonly data: ReadonlyArray<number>
  readonly total: number | undefined
}

const isNumber = (value: unknown): value is number => typeof value === "number"

const curveOf = ({ aggregated_value: total, data, label }: JsonRecord): AlertCurve => ({
  label: typeof label === "string" ? cutText(label) : "",
  data: Array.isArray(data) ? data.filter(isNumber) : [],
  total: isNumber(total) ? total : undefined
})

/** The curves of a series: one, or one for each value of a breakdown. An earlier period to compare with is left out. */
export const curvesOf = (answer: JsonRecord, { series_index: index }: AlertConfig): ReadonlyArray<AlertCurve> => {
  const results = Array.isArray(answer["results"]) ? answer["results"].filter(isJsonRecord) : []
  const current = results.filter(({ compare_label: period }) => period !== "previous")
  const isOfSeries = current.some(({ action }) => isNumber(recordOrEmpty(action)["order"]))
  const own = isOfSeries
    ? current.filter(({ action }) => recordOrEmpty(action)["order"] === index)
    : current.slice(index, index + 1)
  return own.map(curveOf)
}

/** The value of a curve that the bounds are of; undefined where it has too few intervals. */
export const measured = (
  { data, total }: AlertCurve,
  { type: condition }: Condition,
  { configuration: { type } }: Threshold,
  config: AlertConfig
): number | undefined => {
  const known = config.check_ongoing_interval === true ? data : data.slice(0, -1)
  if (condition === "absolute_value") return total ?? known.at(-1)
  const [before, last] = [known.at(-2), known.at(-1)]
  if (total !== undefined || before === undefined || last === undefined) return undefined
  const difference = condition === "relative_increase" ? last - before : before - last
  if (type === "absolute") return difference
  return difference === 0 ? 0 : difference / Math.abs(before)
}

/** A curve, and its value. */
export interface MeasuredCurve {
  readonly label: string
  readonly value: number
}

/** The bound that a value has crossed, in words; undefined within the bounds. */
const crossed = (
  value: number,
  { configuration: { bounds: { lower, upper }, type } }: Threshold
): string | undefined => {
  const shown = (number: number) => type === "percentage" ? `${Math.round(number * 10_000) / 100} %` : String(number)
  if (typeof lower === "number" && value < lower) return `${shown(value)} is below the lower bound ${shown(lower)}`
  return typeof upper === "number" && value > upper
    ? `${shown(value)} is above the upper bound ${shown(upper)}`
    : undefined
}

/** The value of a check, and the reasons for which it fires: none within the bounds. */
export interface CheckedValue {
  readonly value: number | null
  readonly breaches: ReadonlyArray<string>
}

/** Looks at the values of all curves: that of the first one beyond its bounds counts, else that of the first. */
export const checkValues = (curves: ReadonlyArray<MeasuredCurve>, threshold: Threshold): CheckedValue => {
  const found = curves.map((curve) => ({ ...curve, breach: crossed(curve.value, threshold) }))
  const beyond = found.filter(({ breach }) => breach !== undefined)
  const value = (beyond[0] ?? found[0])?.value
  return {
    // A share of nothing is infinite, which JSON cannot say.
    value: value !== undefined && Number.isFinite(value) ? value : null,
    breaches: beyond.map(({ breach, label }) => `${label}: ${breach}`)
  }
}
