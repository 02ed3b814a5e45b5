import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { QueryEngineContract } from "@hedgerow/testing/contracts"
import { Layer } from "effect"
import * as EventStoreTest from "../EventStoreTest.ts"
import * as ChSeedTables from "./ChSeedTables.ts"

QueryEngineContract.suite(
  "ClickHouse",
  Layer.mergeAll(ClickHouseQueryEngine.layer, ChSeedTables.layer).pipe(Layer.provide(EventStoreTest.clickhouse))
)
