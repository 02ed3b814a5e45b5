import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import {
  ActionEventsContract,
  ActorsContract,
  EventsContract,
  ExperimentContract,
  InsightContract,
  QueryEngineContract
} from "@hedgerow/testing/contracts"
import { Layer } from "effect"
import * as EventStoreTest from "../EventStoreTest.ts"
import * as ChSeedTables from "./ChSeedTables.ts"

const storage = Layer.mergeAll(ClickHouseQueryEngine.layer, ChSeedTables.layer).pipe(
  Layer.provide(EventStoreTest.clickhouse)
)

QueryEngineContract.suite("ClickHouse", storage)
ExperimentContract.suite("ClickHouse", storage, 8)
InsightContract.suite("ClickHouse", storage, 4)
ActionEventsContract.suite("ClickHouse", storage)
EventsContract.suite("ClickHouse", storage)
ActorsContract.suite("ClickHouse", storage)
