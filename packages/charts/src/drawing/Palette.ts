/**
 * The colours of charts. An SVG has the light ones, and a style sheet that replaces each by a dark one for readers who
 * prefer dark pages; so no colour has two meanings.
 */
export interface Colour {
  readonly light: string
  readonly dark: string
}

const colour = (light: string, dark: string): Colour => ({ light, dark })

/** The page under a chart. */
export const paper = colour("#ffffff", "#111827")

/** Titles and values. */
export const ink = colour("#1f2937", "#e5e7eb")

/** Labels of axes and notes. */
export const muted = colour("#4b5563", "#b6bfcc")

/** Lines behind what is drawn. */
export const gridLine = colour("#e5e7ec", "#2d3848")

/** Lines that values are measured from. */
export const axisLine = colour("#8a93a1", "#7c8796")

/** Good, bad and open, which never differ by colour alone. */
export const verdictColours = {
  good: colour("#007a5a", "#34d3a2"),
  bad: colour("#c2410c", "#ff9a62"),
  open: colour("#5b6472", "#aab4c3")
} as const

/** The colours of series, which also differ for people with the common kinds of colour blindness. */
export const seriesColours: ReadonlyArray<Colour> = [
  colour("#0072b2", "#56b4e9"),
  colour("#d55e00", "#ffa066"),
  colour("#008f68", "#3dd6a5"),
  colour("#8c1d5e", "#ffc4e1"),
  colour("#5b4bc4", "#aa9dff"),
  colour("#8a6a00", "#e6c34a"),
  colour("#6b7280", "#c9d1dc"),
  colour("#0e869c", "#5cd6e8")
]

/** The dashes of series' lines when there are more series than colours. */
export const dashes = ["solid", "dashed", "dotted"] as const
export type Dash = (typeof dashes)[number]

/** The colour of a series by its place. */
export const colourAt = (place: number): Colour => seriesColours[place % seriesColours.length] ?? ink

/** The dash of a series by its place. */
export const dashAt = (place: number): Dash =>
  dashes[Math.floor(place / seriesColours.length) % dashes.length] ?? "solid"

const all = [paper, ink, muted, gridLine, axisLine, ...Object.values(verdictColours), ...seriesColours]

const darkRules = all
  .map(({ dark, light }) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
  .join("")

/** The style sheet of every chart. */
export const chartStyle = `@media (prefers-color-scheme:dark){${darkRules}}`
