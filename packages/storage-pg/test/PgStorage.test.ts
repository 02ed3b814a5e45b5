import { PgStorage } from "@hedgerow/storage-pg"
import { StorageContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as PgStoredRows from "./PgStoredRows.ts"

const storage = Layer.mergeAll(PgStorage.layerPorts, PgStoredRows.layer).pipe(Layer.provide(PgTest.layer))

StorageContract.suite("PostgreSQL", storage)
