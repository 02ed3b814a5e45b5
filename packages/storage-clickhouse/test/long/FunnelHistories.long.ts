import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { FunnelContract } from "@hedgerow/testing/contracts"
import { Layer } from "effect"
import * as EventStoreTest from "../EventStoreTest.ts"
import * as ChSeedTables from "../query/ChSeedTables.ts"

const storage = Layer.mergeAll(ClickHouseQueryEngine.layer, ChSeedTables.layer).pipe(
  Layer.provide(EventStoreTest.clickhouse)
)

FunnelContract.suite("ClickHouse", storage, Number(process.env["FUNNEL_HISTORIES"] ?? 400))
