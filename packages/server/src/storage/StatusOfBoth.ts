import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { StorageLosses } from "@hedgerow/storage-clickhouse/installation/StorageLosses"
import * as SealedSecrets from "@hedgerow/storage-pg/access/SealedSecrets"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { unmovedNotices } from "./StorageNotices.ts"
import { StorageStatus } from "./StorageStatus.ts"

/** The status of a storage whose events are in ClickHouse and all else in PostgreSQL, which ends as `ended` does. */
export const statusOfBoth = Effect.fnUntraced(function*(ended: StorageStatus["Service"]["ended"]) {
  const clickhouse = yield* ClickHouse
  const context = yield* Effect.context<ClickHouse | SqlClient>()
  const { warnings } = yield* StorageLosses
  return StorageStatus.of({
    events: "clickhouse",
    ended,
    answers: Effect.orDie(clickhouse.ping),
    notices: Effect.zipWith(
      Effect.provideContext(unmovedNotices, context),
      warnings,
      (unmoved, lost) => [...unmoved, ...lost]
    ),
    warnings,
    sealed: yield* SealedSecrets.make
  })
})
