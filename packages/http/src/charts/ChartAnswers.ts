import type { Chart } from "@hedgerow/charts"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"

/** The charts and what draws them, loaded when the first is asked for. */
export const loadCharts = Effect.promise(() => import("@hedgerow/charts"))

/** The policy of a picture: it shows itself. */
const svgHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "referrer-policy": "no-referrer",
  vary: "Accept"
}

/** A chart as an answer. */
export const chartResponse = Effect.fn("http.charts.draw")(function*(chart: Chart) {
  const { drawSvg } = yield* loadCharts
  return HttpServerResponse.text(yield* drawSvg(chart), {
    contentType: "image/svg+xml; charset=utf-8",
    headers: svgHeaders
  })
})
