import { Context, type DateTime, type Effect } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { EntityColumns } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { WebhookId } from "./Webhook.ts"
import type { DeliveryKnown, WebhookDelivery } from "./WebhookDelivery.ts"

/** Storage of deliveries. */
export class WebhookDeliveryRepository extends Context.Service<
  WebhookDeliveryRepository,
  EntityRepository<WebhookDelivery, EntityColumns, DeliveryKnown> & {
    /** The records of a webhook's pending deliveries, each once, in the order of their bytes, from behind `after`. */
    readonly pendingRecords: (
      project: ProjectId,
      webhook: WebhookId,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>>
    /** Removes deliveries of all projects that were made earlier, pending ones too; answers the number. */
    readonly removeOld: (before: DateTime.Utc) => Effect.Effect<number>
  }
>()("@hedgerow/core/webhooks/WebhookDeliveryRepository") {}
