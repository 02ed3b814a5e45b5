import { PgStorage } from "@hedgerow/storage-pg"
import { LargeCells } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"

LargeCells.suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
