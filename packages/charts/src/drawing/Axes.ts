import { label, shortNumber } from "./Labels.ts"
import { fontFamily, letterSize, widestText } from "./Layout.ts"
import { axisLine, gridLine, muted } from "./Palette.ts"
import { type Extent, partsWithin } from "./Ticks.ts"

const labels = { color: muted.light, fontSize: letterSize, fontFamily } as const

/** An axis of numbers. */
export const valueAxis = (write: (value: number) => string = shortNumber) =>
  ({
    type: "value",
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: gridLine.light } },
    axisLabel: { ...labels, formatter: write, hideOverlap: true }
  }) as const

/** Ticks of counts are whole numbers. */
export const wholeTicks = (series: ReadonlyArray<ReadonlyArray<number | null>>) =>
  series.every((values) => values.every((value) => value === null || Number.isInteger(value)))
    ? { minInterval: 1 }
    : {}

/** An axis of numbers with given ends, which are no round numbers and have no labels. */
export const limitedAxis = ([min, max]: Extent, write: (value: number) => string) => {
  const axis = valueAxis(write)
  return {
    ...axis,
    min,
    max,
    splitLine: { ...axis.splitLine, showMinLine: false, showMaxLine: false },
    axisLabel: { ...axis.axisLabel, showMinLabel: false, showMaxLabel: false }
  }
}

/** The least gap between labels side by side. */
const labelGap = 8

/** The same axis, lying: its labels stand apart in a drawing of some width. */
export const lyingAxis = (limits: Extent, write: (value: number) => string, width: number) => {
  const most = width / (widestText(limits.map(write)) + labelGap)
  return { ...limitedAxis(limits, write), splitNumber: partsWithin(limits, most) }
}

/** The room of a chart under `top`, labels of axes included. */
export const gridUnder = (top: number) =>
  ({
    left: 16,
    right: 28,
    top: top + 6,
    bottom: 14,
    outerBoundsMode: "same",
    outerBoundsContain: "axisLabel"
  }) as const

/** An axis of names or days, in the order in which they are given. */
export const categoryAxis = (names: ReadonlyArray<string>, longest = 18) =>
  ({
    type: "category",
    data: names.map((name) => label(name, longest)),
    axisLine: { show: true, lineStyle: { color: axisLine.light } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { ...labels, hideOverlap: true }
  }) as const
