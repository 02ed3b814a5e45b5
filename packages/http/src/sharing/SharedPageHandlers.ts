import { DashboardSharings, type SharedDashboard } from "@hedgerow/core/sharing/DashboardSharings"
import { DateTime, Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { errorResponse } from "../errors/ApiError.ts"
import { toApiError } from "../errors/ErrorTable.ts"
import { makeAnonymousThrottle } from "../limits/Throttle.ts"
import { takesHtml } from "../pages/TakesHtml.ts"
import { noteFacts } from "../shared/RequestFacts.ts"
import { inOrder, type PlacedPart } from "./SharedOrder.ts"
import { sharedHeaders, sharedPage, unknownPage } from "./SharedPage.ts"
import { SharedPageApi } from "./SharedPageApi.ts"
import { makeSharedTiles } from "./SharedTiles.ts"

const contentType = "text/html; charset=utf-8"

/** The number of insights of a page that are made at a time. */
const atOnce = 3

/** The same answer for every link that shows nothing: a page for browsers, an error for the rest. */
const refused = (request: HttpServerRequest.HttpServerRequest, error: Parameters<typeof toApiError>[0]) => {
  const known = toApiError(error)
  return HttpServerResponse.setHeaders(
    takesHtml(request)
      ? HttpServerResponse.text(unknownPage, { status: known.status, contentType })
      : errorResponse(known),
    sharedHeaders
  )
}

/** Shows dashboards to who has their links. */
export const layer = handlerGroup(
  SharedPageApi,
  Effect.fnUntraced(function*(handlers) {
    const sharings = yield* DashboardSharings
    const throttle = yield* makeAnonymousThrottle
    const tiles = yield* makeSharedTiles

    const shown = Effect.fnUntraced(function*(shared: SharedDashboard) {
      const { page, project } = shared
      yield* noteFacts({ project: project.id })
      const withContent = Effect.fnUntraced(function*(placed: PlacedPart) {
        const { part } = placed
        const content = "insight" in part
          ? yield* tiles({ project, dashboard: page.dashboard, insight: part.insight })
          : undefined
        return { ...placed, content }
      })
      const parts = yield* Effect.forEach(inOrder(page), withContent, { concurrency: atOnce })
      const html = sharedPage(shared, parts, { now: yield* DateTime.now, zone: project.timezone })
      return HttpServerResponse.text(html, { contentType, headers: sharedHeaders })
    })

    return handlers.handleRaw(
      "page",
      Effect.fn("http.sharedDashboards.page")(function*({ params: { token }, request }) {
        yield* throttle
        return yield* Effect.matchEffect(sharings.open(token), {
          onSuccess: shown,
          onFailure: (error) => Effect.succeed(refused(request, error))
        })
      })
    )
  })
)
