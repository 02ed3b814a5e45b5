import { Layer } from "effect"
import { Members } from "./access/Members.ts"
import { Organizations } from "./access/Organizations.ts"
import { PersonalApiKeys } from "./access/PersonalApiKeys.ts"
import { ProjectAccess } from "./access/ProjectAccess.ts"
import { Projects } from "./access/Projects.ts"
import { ProjectSecretKeys } from "./access/ProjectSecretKeys.ts"
import { ProjectUsage } from "./access/ProjectUsage.ts"
import { UserLookup } from "./access/UserLookup.ts"
import { Users } from "./access/Users.ts"
import { AccountLinks } from "./accounts/AccountLinks.ts"
import { InviteAcceptance } from "./accounts/invites/InviteAcceptance.ts"
import { Invites } from "./accounts/invites/Invites.ts"
import { LoginSessions } from "./accounts/LoginSessions.ts"
import { Passwords } from "./accounts/passwords/Passwords.ts"
import { ProviderSignIn } from "./accounts/providers/ProviderSignIn.ts"
import { SecondFactors } from "./accounts/second-factors/SecondFactors.ts"
import { SignIn } from "./accounts/SignIn.ts"
import { Actions } from "./actions/Actions.ts"
import { KnownActions } from "./actions/KnownActions.ts"
import { ActivityLog } from "./activity/ActivityLog.ts"
import { Alerts } from "./alerts/Alerts.ts"
import { DefinitionsVersions } from "./caching/DefinitionsVersions.ts"
import { CohortBehaviours } from "./cohorts/behaviour/CohortBehaviours.ts"
import { Cohorts } from "./cohorts/Cohorts.ts"
import * as CohortsOfQueries from "./cohorts/CohortsOfQueries.ts"
import { Dashboards } from "./dashboards/Dashboards.ts"
import { InsightResults } from "./dashboards/InsightResults.ts"
import { Definitions } from "./definitions/Definitions.ts"
import { TypedProperties } from "./definitions/TypedProperties.ts"
import { DataDeletions } from "./deletions/DataDeletions.ts"
import * as HidingEngine from "./deletions/HidingEngine.ts"
import * as References from "./DomainReferences.ts"
import { Changes } from "./entities/Changes.ts"
import { Experiments } from "./experiments/Experiments.ts"
import { Holdouts } from "./experiments/holdouts/Holdouts.ts"
import * as ExperimentKinds from "./experiments/kinds/ExperimentKinds.ts"
import { ExperimentAnalysis } from "./experiments/results/ExperimentAnalysis.ts"
import { ExperimentReports } from "./experiments/results/ExperimentReports.ts"
import { ExperimentResults } from "./experiments/results/ExperimentResults.ts"
import { SavedMetrics } from "./experiments/saved-metrics/SavedMetrics.ts"
import { ExperimentTimeseries } from "./experiments/timeseries/ExperimentTimeseries.ts"
import { DataExports } from "./exports/DataExports.ts"
import { ChangeRequests } from "./flags/approvals/ChangeRequests.ts"
import { OrganizationFlags } from "./flags/copying/OrganizationFlags.ts"
import { FeatureFlags } from "./flags/FeatureFlags.ts"
import { ScheduledChanges } from "./flags/scheduling/ScheduledChanges.ts"
import { FlagEvaluations } from "./flags/serving/FlagEvaluations.ts"
import { Ingestion } from "./ingestion/Ingestion.ts"
import { Jobs } from "./jobs/Jobs.ts"
import { Outbox } from "./outbox/Outbox.ts"
import { Groups } from "./people/Groups.ts"
import { People } from "./people/People.ts"
import { PersonExport } from "./people/PersonExport.ts"
import { Promotions } from "./promotion/Promotions.ts"
import { QueryExecution } from "./query/execution/QueryExecution.ts"
import * as Autocomplete from "./query/kinds/editor/AutocompleteKind.ts"
import { QueryLog } from "./query/log/QueryLog.ts"
import { ProjectNames } from "./query/ProjectNames.ts"
import { Queries } from "./query/Queries.ts"
import { SqlVariables } from "./query/variables/SqlVariables.ts"
import { ChangeCapture } from "./replication/ChangeCapture.ts"
import { DashboardSharings } from "./sharing/DashboardSharings.ts"
import type { StoragePorts } from "./StoragePorts.ts"
import { Subscriptions } from "./subscriptions/Subscriptions.ts"
import { SurveyResponses } from "./surveys/responses/SurveyResponses.ts"
import { SurveyStatistics } from "./surveys/responses/SurveyStatistics.ts"
import { SurveySummaries } from "./surveys/summaries/SurveySummaries.ts"
import { Surveys } from "./surveys/Surveys.ts"
import { WebhookEvents } from "./webhooks/WebhookEvents.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

