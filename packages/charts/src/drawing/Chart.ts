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

/** The drawing under the title, as options of the charting library. */
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
  /** Notes on omitted parts, or on reading the chart; one line each. */
  readonly notes: ReadonlyArray<string>
  /** The chart in words, for readers who do not see it. */
  readonly description: string
  readonly width: number
  readonly height: number
  readonly body: ChartBody
}
