import type {
  AccessDenied,
  InvalidCredentials,
  NotAuthenticated,
  RequestForged
} from "@hedgerow/core/access/AccessErrors"
import type {
  MemberNotFound,
  OrganizationNotFound,
  PersonalApiKeyNotFound,
  ProjectNotFound,
  ProjectSecretKeyNotFound
} from "@hedgerow/core/access/AccessErrors"
import type { CurrentPasswordWrong, LinkInvalid, LoginRefused } from "@hedgerow/core/accounts/AccountErrors"
import type { InviteForOther, InviteNeedsLogin, InviteNotFound } from "@hedgerow/core/accounts/invites/InviteErrors"
import type {
  IdentityNotFound,
  ProviderAway,
  ProviderRefusal,
  ProviderRefused
} from "@hedgerow/core/accounts/providers/ProviderErrors"
import type {
  CodeRefused,
  CodesPaused,
  SecondFactorUnexpected
} from "@hedgerow/core/accounts/second-factors/SecondFactorErrors"
import type { ActionNotFound } from "@hedgerow/core/actions/ActionErrors"
import type { AlertNotFound } from "@hedgerow/core/alerts/AlertErrors"
import type { CohortNotFound } from "@hedgerow/core/cohorts/CohortErrors"
import type { DashboardNotFound, InsightNotFound } from "@hedgerow/core/dashboards/DashboardErrors"
import type { DefinitionNotFound } from "@hedgerow/core/definitions/DefinitionErrors"
import type { DataDeletionNotFound, PersonNotFound } from "@hedgerow/core/deletions/DeletionErrors"
import type { CaptureRejected, IngestionUnavailable } from "@hedgerow/core/events/Capture"
import type { ExperimentNotFound } from "@hedgerow/core/experiments/ExperimentErrors"
import type { HoldoutNotFound } from "@hedgerow/core/experiments/holdouts/HoldoutErrors"
import type { SavedMetricNotFound } from "@hedgerow/core/experiments/saved-metrics/SavedMetricErrors"
import type { DataExportNotFound, ExportNotReady } from "@hedgerow/core/exports/ExportErrors"
import type {
  AlreadyApproved,
  ApprovalRequired,
  ChangeRequestDenied,
  ChangeRequestNotFound,
  ChangeRequestNotOpen
} from "@hedgerow/core/flags/approvals/ChangeRequestErrors"
import type {
  FeatureFlagNotFound,
  FlagAudienceTimedOut,
  FlagConflict,
  FlagCopyRefused,
  FlagPayloadUnreadable,
  FlagVersionMismatch
} from "@hedgerow/core/flags/model/FeatureFlagErrors"
import type { ScheduledChangeNotFound } from "@hedgerow/core/flags/scheduling/ScheduledChangeErrors"
import type { GroupNotFound } from "@hedgerow/core/persons/GroupErrors"
import type { PromotionOutdated } from "@hedgerow/core/promotion/Promotion"
import type { QueryRunNotFound } from "@hedgerow/core/query/execution/QueryExecutionErrors"
import { failureDetails, failureText, type QueryFailure } from "@hedgerow/core/query/execution/QueryFailureText"
import type { QueryLogExpired } from "@hedgerow/core/query/log/QueryLogErrors"
import type { SqlVariableNotFound } from "@hedgerow/core/query/variables/SqlVariableErrors"
import type { DashboardNotShared, SharedLinkUnknown } from "@hedgerow/core/sharing/SharingErrors"
import type { SubscriptionNotFound, UnsubscribeLinkInvalid } from "@hedgerow/core/subscriptions/SubscriptionErrors"
import type { ResponseArchivedElsewhere, SurveyClosed, SurveyNotFound } from "@hedgerow/core/surveys/SurveyErrors"
import type { WebhookDeliveryNotFound, WebhookNotFound } from "@hedgerow/core/webhooks/WebhookErrors"
import { Effect } from "effect"
import { ApiError } from "./ApiError.ts"
import { attrOf, type ErrorBody, type ErrorType } from "./ErrorBody.ts"
import { accessDeniedDetail, captureStatus, forgedDetail } from "./ErrorTexts.ts"
import { notFound, throttled, unavailable } from "./RequestErrors.ts"

