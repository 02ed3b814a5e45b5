/** The numbers of answers as small tables. Answers are JSON, so every member is checked. */
import { cutText } from "../shared/CapturedText.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import type { SentTable } from "./DeliveryContent.ts"

/** The numbers of an answer: one alone, or a table. */
export interface AnswerNumbers {
  readonly headline: string | null
  readonly table: SentTable | null
}

const [mostRows, mostColumns, mostPoints, longestCell] = [10, 6, 4, 60] as const

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })
const precise = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)

/** A number as people read it: `12,345.68`. */
const numberText = (value: unknown): string => {
  if (!isNumber(value)) return "–"
  return value !== 0 && Math.abs(value) < 1 ? precise.format(value) : whole.format(value)
}

const percentText = (part: unknown, all: unknown): string =>
  isNumber(part) && isNumber(all) && all !== 0 ? `${precise.format(part / all * 100)} %` : "–"

/** Names of values that are none. */
const words: ReadonlyMap<string, string> = new Map([
  ["$$_posthog_breakdown_other_$$", "Other"],
  ["$$_posthog_breakdown_null_$$", "None"]
])

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "None"
  const text = typeof value === "string"
    ? value
    : Array.isArray(value)
    ? value.map(textOf).join(" · ")
    : JSON.stringify(value)
  return [...words].reduce((shown, [constant, word]) => shown.replaceAll(constant, word), text)
}

const cell = (value: unknown): string => cutText(isNumber(value) ? numberText(value) : textOf(value), longestCell)

const recordsOf = (value: unknown): ReadonlyArray<JsonRecord> => Array.isArray(value) ? value.filter(isJsonRecord) : []
const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const nothing: AnswerNumbers = { headline: null, table: null }

const tableOf = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): AnswerNumbers =>
  rows.length === 0 ? nothing : {
    headline: null,
    table: {
      columns: columns.slice(0, mostColumns),
      rows: rows.slice(0, mostRows).map((row) => row.slice(0, mostColumns)),
      more: Math.max(0, rows.length - mostRows)
    }
  }

const one = (value: unknown): AnswerNumbers => ({ headline: cell(value), table: null })

const nameOf = (item: JsonRecord): string =>
  `${cell(item["status"] ?? item["label"] ?? "")}${item["compare_label"] === "previous" ? " (previous period)" : ""}`

const dataOf = ({ data }: JsonRecord): ReadonlyArray<unknown> => listOf(data)

/** The name of a series, and some of its points. */
const seriesRow = (from: number, to?: number) => (item: JsonRecord) => [
  nameOf(item),
  ...dataOf(item).slice(from, to).map(numberText)
]

/** Series over time: the newest of their points. */
const seriesTable = (items: ReadonlyArray<JsonRecord>): AnswerNumbers => {
  const [first] = items
  if (first === undefined) return nothing
  const points = listOf(first["labels"] ?? first["days"]).map(cell).slice(-mostPoints)
  return tableOf(["", ...points], items.map(seriesRow(-points.length)))
}

const trends = ({ results }: JsonRecord): AnswerNumbers => {
  const items = recordsOf(results)
  if (!items.some(({ aggregated_value: total }) => isNumber(total))) return seriesTable(items)
  const [first, second] = items
  if (items.length === 1 && first !== undefined) return one(first["aggregated_value"])
  if (items.length === 2 && second?.["compare_label"] === "previous") {
    const [now, before] = [cell(first?.["aggregated_value"]), cell(second["aggregated_value"])]
    return { headline: `${now} (${before} in the period before)`, table: null }
  }
  const ranked = items.toSorted((a, b) => Number(b["aggregated_value"]) - Number(a["aggregated_value"]))
  return tableOf(["", "Value"], ranked.map((item) => [nameOf(item), cell(item["aggregated_value"])]))
}

const stepName = (step: JsonRecord, place: number): string =>
  `${place + 1}. ${cell(typeof step["custom_name"] === "string" ? step["custom_name"] : step["name"])}`

const funnel = ({ results }: JsonRecord): AnswerNumbers => {
  const [first] = listOf(results)
  if (recordOrEmpty(first)["data"] !== undefined) return seriesTable(recordsOf(results))
  if (Array.isArray(first)) {
    const cuts = listOf(results).map(recordsOf)
    return tableOf(
      ["", "First step", "Last step", "Share"],
      cuts.map((steps) => {
        const [entered, left] = [steps[0]?.["count"], steps.at(-1)?.["count"]]
        return [cell(steps[0]?.["breakdown_value"]), cell(entered), cell(left), percentText(left, entered)]
      })
    )
  }
  const steps = recordsOf(results)
  return tableOf(
    ["Step", "Count", "Share of the first"],
    steps.map((
      step,
      place
    ) => [stepName(step, place), cell(step["count"]), percentText(step["count"], steps[0]?.["count"])])
  )
}

/** The sizes and shares of the cohort at a place. What has not come yet is counted as 0, and left out. */
const cohortRow = (later: ReadonlyArray<number>, all: number) => (cohort: JsonRecord, place: number) => {
  const { date, label, values } = cohort
  const counts = recordsOf(values).map(({ count }) => count)
  const shares = later.map((period) => period < all - place ? percentText(counts[period], counts[0]) : "")
  return [cell(typeof date === "string" ? date.slice(0, 10) : label), cell(counts[0]), ...shares]
}

const retention = ({ results }: JsonRecord): AnswerNumbers => {
  const cohorts = recordsOf(results)
  const later = Array.from({ length: mostPoints }, (_, place) => place + 1)
  return tableOf(["From", "Size", ...later.map(String)], cohorts.map(cohortRow(later, cohorts.length)))
}

const stickiness = ({ results }: JsonRecord): AnswerNumbers => {
  const items = recordsOf(results)
  const points = listOf(items[0]?.["labels"]).map(cell).slice(0, mostPoints)
  return tableOf(["", ...points], items.map(seriesRow(0, points.length)))
}

const page = (value: unknown): string => cell(textOf(value).replace(/^\d+_/, ""))

const paths = ({ results }: JsonRecord): AnswerNumbers =>
  tableOf(
    ["From", "To", "Count"],
    recordsOf(results).map((edge) => [
      page(edge["source"]),
      page(edge["target"]),
      cell(edge["value"])
    ])
  )

const sql = ({ columns, results }: JsonRecord): AnswerNumbers => {
  const names = listOf(columns).map(cell)
  const rows = listOf(results).filter(Array.isArray).map((row) => row.map(cell))
  const [only] = rows
  return rows.length === 1 && only?.length === 1 ? one(only[0]) : tableOf(names, rows)
}

const readers: ReadonlyMap<string, (answer: JsonRecord) => AnswerNumbers> = new Map([
  ["TrendsQuery", trends],
  ["FunnelsQuery", funnel],
  ["RetentionQuery", retention],
  ["LifecycleQuery", ({ results }) => seriesTable(recordsOf(results))],
  ["StickinessQuery", stickiness],
  ["PathsQuery", paths],
  ["ServiceSqlQuery", sql]
])

/** The numbers of the answer of a kind of query; none where it has no table of its own. */
export const numbersOf = (kind: string, answer: JsonRecord): AnswerNumbers => readers.get(kind)?.(answer) ?? nothing
