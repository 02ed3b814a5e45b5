import { Context, Effect, Layer } from "effect"
import type { ProjectRepository, UserRepository } from "./access/AccessRepository.ts"
import type { ProjectData } from "./access/ProjectData.ts"
import * as ProjectRemoval from "./access/ProjectRemoval.ts"
import * as AlertChecking from "./alerts/AlertChecking.ts"
import type { AlertRepository } from "./alerts/AlertRepository.ts"
import type { DefinitionsVersions } from "./caching/DefinitionsVersions.ts"
import type { CohortBehaviours } from "./cohorts/behaviour/CohortBehaviours.ts"
import * as CohortCalculation from "./cohorts/CohortCalculation.ts"
import type { CohortRepository } from "./cohorts/CohortRepository.ts"
import type { Cohorts } from "./cohorts/Cohorts.ts"
import type { DashboardRepository } from "./dashboards/DashboardRepository.ts"
import type { DashboardTextRepository } from "./dashboards/DashboardTextRepository.ts"
import type { DashboardTileRepository } from "./dashboards/DashboardTileRepository.ts"
import type { InsightRepository } from "./dashboards/InsightRepository.ts"
import type { InsightResults } from "./dashboards/InsightResults.ts"
import * as Compaction from "./deletions/Compaction.ts"
import * as DeletionJob from "./deletions/DeletionJob.ts"
import * as EventRetention from "./deletions/EventRetention.ts"
import * as ProjectDataRemoval from "./deletions/ProjectDataRemoval.ts"
import type { Changes } from "./entities/Changes.ts"
import * as EventKeyRemoval from "./events/EventKeyRemoval.ts"
import type { EventKeys } from "./events/EventKeys.ts"
import type { ExperimentRepository } from "./experiments/ExperimentRepository.ts"
import type { ExperimentTimeseries } from "./experiments/timeseries/ExperimentTimeseries.ts"
import * as TimeseriesJobHandlers from "./experiments/timeseries/TimeseriesJobHandlers.ts"
import type { DataExportRepository } from "./exports/DataExportRepository.ts"
import type { ExportContent } from "./exports/ExportContent.ts"
import * as ExportJob from "./exports/ExportJob.ts"
import * as ChangeRequests from "./flags/approvals/ChangeRequests.ts"
import * as FlagCohortCreation from "./flags/editing/FlagCohortCreation.ts"
import type { FeatureFlagRepository } from "./flags/model/FeatureFlagRepository.ts"
import * as ScheduledChanges from "./flags/scheduling/ScheduledChanges.ts"
import type { FlagEvaluations } from "./flags/serving/FlagEvaluations.ts"
import type { JobHandler } from "./jobs/JobKind.ts"
import type { JobRepository } from "./jobs/JobRepository.ts"
import type { Jobs } from "./jobs/Jobs.ts"
import * as JobWorker from "./jobs/JobWorker.ts"
import * as MailSending from "./mail/MailSending.ts"
import type { OutboxConsumer } from "./outbox/OutboxConsumer.ts"
import * as OutboxRunner from "./outbox/OutboxRunner.ts"
import * as OutboxTrimming from "./outbox/OutboxTrimming.ts"
import type { PersonRepository } from "./persons/PersonRepository.ts"
import * as ExecutionTrimming from "./query/execution/ExecutionTrimming.ts"
import * as QueryExecution from "./query/execution/QueryExecution.ts"
import type { QueryResultRepository } from "./query/execution/QueryResultRepository.ts"
import type { QueryRunRepository } from "./query/execution/QueryRunRepository.ts"
import type { QueryLogRepository } from "./query/log/QueryLogRepository.ts"
import type { ChangeCapture } from "./replication/ChangeCapture.ts"
import type { Transaction } from "./shared/Transaction.ts"
import * as Delivering from "./subscriptions/Delivering.ts"
import type { DeliveryContentRepository } from "./subscriptions/DeliveryContentRepository.ts"
import * as Sending from "./subscriptions/Sending.ts"
import type { SubscriptionDeliveryRepository } from "./subscriptions/SubscriptionDeliveryRepository.ts"
import type { SubscriptionRepository } from "./subscriptions/SubscriptionRepository.ts"
import type { Subscriptions } from "./subscriptions/Subscriptions.ts"
import * as SurveyJobHandlers from "./surveys/schedule/SurveyJobHandlers.ts"
import type { SurveyRepository } from "./surveys/SurveyRepository.ts"
import type { Surveys } from "./surveys/Surveys.ts"
import * as WebhookCatchUp from "./webhooks/WebhookCatchUp.ts"
import * as WebhookFanOut from "./webhooks/WebhookFanOut.ts"
import type { Webhooks } from "./webhooks/Webhooks.ts"
import * as WebhookSending from "./webhooks/WebhookSending.ts"

