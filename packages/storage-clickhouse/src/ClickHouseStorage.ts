import type { ProjectData } from "@hedgerow/core/access/ProjectData"
import type { EventRemoval } from "@hedgerow/core/deletions/EventRemoval"
import type { EventKeys } from "@hedgerow/core/events/EventKeys"
import type { EventStore } from "@hedgerow/core/events/EventStore"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import { IngestionLimits } from "@hedgerow/core/events/IngestionLimits"
import type { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import type { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import { IsStorageDown } from "@hedgerow/core/shared/StorageDown"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { ClickHouse } from "./client/ClickHouse.ts"
import { isUnreachable } from "./client/Unreachable.ts"
import * as ClickHouseEventRemoval from "./deletions/ClickHouseEventRemoval.ts"
import * as ClickHouseProjectData from "./deletions/ClickHouseProjectData.ts"
import * as ClickHouseEventStore from "./events/ClickHouseEventStore.ts"
import * as OrphanedEvents from "./events/OrphanedEvents.ts"
import * as HotKeyPromotion from "./hotkeys/HotKeyPromotion.ts"
import * as Installation from "./installation/Installation.ts"
import type { ClickHouseMismatch } from "./installation/InstallationErrors.ts"
import * as StorageLosses from "./installation/StorageLosses.ts"
import * as Migrations from "./migrations/Migrations.ts"
import * as SqlMigrationRecord from "./migrations/SqlMigrationRecord.ts"
import type { ClickHouseFailure } from "./protocol/ClickHouseErrors.ts"
import * as ClickHouseQueryEngine from "./query/ClickHouseQueryEngine.ts"
import * as Copies from "./replication/Copies.ts"

/** The ports of events and of queries over them. */
export type EventPorts = EventRemoval | EventStore | EventWriter | QueryEngine

/** The parts of a storage beside the events: its ports and the client of their database. */
type Beside =
  | EventKeys
  | OutboxConsumerRepository
  | OutboxRepository
  | ProjectData
  | SqlClient.SqlClient
  | Transaction

/** The durability of the tables, and the name of a ClickHouse that is not the installation's: `The ClickHouse at …`. */
export interface StorageOptions extends Migrations.TableOptions {
  readonly place?: string
}

/** ClickHouse wants few large writes: the time that a small request waits for others. */
const lingering = Layer.succeed(IngestionLimits, {
  ...IngestionLimits.defaultValue(),
  linger: { events: 1_000, millis: 200 }
})

const events = EventWriter.layerClaimed.pipe(Layer.provideMerge(ClickHouseEventStore.layer))

/** The defects by which either of the two databases says that it cannot serve now. */
const layerDown = Layer.effect(
  IsStorageDown,
  Effect.map(IsStorageDown, (isOtherDown) => (defect) => isOtherDown(defect) || isUnreachable(defect))
)

/**
 * A storage whose events are in ClickHouse and all else in the one `beside` it, which returns changes of rows that
 * ClickHouse has copies of. A ClickHouse of another installation is refused; then the tables are brought up to date,
 * one server at a time.
 */
export const layer = <A, E, R>(
  beside: Layer.Layer<A | Beside, E, R>,
  { isDurable, place = "The ClickHouse" }: StorageOptions
): Layer.Layer<
  A | Beside | EventPorts | StorageLosses.StorageLosses,
  E | ClickHouseFailure | ClickHouseMismatch,
  R | ClickHouse
> =>
  Layer.mergeAll(OrphanedEvents.layer, ClickHouseProjectData.layer, layerDown).pipe(
    Layer.provideMerge(StorageLosses.layerJob),
    Layer.provideMerge(Layer.mergeAll(events, ClickHouseEventRemoval.layer, ClickHouseQueryEngine.layer, lingering)),
    Layer.provideMerge(Layer.merge(Copies.layer, HotKeyPromotion.layer)),
    Layer.provideMerge(StorageLosses.layer),
    Layer.provide(Migrations.layer({ isDurable }).pipe(Layer.provide(SqlMigrationRecord.layer))),
    Layer.provide(Installation.layer(place)),
    Layer.provideMerge(beside.pipe(Layer.provide(Layer.succeed(CopiedElsewhere, true))))
  )
