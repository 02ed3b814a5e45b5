import type { Chart } from "../drawing/Chart.ts"
import { label } from "../drawing/Labels.ts"
import { fontFamily, topUnder } from "../drawing/Layout.ts"
import { ink, muted } from "../drawing/Palette.ts"

const width = 480

/** One number, large, with a line under it. */
export const numberChart = (title: string, value: string, under: string): Chart => {
  const top = topUnder([])
  const size = value.length > 12 ? 40 : 64
  const line = label(under, 64)
  return {
    title,
    notes: [],
    description: `${label(title, 80)}: ${value}.${line === "" ? "" : ` ${line}`}`,
    width,
    height: top + 140,
    body: {
      graphic: [
        {
          type: "text",
          silent: true,
          left: "center",
          top: top + 16,
          style: { text: label(value, 24), font: `600 ${size}px ${fontFamily}`, fill: ink.light }
        },
        {
          type: "text",
          silent: true,
          left: "center",
          top: top + 100,
          style: { text: line, font: `14px ${fontFamily}`, fill: muted.light }
        }
      ]
    }
  }
}
