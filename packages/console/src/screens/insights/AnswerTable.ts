/** The numbers of an answer as a table, each with the actors behind it. */
import { countText, eventTitle, valueText } from "../../parts/Values.ts"
import type { Question } from "./Question.ts"

type Fields = Readonly<Record<string, unknown>>

/** The people behind a number: a title in words, and the node that lists them. */
export interface Behind {
  readonly title: string
  readonly source: Fields
}

export interface TableCell {
  readonly text: string
  readonly behind?: Behind
}

/** Rows of an answer under the names of their columns. */
export interface AnswerTable {
  readonly columns: ReadonlyArray<{ readonly name: string; readonly isNumber: boolean }>
  readonly rows: ReadonlyArray<ReadonlyArray<TableCell>>
}

const record = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value as Fields : {}

const records = (value: unknown): ReadonlyArray<Fields> => Array.isArray(value) ? value.map(record) : []

const numbers = (value: unknown): ReadonlyArray<number> => Array.isArray(value) ? value.map(Number) : []

const texts = (value: unknown): ReadonlyArray<string> => Array.isArray(value) ? value.map(String) : []

const others: Readonly<Record<string, string>> = {
  $$_posthog_breakdown_other_$$: "Other",
  $$_posthog_breakdown_null_$$: "None"
}

const cutText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(cutText).join(" · ")
  const text = value === null || value === undefined || value === "" ? "None" : valueText(value)
  return others[text] ?? text
}

const numberText = (value: number): string => Number.isInteger(value) ? countText(value) : value.toFixed(2)

const percentText = (part: number, of: number): string => of === 0 ? "–" : `${(part / of * 100).toFixed(1)} %`

