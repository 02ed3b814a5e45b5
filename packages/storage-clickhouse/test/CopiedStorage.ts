import { EventWriter } from "@hedgerow/core/events/EventWriter"
import * as ClickHouseEventRemoval from "@hedgerow/storage-clickhouse/deletions/ClickHouseEventRemoval"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as EventStoreTest from "./EventStoreTest.ts"
import * as CopiedQueryEngine from "./query/CopiedQueryEngine.ts"

/** Events and queries in a ClickHouse, all else in PostgreSQL. */
export const layerOver = EventWriter.layerClaimed.pipe(
  Layer.provideMerge(
    Layer.mergeAll(ClickHouseEventRemoval.layer, ClickHouseEventStore.layer, CopiedQueryEngine.layer)
  ),
  Layer.provideMerge(PgStorage.layerPorts),
  Layer.provide(PgTest.layer)
)

/** Over an engine of its own. */
export const layer = layerOver.pipe(Layer.provide(EventStoreTest.clickhouse))
