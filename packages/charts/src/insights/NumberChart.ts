import type { Chart } from "../drawing/Chart.ts"
import { label } from "../drawing/Labels.ts"
import { fittedText, fontFamily, topUnder } from "../drawing/Layout.ts"
import { ink, muted } from "../drawing/Palette.ts"

const width = 480

/** One number, large, with a line under it. */
export const numberChart = (title: string, value: string, under: string): Chart => {
  const top = topUnder([])
  const shown = label(value, 24)
  const size = Math.min(64, Math.floor((width - 40) / (0.62 * Math.max(1, shown.length))))
  const line = fittedText(under, width - 40 - 60)
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
          style: { text: shown, font: `600 ${size}px ${fontFamily}`, fill: ink.light }
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
