import type { HintsByCode } from "../errors/ErrorHints.ts"

/** The advice on errors of a request to the query endpoints that was refused before its query was looked at. */
export const requestHints: HintsByCode = {
  not_authenticated: "Send a personal API key with the scope `query:read`: `Authorization: Bearer phx_…`.",
  authentication_failed: "The key is unknown, revoked or cut off: send it whole, or make another one.",
  permission_denied:
    "Use a key that has the scope that `detail` names and may use this project, of a user who is a member.",
  not_found: "Check the project's id in the path, and whether the key may use that project.",
  parse_error: "Send the body as JSON, such as {\"query\": {\"kind\": \"ServiceSqlQuery\", \"query\": \"SELECT 1\"}}.",
  invalid_input: "Change the request as `detail` says; `errors` lists all that is wrong.",
  request_too_large: "Make the body smaller: put long lists of people into a cohort, and compare with IN COHORT.",
  unsupported_media_type: "Send the body as JSON, with `Content-Type: application/json`."
}
