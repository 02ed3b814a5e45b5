import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))

const query = { token: textParam("The token of the link in a mail. It works for 30 days.") }

/** The links by which people end the mails of a subscription, open to everybody who has one. */
export class UnsubscribeApi extends HttpApiGroup.make("unsubscribe")
  .add(
    HttpApiEndpoint.get("page", "/unsubscribe/", { query, success: Page, error: apiErrorAt(400) })
      .annotateMerge(operation(
        "Show the page that ends mails",
        "Returns a page with a button that ends the mails of a subscription to an address; nothing changes yet. Clients "
          + "that take HTML get errors as pages, too."
      ))
      .annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("unsubscribe", "/unsubscribe/", { query, success: Page, error: apiErrorAt(400) })
      .annotateMerge(operation(
        "End mails",
        "Removes the address of the link from its subscription. Mail programs post here by themselves (RFC 8058). Doing so "
          + "once more changes nothing."
      ))
      .annotate(RequiredScope, "public")
  )
  .prefix("/api")
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Ending mails",
    description: "The links in the mails of subscriptions."
  }))
{}
