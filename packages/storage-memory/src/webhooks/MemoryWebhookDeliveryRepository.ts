import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { WebhookId } from "@hedgerow/core/webhooks/Webhook"
import { webhookDeliveryEntity } from "@hedgerow/core/webhooks/WebhookDelivery"
import { WebhookDeliveryRepository } from "@hedgerow/core/webhooks/WebhookDeliveryRepository"
import { compareText } from "@hedgerow/sql/evaluate/CellOrder"
import { DateTime, Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Deliveries of webhooks in memory. */
export const layer: Layer.Layer<WebhookDeliveryRepository, never, MemoryDatabase> = Layer.effect(
  WebhookDeliveryRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return WebhookDeliveryRepository.of({
      ...yield* MemoryEntity.make(webhookDeliveryEntity),
      pendingRecords: Effect.fn("WebhookDeliveryRepository.pendingRecords")(
        (project: ProjectId, webhook: WebhookId, after: string, limit: number) =>
          database.operation((state) => {
            const pending = [...state.entities(webhookDeliveryEntity, project).rows.values()].filter((row) =>
              row.webhook_id === webhook && row.state === "pending" && compareText(row.record, after) > 0
            )
            return [...new Set(pending.map(({ record }) => record))].toSorted(compareText).slice(0, limit)
          })
      ),
      removeOld: Effect.fn("WebhookDeliveryRepository.removeOld")((before: DateTime.Utc) =>
        database.operation((state) => {
          const tables = state.projects.map(({ id }) => state.entities(webhookDeliveryEntity, id))
          const removed = tables.map((table) => {
            const old = [...table.rows.values()].filter((row) => DateTime.isLessThan(row.created_at, before))
            for (const { id } of old) table.remove(id)
            return old.length
          })
          return removed.reduce((sum, count) => sum + count, 0)
        })
      )
    })
  })
)
