import { version } from "@hedgerow/core/Version"
import { HttpApi, OpenApi } from "effect/http-api"
import { ActionsApi } from "../actions/ActionsApi.ts"
import { ActivityApi, OrganizationActivityApi } from "../activity/ActivityApi.ts"
import { AlertsApi } from "../alerts/AlertsApi.ts"
import { CaptureApi } from "../capture/CaptureApi.ts"
import { CohortsApi } from "../cohorts/CohortsApi.ts"
import { DashboardsApi } from "../dashboards/DashboardsApi.ts"
import { InsightChartApi } from "../dashboards/InsightChartApi.ts"
import { InsightsApi } from "../dashboards/InsightsApi.ts"
import { DefinitionsApi } from "../definitions/DefinitionsApi.ts"
import { DataDeletionsApi } from "../deletions/DataDeletionsApi.ts"
import { apiName } from "../endpoints/HandlerGroup.ts"
import { ExperimentActionsApi } from "../experiments/ExperimentActionsApi.ts"
import { ExperimentResultsApi } from "../experiments/ExperimentResultsApi.ts"
import { ExperimentsApi } from "../experiments/ExperimentsApi.ts"
import { ExperimentTimeseriesApi } from "../experiments/ExperimentTimeseriesApi.ts"
import { HoldoutsApi } from "../experiments/HoldoutsApi.ts"
import { ExperimentReportApi } from "../experiments/report/ExperimentReportApi.ts"
import { SavedMetricsApi } from "../experiments/SavedMetricsApi.ts"
import { DataExportsApi } from "../exports/DataExportsApi.ts"
import { ChangeRequestsApi } from "../flags/approvals/ChangeRequestsApi.ts"
import { FeatureFlagsApi } from "../flags/FeatureFlagsApi.ts"
import { FlagActionsApi } from "../flags/FlagActionsApi.ts"
import { FlagAnswersApi } from "../flags/FlagAnswersApi.ts"
import { OrganizationFlagsApi } from "../flags/OrganizationFlagsApi.ts"
import { ScheduledChangesApi } from "../flags/scheduling/ScheduledChangesApi.ts"
import { FlagsApi } from "../flags/sdk/FlagsApi.ts"
import { LocalEvaluationApi, ProjectLocalEvaluationApi } from "../flags/sdk/LocalEvaluationApi.ts"
import { OfrepApi } from "../flags/sdk/ofrep/OfrepApi.ts"
import { RemoteConfigApi } from "../flags/sdk/RemoteConfigApi.ts"
import { HealthApi } from "../health/HealthApi.ts"
import { IdentityApi, ProjectApi } from "../identity/IdentityApi.ts"
import { PersonalApiKeysApi } from "../identity/keys/PersonalApiKeysApi.ts"
import { MembersApi } from "../identity/members/MembersApi.ts"
import { OrganizationsApi } from "../identity/organizations/OrganizationsApi.ts"
import { ProjectsApi } from "../identity/projects/ProjectsApi.ts"
import { ProjectSecretKeysApi } from "../identity/secrets/ProjectSecretKeysApi.ts"
import { GroupsApi } from "../persons/GroupsApi.ts"
import { PersonsApi } from "../persons/PersonsApi.ts"
import { QueryApi } from "../query/QueryApi.ts"
import { QueryPreparationApi } from "../query/QueryPreparationApi.ts"
import { SdkScriptsApi } from "../scripts/SdkScriptsApi.ts"
import { SharedPageApi } from "../sharing/SharedPageApi.ts"
import { SharingApi } from "../sharing/SharingApi.ts"
import { OwnSessionsApi } from "../signin/account/OwnSessionsApi.ts"
import { SecondFactorApi } from "../signin/account/SecondFactorApi.ts"
import { InviteLinksApi, InvitesApi, OwnInvitesApi } from "../signin/invites/InvitesApi.ts"
import { IdentitiesApi, ProviderApi } from "../signin/providers/ProviderApi.ts"
import { AccountApi, SignInApi } from "../signin/SignInApi.ts"
import { SubscriptionsApi } from "../subscriptions/SubscriptionsApi.ts"
import { UnsubscribeApi } from "../subscriptions/UnsubscribeApi.ts"
import { HostedSurveyApi } from "../surveys/hosted/HostedSurveyApi.ts"
import { SurveySdkApi } from "../surveys/sdk/SurveySdkApi.ts"
import { SurveySummariesApi } from "../surveys/summaries/SurveySummariesApi.ts"
import { SurveyResponsesApi } from "../surveys/SurveyResponsesApi.ts"
import { SurveysApi } from "../surveys/SurveysApi.ts"
import { SqlVariablesApi } from "../variables/SqlVariablesApi.ts"
import { WebhooksApi } from "../webhooks/WebhooksApi.ts"

/** The whole contract: every path, its scope, its shapes and its errors. */
export class Api extends HttpApi.make(apiName)
  .add(SignInApi, AccountApi, InvitesApi, InviteLinksApi, OwnInvitesApi)
  .add(OwnSessionsApi, SecondFactorApi, ProviderApi, IdentitiesApi)
  .add(QueryApi, IdentityApi, PersonalApiKeysApi, OrganizationsApi, MembersApi, ProjectsApi, ProjectApi)
  .add(ProjectSecretKeysApi, QueryPreparationApi, SqlVariablesApi)
  .add(
    ActionsApi,
    ActivityApi,
    OrganizationActivityApi,
    CohortsApi,
    DashboardsApi,
    InsightsApi,
    DataDeletionsApi,
    DataExportsApi,
    DefinitionsApi,
    GroupsApi,
    PersonsApi,
    CaptureApi,
    HealthApi
  )
  .add(
    ChangeRequestsApi,
    FeatureFlagsApi,
    FlagActionsApi,
    FlagAnswersApi,
    OrganizationFlagsApi,
    ScheduledChangesApi
  )
  .add(SurveysApi, SurveyResponsesApi, SurveySdkApi, HostedSurveyApi, SdkScriptsApi, SurveySummariesApi)
  .add(FlagsApi, RemoteConfigApi, LocalEvaluationApi, ProjectLocalEvaluationApi, OfrepApi)
  .add(
    ExperimentsApi,
    ExperimentActionsApi,
    HoldoutsApi,
    SavedMetricsApi,
    ExperimentTimeseriesApi,
    ExperimentResultsApi,
    ExperimentReportApi,
    InsightChartApi,
    AlertsApi,
    WebhooksApi,
    SubscriptionsApi,
    UnsubscribeApi,
    SharingApi,
    SharedPageApi
  )
  .annotateMerge(OpenApi.annotations({
    title: "Hedgerow",
    version,
    description: "A project-scoped product-analytics API. Every path works with and without its trailing slash. "
      + "`/api/environments/{project_id}/…` is the same as `/api/projects/{project_id}/…`; `@current` is a project id. "
      + "Each operation names the API key scope it needs as `x-required-scope`; `x-takes-project-secrets` marks those that a "
      + "project's secret (`phs_…`) opens too.",
    license: { name: "MIT", url: "https://spdx.org/licenses/MIT.html" },
    servers: [{ url: "/", description: "The server that serves this document." }]
  }))
{}
