import type { Chart } from "@hedgerow/charts"
import type * as Charts from "@hedgerow/charts"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Context, Data, Effect } from "effect"
import { HttpServerResponse } from "effect/http"

/** The import of the charting package, which hosts need not install. */
export class ChartsModule extends Context.Reference<() => Promise<typeof Charts>>(
  "@hedgerow/http/charts/ChartsModule",
  { defaultValue: () => () => import("@hedgerow/charts/Loading").then(({ loadCharts }) => loadCharts()) }
) {}

class ChartsNotLoaded extends Data.TaggedError("ChartsNotLoaded")<{ readonly cause: unknown }> {}

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND"

/** The charts and what draws them, loaded when the first is asked for. */
export const loadCharts = Effect.gen(function*() {
  const load = yield* ChartsModule
  return yield* Effect.tryPromise({ try: load, catch: (cause) => new ChartsNotLoaded({ cause }) }).pipe(
    Effect.catch(({ cause }) =>
      isMissing(cause)
        ? InvalidInput.at([], "invalid_choice", "This server draws nothing: @hedgerow/charts is not installed.")
        : Effect.die(cause)
    )
  )
})

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
