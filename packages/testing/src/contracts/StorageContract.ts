import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Layer } from "effect"
import * as AccessContract from "./AccessContract.ts"
import * as ActionContract from "./ActionContract.ts"
import * as ActivityContract from "./ActivityContract.ts"
import * as AlertContract from "./AlertContract.ts"
import * as BootstrapContract from "./BootstrapContract.ts"
import * as ChangeRequestContract from "./ChangeRequestContract.ts"
import * as CohortContract from "./CohortContract.ts"
import * as DashboardContract from "./DashboardContract.ts"
import * as DefinitionContract from "./DefinitionContract.ts"
import * as DefinitionsVersionContract from "./DefinitionsVersionContract.ts"
import * as DeletionContract from "./DeletionContract.ts"
import * as EventKeysContract from "./EventKeysContract.ts"
import * as EventStoreContract from "./EventStoreContract.ts"
import * as EventUsageContract from "./EventUsageContract.ts"
import * as EventWriterContract from "./EventWriterContract.ts"
import * as ExperimentContract from "./ExperimentContract.ts"
import * as ExperimentResultContract from "./ExperimentResultContract.ts"
import * as ExportContract from "./ExportContract.ts"
import * as FeatureFlagContract from "./FeatureFlagContract.ts"
import * as GroupContract from "./GroupContract.ts"
import * as HashKeyContract from "./HashKeyContract.ts"
import * as JobsContract from "./JobsContract.ts"
import * as OutboxContract from "./OutboxContract.ts"
import * as PeopleContract from "./PeopleContract.ts"
import * as PersonContract from "./PersonContract.ts"
import * as PromotionContract from "./PromotionContract.ts"
import * as QueryLogContract from "./QueryLogContract.ts"
import * as QueryResultContract from "./QueryResultContract.ts"
import * as QueryRunContract from "./QueryRunContract.ts"
import * as QuerySlotContract from "./QuerySlotContract.ts"
import * as ScheduledChangeContract from "./ScheduledChangeContract.ts"
import * as SharingContract from "./SharingContract.ts"
import * as SqlVariableContract from "./SqlVariableContract.ts"
import type { StoredRows } from "./StoredRows.ts"
import * as SubscriptionContract from "./SubscriptionContract.ts"
import * as SurveyContract from "./SurveyContract.ts"
import * as TransactionContract from "./TransactionContract.ts"
import * as WebhookContract from "./WebhookContract.ts"

/** Everything a storage must do, port by port; a new port's suite joins here and so reaches every storage. */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts | StoredRows, E>): void => {
  AccessContract.suite(name, storage)
  ActionContract.suite(name, storage)
  SqlVariableContract.suite(name, storage)
  ActivityContract.suite(name, storage)
  BootstrapContract.suite(name, Layer.fresh(storage))
  ChangeRequestContract.suite(name, storage)
  CohortContract.suite(name, storage)
  DashboardContract.suite(name, storage)
  DefinitionContract.suite(name, storage)
  DefinitionsVersionContract.suite(name, storage)
  DeletionContract.suite(name, storage)
  EventKeysContract.suite(name, storage)
  EventStoreContract.suite(name, storage)
  EventUsageContract.suite(name, storage)
  EventWriterContract.suite(name, storage)
  ExperimentContract.suite(name, storage)
  ExperimentResultContract.suite(name, storage)
  ExportContract.suite(name, storage)
  FeatureFlagContract.suite(name, storage)
  GroupContract.suite(name, storage)
  HashKeyContract.suite(name, storage)
  JobsContract.suite(name, storage)
  PeopleContract.suite(name, storage)
  OutboxContract.suite(name, storage)
  PersonContract.suite(name, storage)
  PromotionContract.suite(name, storage)
  QueryLogContract.suite(name, storage)
  QueryResultContract.suite(name, storage)
  QueryRunContract.suite(name, storage)
  QuerySlotContract.suite(name, storage)
  ScheduledChangeContract.suite(name, storage)
  SurveyContract.suite(name, storage)
  TransactionContract.suite(name, storage)
  AlertContract.suite(name, storage)
  WebhookContract.suite(name, storage)
  SubscriptionContract.suite(name, storage)
  SharingContract.suite(name, storage)
}
