import type {
  BarSeriesOption,
  CustomSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  SankeySeriesOption
} from "echarts/charts"
import type { GraphicComponentOption, GridComponentOption, LegendComponentOption } from "echarts/components"
import type { ComposeOption } from "echarts/core"

/** What is drawn under the title, as the charting library takes it. */
export type ChartBody = ComposeOption<
  | BarSeriesOption
  | CustomSeriesOption
  | GraphicComponentOption
  | GridComponentOption
  | HeatmapSeriesOption
  | LegendComponentOption
  | LineSeriesOption
  | PieSeriesOption
  | SankeySeriesOption
>

/** A chart that can be drawn. */
export interface Chart {
  readonly title: string
  /** What is left out, or how the chart is read; one line each. */
  readonly notes: ReadonlyArray<string>
  /** What it shows, in words, for those who do not see it. */
  readonly description: string
  readonly width: number
  readonly height: number
  readonly body: ChartBody
}
