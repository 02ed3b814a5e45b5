import { PgStorage } from "@hedgerow/storage-pg"
import { FeatureFlagContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"

FeatureFlagContract.longSuite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
