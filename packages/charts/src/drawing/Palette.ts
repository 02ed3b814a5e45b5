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

/** The colours of series, which also differ for people with each kind of colour blindness: the first ones most. */
export const seriesColours: ReadonlyArray<Colour> = [
  colour("#194f81", "#5aa3ec"),
  colour("#bc662f", "#b16512"),
  colour("#847d89", "#cadbe1"),
  colour("#9174f9", "#7b65d1"),
  colour("#572f3c", "#da7baa"),
  colour("#42926b", "#15e5b4"),
  colour("#083900", "#5d9d6b"),
  colour("#516162", "#6e7e7b")
]

/** The colour of a series by its place. */
export const colourAt = (place: number): Colour => seriesColours[place % seriesColours.length] ?? ink

const all = [paper, ink, muted, gridLine, axisLine, ...Object.values(verdictColours), ...seriesColours]

const darkRules = all
  .map(({ dark, light }) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
  .join("")

/** The style sheet of every chart. */
export const chartStyle = `@media (prefers-color-scheme:dark){${darkRules}}`