/** Every error of core that may reach a client. */
export type DomainError =
  | NotAuthenticated
  | InvalidCredentials
  | AccessDenied
  | RequestForged
  | LoginRefused
  | CurrentPasswordWrong
  | LinkInvalid
  | CodeRefused
  | IdentityNotFound
  | ProviderAway
  | ProviderRefused
  | CodesPaused
  | SecondFactorUnexpected
  | InviteForOther
  | InviteNeedsLogin
  | InviteNotFound
  | ProjectNotFound
  | OrganizationNotFound
  | MemberNotFound
  | PersonalApiKeyNotFound
  | ProjectSecretKeyNotFound
  | ActionNotFound
  | AlreadyApproved
  | ApprovalRequired
  | ChangeRequestDenied
  | ChangeRequestNotFound
  | ChangeRequestNotOpen
  | CohortNotFound
  | DashboardNotFound
  | DataDeletionNotFound
  | DataExportNotFound
  | DefinitionNotFound
  | ExportNotReady
  | FeatureFlagNotFound
  | FlagAudienceTimedOut
  | FlagConflict
  | FlagCopyRefused
  | FlagPayloadUnreadable
  | FlagVersionMismatch
  | GroupNotFound
  | InsightNotFound
  | PersonNotFound
  | PromotionOutdated
  | ScheduledChangeNotFound
  | QueryFailure
  | QueryLogExpired
  | QueryRunNotFound
  | CaptureRejected
  | IngestionUnavailable
  | ExperimentNotFound
  | ResponseArchivedElsewhere
  | HoldoutNotFound
  | SavedMetricNotFound
  | SurveyClosed
  | SqlVariableNotFound
  | SurveyNotFound
  | WebhookDeliveryNotFound
  | AlertNotFound
  | SubscriptionNotFound
  | DashboardNotShared
  | SharedLinkUnknown
  | UnsubscribeLinkInvalid
  | WebhookNotFound

type ErrorTable = {
  readonly [Tag in DomainError["_tag"]]: (error: Extract<DomainError, { readonly _tag: Tag }>) => ApiError
}

const answer = (
  status: number,
  type: ErrorType,
  code: string,
  detail: string,
  more?: Partial<Pick<ErrorBody, "attr" | "errors" | "extra">>
): ApiError => new ApiError({ status, body: { type, code, detail, attr: null, ...more } })

const unauthorized = (code: string, detail: string): ApiError =>
  new ApiError({
    status: 401,
    body: { type: "authentication_error", code, detail, attr: null },
    headers: { "www-authenticate": "Bearer" }
  })

const credentialKinds = {
  "personal key": "Personal API key",
  "project secret": "Project secret API key",
  "project token": "Project token"
}

const credentialPlaces = { header: "request Authorization header", body: "request body", query: "request query string" }

/** The answer to a query that failed: its text, the place, the hint, and whether to try again. */
const queryError = (status: number, type: ErrorType, failure: QueryFailure, retryAfterSeconds?: number): ApiError => {
  const { code, message } = failureText(failure)
  return new ApiError({
    status,
    body: { type, code, detail: message, attr: null, extra: { ...failureDetails(failure) } },
    ...(retryAfterSeconds === undefined ? undefined : { headers: { "retry-after": String(retryAfterSeconds) } })
  })
}

const providerDetail: Readonly<Record<ProviderRefusal, string>> = {
  answer: "The provider's answer is not the one to this log-in of this browser, or was used already. Log in once more.",
  email: "The provider names no verified email address for you.",
  inactive: "Your account is not active.",
  not_connected:
    "There is an account with your email address, which was never verified here. Log in with its password, and "
    + "connect it on the page of your account.",
  no_account: "You have no account here. Ask an admin for an invitation.",
  session: "You are not signed in any more as who began to connect the account.",
  taken: "Another account is connected with this person of the provider.",
  only_way: "This is the only way in which you sign in: set a password first."
}

