import { PgStorage } from "@hedgerow/storage-pg"
import { AnswersContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"

AnswersContract.suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
