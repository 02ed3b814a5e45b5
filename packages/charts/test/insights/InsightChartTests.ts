import { insightChart } from "@hedgerow/charts"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Result } from "effect"
import type { Element } from "../Svg.ts"

/** The chart of an answer. */
export const chartOf = (kind: string, results: unknown, node: JsonRecord = {}, more: JsonRecord = {}) =>
  Result.getOrThrow(insightChart(kind, { title: "Title", node: { kind, ...node }, answer: { results, ...more } }))

/** The first days of 1970. */
export const days = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

/** A series of trends. */
export const item = (label: string, data: ReadonlyArray<number>, more: JsonRecord = {}): JsonRecord => ({
  label,
  data,
  days: days(data.length),
  labels: days(data.length),
  count: 0,
  ...more
})

/** The chart of a trends query. */
export const trends = (results: ReadonlyArray<JsonRecord>, display = "ActionsLineGraph", more: JsonRecord = {}) =>
  chartOf("TrendsQuery", results, { trendsFilter: { display, ...more } })

/** The heights of the bars of a colour, and whether they go down. */
export const barsOf = (elements: ReadonlyArray<Element>, colour: string) =>
  elements.filter(({ attributes, name }) => name === "path" && attributes["fill"] === colour).flatMap(
    ({ attributes }) => {
      const [, bottom, height] = /^M\S+ (\S+)l\S+ 0l0 (\S+)l/.exec(attributes["d"] ?? "") ?? []
      return bottom === undefined || height === undefined ? [] : [{ bottom: Number(bottom), height: Number(height) }]
    }
  )
