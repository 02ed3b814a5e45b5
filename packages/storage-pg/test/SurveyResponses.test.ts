import { PgStorage } from "@hedgerow/storage-pg"
import { SurveyResponseContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"

SurveyResponseContract.suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)), 20)
