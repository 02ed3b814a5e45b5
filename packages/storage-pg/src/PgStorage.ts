import type { PgClient, PgPool } from "@effect/sql-pg"
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
import type { EventRemoval } from "@hedgerow/core/deletions/EventRemoval"
import type { EventStore } from "@hedgerow/core/events/EventStore"
import type { EventWriter } from "@hedgerow/core/events/EventWriter"
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
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { sqlVariableEntity } from "@hedgerow/core/query/variables/SqlVariable"
import { SqlVariableRepository } from "@hedgerow/core/query/variables/SqlVariableRepository"
import { IsStorageDown } from "@hedgerow/core/shared/StorageDown"
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
import type { Migrator, SqlClient, SqlError } from "effect/sql"
import * as PgAccountLinkRepository from "./access/PgAccountLinkRepository.ts"
import * as PgDashboardSharingRepository from "./access/PgDashboardSharingRepository.ts"
import * as PgInviteRepository from "./access/PgInviteRepository.ts"
import * as PgLoginChallengeRepository from "./access/PgLoginChallengeRepository.ts"
import * as PgLoginIdentityRepository from "./access/PgLoginIdentityRepository.ts"
import * as PgLoginSessionRepository from "./access/PgLoginSessionRepository.ts"
import * as PgOrganizationRepository from "./access/PgOrganizationRepository.ts"
import * as PgPasswordRepository from "./access/PgPasswordRepository.ts"
import * as PgPersonalApiKeyRepository from "./access/PgPersonalApiKeyRepository.ts"
import * as PgProjectData from "./access/PgProjectData.ts"
import * as PgProjectRepository from "./access/PgProjectRepository.ts"
import * as PgProjectSecretKeyRepository from "./access/PgProjectSecretKeyRepository.ts"
import * as PgUserRepository from "./access/PgUserRepository.ts"
import * as PgActivityRepository from "./activity/PgActivityRepository.ts"
import * as PgDefinitionsVersionRepository from "./caching/PgDefinitionsVersionRepository.ts"
import { PgHints } from "./caching/PgHints.ts"
import * as PgCohortRepository from "./cohorts/PgCohortRepository.ts"
import { CopyPool } from "./copy/CopyPool.ts"
import { layerClient, layerPooledClient, PgDatabase, type PgDatabaseOptions } from "./database/PgDatabase.ts"
import * as PgTransaction from "./database/PgTransaction.ts"
import type { PoolUnfit } from "./database/PoolSettings.ts"
import { isUnreachable } from "./database/Unreachable.ts"
import * as PgDefinitionRepository from "./definitions/PgDefinitionRepository.ts"
import * as PgEventRemoval from "./deletions/PgEventRemoval.ts"
import * as PgTraceRemoval from "./deletions/PgTraceRemoval.ts"
import type { EmbeddedPostgres } from "./embedded/EmbeddedPostgres.ts"
import * as PgEntity from "./entities/PgEntity.ts"
import * as PgEventKeys from "./events/PgEventKeys.ts"
import { PgEventPartitions } from "./events/PgEventPartitions.ts"
import * as PgEventStore from "./events/PgEventStore.ts"
import * as PgEventUsage from "./events/PgEventUsage.ts"
import * as PgEventWriter from "./events/PgEventWriter.ts"
import * as PgExperimentRepository from "./experiments/PgExperimentRepository.ts"
import * as PgExportContent from "./exports/PgExportContent.ts"
import * as PgFeatureFlagRepository from "./flags/PgFeatureFlagRepository.ts"
import * as PgHashKeyRepository from "./flags/PgHashKeyRepository.ts"
import * as PgJobRepository from "./jobs/PgJobRepository.ts"
import * as Migrations from "./migrations/Migrations.ts"
import * as PgOutboxConsumerRepository from "./outbox/PgOutboxConsumerRepository.ts"
import * as PgOutboxRepository from "./outbox/PgOutboxRepository.ts"
import * as PgGroupRepository from "./persons/PgGroupRepository.ts"
import * as PgPersonRepository from "./persons/PgPersonRepository.ts"
import * as PgQueryLogRepository from "./queries/PgQueryLogRepository.ts"
import * as PgQueryResultRepository from "./queries/PgQueryResultRepository.ts"
import * as PgQueryRunRepository from "./queries/PgQueryRunRepository.ts"
import * as PgQuerySlotRepository from "./queries/PgQuerySlotRepository.ts"
import * as PgQueryEngine from "./query/PgQueryEngine.ts"
import type { QueryFunctionsMissing } from "./query/server/HelperSchema.ts"
import * as QueryFunctions from "./query/server/QueryFunctions.ts"
import * as VoidCopies from "./replication/VoidCopies.ts"
import * as PgSurveyRepository from "./surveys/PgSurveyRepository.ts"
import * as PgWebhookDeliveryRepository from "./webhooks/PgWebhookDeliveryRepository.ts"

type StorageError = Migrator.MigrationError | Migrations.SchemaUnknown | SqlError.SqlError

/** The parts that can also be missing where PostgreSQL runs the queries. */
type DatabaseError = QueryFunctionsMissing | StorageError

/** The ports of events and of queries over them. */
type EventPorts = EventRemoval | EventStore | EventWriter | QueryEngine

/** Every port but those of events. */
export type ControlPorts = Exclude<StoragePorts, EventPorts>

type Needs = PgClient.PgClient | PgDatabase | SqlClient.SqlClient

const layerEvents: Layer.Layer<EventPorts, never, Needs> = Layer.mergeAll(
  PgEventRemoval.layer,
  PgEventStore.layer,
  PgEventWriter.layer,
  PgQueryEngine.layer
).pipe(Layer.provide([CopyPool.layer, PgEventPartitions.layer]))

