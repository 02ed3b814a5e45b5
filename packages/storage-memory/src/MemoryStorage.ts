import { secondFactorEntity } from "@hedgerow/core/accounts/second-factors/SecondFactor"
import { SecondFactorRepository } from "@hedgerow/core/accounts/second-factors/SecondFactorRepository"
import { actionEntity } from "@hedgerow/core/actions/Action"
import { ActionRepository } from "@hedgerow/core/actions/ActionRepository"
import { alertEntity } from "@hedgerow/core/alerts/Alert"
import { AlertRepository } from "@hedgerow/core/alerts/AlertRepository"
import { dashboardEntity, dashboardTextEntity, dashboardTileEntity } from "@hedgerow/core/dashboards/Dashboard"
import { DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import { DashboardTextRepository } from "@hedgerow/core/dashboards/DashboardTextRepository"
import { DashboardTileRepository } from "@hedgerow/core/dashboards/DashboardTileRepository"
import { insightEntity } from "@hedgerow/core/dashboards/Insight"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import { dataDeletionEntity } from "@hedgerow/core/deletions/DataDeletion"
import { DataDeletionRepository } from "@hedgerow/core/deletions/DataDeletionRepository"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import { holdoutEntity } from "@hedgerow/core/experiments/holdouts/Holdout"
import { HoldoutRepository } from "@hedgerow/core/experiments/holdouts/HoldoutRepository"
import { savedMetricEntity } from "@hedgerow/core/experiments/saved-metrics/SavedMetric"
import { SavedMetricRepository } from "@hedgerow/core/experiments/saved-metrics/SavedMetricRepository"
import { dailyResultEntity } from "@hedgerow/core/experiments/timeseries/DailyResult"
import { DailyResultRepository } from "@hedgerow/core/experiments/timeseries/DailyResultRepository"
import { recalculationEntity } from "@hedgerow/core/experiments/timeseries/Recalculation"
import { RecalculationRepository } from "@hedgerow/core/experiments/timeseries/RecalculationRepository"
import { dataExportEntity } from "@hedgerow/core/exports/DataExport"
import { DataExportRepository } from "@hedgerow/core/exports/DataExportRepository"
import { changeRequestEntity } from "@hedgerow/core/flags/approvals/ChangeRequest"
import { ChangeRequestRepository } from "@hedgerow/core/flags/approvals/ChangeRequestRepository"
import { scheduledChangeEntity } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { ScheduledChangeRepository } from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import { sqlVariableEntity } from "@hedgerow/core/query/variables/SqlVariable"
import { SqlVariableRepository } from "@hedgerow/core/query/variables/SqlVariableRepository"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { deliveryContentEntity } from "@hedgerow/core/subscriptions/DeliveryContent"
import { DeliveryContentRepository } from "@hedgerow/core/subscriptions/DeliveryContentRepository"
import { subscriptionEntity } from "@hedgerow/core/subscriptions/Subscription"
import { subscriptionDeliveryEntity } from "@hedgerow/core/subscriptions/SubscriptionDelivery"
import { SubscriptionDeliveryRepository } from "@hedgerow/core/subscriptions/SubscriptionDeliveryRepository"
import { SubscriptionRepository } from "@hedgerow/core/subscriptions/SubscriptionRepository"
import { archivedResponseEntity } from "@hedgerow/core/surveys/responses/ArchivedResponse"
import { ArchivedResponseRepository } from "@hedgerow/core/surveys/responses/ArchivedResponseRepository"
import { surveySummaryEntity } from "@hedgerow/core/surveys/summaries/SurveySummary"
import { SurveySummaryRepository } from "@hedgerow/core/surveys/summaries/SurveySummaryRepository"
import { webhookEntity } from "@hedgerow/core/webhooks/Webhook"
import { WebhookRepository } from "@hedgerow/core/webhooks/WebhookRepository"
import { Layer } from "effect"
import * as MemoryAccountLinkRepository from "./access/MemoryAccountLinkRepository.ts"
import * as MemoryDashboardSharingRepository from "./access/MemoryDashboardSharingRepository.ts"
import * as MemoryInviteRepository from "./access/MemoryInviteRepository.ts"
import * as MemoryLoginChallengeRepository from "./access/MemoryLoginChallengeRepository.ts"
import * as MemoryLoginIdentityRepository from "./access/MemoryLoginIdentityRepository.ts"
import * as MemoryLoginSessionRepository from "./access/MemoryLoginSessionRepository.ts"
import * as MemoryOrganizationRepository from "./access/MemoryOrganizationRepository.ts"
import * as MemoryPasswordRepository from "./access/MemoryPasswordRepository.ts"
import * as MemoryPersonalApiKeyRepository from "./access/MemoryPersonalApiKeyRepository.ts"
import * as MemoryProjectData from "./access/MemoryProjectData.ts"
import * as MemoryProjectRepository from "./access/MemoryProjectRepository.ts"
import * as MemoryProjectSecretKeyRepository from "./access/MemoryProjectSecretKeyRepository.ts"
import * as MemoryUserRepository from "./access/MemoryUserRepository.ts"
import * as MemoryActivityRepository from "./activity/MemoryActivityRepository.ts"
import * as MemoryDefinitionsVersionRepository from "./caching/MemoryDefinitionsVersionRepository.ts"
import * as MemoryCohortRepository from "./cohorts/MemoryCohortRepository.ts"
import { MemoryDatabase } from "./database/MemoryDatabase.ts"
import * as MemoryTransaction from "./database/MemoryTransaction.ts"
import * as MemoryDefinitionRepository from "./definitions/MemoryDefinitionRepository.ts"
import * as MemoryEventRemoval from "./deletions/MemoryEventRemoval.ts"
import * as MemoryTraceRemoval from "./deletions/MemoryTraceRemoval.ts"
import * as MemoryEntity from "./entities/MemoryEntity.ts"
import * as MemoryEventKeys from "./events/MemoryEventKeys.ts"
import * as MemoryEventStore from "./events/MemoryEventStore.ts"
import * as MemoryEventUsage from "./events/MemoryEventUsage.ts"
import * as MemoryExperimentRepository from "./experiments/MemoryExperimentRepository.ts"
import * as MemoryExportContent from "./exports/MemoryExportContent.ts"
import * as MemoryFeatureFlagRepository from "./flags/MemoryFeatureFlagRepository.ts"
import * as MemoryHashKeyRepository from "./flags/MemoryHashKeyRepository.ts"
import * as MemoryJobRepository from "./jobs/MemoryJobRepository.ts"
import * as MemoryOutboxConsumerRepository from "./outbox/MemoryOutboxConsumerRepository.ts"
import * as MemoryOutboxRepository from "./outbox/MemoryOutboxRepository.ts"
import * as MemoryGroupRepository from "./persons/MemoryGroupRepository.ts"
import * as MemoryPersonRepository from "./persons/MemoryPersonRepository.ts"
import * as MemoryQueryLogRepository from "./queries/MemoryQueryLogRepository.ts"
import * as MemoryQueryResultRepository from "./queries/MemoryQueryResultRepository.ts"
import * as MemoryQueryRunRepository from "./queries/MemoryQueryRunRepository.ts"
import * as MemoryQuerySlotRepository from "./queries/MemoryQuerySlotRepository.ts"
import * as MemoryQueryEngine from "./query/MemoryQueryEngine.ts"
import * as MemoryTableSource from "./query/MemoryTableSource.ts"
import type { TableSource } from "./query/TableSource.ts"
import * as MemorySurveyRepository from "./surveys/MemorySurveyRepository.ts"
import * as MemoryWebhookDeliveryRepository from "./webhooks/MemoryWebhookDeliveryRepository.ts"

const repositories = Layer.mergeAll(
  MemoryAccountLinkRepository.layer,
  MemoryDashboardSharingRepository.layer,
  MemoryActivityRepository.layer,
  MemoryEntity.layer(ActionRepository, actionEntity),
  MemoryEntity.layer(AlertRepository, alertEntity),
  MemoryEntity.layer(DeliveryContentRepository, deliveryContentEntity),
  MemoryEntity.layer(SubscriptionDeliveryRepository, subscriptionDeliveryEntity),
  MemoryEntity.layer(SubscriptionRepository, subscriptionEntity),
  MemoryEntity.layer(SqlVariableRepository, sqlVariableEntity),
  MemoryCohortRepository.layer,
  MemoryEntity.layer(DashboardRepository, dashboardEntity),
  MemoryEntity.layer(DashboardTextRepository, dashboardTextEntity),
  MemoryEntity.layer(DashboardTileRepository, dashboardTileEntity),
  MemoryEntity.layer(InsightRepository, insightEntity),
  MemoryEntity.layer(DataDeletionRepository, dataDeletionEntity),
  MemoryEntity.layer(DataExportRepository, dataExportEntity),
  MemoryDefinitionRepository.layer,
  MemoryDefinitionsVersionRepository.layer,
  MemoryEventUsage.layer,
  MemoryExperimentRepository.layer,
  MemoryExportContent.layer,
  MemoryFeatureFlagRepository.layer,
  MemoryEntity.layer(DailyResultRepository, dailyResultEntity),
  MemoryEntity.layer(HoldoutRepository, holdoutEntity),
  MemoryEntity.layer(RecalculationRepository, recalculationEntity),
  MemoryEntity.layer(SavedMetricRepository, savedMetricEntity),
  MemoryGroupRepository.layer,
  MemoryHashKeyRepository.layer,
  MemoryJobRepository.layer,
  MemoryInviteRepository.layer,
  MemoryLoginChallengeRepository.layer,
  MemoryLoginIdentityRepository.layer,
  MemoryLoginSessionRepository.layer,
  MemoryEntity.layer(SecondFactorRepository, secondFactorEntity),
  MemoryOrganizationRepository.layer,
  MemoryOutboxConsumerRepository.layer,
  MemoryOutboxRepository.layer,
  MemoryPasswordRepository.layer,
  MemoryPersonRepository.layer,
  MemoryPersonalApiKeyRepository.layer,
  MemoryProjectData.layer,
  MemoryProjectRepository.layer,
  MemoryProjectSecretKeyRepository.layer,
  MemoryQueryLogRepository.layer,
  MemoryQueryResultRepository.layer,
  MemoryQueryRunRepository.layer,
  MemoryQuerySlotRepository.layer,
  MemoryEntity.layer(ChangeRequestRepository, changeRequestEntity),
  MemoryEntity.layer(ScheduledChangeRepository, scheduledChangeEntity),
  MemorySurveyRepository.layer,
  MemoryEntity.layer(ArchivedResponseRepository, archivedResponseEntity),
  MemoryEntity.layer(SurveySummaryRepository, surveySummaryEntity),
  MemoryTraceRemoval.layer,
  MemoryTransaction.layer,
  MemoryUserRepository.layer,
  MemoryEntity.layer(WebhookRepository, webhookEntity),
  MemoryWebhookDeliveryRepository.layer
)

const events = EventWriter.layerClaimed.pipe(
  Layer.provideMerge(Layer.mergeAll(MemoryEventKeys.layer, MemoryEventRemoval.layer, MemoryEventStore.layer))
)

const queries = MemoryQueryEngine.layer.pipe(Layer.provideMerge(MemoryTableSource.layer))

/** Every port over one empty database, which lives as long as the layer. */
export const layer: Layer.Layer<StoragePorts | TableSource> = Layer.mergeAll(repositories, events, queries).pipe(
  Layer.provide(MemoryDatabase.layer)
)
