import {
  AccessDenied,
  InvalidCredentials,
  MemberNotFound,
  NotAuthenticated,
  OrganizationNotFound,
  PersonalApiKeyNotFound,
  ProjectNotFound,
  ProjectSecretKeyNotFound,
  RequestForged
} from "@hedgerow/core/access/AccessErrors"
import { CurrentPasswordWrong, LinkInvalid, LoginRefused } from "@hedgerow/core/accounts/AccountErrors"
import { InviteForOther, InviteNeedsLogin, InviteNotFound } from "@hedgerow/core/accounts/invites/InviteErrors"
import { IdentityNotFound, ProviderAway, ProviderRefused } from "@hedgerow/core/accounts/providers/ProviderErrors"
import {
  CodeRefused,
  CodesPaused,
  SecondFactorUnexpected
} from "@hedgerow/core/accounts/second-factors/SecondFactorErrors"
import { ActionNotFound } from "@hedgerow/core/actions/ActionErrors"
import { AlertNotFound } from "@hedgerow/core/alerts/AlertErrors"
import { CohortNotFound } from "@hedgerow/core/cohorts/CohortErrors"
import { DashboardNotFound, InsightNotFound } from "@hedgerow/core/dashboards/DashboardErrors"
import { DefinitionNotFound } from "@hedgerow/core/definitions/DefinitionErrors"
import { DataDeletionNotFound, PersonNotFound } from "@hedgerow/core/deletions/DeletionErrors"
import { IngestionUnavailable } from "@hedgerow/core/events/Capture"
import { ExperimentNotFound } from "@hedgerow/core/experiments/ExperimentErrors"
import { HoldoutNotFound } from "@hedgerow/core/experiments/holdouts/HoldoutErrors"
import { SavedMetricNotFound } from "@hedgerow/core/experiments/saved-metrics/SavedMetricErrors"
import { DataExportNotFound, ExportNotReady } from "@hedgerow/core/exports/ExportErrors"
import { ChangeRequestId } from "@hedgerow/core/flags/approvals/ChangeRequest"
import {
  AlreadyApproved,
  ApprovalRequired,
  ChangeRequestDenied,
  ChangeRequestNotFound,
  ChangeRequestNotOpen
} from "@hedgerow/core/flags/approvals/ChangeRequestErrors"
import {
  FeatureFlagNotFound,
  FlagAudienceTimedOut,
  FlagConflict,
  FlagCopyRefused,
  FlagPayloadUnreadable,
  FlagVersionMismatch
} from "@hedgerow/core/flags/model/FeatureFlagErrors"
import { ScheduledChangeNotFound } from "@hedgerow/core/flags/scheduling/ScheduledChangeErrors"
import { GroupNotFound } from "@hedgerow/core/persons/GroupErrors"
import { PromotionOutdated } from "@hedgerow/core/promotion/Promotion"
import {
  QueryCancelled,
  QueryRunNotFound,
  StreamTooLarge,
  TooManyQueries
} from "@hedgerow/core/query/execution/QueryExecutionErrors"
import { QueryLogExpired } from "@hedgerow/core/query/log/QueryLogErrors"
import {
  QueryDataDamaged,
  QueryEngineBusy,
  QueryEngineUnavailable,
  type QueryLimitName,
  QueryRefused,
  QueryRuntimeError,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import { runtimeFaults } from "@hedgerow/core/query/RuntimeFaults"
import { SqlVariableNotFound } from "@hedgerow/core/query/variables/SqlVariableErrors"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { DashboardNotShared, SharedLinkUnknown } from "@hedgerow/core/sharing/SharingErrors"
import { SubscriptionNotFound, UnsubscribeLinkInvalid } from "@hedgerow/core/subscriptions/SubscriptionErrors"
import { ResponseArchivedElsewhere, SurveyClosed, SurveyNotFound } from "@hedgerow/core/surveys/SurveyErrors"
import { WebhookDeliveryNotFound, WebhookNotFound } from "@hedgerow/core/webhooks/WebhookErrors"
import { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { mostCell } from "@hedgerow/sql/evaluate/CellSize"
import type { ApiError } from "./ApiError.ts"
import { captureErrorCases } from "./CaptureErrorCases.ts"
import { answeredWith, type ErrorCase } from "./ErrorCase.ts"
import { type DomainError, toApiError } from "./ErrorTable.ts"

type Cases = {
  readonly [Tag in DomainError["_tag"]]: () => ReadonlyArray<
    ErrorCase<Extract<DomainError, { readonly _tag: Tag }>>
  >
}

type DenialReason = AccessDenied["reason"]

const denied = (
  when: string,
  reason: DenialReason,
  fields: Readonly<Record<string, string>> = {}
): ErrorCase<AccessDenied> => ({ when, error: new AccessDenied({ reason }), fields })

const anOrganization = "01890a5d-ac96-774b-bcce-b302099a8057"

/** A row for each rule that may deny. */
const denials: { readonly [Tag in DenialReason["_tag"]]: ErrorCase<AccessDenied> } = {
  MissingScope: denied(
    "the key lacks the scope the operation needs",
    { _tag: "MissingScope", scope: "survey:write" },
    { scope: "survey:write" }
  ),
  NoProjectSecretAccess: denied("a project's secret is used where only people's keys are taken", {
    _tag: "NoProjectSecretAccess"
  }),
  NoKeyAccess: denied("the operation is closed to keys", { _tag: "NoKeyAccess" }),
  ProjectOutOfScope: denied(
    "the key is bound to other projects",
    { _tag: "ProjectOutOfScope", projectId: "7" },
    { project_id: "7" }
  ),
  ProjectScopeOnOtherUrl: denied("a key that is bound to projects is used outside of a project's paths", {
    _tag: "ProjectScopeOnOtherUrl"
  }),
  OrganizationOutOfScope: denied(
    "the key is bound to other organisations",
    { _tag: "OrganizationOutOfScope", organizationId: anOrganization },
    { organization_id: anOrganization }
  ),
  OrganizationScopeOnOtherUrl: denied("a key that is bound to organisations is used to make another one", {
    _tag: "OrganizationScopeOnOtherUrl"
  }),
  NotAMember: denied("the user is no member of the project's organisation", { _tag: "NotAMember" }),
  NotAManager: denied("the operation is for admins and owners of the organisation", { _tag: "NotAManager" }),
  NotAnOwner: denied("the operation is for owners of the organisation", { _tag: "NotAnOwner" }),
  KeySelfManagement: denied("a key is used to manage keys", { _tag: "KeySelfManagement" })
}

const invalidCredentials = (source: InvalidCredentials["source"], place: string) => ({
  when: `the key in the ${place} is unknown, or its user inactive`,
  error: new InvalidCredentials({ source, kind: "personal key" })
})

const dialect = { start: 7, end: 12 }

const semanticErrors: ReadonlyArray<readonly [code: string, when: string, detail: string]> = [
  [
    "invalid_input",
    "the SQL names a field, table or function that does not exist, or breaks another rule of the dialect",
    "Unable to resolve field: plan"
  ],
  [
    "illegal_aggregation",
    "an aggregate function stands where none may",
    "Aggregate function count is found in WHERE in query"
  ],
  [
    "illegal_type_of_argument",
    "a function cannot take a value of this type",
    "Illegal type String of argument of function abs"
  ],
  ["too_big_ast", "the SQL is too complex", "The query is too complex"]
]

const tooLarge: ReadonlyArray<readonly [when: string, limit: QueryLimitName, most?: number]> = [
  [
    "the query needs more memory than `HEDGEROW_QUERY_MEMORY`, or than its engine lets one query have",
    "memory",
    2_000_000_000
  ],
  ["the query reads more rows than `HEDGEROW_QUERY_READ_ROWS`", "rows", 1_000_000],
  ["the query reads more than `HEDGEROW_QUERY_READ_SIZE`", "bytes", 1_000_000],
  ["an answer that is collected is larger than `HEDGEROW_QUERY_ANSWER_SIZE`", "answer", 67_108_864],
  ["an answer that is collected has more cells than `HEDGEROW_QUERY_ANSWER_CELLS`", "cells", 2_000_000],
  ["a recursive query does not end", "recursion"],
  [
    "a value that the query makes, or the work for it at once, is [larger than it may be](limits.md#values)",
    "cell",
    mostCell
  ]
]

/** Every error of core that may reach a client, in the ways it arises. */
const domainErrorCases: Cases = {
  NotAuthenticated: () => [{ when: "the request has no key", error: new NotAuthenticated() }],
  RequestForged: () => [
    {
      when: "a request with a session's cookie comes from a page of another site",
      error: new RequestForged({ reason: "site" })
    },
    {
      when: "a request with a session's cookie names neither its site nor this server as its origin",
      error: new RequestForged({ reason: "origin" })
    },
    {
      when: "a request with a session's cookie that changes something lacks the session's `X-CSRF-Token`",
      error: new RequestForged({ reason: "token" })
    },
    {
      when: "a request with a session's cookie has a body that is not JSON",
      error: new RequestForged({ reason: "media type" })
    }
  ],
  LoginRefused: () => [{
    when: "the email and the password of a log-in do not belong together, or the user is not active",
    error: new LoginRefused()
  }],
  CurrentPasswordWrong: () => [{
    when: "the current password is asked for, and is not the one that was sent",
    error: new CurrentPasswordWrong()
  }],
  LinkInvalid: () => [{
    when: "the token of a link is unknown, used or too old",
    error: new LinkInvalid()
  }],
  IdentityNotFound: () => [{
    when: "the user has no identity of a provider with this id",
    error: new IdentityNotFound()
  }],
  ProviderAway: () => [{
    when: "the provider of OpenID Connect does not answer",
    error: new ProviderAway()
  }],
  ProviderRefused: () => [
    {
      when: "the answer of the provider is not the one to this log-in of this browser, or was used",
      error: new ProviderRefused({ reason: "answer" })
    },
    {
      when: "the provider names no verified email address of who has no account",
      error: new ProviderRefused({ reason: "email" })
    },
    {
      when: "the account of who comes from the provider is not active",
      error: new ProviderRefused({ reason: "inactive" })
    },
    {
      when: "an account has the address of who comes from the provider, and it was never verified here",
      error: new ProviderRefused({ reason: "not_connected" })
    },
    {
      when: "who comes from the provider has no account, and their domain does not join",
      error: new ProviderRefused({ reason: "no_account" })
    },
    {
      when: "an identity is connected, and the session that asked for it is over",
      error: new ProviderRefused({ reason: "session" })
    },
    {
      when: "an identity is connected that another user has",
      error: new ProviderRefused({ reason: "taken" })
    },
    {
      when: "the last identity of a user without a password is disconnected",
      error: new ProviderRefused({ reason: "only_way" })
    }
  ],
  CodeRefused: () => [{
    when: "a code of the second factor is wrong, or was used before",
    error: new CodeRefused()
  }],
  CodesPaused: () => [{
    when: "ten codes in a row were wrong: none is compared for 15 minutes",
    error: new CodesPaused({ seconds: 900 })
  }],
  SecondFactorUnexpected: () => [
    {
      when: "a second factor is set up or confirmed, and one is on",
      error: new SecondFactorUnexpected({ isOn: true })
    },
    {
      when: "a second factor is needed, and none is on",
      error: new SecondFactorUnexpected({ isOn: false })
    }
  ],
  InviteForOther: () => [{
    when: "an invitation is for another email address than that of who is signed in",
    error: new InviteForOther()
  }],
  InviteNeedsLogin: () => [{
    when: "somebody has an account with the address of an invitation that is accepted without a session",
    error: new InviteNeedsLogin()
  }],
  InviteNotFound: () => [{
    when: "the organisation has no invitation with this id",
    error: new InviteNotFound()
  }],
  InvalidCredentials: () => [
    invalidCredentials("header", "`Authorization` header"),
    invalidCredentials("body", "body"),
    invalidCredentials("query", "query string"),
    {
      when: "the project secret (`phs_…`) in the `Authorization` header is unknown; as above in other places",
      error: new InvalidCredentials({ source: "header", kind: "project secret" })
    },
    {
      when: "no project has the `token` in the query string beside `@current` in the path",
      error: new InvalidCredentials({ source: "query", kind: "project token" })
    }
  ],
  AccessDenied: () => Object.values(denials),
  ProjectNotFound: () => [{ when: "no project has this id", error: new ProjectNotFound() }],
  OrganizationNotFound: () => [{
    when: "no organisation of the caller has this id",
    error: new OrganizationNotFound()
  }],
  MemberNotFound: () => [{ when: "the organisation has no member with this uuid", error: new MemberNotFound() }],
  PersonalApiKeyNotFound: () => [{ when: "the caller has no key with this id", error: new PersonalApiKeyNotFound() }],
  ProjectSecretKeyNotFound: () => [{
    when: "the project has no secret API key with this id",
    error: new ProjectSecretKeyNotFound()
  }],
  HoldoutNotFound: () => [{ when: "the project has no holdout with this id", error: new HoldoutNotFound() }],
  SavedMetricNotFound: () => [{
    when: "the project has no saved metric with this id",
    error: new SavedMetricNotFound()
  }],
  ExperimentNotFound: () => [{
    when: "the project has no experiment with this id, or it is deleted",
    error: new ExperimentNotFound()
  }],
  ResponseArchivedElsewhere: () => [{
    when: "a response is archived that is archived under another survey",
    error: new ResponseArchivedElsewhere({ response_uuid: "019db675-8574-7000-8bcd-8b96a8c4437d" })
  }],
  SurveyClosed: () => [{
    when: "the survey has no page of its own, has not begun, is stopped or archived",
    error: new SurveyClosed()
  }],
  SqlVariableNotFound: () => [
    { when: "the project has no variable with this id", error: new SqlVariableNotFound() }
  ],
  SurveyNotFound: () => [{ when: "the project has no survey with this id", error: new SurveyNotFound() }],
  WebhookDeliveryNotFound: () => [
    { when: "the webhook has no delivery with this id", error: new WebhookDeliveryNotFound() }
  ],
  SubscriptionNotFound: () => [{
    when: "the project has no subscription with this id",
    error: new SubscriptionNotFound()
  }],
  DashboardNotShared: () => [{
    when: "the link of a dashboard that has none is renewed",
    error: new DashboardNotShared()
  }],
  SharedLinkUnknown: () => [{
    when:
      "the link of a shared dashboard is unknown, was renewed or turned off, or its dashboard or project is deleted",
    error: new SharedLinkUnknown()
  }],
  UnsubscribeLinkInvalid: () => [{
    when: "the link that ends mails is none of this installation's, or older than 30 days",
    error: new UnsubscribeLinkInvalid()
  }],
  AlertNotFound: () => [{ when: "the project has no alert with this id", error: new AlertNotFound() }],
  WebhookNotFound: () => [{ when: "the project has no webhook with this id", error: new WebhookNotFound() }],
  AlreadyApproved: () => [{
    when: "a member approves a change request for the second time",
    error: new AlreadyApproved()
  }],
  ApprovalRequired: () => [
    {
      when: "others must approve a change of a feature flag; `extra.change_request` is the request that was made of it",
      error: new ApprovalRequired({
        flag_id: 7,
        flag_key: "new-checkout",
        change_request: ChangeRequestId.make(3)
      }),
      fields: { flag_key: "new-checkout", change_request: "3" }
    },
    {
      when:
        "others must approve a change of a feature flag that is a part of another change, such as a copy or the pause "
        + "of an experiment: no request is made of it",
      error: new ApprovalRequired({ flag_id: 7, flag_key: "new-checkout", change_request: null }),
      fields: { flag_key: "new-checkout", flag_id: "7" }
    }
  ],
  ChangeRequestDenied: () => [
    {
      when: "a member approves or rejects a change request of their own",
      error: new ChangeRequestDenied({ reason: "own request" })
    },
    {
      when: "a member cancels a change request of somebody else, and is no admin or owner",
      error: new ChangeRequestDenied({ reason: "not yours" })
    }
  ],
  ChangeRequestNotFound: () => [{
    when: "the project has no change request with this id",
    error: new ChangeRequestNotFound()
  }],
  ChangeRequestNotOpen: () => [{
    when: "a change request is over, or approved already; `extra.state` says which",
    error: new ChangeRequestNotOpen({ state: "rejected", reason: "The release is not ready." }),
    fields: { state: "rejected", reason: "The release is not ready." }
  }],
  ActionNotFound: () => [{ when: "the project has no action with this id", error: new ActionNotFound() }],
  CohortNotFound: () => [{ when: "the project has no cohort with this id", error: new CohortNotFound() }],
  DataDeletionNotFound: () => [{
    when: "the project has no deletion with this id",
    error: new DataDeletionNotFound()
  }],
  DataExportNotFound: () => [{ when: "the project has no export with this id", error: new DataExportNotFound() }],
  ExportNotReady: () => [{
    when: "the file of an export is not made yet, or there will be none",
    error: new ExportNotReady({ status: "running" })
  }],
  PersonNotFound: () => [{ when: "the project has no person with this id", error: new PersonNotFound() }],
  PromotionOutdated: () => [{
    when: "a record was changed since the dry run whose revision a promotion names",
    error: new PromotionOutdated({ project_id: 7 }),
    fields: { project_id: "7" }
  }],
  DashboardNotFound: () => [{ when: "the project has no dashboard with this id", error: new DashboardNotFound() }],
  DefinitionNotFound: () => [
    {
      when: "the project has no event definition with this id or name",
      error: new DefinitionNotFound({ resource: "event_definition" })
    },
    {
      when: "the project has no property definition with this id",
      error: new DefinitionNotFound({ resource: "property_definition" })
    }
  ],
  FeatureFlagNotFound: () => [{
    when: "the project has no feature flag with this id",
    error: new FeatureFlagNotFound()
  }],
  FlagAudienceTimedOut: () => [{
    when: "a blast radius takes too long to count",
    error: new FlagAudienceTimedOut({ seconds: 30 }),
    fields: { seconds: "30" }
  }],
  FlagConflict: () => [{
    when: "somebody else has changed the same fields since the version and `original_flag` that the change names",
    error: new FlagConflict({ updated_by: "ann@example.com" }),
    fields: { email: "ann@example.com" }
  }],
  FlagCopyRefused: () => [{
    when: "a flag is copied into a project that the key may not write",
    error: new FlagCopyRefused({ project_id: "7" }),
    fields: { project_id: "7" }
  }],
  FlagPayloadUnreadable: () => [{
    when: "the encrypted payload of a remote configuration was sealed with a secret key that the server does not have",
    error: new FlagPayloadUnreadable()
  }],
  FlagVersionMismatch: () => [{
    when: "the flag is not at the version that `If-Match` names",
    error: new FlagVersionMismatch({ version: 4 }),
    fields: { version: "4" }
  }],
  GroupNotFound: () => [{ when: "the project has no group of this type and key", error: new GroupNotFound() }],
  InsightNotFound: () => [{
    when: "the project has no insight with this id or short id",
    error: new InsightNotFound()
  }],
  InvalidInput: () => [{
    when:
      "a field breaks a rule, with one of the codes below; the first one stands in the body, all of them in `errors`",
    error: InvalidInput.at(["questions", 0, "type"], "required", "This field is required."),
    fields: { rule: "This field is required." }
  }],
  ScheduledChangeNotFound: () => [{
    when: "the project has no scheduled change with this id",
    error: new ScheduledChangeNotFound()
  }],
  SqlSyntaxError: () => [{
    when: "the SQL is no statement of the dialect; `extra` has the place in the text",
    error: new SqlSyntaxError({ detail: "mismatched input 'form'", ...dialect }),
    fields: { reason: "mismatched input 'form'" }
  }],
  SqlSemanticError: () =>
    semanticErrors.map(([code, when, detail]) => ({
      when,
      error: new SqlSemanticError({ code, detail, ...dialect }),
      fields: { reason: detail }
    })),
  QueryRuntimeError: () =>
    Object.entries(runtimeFaults).map(([code, detail]) => ({
      when: "a text of the query cannot be in the database that runs it",
      error: new QueryRuntimeError({ code, detail })
    })),
  QueryTimedOut: () => [{
    when: "the query runs longer than `HEDGEROW_QUERY_TIMEOUT`",
    error: new QueryTimedOut({ limitMillis: 60_000 })
  }],
  QueryTooLarge: () =>
    tooLarge.map(([when, limit, most]) =>
      most === undefined
        ? { when, error: new QueryTooLarge({ limit }) }
        : { when, error: new QueryTooLarge({ limit, most }), fields: { most: most.toLocaleString("en") } }
    ),
  QueryEngineUnavailable: () => [{ when: "the engine is away or silent", error: new QueryEngineUnavailable() }],
  QueryEngineBusy: () => [{ when: "the engine takes no query now", error: new QueryEngineBusy() }],
  QueryCancelled: () => [{ when: "somebody cancels the query while the caller waits", error: new QueryCancelled() }],
  QueryLogExpired: () => [{
    when: "the log of a query is read that was asked for more than 24 hours ago",
    error: new QueryLogExpired({ id: "0198", hours: 24 }),
    fields: { id: "0198" }
  }],
  QueryRunNotFound: () => [{
    when: "the project has no query with this id, or has it no more: it is kept for 20 minutes",
    error: new QueryRunNotFound({ id: "0198", project: 1 }),
    fields: { id: "0198" }
  }],
  StreamTooLarge: () => [{
    when: "a streamed answer has more rows or bytes than one may have; mostly this stands at its end",
    error: new StreamTooLarge({ unit: "rows", most: 100_000_000 })
  }],
  TooManyQueries: () => [{
    when: "as many queries of the project run as may, and none of them ends within 30 seconds",
    error: new TooManyQueries({ concurrent: 10 })
  }],
  QueryDataDamaged: () => [
    {
      when: "the query reads files of ClickHouse that are damaged",
      error: new QueryDataDamaged({ table: "events" })
    },
    {
      when: "the same, where it is not known to whose table they belong; the query reads damaged files of PostgreSQL",
      error: new QueryDataDamaged({})
    }
  ],
  QueryRefused: () => [{
    when: "the engine ended twice while it ran the query, which is then refused until ten minutes have passed since",
    error: new QueryRefused({ retryAfterSeconds: 600 })
  }],
  CaptureRejected: captureErrorCases,
  IngestionUnavailable: () => [{
    when: "events cannot be stored now; a retry is safe",
    error: new IngestionUnavailable({ reason: "queue_full", retryAfterSeconds: 1 })
  }]
}

/** Every error of core with the answer the table gives it. */
export const answeredDomainErrors = (): ReadonlyArray<ErrorCase<ApiError>> =>
  (Object.values(domainErrorCases) as ReadonlyArray<() => ReadonlyArray<ErrorCase<DomainError>>>)
    .flatMap((cases) => cases().map(answeredWith(toApiError)))
