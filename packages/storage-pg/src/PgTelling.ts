import { CopiedElsewhere } from "@hedgerow/core/copies/CopiedElsewhere"
import type { CopyMessage } from "@hedgerow/core/copies/CopyChanges"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { PgDatabase } from "./PgDatabase.ts"
import { PgHints } from "./PgHints.ts"
import * as PgOutboxConsumerRepository from "./PgOutboxConsumerRepository.ts"
import * as PgOutboxRepository from "./PgOutboxRepository.ts"
import * as PgTransaction from "./PgTransaction.ts"

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
export class PgTelling extends Context.Service<PgTelling, {
  /** Whether anybody wants to hear of changes. */
  readonly isTold: boolean
  /** Makes a change and tells what it answers, both or neither; where nothing `isTold` it only makes the change. */
  readonly tell: (change: Change<ReadonlyArray<CopyMessage>>) => Change<void>
}>()("@hedgerow/storage-pg/PgTelling") {
  /** Through the outbox of this process, if `CopiedElsewhere`. */
  static readonly layer: Layer.Layer<PgTelling, never, PgDatabase | SqlClient.SqlClient> = Layer.effect(
    PgTelling,
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const transaction = yield* Transaction
      const isTold = yield* CopiedElsewhere
      return PgTelling.of({
        isTold,
        tell: (change) => isTold ? transaction.run(Effect.flatMap(change, outbox.append)) : Effect.asVoid(change)
      })
    })
  ).pipe(
    Layer.provide([Outbox.layer, PgTransaction.layer]),
    Layer.provide([PgOutboxRepository.layer, PgOutboxConsumerRepository.layer]),
    Layer.provide(PgHints.layer)
  )
}
