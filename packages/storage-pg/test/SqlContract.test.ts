import { PgStorage } from "@hedgerow/storage-pg"
import { SqlContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"

SqlContract.suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
