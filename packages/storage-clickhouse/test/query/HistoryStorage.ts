import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { Layer } from "effect"
import * as EventStoreTest from "../EventStoreTest.ts"
import * as ChSeedTables from "./ChSeedTables.ts"

/** An engine over tables of its own, into which rows are written as they are. */
export const layer = Layer.mergeAll(ClickHouseQueryEngine.layer, ChSeedTables.layer).pipe(
  Layer.provide(EventStoreTest.clickhouse)
)
