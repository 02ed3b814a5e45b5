import { PgStorage } from "@hedgerow/storage-pg"
import { DailyResultsContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"

DailyResultsContract.suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
