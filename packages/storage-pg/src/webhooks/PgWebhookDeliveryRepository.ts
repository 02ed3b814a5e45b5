import { webhookDeliveryEntity } from "@hedgerow/core/webhooks/WebhookDelivery"
import { WebhookDeliveryRepository } from "@hedgerow/core/webhooks/WebhookDeliveryRepository"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"

/** The rows that one statement removes. */
const rowsAtOnce = 1_000

/** Deliveries of webhooks in PostgreSQL. */
export const layer: Layer.Layer<WebhookDeliveryRepository, never, SqlClient.SqlClient> = Layer.effect(
  WebhookDeliveryRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const removeSome = (before: DateTime.Utc) =>
      sql`DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM webhook_deliveries WHERE created_at < ${DateTime.toDateUtc(before)}
        LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED
      )) RETURNING 1`

    return WebhookDeliveryRepository.of({
      ...yield* PgEntity.make(webhookDeliveryEntity),
      removeOld: Effect.fn("PgWebhookDeliveryRepository.removeOld")(function*(before: DateTime.Utc) {
        let removed = 0
        for (let some = rowsAtOnce; some === rowsAtOnce; removed += some) some = (yield* removeSome(before)).length
        return removed
      }, Effect.orDie)
    })
  })
)
