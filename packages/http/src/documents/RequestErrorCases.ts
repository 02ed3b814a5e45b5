import { WorkersMissing } from "@hedgerow/core/jobs/BackgroundWork"
import type { ApiError } from "../errors/ApiError.ts"
import type { ErrorCases } from "../errors/ErrorCase.ts"
import * as RequestErrors from "../errors/RequestErrors.ts"
import { maxJsonDepth, maxJsonValues } from "../requests/JsonBody.ts"

type Cases = { readonly [Name in keyof typeof RequestErrors]: ErrorCases<ApiError> }

/** Every error that a request gets before any domain, in the ways it arises. */
export const requestErrorCases: Cases = {
  notFound: [{ when: "nothing has this path or id", error: RequestErrors.notFound }],
  methodNotAllowed: [{
    when: "the path exists with other methods; `Allow` lists them",
    error: RequestErrors.methodNotAllowed("PUT", "OPTIONS, POST"),
    fields: { method: "PUT" }
  }],
  hardDeleteRefused: [{
    when: "a DELETE of a record that can only be marked as deleted",
    error: RequestErrors.hardDeleteRefused
  }],
  malformedJson: [{
    when: "the body is no JSON",
    error: RequestErrors.malformedJson("Unexpected end of JSON input"),
    fields: { reason: "Unexpected end of JSON input" }
  }],
  nestedTooDeeply: [{
    when: "lists and objects of the body stand inside each other deeper than the limit",
    error: RequestErrors.nestedTooDeeply(maxJsonDepth),
    fields: { limit: String(maxJsonDepth) }
  }],
  tooManyJsonValues: [{
    when: "the body has more numbers, texts, lists and objects than the limit, those within others included",
    error: RequestErrors.tooManyJsonValues(maxJsonValues),
    fields: { limit: String(maxJsonValues) }
  }],
  numberOverflow: [{
    when: "a number of the body overflows, such as `1e400`; `attr` names it",
    error: RequestErrors.numberOverflow(["tiles", 0, "width"])
  }],
  malformedBody: [{
    when: "the body could not be read or unpacked: broken gzip or base64, an encoding that is not supported",
    error: RequestErrors.malformedBody("The request body is not valid gzip."),
    fields: { reason: "The request body is not valid gzip." }
  }],
  malformedFlagsRequest: [{
    when: "a field of a request for flags has another type than it must have; `attr` names it",
    error: RequestErrors.malformedFlagsRequest("groups", "an object"),
    fields: { reason: "The field \"groups\" must be an object." }
  }],
  missingDistinctId: [{
    when: "a request for flags does not say for whom",
    error: RequestErrors.missingDistinctId
  }],
  missingToken: [{
    when: "a request of an SDK for flags, definitions or its configuration has no project token",
    error: RequestErrors.missingToken
  }],
  unknownToken: [{
    when: "no project has the token of a request of an SDK for flags or definitions",
    error: RequestErrors.unknownToken
  }],
  missingSurveyToken: [{
    when: "a request of an SDK for surveys has no project token",
    error: RequestErrors.missingSurveyToken
  }],
  unknownSurveyToken: [{
    when: "no project has the token of a request of an SDK for surveys",
    error: RequestErrors.unknownSurveyToken
  }],
  invalidSurveyAddress: [{
    when: "the address of a survey's page has no id of a survey",
    error: RequestErrors.invalidSurveyAddress
  }],
  flagQuotaUsedUp: [{
    when: "the project may fetch no more flag definitions, as the composition's quota has it",
    error: RequestErrors.flagQuotaUsedUp
  }],
  bodyTooLarge: [{
    when: "the body is larger than the limit, before or after it is unpacked; the connection closes",
    error: RequestErrors.bodyTooLarge(10 * 1024 * 1024),
    fields: { limit: "10485760" }
  }],
  unsupportedMediaType: [{
    when: "the route reads JSON and the body's media type is another",
    error: RequestErrors.unsupportedMediaType("application/xml"),
    fields: { media_type: "application/xml" }
  }],
  throttled: [{
    when: "the key, or of requests that end in 401 the client's address, has made more than a rate limit allows",
    error: RequestErrors.throttled(60),
    fields: { seconds: "60" }
  }],
  serverError: [{
    when: "the server has a defect; its log has the cause, the answer does not",
    error: RequestErrors.serverError
  }],
  storageDown: [{
    when: "the storage cannot be reached; nothing was changed, or it is not known whether a change was kept",
    error: RequestErrors.storageDown
  }],
  workersMissing: [{
    when: "the request needs background work, and the application that embeds the API does none (`workers: false`)",
    error: RequestErrors.workersMissing(new WorkersMissing({ kind: "queries.run" }).message),
    fields: { kind: "queries.run" }
  }],
  unavailable: [{
    when: "the server is not ready (`/_ready`)",
    error: RequestErrors.unavailable("The server is not ready: its database does not answer.", 1)
  }]
}
