import type { AccessDenied, RequestForged } from "@hedgerow/core/access/AccessErrors"
import type { CaptureRejected } from "@hedgerow/core/events/Capture"
import type { ErrorType } from "./ErrorBody.ts"

/** The reason for which the caller may not do this, in the reference service's words. */
export const accessDeniedDetail = (reason: AccessDenied["reason"]): string => {
  switch (reason._tag) {
    case "MissingScope":
      return `API key missing required scope '${reason.scope}'`
    case "NoKeyAccess":
    case "KeySelfManagement":
      return "This action does not support personal API key access"
    case "NoProjectSecretAccess":
      return "This action does not support project secret API key access"
    case "ProjectOutOfScope":
      return `API key does not have access to the requested project: ID ${reason.projectId}.`
    case "ProjectScopeOnOtherUrl":
      return "API keys with scoped projects are only supported on project-based endpoints."
    case "OrganizationOutOfScope":
      return `API key does not have access to the requested organization: ID ${reason.organizationId}.`
    case "OrganizationScopeOnOtherUrl":
      return "API keys with scoped organizations cannot create organizations."
    case "NotAMember":
      return "You don't have access to the project."
    case "NotAManager":
      return "You do not have admin access to this resource."
    case "NotAnOwner":
      return "Only an owner of the organization can make someone an owner, or change or remove one."
  }
}

/** The sign by which a request with a session's cookie was taken for a forged one. */
export const forgedDetail: Readonly<Record<RequestForged["reason"], string>> = {
  site: "CSRF check failed: the request comes from a page of another site.",
  origin: "CSRF check failed: the request has no Sec-Fetch-Site header, and its Origin is not this server.",
  token: "CSRF check failed: the X-CSRF-Token header is missing, or not the one of this session.",
  "media type": "CSRF check failed: a request with a session's cookie has a JSON body, or none."
}

/**
 * Status, type and code of a refused capture request: a fault of the token is 401, too much at a time 413, the rest
 * 400.
 */
export const captureStatus = (
  fault: CaptureRejected["fault"]
): { readonly status: 400 | 401 | 413; readonly type: ErrorType; readonly code: string } => {
  switch (fault) {
    case "missing_token":
      return { status: 401, type: "authentication_error", code: "not_authenticated" }
    case "inconsistent_tokens":
    case "personal_key_as_token":
    case "project_secret_as_token":
    case "malformed_token":
      return { status: 401, type: "authentication_error", code: "authentication_failed" }
    case "malformed_json":
      return { status: 400, type: "invalid_request", code: "parse_error" }
    case "too_many_events":
    case "too_many_values":
    case "too_much_person_data":
      return { status: 413, type: "invalid_request", code: fault }
    default:
      return { status: 400, type: "validation_error", code: fault }
  }
}
