import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { WebhookId } from "@hedgerow/core/webhooks/Webhook"
import { webhookDeliveryEntity } from "@hedgerow/core/webhooks/WebhookDelivery"
import { WebhookDeliveryRepository } from "@hedgerow/core/webhooks/WebhookDeliveryRepository"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
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

    // From record to record by the index, however many deliveries each has.
    const recordsAfter = (project: ProjectId, webhook: WebhookId, after: string, limit: number) => {
      const next = (behind: Statement.Fragment) =>
        sql`SELECT record FROM webhook_deliveries WHERE project_id = ${project} AND webhook_id = ${webhook}
          AND state = 'pending' AND record > ${behind} ORDER BY record LIMIT 1`
      return sql<{ record: string }>`WITH RECURSIVE found AS (
          SELECT record, 1 AS place FROM (${next(sql`${after}`)}) first
          UNION ALL
          SELECT next.record, place + 1 FROM found, LATERAL (${next(sql`found.record`)}) next WHERE place < ${limit}
        ) SELECT record FROM found ORDER BY place`
    }

    return WebhookDeliveryRepository.of({
      ...yield* PgEntity.make(webhookDeliveryEntity),
      pendingRecords: Effect.fn("PgWebhookDeliveryRepository.pendingRecords")(
        function*(project: ProjectId, webhook: WebhookId, after: string, limit: number) {
          return (yield* recordsAfter(project, webhook, after, limit)).map(({ record }) => record)
        },
        Effect.orDie
      ),
      removeOld: Effect.fn("PgWebhookDeliveryRepository.removeOld")(function*(before: DateTime.Utc) {
        let removed = 0
        for (let some = rowsAtOnce; some === rowsAtOnce; removed += some) some = (yield* removeSome(before)).length
        return removed
      }, Effect.orDie)
    })
  })
)