/** The seconds of a conversion as people say them. */
const durationText = (seconds: unknown): string => {
  if (typeof seconds !== "number") return "–"
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${(seconds / 60).toFixed(1)} min`
  return seconds < 86_400 ? `${(seconds / 3_600).toFixed(1)} h` : `${(seconds / 86_400).toFixed(1)} days`
}

const nameOf = (item: Fields): string => {
  const name = eventTitle(valueText(item["label"] ?? ""))
  return item["compare_label"] === "previous" ? `${name} (period before)` : name
}

const sourceOf = (question: Question, item: Fields, day: unknown, place: number): Fields => {
  const shared = {
    source: question,
    ...item["breakdown_value"] === undefined ? {} : { breakdown: item["breakdown_value"] },
    ...item["compare_label"] === undefined ? {} : { compare: item["compare_label"] }
  }
  switch (question.kind) {
    case "StickinessQuery":
      return { kind: "StickinessActorsQuery", ...shared, series: place, day: Number(day), operator: "exact" }
    case "LifecycleQuery":
      return { kind: "InsightActorsQuery", ...shared, day, status: item["status"] }
    default:
      return { kind: "InsightActorsQuery", ...shared, series: place, ...day === undefined ? {} : { day } }
  }
}

/** The place of a result's series in the question; results of a breakdown have that of theirs. */
const placeOf = (item: Fields): number => {
  const { order } = record(item["action"])
  return typeof order === "number" ? order : 0
}

/** The actors at a point of a result; undefined where the question has none. */
export const behindPoint = (question: Question, answer: unknown, result: number, point: number): Behind | undefined => {
  const items = records(record(answer)["results"])
  const item = items[result]
  if (item === undefined || question.kind === "RetentionQuery" || question.kind === "PathsQuery") return undefined
  if (question.kind === "FunnelsQuery") return undefined
  const day = Array.isArray(item["days"]) ? item["days"][point] : undefined
  const at = texts(item["labels"])[point] ?? valueText(day)
  return { title: `${nameOf(item)}, ${at}`, source: sourceOf(question, item, day, placeOf(item)) }
}

const overPoints = (question: Question, answer: Fields): AnswerTable => {
  const items = records(answer["results"])
  const names = items.map((item) => item["status"] === undefined ? nameOf(item) : valueText(item["status"]))
  const labels = items.map(({ labels }) => texts(labels)).reduce(
    (one, other) => other.length > one.length ? other : one,
    []
  )
  const rows = Array.from(labels, (label, point): ReadonlyArray<TableCell> => [
    { text: label },
    ...Array.from(items, (item, result): TableCell => {
      const value = numbers(item["data"])[point]
      if (value === undefined) return { text: "–" }
      const behind = value === 0 ? undefined : behindPoint(question, answer, result, point)
      return { text: numberText(value), ...behind === undefined ? {} : { behind } }
    })
  ])
  const isTime = question.kind !== "StickinessQuery"
  const columns = [isTime ? "Time" : "Active in", ...names].map((name, place) => ({ name, isNumber: place > 0 }))
  // The latest time is what most look for.
  return { columns, rows: isTime ? rows.toReversed() : rows }
}

const ofTotals = (question: Question, answer: Fields): AnswerTable => ({
  columns: [{ name: "Series", isNumber: false }, { name: "Value", isNumber: true }],
  rows: records(answer["results"]).map((item): ReadonlyArray<TableCell> => [
    { text: nameOf(item) },
    {
      text: numberText(Number(item["aggregated_value"] ?? 0)),
      behind: { title: nameOf(item), source: sourceOf(question, item, undefined, placeOf(item)) }
    }
  ])
})

const ofFunnel = (question: Question, answer: Fields): AnswerTable => {
  const { results } = answer
  const lists = Array.isArray(results) && Array.isArray(results[0]) ? results.map(records) : [records(results)]
  const isCut = lists.some(([first]) => first?.["breakdown_value"] !== undefined && first["breakdown_value"] !== null)
  const rows = lists.flatMap((steps) =>
    steps.map((step, place): ReadonlyArray<TableCell> => {
      const [count, before] = [Number(step["count"] ?? 0), Number(steps[place - 1]?.["count"] ?? 0)]
      const cut = step["breakdown_value"]
      const name = eventTitle(valueText(step["custom_name"] ?? step["name"] ?? "All events"))
      const actors = (funnelStep: number): Fields => ({
        kind: "FunnelsActorsQuery",
        source: question,
        funnelStep,
        ...isCut ? { funnelStepBreakdown: cut } : {}
      })
      const of = isCut ? ` of ${cutText(cut)}` : ""
      return [
        ...isCut ? [{ text: cutText(cut) }] : [],
        { text: `${place + 1}. ${name}` },
        {
          text: countText(count),
          ...count === 0 ? {} : { behind: { title: `Reached step ${place + 1}${of}`, source: actors(place + 1) } }
        },
        { text: percentText(count, Number(steps[0]?.["count"] ?? 0)) },
        place === 0 ? { text: "–" } : {
          text: `${countText(before - count)} (${percentText(before - count, before)})`,
          ...before === count
            ? {}
            : { behind: { title: `Left before step ${place + 1}${of}`, source: actors(-(place + 1)) } }
        },
        { text: durationText(step["average_conversion_time"]) }
      ]
    })
  )
  const names = ["Step", "Reached", "Of all", "Left before it", "Average time"]
  return {
    columns: [...isCut ? ["Value"] : [], ...names].map((name, place) => ({
      name,
      isNumber: place > (isCut ? 1 : 0)
    })),
    rows
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const ofRetention = (question: Question, answer: Fields): AnswerTable => {
  const items = records(answer["results"])
  const most = items.reduce((longest, { values }) => Math.max(longest, records(values).length), 0)
  const rows = Array.from(items, (item): ReadonlyArray<TableCell> => {
    const cut = item["breakdown_value"]
    // A result that is cut has all rows of each value.
    const row = items.filter((one) => same(one["breakdown_value"], cut)).indexOf(item)
    // Periods that are to come have no people.
    const counts = records(item["values"]).slice(0, most - row).map(({ count }) => Number(count ?? 0))
    const [all = 0] = counts
    const began = valueText(item["date"] ?? item["label"] ?? "").slice(0, 10)
    const title = `${began}${cut === undefined ? "" : `, ${cutText(cut)}`}`
    const source = {
      kind: "InsightActorsQuery",
      source: question,
      interval: row,
      ...cut === undefined ? {} : { breakdown: cut }
    }
    return [
      { text: title },
      { text: countText(all), ...all === 0 ? {} : { behind: { title, source } } },
      ...counts.slice(1).map((count) => ({ text: percentText(count, all) }))
    ]
  })
  const later = Array.from({ length: Math.max(0, most - 1) }, (_, place) => `After ${place + 1}`)
  return {
    columns: [
      { name: "Began", isNumber: false },
      ...["People", ...later].map((name) => ({ name, isNumber: true }))
    ],
    rows
  }
}

const ofPaths = (answer: Fields): AnswerTable => ({
  columns: [
    { name: "From", isNumber: false },
    { name: "To", isNumber: false },
    { name: "People", isNumber: true },
    { name: "Average time", isNumber: true }
  ],
  rows: records(answer["results"]).map(({ average_conversion_time, source, target, value }) => [
    { text: valueText(source).replace("_", ". ") },
    { text: valueText(target).replace("_", ". ") },
    { text: countText(Number(value ?? 0)) },
    // Times of paths are in milliseconds.
    { text: durationText(typeof average_conversion_time === "number" ? average_conversion_time / 1_000 : undefined) }
  ])
})

const hasTotals = (answer: Fields): boolean =>
  records(answer["results"]).some((item) => item["aggregated_value"] !== undefined && item["aggregated_value"] !== null)

/** An answer as a table. */
export const tableOf = (question: Question, answer: object): AnswerTable => {
  const fields = record(answer)
  switch (question.kind) {
    case "FunnelsQuery":
      return records(fields["results"]).some(({ days }) => days !== undefined)
        ? overPoints(question, fields)
        : ofFunnel(question, fields)
    case "RetentionQuery":
      return ofRetention(question, fields)
    case "PathsQuery":
      return ofPaths(fields)
    default:
      return hasTotals(fields) && numbers(records(fields["results"])[0]?.["data"]).length === 0
        ? ofTotals(question, fields)
        : overPoints(question, fields)
  }
}
