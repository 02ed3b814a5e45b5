import { MemoryStorage } from "@hedgerow/storage-memory"
import { PgStorage } from "@hedgerow/storage-pg"
import { SqlContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import * as CopiedStorage from "../CopiedStorage.ts"

SqlContract.hostileSuite("memory", MemoryStorage.layer, 3000)
SqlContract.hostileSuite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)), 3000)
SqlContract.hostileSuite("ClickHouse", CopiedStorage.layer, 3000)
