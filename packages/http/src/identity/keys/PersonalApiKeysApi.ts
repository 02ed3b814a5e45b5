import { keyFields } from "@hedgerow/core/access/PersonalApiKeyInput"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { PersonalApiKeyRecord } from "../IdentityRecords.ts"

const id = { id: Schema.String }
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** What a new key may do: empty or null `scoped_*` mean "not restricted". */
export const NewPersonalApiKey = createBody(keyFields, {
  identifier: "NewPersonalApiKey",
  description: "A new key, and what it may do."
})

/** What a key may do from now on. */
export const PersonalApiKeyChanges = changeBody(keyFields, {
  identifier: "PersonalApiKeyChanges",
  description: "What a key may do from now on."
})

/** The caller's personal API keys. A key may look at itself; all else is for callers without a key. */
export class PersonalApiKeysApi extends HttpApiGroup.make("personalApiKeys")
  .add(
    HttpApiEndpoint.get("list", "/personal_api_keys/", { success: Schema.Array(PersonalApiKeyRecord) })
      .annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("create", "/personal_api_keys/", {
      payload: NewPersonalApiKey,
      success: PersonalApiKeyRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.get("read", "/personal_api_keys/:id/", {
      params: id,
      success: PersonalApiKeyRecord,
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "any key"),
    HttpApiEndpoint.patch("update", "/personal_api_keys/:id/", {
      params: id,
      payload: PersonalApiKeyChanges,
      success: PersonalApiKeyRecord,
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.delete("revoke", "/personal_api_keys/:id/", {
      params: id,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("roll", "/personal_api_keys/:id/roll/", {
      params: id,
      success: PersonalApiKeyRecord,
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "no key")
  )
  .prefix("/api")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Personal API keys" }))
{}
