import { keyFields } from "@hedgerow/core/access/PersonalApiKeyInput"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { described, operation } from "../../shared/Described.ts"
import { PersonalApiKeyRecord } from "../IdentitySchema.ts"

const id = { id: described(Schema.String, "The key's id.") }
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** The access of a new key: empty or null `scoped_*` mean "not restricted". */
export const NewPersonalApiKey = createBody(keyFields, {
  identifier: "NewPersonalApiKey",
  description: "A new key, and what it may do."
})

/** The rights of a key from now on. */
export const PersonalApiKeyChanges = changeBody(keyFields, {
  identifier: "PersonalApiKeyChanges",
  description: "The rights of a key from now on."
})

/** The caller's personal API keys. A key may look at itself; all else is for callers without a key. */
export class PersonalApiKeysApi extends HttpApiGroup.make("personalApiKeys")
  .add(
    HttpApiEndpoint.get("list", "/personal_api_keys/", { success: Schema.Array(PersonalApiKeyRecord) }).annotateMerge(
      operation("List personal API keys", "Returns the personal API keys of the caller, without their values.")
    )
      .annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("create", "/personal_api_keys/", {
      payload: NewPersonalApiKey,
      success: PersonalApiKeyRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Create a personal API key",
        "Makes a key and returns it with its value, which is never returned again. More than ten keys are 400."
      )
    ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.get("read", "/personal_api_keys/:id/", {
      params: id,
      success: PersonalApiKeyRecord,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Read a personal API key",
        "Returns one of the caller's keys without its value. A key may read itself alone; other ids are 403 for it."
      )
    ).annotate(RequiredScope, "any key"),
    HttpApiEndpoint.patch("update", "/personal_api_keys/:id/", {
      params: id,
      payload: PersonalApiKeyChanges,
      success: PersonalApiKeyRecord,
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Change a personal API key",
        "Changes the fields that the body names and returns the key. The new scopes count at once."
      )
    ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.delete("revoke", "/personal_api_keys/:id/", {
      params: id,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation("Revoke a personal API key", "Deletes the key. Requests that are signed with it get 401 from then on.")
    ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("roll", "/personal_api_keys/:id/roll/", {
      params: id,
      success: PersonalApiKeyRecord,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Roll a personal API key",
        "Gives the key a new value and returns it once. The old value stops at once."
      )
    ).annotate(RequiredScope, "no key")
  )
  .prefix("/api")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Personal API keys",
    description: "Keys of the caller's user. A key may read itself; everything else is for callers without a key."
  }))
{}
