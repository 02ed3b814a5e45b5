import { text } from "@hedgerow/core/shared/Fields"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { createBody } from "../../requests/RequestBody.ts"
import { described, operation } from "../../shared/Described.ts"
import { IdentityRecord, ProviderEntryRecord, ProviderStartRecord } from "./ProviderSchema.ts"

const errors = [403, 404, 413, 415, 429, 503] as const
const bodyErrors = errors.map((status) => apiErrorAt(status))

/** The fields of a log-in that begins. */
export const providerStartFields = {
  next: text({ maxLength: 2_000, blank: true }).orElse("/")
    .describe("The path of this server to come back to; any other address is the start.", "/project/1")
}

/** The fields of who came back. */
export const providerReturnFields = {
  search: text({ maxLength: 8_000, verbatim: true }).describe(
    "The query of the address that the provider sent the browser to.",
    "?code=your_code&state=your_state&iss=https%3A%2F%2Fid.example.com"
  )
}

/** A log-in by the provider begins. */
export const ProviderStartBody = createBody(providerStartFields, {
  identifier: "ProviderStartRequest",
  description: "A log-in by the provider."
})

/** Somebody came back from the provider. */
export const ProviderReturnBody = createBody(providerReturnFields, {
  identifier: "ProviderReturn",
  description: "The address that the provider sent the browser to."
})

/** Signing in by a provider of OpenID Connect. */
export class ProviderApi extends HttpApiGroup.make("provider")
  .add(
    HttpApiEndpoint.post("start", "/start/", {
      payload: ProviderStartBody,
      success: ProviderStartRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Begin to log in by the provider",
        "Returns the address at the provider, and sets a cookie for 10 minutes that binds the log-in to the browser. "
          + "Without a provider it is 404, and 503 while the provider does not answer."
      )
    ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("complete", "/complete/", {
      payload: ProviderReturnBody,
      success: ProviderEntryRecord,
      error: [apiErrorAt(400), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Log in by the provider",
        "Takes the query with which the provider sent the browser back to `/oidc`. The answer sets the session's cookie; "
          + "a user with a second factor gets a token for `/api/login/complete/` instead. One that began at "
          + "`/api/users/@me/identities/` connects the identity with the user of that session."
      )
    ).annotate(RequiredScope, "public")
  )
  .prefix("/api/oidc")
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Signing in by OpenID Connect",
    description: "People sign in by a provider that the operator has configured."
  }))
{}

/** The identities of who is signed in. */
export class IdentitiesApi extends HttpApiGroup.make("identities")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(IdentityRecord), error: apiErrorAt(404) })
      .annotateMerge(
        operation("List the own identities", "Returns the identities of the provider that sign the user in.")
      )
      .annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("connect", "/", { success: ProviderStartRecord, error: bodyErrors })
      .annotateMerge(
        operation(
          "Begin to connect an identity",
          "Returns the address at the provider, and sets a cookie for 10 minutes that binds it to this session."
        )
      ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.delete("disconnect", "/:id/", {
      params: { id: described(Schema.String, "The identity's id.") },
      success: HttpApiSchema.NoContent,
      error: [apiErrorAt(400), apiErrorAt(404)]
    }).annotateMerge(
      operation(
        "Disconnect an identity",
        "The identity signs the user in no longer. The last one of a user without a password stays: that is 400."
      )
    ).annotate(RequiredScope, "no key")
  )
  .prefix("/api/users/@me/identities")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Own identities",
    description: "The persons of a provider of OpenID Connect who are the user. API keys are refused."
  }))
{}
