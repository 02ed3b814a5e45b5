import { ExportContract } from "@hedgerow/testing/contracts"
import { Layer } from "effect"
import * as CopiedStorage from "./CopiedStorage.ts"
import * as EventStoreTest from "./EventStoreTest.ts"

ExportContract.whole("ClickHouse", CopiedStorage.layerOver.pipe(Layer.provide(EventStoreTest.clickhouse)))