/** The services that the background work of every domain uses. */
export type WorkerServices =
  | AlertRepository
  | Changes
  | ChangeCapture
  | CohortBehaviours
  | ChangeRequests.ChangeRequests
  | CohortRepository
  | Cohorts
  | DataExportRepository
  | DashboardRepository
  | DashboardTextRepository
  | DashboardTileRepository
  | DefinitionsVersions
  | DeliveryContentRepository
  | DeletionJob.DeletionServices
  | EventKeys
  | ExperimentRepository
  | ExperimentTimeseries
  | ExportContent
  | FeatureFlagRepository
  | FlagEvaluations
  | InsightRepository
  | InsightResults
  | JobRepository
  | Jobs
  | OutboxRunner.RunnerPorts
  | PersonRepository
  | ProjectData
  | ProjectRepository
  | QueryExecution.QueryExecution
  | QueryLogRepository
  | QueryResultRepository
  | QueryRunRepository
  | ScheduledChanges.ScheduledChanges
  | SubscriptionDeliveryRepository
  | SubscriptionRepository
  | Subscriptions
  | SurveyRepository
  | Surveys
  | Transaction
  | UserRepository
  | WebhookFanOut.FanOutServices
  | Webhooks

/** The outbox consumers that a storage brings. */
export class StorageConsumers extends Context.Reference<ReadonlyArray<OutboxConsumer>>(
  "@hedgerow/core/Workers/StorageConsumers",
  { defaultValue: () => [] }
) {}

/** The job handlers that a storage brings. */
export class StorageHandlers extends Context.Reference<ReadonlyArray<JobHandler>>(
  "@hedgerow/core/Workers/StorageHandlers",
  { defaultValue: () => [] }
) {}

/** The outbox consumers of every domain, and the storage's; a domain adds its own here. */
const consumers: Effect.Effect<ReadonlyArray<OutboxConsumer>, never, WebhookFanOut.FanOutServices> = Effect.gen(
  function*() {
    return [...(yield* StorageConsumers), yield* WebhookFanOut.webhookConsumer]
  }
)

/** The job handlers of every domain; a domain adds its own here. */
const domainHandlers = Effect.all([
  AlertChecking.handler,
  ChangeRequests.handler,
  CohortCalculation.handler,
  CohortCalculation.refreshHandler,
  Compaction.handler,
  Effect.flatMap(consumers, (all) => DeletionJob.handler(OutboxTrimming.trim(all))),
  EventKeyRemoval.handler,
  EventRetention.handler,
  ExportJob.handler,
  ExportJob.removalHandler,
  ExecutionTrimming.handler,
  FlagCohortCreation.handler,
  MailSending.handler,
  ProjectDataRemoval.handler,
  ProjectRemoval.logHandler,
  QueryExecution.handler,
  ScheduledChanges.handler,
  TimeseriesJobHandlers.followingHandler,
  TimeseriesJobHandlers.recalculation,
  TimeseriesJobHandlers.sweepHandler,
  Delivering.handler,
  Sending.handler,
  SurveyJobHandlers.handler,
  SurveyJobHandlers.sweepHandler,
  WebhookCatchUp.handler,
  WebhookSending.handler,
  WebhookSending.removalHandler,
  Effect.flatMap(consumers, OutboxTrimming.handler)
])

/** Those of every domain, and the storage's. */
const handlers = Effect.gen(function*() {
  return [...(yield* domainHandlers), ...(yield* StorageHandlers)]
})

/** Does the background work of every domain as long as it lives. */
export const layer: Layer.Layer<never, never, WorkerServices> = Layer.mergeAll(
  JobWorker.layer(handlers),
  OutboxRunner.layer(consumers),
  OutboxTrimming.layer
)
