import { CopiedElsewhere } from "@hedgerow/core/copies/CopiedElsewhere"
import type { EventKeys } from "@hedgerow/core/events/EventKeys"
import type { EventStore } from "@hedgerow/core/events/EventStore"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import { IngestionLimits } from "@hedgerow/core/events/IngestionLimits"
import type { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import type { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { ClickHouse } from "./ClickHouse.ts"
import type { ClickHouseFailure } from "./ClickHouseErrors.ts"
import * as ClickHouseEventStore from "./ClickHouseEventStore.ts"
import * as Copies from "./copies/Copies.ts"
import * as HotKeyPromotion from "./hotkeys/HotKeyPromotion.ts"
import * as Migrations from "./Migrations.ts"
import * as OrphanedEvents from "./OrphanedEvents.ts"
import * as ClickHouseQueryEngine from "./query/ClickHouseQueryEngine.ts"
import * as SqlMigrationRecord from "./SqlMigrationRecord.ts"

/** The ports of events and of queries over them. */
export type EventPorts = EventStore | EventWriter | QueryEngine

/** What a storage has beside the events: its ports and the client of their database. */
type Beside = EventKeys | OutboxConsumerRepository | OutboxRepository | SqlClient.SqlClient | Transaction

/** ClickHouse wants few large writes: a small request waits so long for others. */
const lingering = Layer.succeed(IngestionLimits, {
  ...IngestionLimits.defaultValue(),
  linger: { events: 1_000, millis: 200 }
})

const events = EventWriter.layerClaimed.pipe(Layer.provideMerge(ClickHouseEventStore.layer))

/**
 * A storage whose events are in ClickHouse and all else in the one `beside` it, which tells its changes of what ClickHouse
 * has copies of. The tables are brought up to date first, one server at a time.
 */
export const layer = <A, E, R>(
  beside: Layer.Layer<A | Beside, E, R>,
  options: Migrations.TableOptions
): Layer.Layer<A | Beside | EventPorts, E | ClickHouseFailure, R | ClickHouse> =>
  OrphanedEvents.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(events, ClickHouseQueryEngine.layer, lingering)),
    Layer.provideMerge(Layer.merge(Copies.layer, HotKeyPromotion.layer)),
    Layer.provide(Migrations.layer(options).pipe(Layer.provide(SqlMigrationRecord.layer))),
    Layer.provideMerge(beside.pipe(Layer.provide(Layer.succeed(CopiedElsewhere, true))))
  )
