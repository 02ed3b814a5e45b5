import type { OrganizationRepository, ProjectRepository, UserRepository } from "./access/AccessRepository.ts"
import type { PersonalApiKeyRepository } from "./access/PersonalApiKeyRepository.ts"
import type { ProjectData } from "./access/ProjectData.ts"
import type { ProjectSecretKeyRepository } from "./access/ProjectSecretKeyRepository.ts"
import type { AccountLinkRepository } from "./accounts/AccountLinkRepository.ts"
import type { InviteRepository } from "./accounts/invites/InviteRepository.ts"
import type { LoginSessionRepository } from "./accounts/LoginSessionRepository.ts"
import type { PasswordRepository } from "./accounts/passwords/PasswordRepository.ts"
import type { LoginIdentityRepository } from "./accounts/providers/LoginIdentityRepository.ts"
import type { LoginChallengeRepository } from "./accounts/second-factors/LoginChallengeRepository.ts"
import type { SecondFactorRepository } from "./accounts/second-factors/SecondFactorRepository.ts"
import type { ActionRepository } from "./actions/ActionRepository.ts"
import type { ActivityRepository } from "./activity/ActivityRepository.ts"
import type { AlertRepository } from "./alerts/AlertRepository.ts"
import type { DefinitionsVersionRepository } from "./caching/DefinitionsVersionRepository.ts"
import type { CohortRepository } from "./cohorts/CohortRepository.ts"
import type { DashboardRepository } from "./dashboards/DashboardRepository.ts"
import type { DashboardTextRepository } from "./dashboards/DashboardTextRepository.ts"
import type { DashboardTileRepository } from "./dashboards/DashboardTileRepository.ts"
import type { InsightRepository } from "./dashboards/InsightRepository.ts"
import type { DefinitionRepository } from "./definitions/DefinitionRepository.ts"
import type { DataDeletionRepository } from "./deletions/DataDeletionRepository.ts"
import type { EventRemoval } from "./deletions/EventRemoval.ts"
import type { TraceRemoval } from "./deletions/TraceRemoval.ts"
import type { EventKeys } from "./events/EventKeys.ts"
import type { EventStore } from "./events/EventStore.ts"
import type { EventUsage } from "./events/EventUsage.ts"
import type { EventWriter } from "./events/EventWriter.ts"
import type { ExperimentRepository } from "./experiments/ExperimentRepository.ts"
import type { HoldoutRepository } from "./experiments/holdouts/HoldoutRepository.ts"
import type { SavedMetricRepository } from "./experiments/saved-metrics/SavedMetricRepository.ts"
import type { DailyResultRepository } from "./experiments/timeseries/DailyResultRepository.ts"
import type { RecalculationRepository } from "./experiments/timeseries/RecalculationRepository.ts"
import type { DataExportRepository } from "./exports/DataExportRepository.ts"
import type { ExportContent } from "./exports/ExportContent.ts"
import type { ChangeRequestRepository } from "./flags/approvals/ChangeRequestRepository.ts"
import type { FeatureFlagRepository } from "./flags/model/FeatureFlagRepository.ts"
import type { ScheduledChangeRepository } from "./flags/scheduling/ScheduledChangeRepository.ts"
import type { HashKeyRepository } from "./flags/serving/HashKeyRepository.ts"
import type { JobRepository } from "./jobs/JobRepository.ts"
import type { OutboxConsumerRepository } from "./outbox/OutboxConsumerRepository.ts"
import type { OutboxRepository } from "./outbox/OutboxRepository.ts"
import type { GroupRepository } from "./persons/GroupRepository.ts"
import type { PersonRepository } from "./persons/PersonRepository.ts"
import type { QueryResultRepository } from "./query/execution/QueryResultRepository.ts"
import type { QueryRunRepository } from "./query/execution/QueryRunRepository.ts"
import type { QuerySlotRepository } from "./query/execution/QuerySlotRepository.ts"
import type { QueryLogRepository } from "./query/log/QueryLogRepository.ts"
import type { QueryEngine } from "./query/QueryEngine.ts"
import type { SqlVariableRepository } from "./query/variables/SqlVariableRepository.ts"
import type { Transaction } from "./shared/Transaction.ts"
import type { DashboardSharingRepository } from "./sharing/DashboardSharingRepository.ts"
import type { DeliveryContentRepository } from "./subscriptions/DeliveryContentRepository.ts"
import type { SubscriptionDeliveryRepository } from "./subscriptions/SubscriptionDeliveryRepository.ts"
import type { SubscriptionRepository } from "./subscriptions/SubscriptionRepository.ts"
import type { ArchivedResponseRepository } from "./surveys/responses/ArchivedResponseRepository.ts"
import type { SurveySummaryRepository } from "./surveys/summaries/SurveySummaryRepository.ts"
import type { SurveyRepository } from "./surveys/SurveyRepository.ts"
import type { WebhookDeliveryRepository } from "./webhooks/WebhookDeliveryRepository.ts"
import type { WebhookRepository } from "./webhooks/WebhookRepository.ts"

/** Every port of a storage; `Domain.layer` needs all of them. */
export type StoragePorts =
  | AccountLinkRepository
  | ActionRepository
  | ActivityRepository
  | AlertRepository
  | ArchivedResponseRepository
  | ChangeRequestRepository
  | CohortRepository
  | DailyResultRepository
  | DashboardRepository
  | DashboardSharingRepository
  | DashboardTextRepository
  | DashboardTileRepository
  | DataDeletionRepository
  | DataExportRepository
  | DefinitionRepository
  | DeliveryContentRepository
  | DefinitionsVersionRepository
  | EventKeys
  | EventRemoval
  | EventStore
  | EventUsage
  | EventWriter
  | ExperimentRepository
  | ExportContent
  | FeatureFlagRepository
  | GroupRepository
  | HashKeyRepository
  | HoldoutRepository
  | InsightRepository
  | InviteRepository
  | JobRepository
  | LoginChallengeRepository
  | LoginIdentityRepository
  | LoginSessionRepository
  | OrganizationRepository
  | OutboxConsumerRepository
  | OutboxRepository
  | PasswordRepository
  | PersonalApiKeyRepository
  | PersonRepository
  | ProjectData
  | ProjectRepository
  | ProjectSecretKeyRepository
  | QueryEngine
  | QueryLogRepository
  | QueryResultRepository
  | QueryRunRepository
  | QuerySlotRepository
  | RecalculationRepository
  | SavedMetricRepository
  | ScheduledChangeRepository
  | SecondFactorRepository
  | SqlVariableRepository
  | SubscriptionDeliveryRepository
  | SubscriptionRepository
  | SurveyRepository
  | SurveySummaryRepository
  | TraceRemoval
  | Transaction
  | UserRepository
  | WebhookDeliveryRepository
  | WebhookRepository
