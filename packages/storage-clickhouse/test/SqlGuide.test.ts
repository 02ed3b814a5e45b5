import { MemoryStorage } from "@hedgerow/storage-memory"
import { PgStorage } from "@hedgerow/storage-pg"
import { SqlGuide } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import { readFileSync } from "node:fs"
import * as CopiedStorage from "./CopiedStorage.ts"

const page = readFileSync(new URL("../../../docs/sql.md", import.meta.url), "utf8")

SqlGuide.suite("memory", MemoryStorage.layer, page)
SqlGuide.suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)), page)
SqlGuide.suite("ClickHouse", CopiedStorage.layer, page)
