import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import { openApiFuzz } from "./fuzz/OpenApiFuzz.ts"

openApiFuzz("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
