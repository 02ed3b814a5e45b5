import * as ClickHouseEventRemoval from "@hedgerow/storage-clickhouse/deletions/ClickHouseEventRemoval"
import { DeletionContract } from "@hedgerow/testing/contracts"
import { Layer } from "effect"
import * as ClickHouseStoredRows from "./ClickHouseStoredRows.ts"
import * as CopiedStorage from "./CopiedStorage.ts"
import * as EventStoreTest from "./EventStoreTest.ts"

DeletionContract.removal("ClickHouse", ClickHouseEventRemoval.layer.pipe(Layer.provideMerge(EventStoreTest.layer)))

DeletionContract.whole(
  "ClickHouse",
  Layer.merge(CopiedStorage.layerOver, ClickHouseStoredRows.layer).pipe(Layer.provide(EventStoreTest.clickhouse))
)
