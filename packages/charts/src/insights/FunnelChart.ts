import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { categoryAxis, valueAxis } from "../drawing/Axes.ts"
import type { Chart } from "../drawing/Chart.ts"
import { durationText } from "../drawing/Durations.ts"
import { label, numberText, percentText } from "../drawing/Labels.ts"
import {
  fittedName,
  fontFamily,
  legendItems,
  legendOf,
  seriesName,
  topUnder,
  widestText,
  widthAround
} from "../drawing/Layout.ts"
import { colourAt, ink } from "../drawing/Palette.ts"
import { barOf, mostSigns, signAt } from "../drawing/Signs.ts"
import { type Drawable, numberOf, recordsOf, settings, textOf } from "./Answers.ts"
import { goalLinesOf } from "./GoalLines.ts"
import { seriesChart } from "./SeriesChart.ts"
import { pointsOf, seriesOfItems } from "./TrendsChart.ts"
import { percentages, plainNumbers } from "./Values.ts"

/** At most this many values of the breakdown, and steps, are drawn. */
const [mostCuts, mostSteps] = [mostSigns, 20] as const

const barHeight = 22

/** The gap between the bars of one step and those of the next. */
const stepGap = 18

const widestStep = 220

type Steps = ReadonlyArray<JsonRecord>

/** The steps of each value that the funnel is cut by; of one that is not cut there is one list. */
const cutsOf = (results: unknown): ReadonlyArray<Steps> => {
  if (!Array.isArray(results) || results.length === 0) return []
  return Array.isArray(results[0]) ? results.map(recordsOf) : [recordsOf(results)]
}

const countOf = (steps: Steps, place: number): number => numberOf(steps[place]?.["count"])

/**
 * The number of actors who reached a step, its shares of the first step and of the one before, and the time that it
 * took.
 */
const stepText = (steps: Steps, place: number): string => {
  const [count, first, before] = [countOf(steps, place), countOf(steps, 0), countOf(steps, place - 1)]
  if (place === 0) return numberText(count)
  const average = steps[place]?.["average_conversion_time"]
  const shares = first === 0 ? "" : ` · ${percentText(count / first)}`
  const ofBefore = place < 2 || before === 0 ? "" : ` (${percentText(count / before)} of the step before)`
  const time = typeof average === "number" ? ` · ${durationText(average)}` : ""
  return `${numberText(count)}${shares}${ofBefore}${time}`
}

/** The name of a value to cut by: those without one are together. */
const cutName = (value: unknown): string => {
  const name = textOf(value ?? "")
  return name === "" ? "None" : name
}

const nameOf = (step: JsonRecord | undefined, place: number): string => {
  const { custom_name: custom, name } = step ?? {}
  return `${place + 1}. ${fittedName(textOf(typeof custom === "string" && custom !== "" ? custom : name), widestStep)}`
}

const stepsChart = ({ answer, title }: Drawable): Chart => {
  const all = cutsOf(answer["results"])
  const cuts = all.slice(0, mostCuts)
  const [first = []] = cuts
  const places = first.slice(0, mostSteps).map((_, place) => place)
  const names = places.map((place) => nameOf(first[place], place))
  const cutNames = cuts.map((steps) => cutName(steps[0]?.["breakdown_value"]))
  const texts = cuts.map((steps) => places.map((place) => stepText(steps, place)))
  const notes = [
    ...places.length === 0
      ? ["Nobody entered the funnel."]
      : ["How many came so far, their share of the first step, and the average time since the step before."],
    ...cuts.length < all.length ? [`${cuts.length} of ${all.length} values to cut by are shown.`] : []
  ]
  const isCut = cuts.length > 1
  const [left, right] = [28 + widestText(names), 24 + widestText(texts.flat())]
  const width = widthAround(left, right)
  const { height, legend } = legendOf(isCut ? legendItems(cutNames) : [], topUnder(notes), width)
  const top = topUnder(notes) + height
  const most = Math.max(1, ...cuts.map((steps) => countOf(steps, 0)))
  const described = cuts.map((steps, cut) =>
    `${isCut ? `${label(cutNames[cut] ?? "", 40)}: ` : ""}${
      places.map((place) => `${nameOf(steps[place], place)} ${stepText(steps, place)}`).join("; ")
    }.`
  )
  return {
    title,
    notes,
    description: described.join(" "),
    width,
    height: top + Math.max(1, places.length) * (cuts.length * barHeight + stepGap) + 16,
    body: {
      legend,
      grid: { left, right, top, bottom: 8 },
      xAxis: { ...valueAxis(), show: false, min: 0, max: most },
      yAxis: { ...categoryAxis(names, 400), inverse: true },
      series: cuts.map((steps, cut) => ({
        type: "bar",
        name: seriesName(cut),
        silent: true,
        barMaxWidth: barHeight - 4,
        barCategoryGap: stepGap,
        barGap: "10%",
        showBackground: true,
        backgroundStyle: { color: colourAt(cut).light, opacity: 0.1, borderRadius: 2 },
        itemStyle: { ...barOf(signAt(cut)), borderRadius: 2 },
        data: places.map((place) => countOf(steps, place)),
        label: {
          show: true,
          position: [width, 5],
          color: ink.light,
          fontSize: 12,
          fontFamily,
          formatter: ({ dataIndex }) => texts[cut]?.[dataIndex] ?? ""
        },
        labelLayout: ({ labelRect }) => ({
          x: width - right + 8,
          y: labelRect.y + labelRect.height / 2,
          align: "left",
          verticalAlign: "middle"
        })
      }))
    }
  }
}

/** The conversion times, in bins of equal width. */
const timesChart = ({ answer, title }: Drawable): Chart => {
  const { average_conversion_time: average, bins } = recordsOf([answer["results"]])[0] ?? {}
  const found = Array.isArray(bins) ? bins.filter((bin): bin is ReadonlyArray<unknown> => Array.isArray(bin)) : []
  return seriesChart({
    title,
    notes: [
      "Each bar counts those who took its time, or longer up to that of the next bar.",
      ...typeof average === "number" ? [`${durationText(average)} on average.`] : []
    ],
    points: found.map(([from]) => durationText(numberOf(from))),
    series: [{
      name: "Conversions",
      values: found.map(([, count]) => numberOf(count)),
      sign: signAt(0)
    }],
    form: "bars",
    writing: plainNumbers
  })
}

/** The share that converted, over time. */
const conversionChart = (drawable: Drawable): Chart => {
  const { answer, title } = drawable
  const items = recordsOf(answer["results"])
  const named = items.map((item) => ({
    ...item,
    label: (item["breakdown_value"] ?? undefined) === undefined ? "Conversion" : cutName(item["breakdown_value"])
  }))
  return seriesChart({
    title,
    points: pointsOf(items),
    series: seriesOfItems(named),
    form: "lines",
    writing: percentages,
    goals: goalLinesOf(settings(drawable, "funnelsFilter"))
  })
}

/** A funnel in the form of its `funnelVizType`. */
export const funnelChart = (drawable: Drawable): Chart => {
  const { funnelVizType: form } = settings(drawable, "funnelsFilter")
  if (form === "time_to_convert") return timesChart(drawable)
  return form === "trends" ? conversionChart(drawable) : stepsChart(drawable)
}
