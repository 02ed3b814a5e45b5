import { MemoryStorage } from "@hedgerow/storage-memory"
import { PgStorage } from "@hedgerow/storage-pg"
import { WrittenSql } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Layer } from "effect"
import { expect } from "vitest"
import * as CopiedStorage from "./CopiedStorage.ts"

/** The pages are written with `vitest run --update=all` of this file. */
const check = ({ mistakes, written }: WrittenSql.WrittenPages): Promise<unknown> =>
  Promise.all([
    expect(written).toMatchFileSnapshot("../../../docs/sql-written.md"),
    expect(mistakes).toMatchFileSnapshot("../../../docs/sql-mistakes.md")
  ])

WrittenSql.suite("memory", MemoryStorage.layer, check)
WrittenSql.suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)), check)
WrittenSql.suite("ClickHouse", CopiedStorage.layer, check)
