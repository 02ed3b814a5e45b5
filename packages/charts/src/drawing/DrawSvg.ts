import { Effect } from "effect"
import type { Chart } from "./Chart.ts"
import { label } from "./Labels.ts"
import { fittedText, fontFamily } from "./Layout.ts"
import { chartStyle, ink, muted, paper } from "./Palette.ts"
import {
  GraphicComponent,
  GridComponent,
  LabelLayout,
  LegendComponent,
  MarkLineComponent,
  TitleComponent,
  VisualMapComponent
} from "./parts/Components.ts"
import { init, use } from "./parts/Core.ts"
import { SVGRenderer } from "./parts/Renderer.ts"
import { BarChart, CustomChart, HeatmapChart, LineChart, PieChart, SankeyChart } from "./parts/SeriesTypes.ts"

use([
  BarChart,
  CustomChart,
  GraphicComponent,
  GridComponent,
  HeatmapChart,
  LabelLayout,
  LegendComponent,
  LineChart,
  MarkLineComponent,
  PieChart,
  SankeyChart,
  SVGRenderer,
  TitleComponent,
  VisualMapComponent
])

/** Letters of titles are so much wider than others. */
const titleScale = 1.35

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }

const escaped = (text: string): string =>
  label(text, 2_000).replaceAll(/[&<>"]/g, (character) => entities[character] ?? "")

/**
 * The text of the drawing without what is for scripts alone and with ids that are the same each time. Quotes inside texts
 * are entities, so that only the library's own attributes are found.
 */
const finished = (svg: string, { description, title }: Chart, id: string): string =>
  svg
    .replaceAll(
      / (?:class="zr\d+-cls-\d+"|ecmeta_\w+="[^"]*"|pointer-events="visible"|baseProfile="full"|version="1.1")/g,
      ""
    )
    .replaceAll(`font-family:${fontFamily};`, "")
    .replaceAll(/<style ><!\[CDATA\[[^<]*<\/style>\n?/g, "")
    .replace(` xmlns:xlink="http://www.w3.org/1999/xlink"`, "")
    .replaceAll(/(["#])zr\d+-/g, `$1${id}-`)
    .replace(
      /^<svg ([^>]*)>/,
      (_, attributes: string) =>
        `<svg ${attributes} font-family="${fontFamily}" role="img" aria-labelledby="${id}-title ${id}-desc">\n`
        + `<title id="${id}-title">${escaped(title)}</title>\n<desc id="${id}-desc">${escaped(description)}</desc>\n`
        + `<style>${chartStyle}</style>`
    )

/** The chart in the charting library's words. */
const optionOf = ({ body, notes, title, width }: Chart) => ({
  animation: false,
  backgroundColor: paper.light,
  textStyle: { fontFamily },
  title: {
    left: 16,
    top: 12,
    padding: 0,
    itemGap: 6,
    text: fittedText(title, (width - 32) / titleScale),
    subtext: notes.map((note) => fittedText(note, width - 32)).join("\n"),
    textStyle: { color: ink.light, fontSize: 15, fontWeight: 600, fontFamily },
    subtextStyle: { color: muted.light, fontSize: 12, lineHeight: 17, fontFamily }
  },
  ...body
})

/**
 * Draws a chart as an SVG that depends on no script, font or picture. Its texts are escaped. `id` begins the ids
 * inside: charts on one page have different ones.
 */
export const drawSvg = (chart: Chart, id = "chart"): Effect.Effect<string> =>
  Effect.acquireUseRelease(
    Effect.sync(() => init(null, null, { renderer: "svg", ssr: true, width: chart.width, height: chart.height })),
    Effect.fnUntraced(function*(drawing) {
      // Layout and text are a step each: others run between them.
      yield* Effect.yieldNow
      drawing.setOption(optionOf(chart))
      yield* Effect.yieldNow
      return finished(drawing.renderToSVGString({ useViewBox: true }), chart, id)
    }),
    (drawing) => Effect.sync(() => drawing.dispose())
  )