/** The one place where an error of core gets its status, type, code and text. */
const table: ErrorTable = {
  NotAuthenticated: () => unauthorized("not_authenticated", "Authentication credentials were not provided."),
  InvalidCredentials: ({ kind, source }) =>
    unauthorized("authentication_failed", `${credentialKinds[kind]} found in ${credentialPlaces[source]} is invalid.`),
  AccessDenied: (error) => answer(403, "authentication_error", "permission_denied", accessDeniedDetail(error.reason)),
  RequestForged: ({ reason }) => answer(403, "authentication_error", "csrf_failed", forgedDetail[reason]),
  LoginRefused: () => answer(400, "validation_error", "invalid_credentials", "Invalid email or password."),
  CurrentPasswordWrong: () =>
    answer(400, "validation_error", "invalid_credentials", "This is not your current password.", {
      attr: "current_password"
    }),
  LinkInvalid: () =>
    answer(400, "validation_error", "invalid_token", "This link is unknown, has been used, or is too old.", {
      attr: "token"
    }),
  CodeRefused: () =>
    answer(400, "validation_error", "invalid_code", "This code is wrong, or was used before.", { attr: "code" }),
  CodesPaused: ({ seconds }) => throttled(seconds),
  SecondFactorUnexpected: ({ isOn }) =>
    answer(409, "invalid_request", "conflict", isOn ? "The second factor is on." : "The second factor is not on."),
  IdentityNotFound: () => notFound,
  ProviderAway: () => unavailable("The provider that people sign in by does not answer. Try again later.", 30),
  ProviderRefused: ({ reason }) =>
    answer(400, "validation_error", "provider_refused", providerDetail[reason], { extra: { reason } }),
  InviteForOther: () =>
    answer(
      403,
      "authentication_error",
      "permission_denied",
      "This invitation is for another email address than yours."
    ),
  InviteNeedsLogin: () =>
    answer(
      400,
      "validation_error",
      "login_required",
      "There is an account with this email address already: log in with it, and open the link again."
    ),
  InviteNotFound: () => notFound,
  ProjectNotFound: () => answer(404, "invalid_request", "not_found", "Project not found."),
  OrganizationNotFound: () => answer(404, "invalid_request", "not_found", "Organization not found."),
  MemberNotFound: () => notFound,
  PersonalApiKeyNotFound: () => notFound,
  ProjectSecretKeyNotFound: () => notFound,
  ActionNotFound: () => notFound,
  AlreadyApproved: (error) => answer(409, "invalid_request", "already_approved", error.message),
  ApprovalRequired: (error) =>
    answer(409, "invalid_request", "approval_required", error.message, {
      extra: { change_request: error.change_request, flag_id: error.flag_id }
    }),
  ChangeRequestDenied: (error) => answer(403, "authentication_error", "permission_denied", error.message),
  ChangeRequestNotFound: () => notFound,
  ChangeRequestNotOpen: (error) =>
    answer(409, "invalid_request", "change_request_not_open", error.message, { extra: { state: error.state } }),
  CohortNotFound: () => notFound,
  DashboardNotFound: () => notFound,
  DataDeletionNotFound: () => notFound,
  DataExportNotFound: () => notFound,
  DefinitionNotFound: () => notFound,
  ExportNotReady: ({ status }) =>
    answer(404, "invalid_request", "not_found", `The export has no file: it is ${status}.`),
  FeatureFlagNotFound: () => notFound,
  FlagAudienceTimedOut: (error) => answer(504, "server_error", "error", error.message),
  FlagConflict: (error) => answer(409, "server_error", "conflict", error.message),
  FlagCopyRefused: (error) => answer(403, "authentication_error", "permission_denied", error.message),
  FlagPayloadUnreadable: (error) =>
    new ApiError({
      status: 503,
      body: { type: "server_error", code: "payload_unreadable", detail: error.message, attr: null },
      headers: { "retry-after": "60" }
    }),
  FlagVersionMismatch: (error) => answer(412, "invalid_request", "precondition_failed", error.message),
  GroupNotFound: () => notFound,
  InsightNotFound: () => notFound,
  InvalidInput: ({ issues }) => {
    const errors = issues.map((issue) => ({ code: issue.code, detail: issue.message, attr: attrOf(issue.path) }))
    const [first] = issues
    const attr = first.field === undefined ? attrOf(first.path) : first.field
    const rule = first.rule === undefined ? undefined : { rule: first.rule }
    const hint = first.hint === undefined ? undefined : { hint: first.hint, retryable: false }
    const extra = rule === undefined && hint === undefined ? undefined : { extra: { ...rule, ...hint } }
    return answer(400, "validation_error", first.code, first.message, { attr, errors, ...extra })
  },
  PersonNotFound: () => answer(404, "invalid_request", "not_found", "Person not found."),
  PromotionOutdated: (error) => answer(409, "server_error", "conflict", error.message),
  ScheduledChangeNotFound: () => notFound,
  ExperimentNotFound: () => notFound,
  ResponseArchivedElsewhere: ({ response_uuid }) =>
    answer(409, "server_error", "conflict", `Response ${response_uuid} is archived under another survey.`),
  HoldoutNotFound: () => notFound,
  SavedMetricNotFound: () => notFound,
  SurveyClosed: () => answer(404, "invalid_request", "not_found", "Survey not receiving responses."),
  SqlVariableNotFound: () => notFound,
  SurveyNotFound: () => notFound,
  WebhookDeliveryNotFound: () => notFound,
  AlertNotFound: () => notFound,
  SubscriptionNotFound: () => notFound,
  DashboardNotShared: () => notFound,
  SharedLinkUnknown: () => notFound,
  UnsubscribeLinkInvalid: () =>
    answer(400, "validation_error", "invalid_token", "This link is unknown, or is older than 30 days.", {
      attr: "token"
    }),
  WebhookNotFound: () => notFound,
  SqlSyntaxError: (error) => queryError(400, "validation_error", error),
  SqlSemanticError: (error) => queryError(400, "validation_error", error),
  QueryRuntimeError: (error) => queryError(400, "validation_error", error),
  QueryTimedOut: (error) => queryError(504, "server_error", error),
  QueryTooLarge: (error) => queryError(400, "validation_error", error),
  QueryEngineUnavailable: (error) => queryError(503, "server_error", error, 5),
  QueryDataDamaged: (error) => queryError(503, "server_error", error, 60),
  QueryEngineBusy: (error) => queryError(503, "server_error", error, 5),
  QueryLogExpired: ({ hours, id }) =>
    answer(
      400,
      "invalid_request",
      "query_log_expired",
      `The log of query ${id} cannot be read any more: it was asked for more than ${hours} hours ago.`,
      { extra: { hint: `Read it with SQL: SELECT * FROM query_log WHERE query_id = '…'.`, retryable: false } }
    ),
  QueryCancelled: (error) => queryError(400, "invalid_request", error),
  QueryRunNotFound: ({ id, project }) =>
    answer(404, "invalid_request", "not_found", `Query ${id} not found for team ${project}`, {
      extra: {
        hint:
          "Check the id and the project. Runs are kept for 20 minutes after their last change: ask the query again.",
        retryable: false
      }
    }),
  StreamTooLarge: (error) => queryError(400, "validation_error", error),
  TooManyQueries: (error) => queryError(429, "throttled_error", error, 5),
  QueryRefused: (error) => queryError(503, "server_error", error, error.retryAfterSeconds),
  CaptureRejected: (error) => {
    const { code, status, type } = captureStatus(error.fault)
    const attr = error.index === null ? null : attrOf(["batch", error.index])
    return status === 401 ? unauthorized(code, error.detail) : answer(status, type, code, error.detail, { attr })
  },
  IngestionUnavailable: ({ reason, retryAfterSeconds }) =>
    new ApiError({
      ...unavailable(
        "Events cannot be taken right now. Nothing was stored; please send them again.",
        retryAfterSeconds
      ),
      cause: reason
    })
}

/** What the table has an answer to: the compiler refuses other errors by this name. */
export type InErrorTable = DomainError | ApiError

/** The answer to an error of core. */
export const toApiError = (error: InErrorTable): ApiError =>
  error._tag === "ApiError" ? error : (table[error._tag] as (error: DomainError) => ApiError)(error)

/** Turns the errors of core into answers; an error the table does not know is a type error here. */
export const answering = <A, E extends InErrorTable, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, ApiError, R> => Effect.mapError(effect, toApiError)
