import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { label } from "../drawing/Labels.ts"
import { fontFamily, letterSize } from "../drawing/Layout.ts"
import { axisLine, ink } from "../drawing/Palette.ts"
import { recordsOf, textOf } from "./Answers.ts"
import type { Writing } from "./Values.ts"

/** A value that people want to reach. */
export interface GoalLine {
  readonly name: string
  readonly value: number
  readonly isLabelled: boolean
  /** It is drawn beside values that reach it, too. */
  readonly isKept: boolean
}

const mostGoals = 10

/** The goal lines among the settings of a query; those without a number are left out. */
export const goalLinesOf = ({ goalLines }: JsonRecord): ReadonlyArray<GoalLine> =>
  recordsOf(goalLines).flatMap(({ displayIfCrossed, displayLabel, label: name, value }) =>
    typeof value === "number" && Number.isFinite(value)
      ? [{
        name: typeof name === "string" ? textOf(name) : "Goal",
        value,
        isLabelled: displayLabel !== false,
        isKept: displayIfCrossed !== false
      }]
      : []
  ).slice(0, mostGoals)

/** The goals that are drawn beside values up to a highest one. */
export const drawnGoals = (goals: ReadonlyArray<GoalLine>, highest: number): ReadonlyArray<GoalLine> =>
  goals.filter(({ isKept, value }) => isKept || value > highest)

/** A goal in words. */
export const goalText = ({ name, value }: GoalLine, { full }: Writing): string => `${label(name, 40)}: ${full(value)}`

/** Goals as lines across the chart. Each is a series of one point, which nobody sees: the axis then reaches it. */
export const goalSeries = (goals: ReadonlyArray<GoalLine>, isNumbered: boolean, writing: Writing) =>
  goals.map((goal) => ({
    type: "line" as const,
    silent: true,
    showSymbol: false,
    data: isNumbered ? [[0, goal.value]] : [goal.value],
    markLine: {
      silent: true,
      symbol: "none",
      lineStyle: { color: axisLine.light, type: "dashed" as const, width: 1.5 },
      label: {
        show: goal.isLabelled,
        position: "insideEndTop" as const,
        color: ink.light,
        fontSize: letterSize,
        fontFamily,
        formatter: () => goalText(goal, writing)
      },
      data: [{ yAxis: goal.value }]
    }
  }))
