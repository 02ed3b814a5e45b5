import { dashboardEntity, dashboardTileEntity } from "@hedgerow/core/dashboards/Dashboard"
import { DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import { DashboardTileRepository } from "@hedgerow/core/dashboards/DashboardTileRepository"
import { insightEntity } from "@hedgerow/core/dashboards/Insight"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import { scheduledChangeEntity } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { ScheduledChangeRepository } from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Layer } from "effect"
import * as MemoryEntity from "./entities/MemoryEntity.ts"
import * as MemoryActivityRepository from "./MemoryActivityRepository.ts"
import * as MemoryCohortRepository from "./MemoryCohortRepository.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import * as MemoryDefinitionRepository from "./MemoryDefinitionRepository.ts"
import * as MemoryDefinitionsVersionRepository from "./MemoryDefinitionsVersionRepository.ts"
import * as MemoryEventKeys from "./MemoryEventKeys.ts"
import * as MemoryEventStore from "./MemoryEventStore.ts"
import * as MemoryFeatureFlagRepository from "./MemoryFeatureFlagRepository.ts"
import * as MemoryGroupRepository from "./MemoryGroupRepository.ts"
import * as MemoryHashKeyRepository from "./MemoryHashKeyRepository.ts"
import * as MemoryJobRepository from "./MemoryJobRepository.ts"
import * as MemoryOrganizationRepository from "./MemoryOrganizationRepository.ts"
import * as MemoryOutboxConsumerRepository from "./MemoryOutboxConsumerRepository.ts"
import * as MemoryOutboxRepository from "./MemoryOutboxRepository.ts"
import * as MemoryPersonalApiKeyRepository from "./MemoryPersonalApiKeyRepository.ts"
import * as MemoryPersonRepository from "./MemoryPersonRepository.ts"
import * as MemoryProjectRepository from "./MemoryProjectRepository.ts"
import * as MemoryProjectSecretKeyRepository from "./MemoryProjectSecretKeyRepository.ts"
import * as MemoryTableSource from "./MemoryTableSource.ts"
import * as MemoryTransaction from "./MemoryTransaction.ts"
import * as MemoryUserRepository from "./MemoryUserRepository.ts"
import * as MemoryQueryEngine from "./query/MemoryQueryEngine.ts"
import type { TableSource } from "./query/TableSource.ts"

const repositories = Layer.mergeAll(
  MemoryActivityRepository.layer,
  MemoryCohortRepository.layer,
  MemoryEntity.layer(DashboardRepository, dashboardEntity),
  MemoryEntity.layer(DashboardTileRepository, dashboardTileEntity),
  MemoryEntity.layer(InsightRepository, insightEntity),
  MemoryDefinitionRepository.layer,
  MemoryDefinitionsVersionRepository.layer,
  MemoryFeatureFlagRepository.layer,
  MemoryGroupRepository.layer,
  MemoryHashKeyRepository.layer,
  MemoryJobRepository.layer,
  MemoryOrganizationRepository.layer,
  MemoryOutboxConsumerRepository.layer,
  MemoryOutboxRepository.layer,
  MemoryPersonRepository.layer,
  MemoryPersonalApiKeyRepository.layer,
  MemoryProjectRepository.layer,
  MemoryProjectSecretKeyRepository.layer,
  MemoryEntity.layer(ScheduledChangeRepository, scheduledChangeEntity),
  MemoryTransaction.layer,
  MemoryUserRepository.layer
)

const events = EventWriter.layerClaimed.pipe(
  Layer.provideMerge(Layer.mergeAll(MemoryEventKeys.layer, MemoryEventStore.layer))
)

const queries = MemoryQueryEngine.layer.pipe(Layer.provideMerge(MemoryTableSource.layer))

/** Every port over one empty database, which lives as long as the layer. */
export const layer: Layer.Layer<StoragePorts | TableSource> = Layer.mergeAll(repositories, events, queries).pipe(
  Layer.provide(MemoryDatabase.layer)
)
