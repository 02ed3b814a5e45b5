import { EventWriter } from "@hedgerow/core/events/EventWriter"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as EventStoreTest from "./EventStoreTest.ts"
import * as CopiedQueryEngine from "./query/CopiedQueryEngine.ts"

/** Events and queries in ClickHouse, all else in PostgreSQL. */
export const layer = EventWriter.layerClaimed.pipe(
  Layer.provideMerge(Layer.mergeAll(ClickHouseEventStore.layer, CopiedQueryEngine.layer)),
  Layer.provideMerge(PgStorage.layerPorts),
  Layer.provide([EventStoreTest.clickhouse, PgTest.layer])
)
