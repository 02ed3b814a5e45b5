import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import type { CopyMessage } from "@hedgerow/core/replication/CopyChanges"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PgHints } from "../caching/PgHints.ts"
import type { PgDatabase } from "../database/PgDatabase.ts"
import * as PgTransaction from "../database/PgTransaction.ts"
import * as PgOutboxConsumerRepository from "../outbox/PgOutboxConsumerRepository.ts"
import * as PgOutboxRepository from "../outbox/PgOutboxRepository.ts"

type Change<A> = Effect.Effect<A, SqlError.SqlError>

/**
 * To be built before the first change: where nobody is told of changes from here on, whoever has copies must copy
 * everything again.
 */
export const layerVoidCopies: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effectDiscard(
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* CopiedElsewhere)) yield* Effect.orDie(sql`DELETE FROM clickhouse_snapshots`)
  })
)

/** How changes of persons, groups and members of cohorts are told where others keep copies of them. */
export class PgChangeCapture extends Context.Service<PgChangeCapture, {
  /** Whether anybody wants to hear of changes. */
  readonly isCaptured: boolean
  /** Makes a change and tells what it answers, both or neither; where nothing `isCaptured` it only makes the change. */
  readonly tell: (change: Change<ReadonlyArray<CopyMessage>>) => Change<void>
}>()("@hedgerow/storage-pg/replication/PgChangeCapture") {
  /** Through the outbox of this process, if `CopiedElsewhere`. */
  static readonly layer: Layer.Layer<PgChangeCapture, never, PgDatabase | SqlClient.SqlClient> = Layer.effect(
    PgChangeCapture,
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const transaction = yield* Transaction
      const isCaptured = yield* CopiedElsewhere
      return PgChangeCapture.of({
        isCaptured,
        tell: (change) => isCaptured ? transaction.run(Effect.flatMap(change, outbox.append)) : Effect.asVoid(change)
      })
    })
  ).pipe(
    Layer.provide([Outbox.layer, PgTransaction.layer]),
    Layer.provide([PgOutboxRepository.layer, PgOutboxConsumerRepository.layer]),
    Layer.provide(PgHints.layer)
  )
}
