import { EventWriter } from "@hedgerow/core/events/EventWriter"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import * as Migrations from "@hedgerow/storage-clickhouse/migrations/Migrations"
import { CopyProgress } from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import * as PgOrganizationRepository from "@hedgerow/storage-pg/access/PgOrganizationRepository"
import * as PgProjectRepository from "@hedgerow/storage-pg/access/PgProjectRepository"
import * as PgEventKeys from "@hedgerow/storage-pg/events/PgEventKeys"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as ClickHouseStoredRows from "./ClickHouseStoredRows.ts"
import * as ClickHouseTest from "./ClickHouseTest.ts"

/** An engine with the tables; nothing is copied to it. */
export const clickhouse = Layer.mergeAll(Layer.orDie(Migrations.layerTables), CopyProgress.layerNothingReported).pipe(
  Layer.provideMerge(ClickHouseTest.layer)
)

const control = Layer.mergeAll(PgEventKeys.layer, PgOrganizationRepository.layer, PgProjectRepository.layer).pipe(
  Layer.provideMerge(PgTest.layer)
)

/** Events in ClickHouse, their keys and all else in PostgreSQL, as a server has them. */
export const layer = EventWriter.layerClaimed.pipe(
  Layer.provideMerge(Layer.mergeAll(ClickHouseEventStore.layer, ClickHouseStoredRows.layer)),
  Layer.provideMerge(Layer.mergeAll(clickhouse, control))
)
