import { Result } from "effect"
import type { Chart } from "../drawing/Chart.ts"
import type { Drawable } from "./Answers.ts"
import { funnelChart } from "./FunnelChart.ts"
import { lifecycleChart } from "./LifecycleChart.ts"
import { pathsChart } from "./PathsChart.ts"
import { retentionChart } from "./RetentionChart.ts"
import { sqlChart } from "./SqlChart.ts"
import { stickinessChart } from "./StickinessChart.ts"
import { trendsChart } from "./TrendsChart.ts"

interface Drawing {
  /** The title of a chart that has none. */
  readonly title: string
  readonly draw: (drawable: Drawable) => Result.Result<Chart, string>
}

const always = (title: string, draw: (drawable: Drawable) => Chart): Drawing => ({
  title,
  draw: (drawable) => Result.succeed(draw(drawable))
})

const drawings: ReadonlyMap<string, Drawing> = new Map([
  ["TrendsQuery", always("Trends", trendsChart)],
  ["FunnelsQuery", always("Funnel", funnelChart)],
  ["RetentionQuery", always("Retention", retentionChart)],
  ["LifecycleQuery", always("Lifecycle", lifecycleChart)],
  ["StickinessQuery", always("Stickiness", stickinessChart)],
  ["PathsQuery", always("Paths", pathsChart)],
  ["ServiceSqlQuery", { title: "SQL", draw: sqlChart }]
])

/** Whether answers of a kind of query can be drawn. */
export const isDrawable = (kind: string): boolean => drawings.has(kind)

/** The answer of a query as a chart; a text with the reason where there is none. */
export const insightChart = (
  kind: string,
  { title, ...found }: Omit<Drawable, "title"> & { readonly title: string | undefined }
): Result.Result<Chart, string> => {
  const drawing = drawings.get(kind)
  return drawing === undefined
    ? Result.fail("There are no charts of this kind of query.")
    : drawing.draw({ ...found, title: title === undefined || title.trim() === "" ? drawing.title : title })
}
