import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as PgSeedTables from "./PgSeedTables.ts"

/** An engine over tables of its own, into which rows are written as they are. */
export const layer = Layer.mergeAll(PgQueryEngine.layer, PgSeedTables.layer).pipe(Layer.provide(PgTest.layer))
