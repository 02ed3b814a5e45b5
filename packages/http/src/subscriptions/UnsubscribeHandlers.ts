import type { UnsubscribeLinkInvalid } from "@hedgerow/core/subscriptions/SubscriptionErrors"
import { Subscriptions } from "@hedgerow/core/subscriptions/Subscriptions"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { errorResponse } from "../errors/ApiError.ts"
import { toApiError } from "../errors/ErrorTable.ts"
import { takesHtml } from "../pages/TakesHtml.ts"
import { UnsubscribeApi } from "./UnsubscribeApi.ts"
import { askingPage, donePage, pageHeaders, refusedPage } from "./UnsubscribePage.ts"

const contentType = "text/html; charset=utf-8"

interface Asked {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly query: { readonly token?: string }
}

/** An error as a page for browsers, and as any other error for the rest. */
const refused = (request: HttpServerRequest.HttpServerRequest, failure: UnsubscribeLinkInvalid) => {
  const error = toApiError(failure)
  return HttpServerResponse.setHeaders(
    takesHtml(request)
      ? HttpServerResponse.text(refusedPage(error.body.detail), { status: error.status, contentType })
      : errorResponse(error),
    pageHeaders
  )
}

const shown = (html: string) => HttpServerResponse.text(html, { contentType, headers: pageHeaders })

/** Ends the mails of subscriptions. */
export const layer = handlerGroup(
  UnsubscribeApi,
  Effect.fnUntraced(function*(handlers) {
    const subscriptions = yield* Subscriptions

    const answered = (
      page: (email: string) => string,
      email: (token: string) => Effect.Effect<string, UnsubscribeLinkInvalid>
    ) =>
    ({ query: { token = "" }, request }: Asked) =>
      Effect.match(email(token), {
        onSuccess: (address) => shown(page(address)),
        onFailure: (failure) => refused(request, failure)
      })

    return handlers
      .handleRaw("page", answered(askingPage, subscriptions.unsubscribing))
      .handleRaw("unsubscribe", answered(donePage, subscriptions.unsubscribe))
  })
)