/** Persons and groups, as clients see and change them. */
const people = Layer.merge(Groups.layer, PersonExport.layer.pipe(Layer.provideMerge(People.layer)))

/** What people sign in with. */
const accounts = Layer.mergeAll(AccountLinks.layer, InviteAcceptance.layer, ProviderSignIn.layer).pipe(
  Layer.provideMerge(SignIn.layer),
  Layer.provideMerge(SecondFactors.layer),
  Layer.provideMerge(Layer.merge(LoginSessions.layer, Passwords.layer)),
  Layer.provideMerge(Users.layer)
)

/** Those that are built on storage, on the references and on each other alone. */
const base = Layer.mergeAll(
  accounts,
  Actions.layer,
  Alerts.layer,
  CohortBehaviours.layer,
  DashboardSharings.layer,
  DataDeletions.layer,
  DataExports.layer,
  Definitions.layer,
  ExperimentAnalysis.layer,
  FeatureFlags.layer,
  FlagEvaluations.layer,
  Ingestion.layer,
  Invites.layer,
  Members.layer,
  Organizations.layer,
  PersonalApiKeys.layer,
  Projects.layer,
  ProjectSecretKeys.layer,
  ProjectUsage.layer,
  Queries.layer,
  QueryExecution.layer,
  SqlVariables.layer,
  Subscriptions.layer,
  UserLookup.layer,
  Webhooks.layer
).pipe(
  Layer.provideMerge(WebhookEvents.layer),
  Layer.provideMerge(Cohorts.layer),
  Layer.provideMerge(Layer.merge(Dashboards.layer, ProjectAccess.layer))
)

/** The kinds of queries that need services, each beside those before. */
const queryKinds = Autocomplete.layer.pipe(Layer.provideMerge(ExperimentKinds.layer))

/** The services that domains and finders are built on. */
const ground = Layer.mergeAll(
  ChangeCapture.layer,
  Changes.layer,
  KnownActions.layer,
  CohortsOfQueries.layer,
  ProjectNames.layer,
  TypedProperties.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      ActivityLog.layer,
      DefinitionsVersions.layer,
      queryKinds,
      Jobs.layer,
      Outbox.layer,
      QueryLog.layer
    )
  )
)

/** Every domain service, over any provided storage; `references` find the users of an entity. */
export const layerWith = (
  references: Layer.Layer<References.DomainReferences, never, Changes | Jobs | StoragePorts>
) =>
  Layer.mergeAll(
    ExperimentReports.layer,
    Holdouts.layer,
    InsightResults.layer,
    people,
    OrganizationFlags.layer,
    SurveyStatistics.layer,
    SurveySummaries.layer
  ).pipe(
    Layer.provideMerge(Promotions.layer),
    Layer.provideMerge(SavedMetrics.layer),
    Layer.provideMerge(Layer.merge(ExperimentResults.layer, ExperimentTimeseries.layer)),
    Layer.provideMerge(Layer.merge(Experiments.layer, SurveyResponses.layer)),
    Layer.provideMerge(Surveys.layer),
    Layer.provideMerge(Layer.merge(ChangeRequests.layer, ScheduledChanges.layer)),
    Layer.provideMerge(base),
    Layer.provideMerge(references),
    Layer.provide(HidingEngine.layer),
    Layer.provideMerge(ground)
  )

/** The services of every domain. */
export type DomainServices = Layer.Success<ReturnType<typeof layerWith>>

/** Every domain service, over any provided storage. */
export const layer: Layer.Layer<DomainServices, never, StoragePorts> = layerWith(References.layer)
