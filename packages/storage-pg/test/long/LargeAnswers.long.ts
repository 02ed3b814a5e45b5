import { it } from "@effect/vitest"
import { PgStorage } from "@hedgerow/storage-pg"
import { QueryResultContract, QueryRunContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { onPg, readBack } from "../LargeAnswers.ts"

const storage = PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))

QueryResultContract.longSuite("PostgreSQL", storage)
QueryRunContract.longSuite("PostgreSQL", storage)

for (const size of [15, 20, 50, 63]) {
  it.live(`an answer of ${size} MiB is kept, and every route that shows it reads it back`, () =>
    Effect.provide(readBack(size), onPg))
}
