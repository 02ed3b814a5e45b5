import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import { QueryEngineContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as PgSeedTables from "./PgSeedTables.ts"

QueryEngineContract.suite(
  "PostgreSQL",
  Layer.mergeAll(PgQueryEngine.layer, PgSeedTables.layer).pipe(Layer.provide(PgTest.layer))
)
