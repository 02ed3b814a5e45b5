import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { durationStep, durationText } from "../drawing/Durations.ts"
import { label, numberText, percentText, shortNumber } from "../drawing/Labels.ts"

/** The formats of a chart's values: short on axes, full elsewhere. */
export interface Writing {
  readonly short: (value: number) => string
  readonly full: (value: number) => string
  /** The step between the ticks of an axis, no shorter than one; by default ticks are round numbers. */
  readonly step?: (least: number) => number | undefined
  /** Whether they are shares or durations, which have ticks between whole numbers. */
  readonly isCount?: boolean
}

/** Plain numbers. */
export const plainNumbers: Writing = { short: shortNumber, full: numberText, isCount: true }

/** Numbers from 0 to 100. */
export const percentages: Writing = {
  short: (value) => percentText(value / 100),
  full: (value) => percentText(value / 100)
}

const formats: Readonly<Record<string, Writing>> = {
  duration: { short: durationText, full: durationText, step: durationStep },
  duration_ms: {
    short: (value) => durationText(value / 1000),
    full: (value) => durationText(value / 1000),
    step: (least) => {
      const step = durationStep(least / 1000)
      return step === undefined ? undefined : step * 1000
    }
  },
  percentage: percentages,
  percentage_scaled: { short: percentText, full: percentText }
}

/** The text before or after a number, with the space between them. */
const shown = (value: unknown): string => {
  const text = typeof value === "string" ? label(value, 12) : ""
  return text === "" || typeof value !== "string"
    ? ""
    : `${/^\s/.test(value) ? " " : ""}${text}${/\s$/.test(value) ? " " : ""}`
}

/** The formats of values that the settings of trends ask for. */
export const writingOf = (filter: JsonRecord): Writing => {
  const { aggregationAxisFormat: format, aggregationAxisPostfix: after, aggregationAxisPrefix: before } = filter
  const writing = (typeof format === "string" && Object.hasOwn(formats, format) ? formats[format] : undefined)
    ?? plainNumbers
  const around = (write: (value: number) => string) => (value: number) =>
    `${shown(before)}${write(value)}${shown(after)}`
  return { ...writing, full: around(writing.full), short: around(writing.short) }
}