const layerControl: Layer.Layer<ControlPorts, never, Needs> = Layer.mergeAll(
  PgAccountLinkRepository.layer,
  PgDashboardSharingRepository.layer,
  PgActivityRepository.layer,
  PgInviteRepository.layer,
  PgLoginChallengeRepository.layer,
  PgLoginIdentityRepository.layer,
  PgLoginSessionRepository.layer,
  PgEntity.layer(SecondFactorRepository, secondFactorEntity),
  PgPasswordRepository.layer,
  PgEntity.layer(ActionRepository, actionEntity),
  PgEntity.layer(AlertRepository, alertEntity),
  PgEntity.layer(DeliveryContentRepository, deliveryContentEntity),
  PgEntity.layer(SubscriptionDeliveryRepository, subscriptionDeliveryEntity),
  PgEntity.layer(SubscriptionRepository, subscriptionEntity),
  PgEntity.layer(SqlVariableRepository, sqlVariableEntity),
  PgCohortRepository.layer,
  PgEntity.layer(DashboardRepository, dashboardEntity),
  PgEntity.layer(DashboardTextRepository, dashboardTextEntity),
  PgEntity.layer(DashboardTileRepository, dashboardTileEntity),
  PgEntity.layer(InsightRepository, insightEntity),
  PgEntity.layer(DataDeletionRepository, dataDeletionEntity),
  PgEntity.layer(DataExportRepository, dataExportEntity),
  PgDefinitionRepository.layer,
  PgDefinitionsVersionRepository.layer,
  PgEventKeys.layer,
  PgEventUsage.layer,
  PgExperimentRepository.layer,
  PgExportContent.layer,
  PgFeatureFlagRepository.layer,
  PgEntity.layer(DailyResultRepository, dailyResultEntity),
  PgEntity.layer(HoldoutRepository, holdoutEntity),
  PgEntity.layer(RecalculationRepository, recalculationEntity),
  PgEntity.layer(SavedMetricRepository, savedMetricEntity),
  PgGroupRepository.layer,
  PgHashKeyRepository.layer,
  PgJobRepository.layer,
  PgOrganizationRepository.layer,
  PgOutboxConsumerRepository.layer,
  PgOutboxRepository.layer,
  PgPersonalApiKeyRepository.layer,
  PgPersonRepository.layer,
  PgProjectData.layer,
  PgProjectRepository.layer,
  PgProjectSecretKeyRepository.layer,
  PgQueryLogRepository.layer,
  PgQueryResultRepository.layer,
  PgQueryRunRepository.layer,
  PgQuerySlotRepository.layer,
  PgEntity.layer(ChangeRequestRepository, changeRequestEntity),
  PgEntity.layer(ScheduledChangeRepository, scheduledChangeEntity),
  PgSurveyRepository.layer,
  PgEntity.layer(ArchivedResponseRepository, archivedResponseEntity),
  PgEntity.layer(SurveySummaryRepository, surveySummaryEntity),
  PgTraceRemoval.layer,
  PgTransaction.layer,
  PgUserRepository.layer,
  PgEntity.layer(WebhookRepository, webhookEntity),
  PgWebhookDeliveryRepository.layer
).pipe(Layer.provide(PgHints.layer))

/** The defects by which this storage says that it cannot serve now. */
const layerDown = Layer.succeed(IsStorageDown, isUnreachable)

/** Every port over a client whose schema is up to date. */
export const layerPorts: Layer.Layer<StoragePorts, never, Needs> = Layer.mergeAll(layerControl, layerEvents, layerDown)

/** The schema is up to date, and copies elsewhere that will not be kept up are void. */
const prepared = VoidCopies.layer.pipe(Layer.provideMerge(Migrations.layer))

/** Every port but those of events, for events that live elsewhere, and the client; the schema is migrated. */
export const layerWithoutEvents: Layer.Layer<
  ControlPorts | SqlClient.SqlClient,
  StorageError,
  PgDatabase
> = Layer.merge(layerControl, layerDown).pipe(
  Layer.provide(prepared),
  Layer.provideMerge(layerClient)
)

/** Every port, over a schema that is migrated first. */
const layerMigrated = layerPorts.pipe(Layer.provide(Layer.provideMerge(QueryFunctions.layer, prepared)))

/** Every port of a database, and the client; the schema is migrated. */
export const layerDatabase: Layer.Layer<StoragePorts | SqlClient.SqlClient, DatabaseError, PgDatabase> = layerMigrated
  .pipe(Layer.provideMerge(layerClient))

/** Every port on the PostgreSQL server at a URL. */
export const layer = (
  options: PgDatabaseOptions
): Layer.Layer<StoragePorts | SqlClient.SqlClient, DatabaseError> =>
  layerDatabase.pipe(Layer.provide(PgDatabase.layer(options)))

/**
 * Every port over the pool of a host application, which was made with `PgDatabase.poolSettings`. Events are written, and
 * changes by other processes heard of, by a few connections of its own to the URL: at most six.
 */
export const layerPooled = (
  options: Omit<PgDatabaseOptions, "maxConnections">
): Layer.Layer<StoragePorts | SqlClient.SqlClient, DatabaseError | PoolUnfit, PgPool.PgPool> =>
  layerMigrated.pipe(Layer.provideMerge(layerPooledClient), Layer.provide(PgDatabase.layer(options)))

/** Every port on the embedded server. */
export const layerEmbedded = (
  options: Omit<PgDatabaseOptions, "url">
): Layer.Layer<StoragePorts | SqlClient.SqlClient, DatabaseError, EmbeddedPostgres> =>
  layerDatabase.pipe(Layer.provide(PgDatabase.layerEmbedded(options)))
