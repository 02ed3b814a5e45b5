import { MemoryStorage } from "@hedgerow/storage-memory"
import { PgStorage } from "@hedgerow/storage-pg"
import { SqlContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as CopiedStorage from "../CopiedStorage.ts"

SqlContract.longSuite("memory", MemoryStorage.layer)
SqlContract.longSuite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
SqlContract.longSuite("ClickHouse", CopiedStorage.layer)
