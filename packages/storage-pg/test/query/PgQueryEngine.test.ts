import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import {
  ActionEventsContract,
  ActorsContract,
  EventsContract,
  ExperimentContract,
  InsightContract,
  QueryEngineContract
} from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as PgSeedTables from "./PgSeedTables.ts"

const storage = Layer.mergeAll(PgQueryEngine.layer, PgSeedTables.layer).pipe(Layer.provide(PgTest.layer))

QueryEngineContract.suite("PostgreSQL", storage)
ExperimentContract.suite("PostgreSQL", storage, 20)
InsightContract.suite("PostgreSQL", storage, 8)
ActionEventsContract.suite("PostgreSQL", storage)
EventsContract.suite("PostgreSQL", storage)
ActorsContract.suite("PostgreSQL", storage)
