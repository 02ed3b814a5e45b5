import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as QueryEngineContract from "../../../testing/src/contracts/query/QueryEngineContract.ts"
import * as PgSeedTables from "./TmpSeed.ts"
QueryEngineContract.suite("PostgreSQL", Layer.mergeAll(PgQueryEngine.layer, PgSeedTables.layer).pipe(Layer.provide(PgTest.layer)))
